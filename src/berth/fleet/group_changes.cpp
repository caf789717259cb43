// What callers change of AutoScaling groups that are there, and what their histories say of it.
#include "berth/fleet/fleet.hpp"
#include "berth/fleet/moment.hpp"

#include <algorithm>
#include <utility>

namespace berth::fleet {

namespace {

std::string change_of(int from, int to) {
  return " changing the desired capacity from " + std::to_string(from) + " to " + std::to_string(to) + ".  ";
}

base::Error no_group(const Key& key) {
  return base::failure("AutoScalingGroup name not found - There is no group " + key.name);
}

}  // namespace

base::Status Fleet::check_bounds(const Group& group) const {
  if (group.minimum < 0 || group.maximum < group.minimum)
    return base::failure("Max bound, " + std::to_string(group.maximum) +
                         ", must be greater than or equal to min bound, " + std::to_string(group.minimum));
  if (group.desired < group.minimum || group.desired > group.maximum)
    return base::failure("Desired capacity:" + std::to_string(group.desired) +
                         " must be between the specified min size:" + std::to_string(group.minimum) +
                         " and max size:" + std::to_string(group.maximum));
  return {};
}

/// What follows at once is told with what was asked for; what happens later, when room appears, is not.
void Fleet::scale_on_request(const Key& key, std::string request) {
  groups_.at(key).request = std::move(request);
  scale(key);
  if (const auto found = groups_.find(key); found != groups_.end()) found->second.request.clear();
}

base::Status Fleet::set_desired(const Key& key, int desired) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) return no_group(key);
  Group& group = found->second.group;
  if (desired < group.minimum || desired > group.maximum)
    return base::failure("New SetDesiredCapacity value " + std::to_string(desired) +
                         (desired < group.minimum ? " is below min value " + std::to_string(group.minimum)
                                                  : " is above max value " + std::to_string(group.maximum)) +
                         " for the AutoScalingGroup.");
  const int before = std::exchange(group.desired, desired);
  store_group(key, group);
  scale_on_request(
      key, at(clock_) + " a user request explicitly set group desired capacity" + change_of(before, desired));
  return {};
}

base::Status Fleet::update_group(const Key& key, const GroupChange& change) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) return no_group(key);
  Group group = found->second.group;
  const int before = group.desired;
  group.minimum = change.minimum.value_or(group.minimum);
  group.maximum = change.maximum.value_or(group.maximum);
  if (group.minimum <= group.maximum)
    group.desired = change.desired.value_or(std::clamp(group.desired, group.minimum, group.maximum));
  if (const auto right = check_bounds(group); !right) return right.error();
  if (change.launch_configuration) {
    group.launch_configuration = *change.launch_configuration;
    group.launch_template.clear();
    group.launch_template_version.clear();
  } else if (change.launch_template) {
    group.launch_configuration.clear();
    group.launch_template = *change.launch_template;
    group.launch_template_version = change.launch_template_version;
  }
  if (change.launch_configuration || change.launch_template)
    if (const auto launch = what_to_launch(key, group); !launch) return launch.error();
  if (change.subnets) group.subnets = *change.subnets;
  if (change.manners) group.manners = *change.manners;
  found->second.group = group;
  store_group(key, group);
  scale_on_request(key, at(clock_) + " a user request update of AutoScalingGroup constraints to min: " +
                            std::to_string(group.minimum) + ", max: " + std::to_string(group.maximum) +
                            ", desired: " + std::to_string(group.desired) + change_of(before, group.desired));
  return {};
}

void Fleet::set_group_tags(const Key& key, std::map<std::string, std::string> tags,
                           std::set<std::string> propagated) {
  Group& group = groups_.at(key).group;
  group.tags = std::move(tags);
  group.propagated_tags = std::move(propagated);
  store_group(key, group);
}

base::Result<ScalingActivity> Fleet::terminate_instance(const std::string& account, const std::string& region,
                                                        const std::string& id, bool shrink) {
  Instance* instance = find_instance(account, region, id);
  if (!instance || instance->record.id != id || instance->is_implicit())
    return base::failure("Instance Id not found - No managed instance found for instance ID: " + id);
  const Key key{account, region, instance->record.group};
  GroupState& state = groups_.at(key);
  if (shrink && !instance->record.terminating) {
    if (state.group.desired <= state.group.minimum)
      return base::failure("Currently, desiredSize equals minSize (" + std::to_string(state.group.minimum) +
                           "). Terminating instance without replacement will violate group's min size "
                           "constraint. Either set shouldDecrementDesiredCapacity flag to false or lower "
                           "group's min size.");
    --state.group.desired;
  }
  const std::size_t size = members_of(key).size();
  ScalingActivity activity = note_termination(
      state, *instance,
      at(clock_) + " instance " + id + " was taken out of service in response to a user request" +
          (shrink
               ? ", shrinking the capacity from " + std::to_string(size) + " to " + std::to_string(size - 1)
               : "") +
          ".");
  store_group(key, state.group);
  if (!instance->record.terminating) terminate(*instance);
  scale(key);
  return activity;
}

ScalingActivity Fleet::note_termination(GroupState& state, const Instance& instance, std::string cause) {
  note(state, {.description = "Terminating EC2 instance: " + instance.record.id,
               .cause = std::move(cause),
               .status = "Successful",
               .message = ""});
  return state.group.activities.back();
}

std::string Fleet::cause_of(const GroupState& state, std::string_view what, std::size_t from,
                            std::size_t to) const {
  return state.request + at(clock_) + " " + std::string(what) +
         " in response to a difference between desired and actual capacity, " +
         (to > from ? "increasing" : "shrinking") + " the capacity from " + std::to_string(from) + " to " +
         std::to_string(to) + ".";
}

}  // namespace berth::fleet
