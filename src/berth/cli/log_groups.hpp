/// Which log groups there are.
#pragma once

#include "base/clock.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace berth::cli {

class Api;

bool group_exists(Api& api, const std::string& name);

/// Their names, in order.
std::vector<std::string> log_group_names(Api& api);

struct GroupSummary {
  std::string name;
  std::size_t streams = 0;
  std::uint64_t bytes = 0;
  std::optional<int> retention_days;      ///< nothing: for ever
  std::optional<base::TimePoint> newest;  ///< of its newest event
};
/// Every group, by name.
std::vector<GroupSummary> log_groups(Api& api);

}  // namespace berth::cli
