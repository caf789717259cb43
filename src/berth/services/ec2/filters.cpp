#include "berth/services/ec2/filters.hpp"

#include "base/pattern.hpp"
#include "berth/services/ec2/errors.hpp"

#include <algorithm>

namespace berth::ec2 {

bool matches(const std::vector<Filter>& filters, const FilterValues& values) {
  return std::ranges::all_of(filters, [&](const Filter& filter) {
    const auto found = values.find(filter.Name);
    if (found == values.end()) throw invalid_filter(filter.Name);
    return std::ranges::any_of(filter.Values, [&](const std::string& pattern) {
      return base::matches_pattern(found->second, pattern);
    });
  });
}

}  // namespace berth::ec2
