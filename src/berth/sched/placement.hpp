/// Which instance a task goes to: constraints first, then resources, then strategies. Pure: a function of the
/// candidates, the policy and a random number.
#pragma once

#include "berth/sched/expression.hpp"
#include "berth/sched/inventory.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace berth::sched {

using Attributes = std::map<std::string, std::string, std::less<>>;

/// An instance as placement sees it. The pointers are borrowed for the duration of the call.
struct Candidate {
  std::string id;  ///< as failures[] shall name it
  const Inventory* inventory = nullptr;
  const Attributes* attributes = nullptr;  ///< built-in and custom ones
  Attributes properties;                   ///< ec2InstanceId, agentConnected … of the query language
  int tasks_alike = 0;                     ///< tasks there of the same group: what spread counts
  std::vector<std::string> task_groups;    ///< filled only where Policy::needs_task_groups()
};

/// What an expression asks of the candidate, which must outlive the answer.
Subjects subjects_of(const Candidate& candidate);

enum class StrategyKind { random, spread, binpack };
struct Strategy {
  StrategyKind kind = StrategyKind::random;
  std::string field;  ///< binpack: "cpu" or "memory". spread: "instanceId" or an attribute's name
};

struct Policy {
  bool distinct_instance = false;
  std::vector<Expression> member_of;             ///< all must match
  std::vector<std::string> required_attributes;  ///< names that the instance must have
  std::vector<Strategy> strategies;              ///< first decides, the next breaks ties; none means random

  bool needs_task_groups() const;
  bool needs_tasks_alike() const;
};

/// Why one instance did not get the task: reason as in ECS's failures[], detail for people (may be empty).
struct Refusal {
  std::string instance;
  std::string reason;
  std::string detail;
};

struct Placement {
  std::optional<std::size_t> chosen;  ///< index into the candidates
  std::vector<Refusal> refusals;      ///< one for each candidate, only if none was chosen
};

/// Chooses; takes nothing. `random` decides between instances that the strategies rate alike.
Placement place(const Demand& demand, std::span<const Candidate> candidates, const Policy& policy,
                std::uint64_t random);

}  // namespace berth::sched
