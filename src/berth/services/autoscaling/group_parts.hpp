/// What requests that make and change groups have in common. Private to this folder.
#pragma once

#include "berth/services/autoscaling/autoscaling.hpp"
#include "berth/wire/error.hpp"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace berth::autoscaling {

inline wire::ServiceError refused(std::string message) { return {"ValidationError", std::move(message)}; }

/// The subnets that a request names by id (with commas) or by zone; nothing if it names none.
std::optional<std::vector<std::string>> read_subnets(const AutoScaling& service, const Call& call,
                                                     const std::optional<std::string>& vpc_zone_identifier,
                                                     const std::vector<std::string>& zones);

/// Id and version of a template that is there. Whoever gives it to a group hands on the role in its instance profile,
/// and must be allowed to.
std::pair<std::string, std::string> read_template(const AutoScaling& service, const Call& call,
                                                  const LaunchTemplateSpecification& given);

/// `before` with what the request says.
template <class Request>
fleet::GroupManners read_manners(const Request& in, fleet::GroupManners before) {
  before.cooldown_seconds = in.DefaultCooldown.value_or(before.cooldown_seconds);
  before.health_check_type = in.HealthCheckType.value_or(before.health_check_type);
  before.health_check_grace_seconds = in.HealthCheckGracePeriod.value_or(before.health_check_grace_seconds);
  before.protects_new_instances = in.NewInstancesProtectedFromScaleIn.value_or(before.protects_new_instances);
  if (!in.TerminationPolicies.empty()) before.termination_policies = in.TerminationPolicies;
  return before;
}

}  // namespace berth::autoscaling
