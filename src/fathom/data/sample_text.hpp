/// DSSTNE's text format, one sample a line:
///
///   <sample> TAB <feature>[,<value>]:<feature>[,<value>]:…
///
/// The first TAB ends the sample's label. Points are split at ':', empty ones are skipped; a point is split
/// at ',' into feature and value (0 if absent). Lines without TAB are skipped with a warning, empty ones
/// silently; one carriage return at the end of a line is dropped. There is no escaping. Source:
/// Amazon DSSTNE.
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace fathom::data {

struct Point {
  std::string_view feature;
  float value;
};

/// Where lines for people go, without newline.
using Messages = std::function<void(std::string_view line)>;

/// What a number in a data point becomes.
enum class ValueRule {
  strict,   ///< text that does not begin with a number is an error
  ignored,  ///< must be as for `strict`, but the number itself is not wanted and may come out as 0
  lenient,  ///< text that is not a number is 0, as in filter files
};

/// The number at the start of `text`; what follows it does not matter ("0.5f" is 0.5), nor do blanks before
/// it. False if there is none or it is out of range.
bool parse_value(std::string_view text, float& value);

/// Reads one line. Calls `begin(sample)` once, then `point(Point)` for each point. Templates, because this is
/// the inner loop of every conversion.
///   fail(sentence)        a value is not a number; must throw
///   warn(point, fields)   a point has more than one value
/// Returns false, without calling anything, for a line without TAB.
template <class Begin, class OnPoint, class Warn, class Fail>
bool parse_sample_line(std::string_view line, ValueRule rule, Begin&& begin, OnPoint&& on_point, Warn&& warn,
                       Fail&& fail);

}  // namespace fathom::data

#include "fathom/data/sample_text-inl.hpp"
