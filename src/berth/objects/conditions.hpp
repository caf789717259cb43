/// Conditional requests (RFC 9110 §13, as S3 applies them): pure decisions.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::objects {

/// As sent with a request; entity tags with or without quotes, lists and "*" as they came.
struct Conditions {
  Conditions() = default;  // no aggregate: it may be a temporary argument of a coroutine
  std::optional<std::string> if_match;
  std::optional<std::string> if_none_match;
  std::optional<base::TimePoint> if_modified_since;
  std::optional<base::TimePoint> if_unmodified_since;
};

enum class ReadDecision { Serve, NotModified, PreconditionFailed };

/// If-Match outranks If-Unmodified-Since and If-None-Match outranks If-Modified-Since: where the entity tag
/// decides, the date is not looked at. Times compare by the second, since HTTP dates have no more.
ReadDecision decide_read(const Conditions& conditions, std::string_view etag, base::TimePoint modified);

enum class WriteDecision {
  Write,
  PreconditionFailed,
  NoSuchKey,       ///< If-Match where there is nothing
  NotImplemented,  ///< If-None-Match other than "*", as S3 answers it
};

/// `current` is the entity tag of the object that would be replaced; nothing if there is none.
WriteDecision decide_write(const Conditions& conditions, const std::optional<std::string>& current);

/// True if `list` (an If-Match value: "*", or entity tags separated by commas) names `etag` (without quotes).
bool names_etag(std::string_view list, std::string_view etag);

/// The text without surrounding blanks, W/ and quotes.
std::string_view bare_etag(std::string_view text);

}  // namespace berth::objects
