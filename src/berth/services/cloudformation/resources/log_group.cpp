#include "berth/logstore/log_store.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/shared_shapes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::cloudformation {
namespace {

struct LogGroupProperties {
  std::optional<std::string> LogGroupName;
  std::optional<int> RetentionInDays;
  std::optional<std::string> LogGroupClass;
  std::optional<std::string> KmsKeyId;
  std::optional<wire::Document> DataProtectionPolicy;
  std::optional<wire::Document> FieldIndexPolicies;
  std::vector<ResourceTag> Tags;
};
AWS_SHAPE(LogGroupProperties, LogGroupName, RetentionInDays, LogGroupClass, KmsKeyId, DataProtectionPolicy,
          FieldIndexPolicies, Tags)

constexpr PropertyRow rows[] = {
    {"LogGroupName", Standing::Honoured, "", replaces},
    {"RetentionInDays", Standing::Honoured},
    {"LogGroupClass", Standing::Ignored, "every group is STANDARD"},
    {"KmsKeyId", Standing::Ignored, "logs lie in the state directory as they are"},
    {"DataProtectionPolicy", Standing::Refused, "nothing is masked"},
    {"FieldIndexPolicies", Standing::Ignored, "there is no index"},
    {"Tags", Standing::Honoured},
};
constexpr std::string_view attributes[] = {"Arn"};

std::string arn_of(const ResourceRequest& request, const std::string& name) {
  return "arn:aws:logs:" + request.region + ":" + request.account + ":log-group:" + name + ":*";
}

bool is_group_name(const std::string& name) {
  return !name.empty() && name.size() <= 512 && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view(".-_/#").find(c) != std::string_view::npos;
  });
}

bool is_retention(int days) {
  constexpr std::array allowed = {1,   3,   5,   7,   14,   30,   60,   90,   120,  150,  180,
                                  365, 400, 545, 731, 1096, 1827, 2192, 2557, 2922, 3288, 3653};
  return std::ranges::find(allowed, days) != allowed.end();
}

void check_retention(const LogGroupProperties& properties) {
  if (properties.RetentionInDays && !is_retention(*properties.RetentionInDays))
    throw ResourceFailure(
        fmt::format("{} is not a number of days that CloudWatch Logs has for RetentionInDays",
                    *properties.RetentionInDays));
}

Making create(Environment& environment, const Call& call, ResourceRequest& request,
              LogGroupProperties properties) {
  const std::string name = properties.LogGroupName.value_or("");
  const logstore::Scope scope{request.account, request.region};
  if (!is_group_name(name))
    throw ResourceFailure(fmt::format("Value '{}' at 'logGroupName' is not a log group name", name));
  check_retention(properties);
  if (properties.RetentionInDays)
    call.authorize("logs:PutRetentionPolicy", arn_start("logs", request) + "log-group:" + name);
  if (!environment.logs.create_group(scope, name, merge_tags(request.tags, properties.Tags)))
    throw ResourceFailure(name + " already exists");
  request.initiated(name);
  if (properties.RetentionInDays) environment.logs.set_retention(scope, name, properties.RetentionInDays);
  co_return Attributes{{"Arn", arn_of(request, name)}};
}

Making update(Environment& environment, const Call& call, ResourceRequest& request, LogGroupProperties wanted,
              LogGroupProperties) {
  const std::string& name = request.physical_id;
  const logstore::Scope scope{request.account, request.region};
  const logstore::LogGroup* group = environment.logs.find_group(scope, name);
  if (group == nullptr) throw ResourceFailure("The specified log group does not exist.");
  check_retention(wanted);
  const std::string arn = arn_start("logs", request) + "log-group:" + name;
  if (group->retention_days != wanted.RetentionInDays) {
    call.authorize(wanted.RetentionInDays ? "logs:PutRetentionPolicy" : "logs:DeleteRetentionPolicy", arn);
    environment.logs.set_retention(scope, name, wanted.RetentionInDays);
  }
  auto tags = merge_tags(request.tags, wanted.Tags);
  if (group->tags != tags) {
    call.authorize("logs:TagResource", arn);
    environment.logs.set_tags(scope, name, std::move(tags));
  }
  co_return Attributes{{"Arn", arn_of(request, name)}};
}

Removing remove(Environment& environment, const Call&, const ResourceRequest& request) {
  environment.logs.remove_group({request.account, request.region}, request.physical_id);
  co_return;
}

std::vector<std::string> arns(const Environment&, const ResourceRequest& request, const std::string& name) {
  return {arn_start("logs", request) + "log-group:" + name};
}

}  // namespace

const ResourceType log_group = resource_type<&create, &remove, &update>(
    {"AWS::Logs::LogGroup", rows, attributes}, {.property = "LogGroupName", .style = {.longest = 512}},
    {"logs:CreateLogGroup", "logs:DeleteLogGroup", &arns});

}  // namespace berth::cloudformation
