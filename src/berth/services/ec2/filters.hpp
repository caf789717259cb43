/// EC2's filters: every one must match, each by any of its values, where * and ? stand for text.
#pragma once

#include "berth/services/ec2/shapes.hpp"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

/// What a thing has under each filter name that is known for its kind.
using FilterValues = std::map<std::string, std::string, std::less<>>;

/// Throws InvalidParameterValue for a filter that `values` does not know.
bool matches(const std::vector<Filter>& filters, const FilterValues& values);

/// The filters that are not about tags (tag:KEY, tag-key); nothing if those that are do not match `tags`.
std::optional<std::vector<Filter>> without_tags(const std::vector<Filter>& filters,
                                                const std::map<std::string, std::string>& tags);

}  // namespace berth::ec2
