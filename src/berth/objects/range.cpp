#include "berth/objects/range.hpp"

#include <algorithm>
#include <charconv>

namespace berth::objects {
namespace {

std::string_view trim(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// Digits only; a number too large for 64 bits is the largest.
std::optional<std::uint64_t> parse_number(std::string_view text) {
  std::uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || end != text.data() + text.size()) return std::nullopt;
  if (error == std::errc::result_out_of_range) return UINT64_MAX;
  if (error != std::errc{}) return std::nullopt;
  return value;
}

}  // namespace

std::optional<RangeRequest> parse_range(std::string_view header) {
  header = trim(header);
  if (!header.starts_with("bytes=")) return std::nullopt;
  header.remove_prefix(6);
  std::size_t dash = header.find('-');
  if (dash == std::string_view::npos) return std::nullopt;
  std::string_view before = trim(header.substr(0, dash)), after = trim(header.substr(dash + 1));
  RangeRequest range{parse_number(before), parse_number(after)};
  if ((!before.empty() && !range.first) || (!after.empty() && !range.last)) return std::nullopt;
  if (!range.first && !range.last) return std::nullopt;
  if (range.first && range.last && *range.last < *range.first) return std::nullopt;
  return range;
}

std::optional<ByteRange> apply_range(const RangeRequest& request, std::uint64_t size) {
  if (!request.first) {
    std::uint64_t length = std::min(request.last.value_or(0), size);
    if (length == 0) return std::nullopt;
    return ByteRange{size - length, length};
  }
  if (*request.first >= size) return std::nullopt;
  std::uint64_t last = std::min(request.last.value_or(size - 1), size - 1);
  return ByteRange{*request.first, last - *request.first + 1};
}

}  // namespace berth::objects
