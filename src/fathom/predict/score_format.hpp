/// How predict prints a score: the part of a printf format after the '%', e.g. "4.3f".
#pragma once

#include <string>
#include <string_view>

namespace fathom::predict {

class ScoreFormat {
 public:
  /// [width][.precision] and one of f, e, g. Throws ConfigError for anything else.
  explicit ScoreFormat(std::string_view text);

  /// Appends what printf would print.
  void append(float score, std::string& out) const;

 private:
  std::string format_;  ///< for fmt
  unsigned width_ = 0, precision_ = 6;
  char conversion_ = 'f';
};

}  // namespace fathom::predict
