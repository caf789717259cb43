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

std::optional<std::vector<Filter>> without_tags(const std::vector<Filter>& filters,
                                                const std::map<std::string, std::string>& tags) {
  std::vector<Filter> others;
  for (const Filter& filter : filters) {
    const std::string name = filter.Name.value_or("");
    const bool of_value = name.starts_with("tag:");
    if (!of_value && name != "tag-key") {
      others.push_back(filter);
      continue;
    }
    const bool found = std::ranges::any_of(tags, [&](const auto& tag) {
      if (of_value && tag.first != name.substr(4)) return false;
      return std::ranges::any_of(filter.Values, [&](const std::string& pattern) {
        return base::matches_pattern(of_value ? tag.second : tag.first, pattern);
      });
    });
    if (!found) return std::nullopt;
  }
  return others;
}

}  // namespace berth::ec2
