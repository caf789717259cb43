#include "berth/cli/task_filter.hpp"

#include "berth/cli/errors.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/suggestion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>

namespace berth::cli {
namespace {

const std::vector<std::string> keys{"status", "definition", "exit"};
const std::vector<std::string> statuses{"PROVISIONING", "PENDING",  "ACTIVATING",     "RUNNING",
                                        "DEACTIVATING", "STOPPING", "DEPROVISIONING", "STOPPED"};

bool knows(const std::vector<std::string>& words, const std::string& word) {
  return std::ranges::find(words, word) != words.end();
}

std::string listed(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

std::string in_capitals(std::string word) {
  std::ranges::transform(word, word.begin(),
                         [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  return word;
}

/// "train" and "train:3" for train:3.
bool is_definition(const std::string& name_and_revision, const std::string& wanted) {
  return name_and_revision == wanted || name_and_revision.substr(0, name_and_revision.rfind(':')) == wanted;
}

bool has_exit(const ecs::Task& task, const std::string& wanted) {
  return std::ranges::any_of(task.containers, [&](const ecs::Container& container) {
    return container.exitCode && std::to_string(*container.exitCode) == wanted;
  });
}

}  // namespace

TaskFilter::TaskFilter(const std::vector<std::string>& texts) {
  for (const std::string& text : texts) {
    auto [key, value] = key_and_value(text, "--filter");
    if (!knows(keys, key)) {
      const std::string meant = did_you_mean(key, keys);
      throw wrong_input(
          fmt::format("--filter knows no '{}'{}", key, meant.empty() ? ": it knows " + listed(keys) : meant));
    }
    if (key == "status" && !knows(statuses, value = in_capitals(value))) {
      const std::string meant = did_you_mean(value, statuses);
      throw wrong_input(fmt::format("no task is ever {}{}", value,
                                    meant.empty() ? ": there are " + listed(statuses) : meant));
    }
    wanted_[key].push_back(key == "definition" ? short_name(value) : value);
  }
}

bool TaskFilter::matches(const ecs::Task& task) const {
  return std::ranges::all_of(wanted_, [&](const auto& each) {
    return std::ranges::any_of(each.second, [&](const std::string& value) {
      if (each.first == "status") return task.lastStatus == value;
      if (each.first == "exit") return has_exit(task, value);
      return is_definition(short_name(task.taskDefinitionArn.value_or("")), value);
    });
  });
}

bool TaskFilter::wants_stopped() const {
  if (wanted_.contains("exit")) return true;
  const auto status = wanted_.find("status");
  return status != wanted_.end() && knows(status->second, "STOPPED");
}

}  // namespace berth::cli
