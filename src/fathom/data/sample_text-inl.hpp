// Included by sample_text.hpp.
#pragma once

#include <algorithm>
#include <cstring>
#include <string>

namespace fathom::data {

namespace detail {

/// True for the common case of plain decimal digits, which are a number whatever their count.
inline bool all_digits(std::string_view text) {
  if (text.empty() || text.size() > 18) return false;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
  }
  return true;
}

inline float value_of(std::string_view text, ValueRule rule, bool& good) {
  good = true;
  if (all_digits(text)) {
    if (rule == ValueRule::ignored) return 0.0f;
    std::uint64_t number = 0;
    for (const char c : text) number = number * 10 + static_cast<std::uint64_t>(c - '0');
    return static_cast<float>(number);
  }
  float value = 0.0f;
  if (!parse_value(text, value)) {
    value = 0.0f;
    good = rule == ValueRule::lenient;
  }
  return value;
}

}  // namespace detail

template <class Begin, class OnPoint, class Warn, class Fail>
bool parse_sample_line(std::string_view line, ValueRule rule, Begin&& begin, OnPoint&& on_point, Warn&& warn,
                       Fail&& fail) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) return false;
  begin(line.substr(0, tab));
  const char* at = line.data() + tab + 1;
  const char* const end = line.data() + line.size();
  while (at < end) {
    // One pass: a point ends at ':'; the first comma in it ends the feature.
    const char* comma = nullptr;
    const char* stop = at;
    for (; stop < end && *stop != ':'; ++stop) {
      if (*stop == ',' && comma == nullptr) comma = stop;
    }
    const std::string_view text(at, static_cast<std::size_t>(stop - at));
    const std::string_view feature(at, static_cast<std::size_t>((comma != nullptr ? comma : stop) - at));
    at = stop + 1;
    if (feature.empty()) continue;
    float value = 0.0f;
    if (comma != nullptr) {
      std::string_view number(comma + 1, static_cast<std::size_t>(stop - comma - 1));
      if (const std::size_t more = number.find(','); more != std::string_view::npos) {
        number = number.substr(0, more);
        warn(text, 1 + static_cast<std::size_t>(std::count(text.begin(), text.end(), ',')));
      }
      bool good = true;
      value = detail::value_of(number, rule, good);
      if (!good) {
        fail("the value \"" + std::string(number) + "\" of feature " + std::string(feature) +
             " is not a number");
      }
    }
    on_point(Point{feature, value});
  }
  return true;
}

}  // namespace fathom::data
