#include "berth/services/ecs/run_task_rules.hpp"

#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/shape_documents.hpp"
#include "berth/services/ecs/tag_rules.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <string>

namespace berth::ecs {

namespace {

constexpr std::size_t longest_overrides = 8192;
constexpr std::size_t longest_started_by = 128;
constexpr std::size_t longest_client_token = 64;
constexpr std::size_t longest_group = 512;  // AWS states no limit; its own longest is "family:" and 255

void check_capacity(const RunTaskRequest& in) {
  const int count = in.count.value_or(1);
  if (count < 1 || count > 10) throw invalid_parameter("Count must be between 1 and 10.");
  if (in.launchType && !in.capacityProviderStrategy.empty())
    throw invalid_parameter("Specify either a launch type or a capacity provider strategy, not both.");
  if (in.launchType && *in.launchType != "EC2") throw fargate_unavailable(*in.launchType);
  if (in.platformVersion)
    throw invalid_parameter("The platform version must be null when specifying an EC2 launch type.");
  if (!in.volumeConfigurations.empty())
    throw invalid_parameter("Volumes are not configured at launch here: volumeConfigurations must be empty.");
}

void check_names(const RunTaskRequest& in) {
  const auto is_starter = [](unsigned char c) { return std::isalnum(c) || c == '-' || c == '_' || c == '/'; };
  const std::string started_by = in.startedBy.value_or("");
  if (started_by.size() > longest_started_by || !std::ranges::all_of(started_by, is_starter))
    throw invalid_parameter("startedBy can have at most " + std::to_string(longest_started_by) +
                            " letters, numbers, hyphens, forward slashes and underscores.");
  const auto is_visible = [](unsigned char c) { return c >= 33 && c <= 126; };
  const std::string token = in.clientToken.value_or("x");
  if (token.empty() || token.size() > longest_client_token || !std::ranges::all_of(token, is_visible))
    throw invalid_parameter("clientToken can have at most " + std::to_string(longest_client_token) +
                            " characters, each in the range of 33-126.");
  if (count_characters(in.group.value_or("")) > longest_group)
    throw invalid_parameter("group can have at most " + std::to_string(longest_group) + " characters.");
  if (in.propagateTags && *in.propagateTags != "TASK_DEFINITION" && *in.propagateTags != "NONE")
    throw invalid_parameter("propagateTags must be TASK_DEFINITION or NONE when a task is run by itself.");
}

void check_overrides(const TaskOverride& overrides) {
  // The limit counts the JSON as a client writes it, without what it left out.
  if (count_characters(base::to_text(base::to_document(overrides))) > longest_overrides)
    throw overrides_too_long(longest_overrides);
  std::set<std::string> names;
  for (const ContainerOverride& change : overrides.containerOverrides) {
    const std::string name = change.name.value_or("");
    if (!names.insert(name).second) throw repeated_container_override(name);
    for (const KeyValuePair& variable : change.environment.value_or(std::vector<KeyValuePair>()))
      if (!variable.name || variable.name->empty() || variable.name->find('=') != std::string::npos)
        throw invalid_parameter("Invalid override of container " + name +
                                ": a name in environment is empty or contains '='.");
  }
}

}  // namespace

void check(const RunTaskRequest& request) {
  check_capacity(request);
  check_names(request);
  check_tags(request.tags);
  if (request.overrides) check_overrides(*request.overrides);
}

}  // namespace berth::ecs
