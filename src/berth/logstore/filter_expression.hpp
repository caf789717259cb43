/// Regular expressions of filter patterns: %ERR-[0-9]{3}|timeout$%.
///
/// CloudWatch Logs takes letters, digits and : _ # = @ / ; , - as they are, the operators ^ $ . ? * + {m,n} | [ ], and a
/// backslash before an operator or in \d \D \s \S \w \W \xhh. There are no groups: an expression is a choice of sequences.
/// So it is matched by walking all places at once, in time bounded by message × expression, whatever either is: callers
/// from outside write both.
///
/// Source: "Supported regular expressions (regex) syntax" of CloudWatch Logs' user guide.
#pragma once

#include "base/result.hpp"

#include <bitset>
#include <cstddef>
#include <string_view>
#include <vector>

namespace berth::logstore {

class FilterExpression {
 public:
  /// Takes %…% off the head of `text`. The error says what is wrong.
  static base::Result<FilterExpression> take(std::string_view& text);

  /// True if the expression matches somewhere in the message.
  bool is_in(std::string_view message) const;

  /// One character of the set.
  using Set = std::bitset<256>;
  struct Place {
    Set set;
    bool optional = false;  ///< may be passed without a character
    bool repeats = false;   ///< may take several
  };
  struct Sequence {
    std::vector<Place> places;
    bool at_start = false, at_end = false;  ///< ^ and $
  };

 private:
  std::vector<Sequence> choices_;
};

}  // namespace berth::logstore
