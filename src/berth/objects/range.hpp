/// Byte ranges of an object.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::objects {

struct ByteRange {
  std::uint64_t first = 0;
  std::uint64_t length = 0;
  bool operator==(const ByteRange&) const = default;
};

/// A Range header as sent, not yet held against an object's size.
struct RangeRequest {
  std::optional<std::uint64_t> first;  ///< absent: the last `last` bytes
  std::optional<std::uint64_t> last;   ///< absent: to the end
  bool operator==(const RangeRequest&) const = default;
};

/// bytes=a-b, bytes=a-, bytes=-n. Nothing for what S3 ignores: other units, several ranges, b < a, not a
/// number.
std::optional<RangeRequest> parse_range(std::string_view header);

/// The part of an object of `size` bytes that is asked for, cut at its end; nothing if there is no such byte
/// (416 InvalidRange; so for every range of an empty object).
std::optional<ByteRange> apply_range(const RangeRequest& request, std::uint64_t size);

}  // namespace berth::objects
