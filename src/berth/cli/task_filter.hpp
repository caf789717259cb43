/// Which tasks someone wants to see: "status=RUNNING", "definition=train", "exit=137". Pure.
#pragma once

#include "berth/services/ecs/shapes.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::cli {

/// Values of one key are alternatives; each key that is given must match.
class TaskFilter {
 public:
  /// Throws wrong_input for a text that is no KEY=VALUE, for an unknown key, and for a status that no task has.
  explicit TaskFilter(const std::vector<std::string>& texts);
  bool matches(const ecs::Task& task) const;
  /// Whether only tasks that have stopped can match, so that they have to be asked for.
  bool wants_stopped() const;

 private:
  std::map<std::string, std::vector<std::string>> wanted_;
};

}  // namespace berth::cli
