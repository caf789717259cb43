#include "berth/services/ecs/placement_policy.hpp"

#include "berth/services/ecs/errors.hpp"

namespace berth::ecs {

namespace {

constexpr std::size_t most_constraints = 10;
constexpr std::size_t most_strategies = 5;

sched::Expression parse(const std::optional<std::string>& text) {
  auto expression = sched::Expression::parse(text.value_or(""));
  if (!expression) throw invalid_parameter("Invalid expression: " + expression.error().message);
  return std::move(*expression);
}

/// Fields are compared without regard to case, as AWS does: binpack takes cpu and CPU, spread host and
/// instanceId.
sched::Strategy parse(const PlacementStrategy& strategy) {
  const std::string type = strategy.type.value_or(""), field = strategy.field.value_or("");
  if (type == "random") return {sched::StrategyKind::random, ""};
  if (type == "binpack") {
    if (field == "cpu" || field == "CPU") return {sched::StrategyKind::binpack, "cpu"};
    if (field == "memory" || field == "MEMORY") return {sched::StrategyKind::binpack, "memory"};
    throw invalid_parameter("Placement strategy binpack takes the field cpu or memory.");
  }
  if (type == "spread") {
    if (field == "instanceId" || field == "host" || field.starts_with("attribute:"))
      return {sched::StrategyKind::spread, field};
    throw invalid_parameter("Placement strategy spread takes the field instanceId, host or attribute:NAME.");
  }
  throw invalid_parameter("Placement strategy type must be random, spread or binpack.");
}

}  // namespace

sched::Policy placement_policy(const TaskDefinition& definition, const RunTaskRequest& request) {
  if (request.placementConstraints.size() > most_constraints)
    throw list_too_long("placementConstraints", most_constraints);
  if (request.placementStrategy.size() > most_strategies)
    throw list_too_long("placementStrategy", most_strategies);
  sched::Policy policy;
  for (const Attribute& attribute : definition.requiresAttributes)
    policy.required_attributes.push_back(attribute.name);
  for (const TaskDefinitionPlacementConstraint& each : definition.placementConstraints)
    policy.member_of.push_back(parse(each.expression));
  if (definition.runtimePlatform) {
    const auto& [architecture, family] = *definition.runtimePlatform;
    if (architecture)
      policy.member_of.push_back(parse("attribute:ecs.cpu-architecture == " +
                                       std::string(*architecture == "ARM64" ? "arm64" : "x86_64")));
    if (family) policy.member_of.push_back(parse("attribute:ecs.os-family == '" + *family + "'"));
  }
  for (const PlacementConstraint& each : request.placementConstraints) {
    if (each.type == "distinctInstance")
      policy.distinct_instance = true;
    else if (each.type == "memberOf")
      policy.member_of.push_back(parse(each.expression));
    else
      throw invalid_parameter("Placement constraint type must be distinctInstance or memberOf.");
  }
  for (const PlacementStrategy& each : request.placementStrategy) policy.strategies.push_back(parse(each));
  return policy;
}

}  // namespace berth::ecs
