#include "berth/http/exchange.hpp"

namespace berth::http {

base::Async<std::optional<std::string>> read_all(BodyReader& body, std::size_t limit) {
  std::string all;
  if (const auto size = body.size()) {
    if (*size > limit) co_return std::nullopt;
    all.reserve(static_cast<std::size_t>(*size));
  }
  char block[16 * 1024];
  while (true) {
    const std::size_t count = co_await body.read_some(block);
    if (count == 0) co_return all;
    if (all.size() + count > limit) co_return std::nullopt;
    all.append(block, count);
  }
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
