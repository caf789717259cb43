/// The cluster query language of memberOf constraints (ECS Developer Guide, "Cluster query language").
///
///   attribute:ecs.instance-type =~ g5.* and not (task:group == service:web or attribute:rack !exists)
///
/// A subject is `attribute:NAME`, `task:group`, or a property of the instance (agentConnected, agentVersion,
/// ec2InstanceId, registeredAt, runningTasksCount). Operators, by symbol or word: == equals, != not_equals,
/// > greater_than, >= greater_than_equal, < less_than, <= less_than_equal, =~ matches, !~ not_matches,
/// exists, !exists not_exists, in, !in not_in. `in` takes [a, b], `=~` a
/// pattern with * and ? (g5.*, t2*). Joined by and &&, or ||, not !,
/// parentheses; `not` binds closest, then `and`, then `or`. Comparisons of size are by number where both
/// sides are numbers, else by text. An attribute that is absent satisfies != !~ !exists and not_in only.
#pragma once

#include "base/result.hpp"

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace berth::sched {

/// The values that a subject has on an instance: none if absent, several for task:group.
using Subjects = std::function<std::vector<std::string>(std::string_view subject)>;

class Expression {
 public:
  /// The error says what is wrong and at which character.
  static base::Result<Expression> parse(std::string_view text);

  bool matches(const Subjects& subjects) const;
  /// Whether any comparison is about `task:group`, which is costly to gather.
  bool mentions_task_group() const { return mentions_task_group_; }

  struct Node;

 private:
  std::shared_ptr<const Node> root_;
  bool mentions_task_group_ = false;
};

}  // namespace berth::sched
