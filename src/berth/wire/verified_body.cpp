#include "berth/wire/verified_body.hpp"

#include <cstring>

namespace berth::wire {

base::Async<std::size_t> VerifiedBody::read_some(std::span<char> buffer) {
  while (!finished_) {
    if (!source_) throw std::logic_error("a request's body was read after its answer");
    const std::size_t count = co_await source_->read_some(buffer);
    if (count == 0) {
      check_.finish();
      finished_ = true;
      break;
    }
    // The data between the frames moves to the front of the caller's buffer; frames only ever shorten it.
    std::string_view input(buffer.data(), count);
    std::size_t kept = 0;
    while (!input.empty()) {
      const std::string_view piece = check_.next(input);
      std::memmove(buffer.data() + kept, piece.data(), piece.size());
      kept += piece.size();
    }
    if (kept > 0) co_return kept;
  }
  co_return 0;
}

}  // namespace berth::wire
