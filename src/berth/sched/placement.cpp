#include "berth/sched/placement.hpp"

#include <algorithm>
#include <utility>

namespace berth::sched {

namespace {

std::string value_of(const Attributes& attributes, std::string_view name) {
  const auto found = attributes.find(name);
  return found == attributes.end() ? std::string() : found->second;
}

std::optional<Refusal> refusal_of(const Candidate& candidate, const Demand& demand, const Policy& policy) {
  const auto refused = [&](std::string_view reason, std::string detail = {}) {
    return Refusal{candidate.id, std::string(reason), std::move(detail)};
  };
  for (const std::string& attribute : policy.required_attributes)
    if (!candidate.attributes->contains(attribute))
      return refused("ATTRIBUTE", "The instance lacks " + attribute + ".");
  for (const Expression& expression : policy.member_of)
    if (!expression.matches(subjects_of(candidate)))
      return refused("MemberOf placement constraint unsatisfied.");
  if (policy.distinct_instance && candidate.tasks_alike > 0)
    return refused("DistinctInstance placement constraint unsatisfied.");
  if (const auto shortage = candidate.inventory->lacks(demand)) return refused(to_reason(*shortage));
  return std::nullopt;
}

/// How many tasks alike stand where `candidate` stands, by the field that is spread over.
int crowding(const Candidate& candidate, std::span<const Candidate> candidates, std::string_view field) {
  if (field == "instanceId" || field == "host") return candidate.tasks_alike;
  constexpr std::string_view prefix = "attribute:";
  if (field.starts_with(prefix)) field.remove_prefix(prefix.size());
  const std::string here = value_of(*candidate.attributes, field);
  int tasks = 0;
  for (const Candidate& other : candidates)
    if (value_of(*other.attributes, field) == here) tasks += other.tasks_alike;
  return tasks;
}

/// Lower is better.
std::int64_t cost(const Strategy& strategy, const Candidate& candidate,
                  std::span<const Candidate> candidates) {
  switch (strategy.kind) {
    case StrategyKind::random:
      return 0;
    case StrategyKind::spread:
      return crowding(candidate, candidates, strategy.field);
    case StrategyKind::binpack:
      return strategy.field == "cpu" ? candidate.inventory->free_cpu_units()
                                     : candidate.inventory->free_memory_mib();
  }
  return 0;
}

}  // namespace

Subjects subjects_of(const Candidate& candidate) {
  return [&candidate](std::string_view subject) -> std::vector<std::string> {
    if (subject == "task:group") return candidate.task_groups;
    constexpr std::string_view prefix = "attribute:";
    const bool is_attribute = subject.starts_with(prefix);
    const Attributes& from = is_attribute ? *candidate.attributes : candidate.properties;
    const auto found = from.find(is_attribute ? subject.substr(prefix.size()) : subject);
    return found == from.end() ? std::vector<std::string>() : std::vector<std::string>{found->second};
  };
}

bool Policy::needs_task_groups() const {
  return std::ranges::any_of(member_of,
                             [](const Expression& expression) { return expression.mentions_task_group(); });
}

bool Policy::needs_tasks_alike() const {
  return distinct_instance || std::ranges::any_of(strategies, [](const Strategy& strategy) {
           return strategy.kind == StrategyKind::spread;
         });
}

Placement place(const Demand& demand, std::span<const Candidate> candidates, const Policy& policy,
                std::uint64_t random) {
  Placement placement;
  std::vector<std::size_t> fitting;
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    if (auto refusal = refusal_of(candidates[i], demand, policy))
      placement.refusals.push_back(std::move(*refusal));
    else
      fitting.push_back(i);
  }
  if (fitting.empty()) return placement;
  placement.refusals.clear();

  // Each strategy keeps those that it rates best; chance decides among the last ones.
  for (const Strategy& strategy : policy.strategies) {
    std::vector<std::int64_t> costs;
    for (const std::size_t i : fitting) costs.push_back(cost(strategy, candidates[i], candidates));
    const std::int64_t best = *std::ranges::min_element(costs);
    std::vector<std::size_t> kept;
    for (std::size_t i = 0; i < fitting.size(); ++i)
      if (costs[i] == best) kept.push_back(fitting[i]);
    fitting = std::move(kept);
  }
  placement.chosen = fitting[random % fitting.size()];
  return placement;
}

}  // namespace berth::sched
