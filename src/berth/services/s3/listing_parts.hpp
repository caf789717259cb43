/// What the listings of keys do alike. Private to this folder.
#pragma once

#include "base/encoding.hpp"
#include "berth/services/s3/errors.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace berth::s3 {

inline constexpr int most_keys = 1000;

inline int checked_limit(const std::optional<int>& limit, const char* name) {
  if (limit && *limit < 0) {
    throw invalid_argument("Argument " + std::string(name) + " must be an integer between 0 and 2147483647",
                           name, std::to_string(*limit));
  }
  return std::min(limit.value_or(most_keys), most_keys);
}

/// Keys as the caller wants to see them: as they are, or percent-encoded.
class Shown {
 public:
  explicit Shown(const std::optional<std::string>& encoding_type) : encode_(encoding_type.has_value()) {
    if (encode_ && *encoding_type != "url") {
      throw invalid_argument("Invalid Encoding Method specified in Request", "encoding-type", *encoding_type);
    }
  }
  std::string operator()(const std::string& key) const {
    return encode_ ? base::percent_encode(key, "/") : key;
  }

 private:
  bool encode_;
};

}  // namespace berth::s3
