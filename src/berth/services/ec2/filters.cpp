#include "berth/services/ec2/filters.hpp"

#include "base/pattern.hpp"
#include "berth/services/ec2/errors.hpp"

#include <algorithm>

namespace berth::ec2 {

bool matches(const std::vector<Filter>& filters, const FilterValues& values) {
  return std::ranges::all_of(filters, [&](const Filter& filter) {
    // EC2's model lets a client leave the name out; EC2 itself then answers about the filter 'null'.
    const std::string name = filter.Name.value_or("null");
    const auto found = values.find(name);
    if (found == values.end()) throw invalid_filter(name);
    return std::ranges::any_of(filter.Values, [&](const std::string& pattern) {
      return base::matches_pattern(found->second, pattern);
    });
  });
}

}  // namespace berth::ec2
