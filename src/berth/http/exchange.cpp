#include "berth/http/exchange.hpp"

#include <algorithm>

namespace berth::http {

base::Async<std::optional<std::string>> read_all(BodyReader& body, std::size_t limit) {
  // Read where it stays. A block in this frame would make every small request pay for a large allocation.
  constexpr std::size_t step = 16 * 1024;
  std::string all;
  std::size_t filled = 0;
  const auto size = body.size();
  if (size && *size > limit) co_return std::nullopt;
  while (true) {
    // One more than announced, so that the end is met without another step; a promise of much is not believed at once.
    const std::size_t room =
        size ? std::min(static_cast<std::size_t>(*size) + 1, filled + 8 * step) : filled + step;
    all.resize(std::max(room, filled + 1));
    const std::size_t count = co_await body.read_some({all.data() + filled, all.size() - filled});
    if (count == 0) break;
    filled += count;
    if (filled > limit) co_return std::nullopt;
  }
  all.resize(filled);
  co_return all;
}

std::optional<std::uint64_t> size_of(const Body& body) {
  if (const auto* text = std::get_if<std::string>(&body)) return text->size();
  if (const auto* ranges = std::get_if<std::vector<FileRange>>(&body)) {
    std::uint64_t total = 0;
    for (const FileRange& range : *ranges) total += range.length;
    return total;
  }
  if (const auto* stream = std::get_if<Stream>(&body)) return stream->length;
  return 0;
}

}  // namespace berth::http
