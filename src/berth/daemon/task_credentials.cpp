#include "berth/daemon/task_credentials.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/time_format.hpp"

namespace berth::daemon {
namespace {

// AWS's agent hands out keys for an hour or more; clients come again some minutes before the end.
constexpr std::chrono::seconds session_duration{3600};
constexpr std::string_view tasks_principal = "ecs-tasks.amazonaws.com";

}  // namespace

base::Result<std::string> load_token_key(const base::Folder& state_dir, base::RandomSource& random) {
  constexpr std::string_view name = "task-token-key";
  if (!state_dir.has(name)) {
    if (auto stored = state_dir.write_durably(name, random.hex(64)); !stored) return stored.error();
  }
  return state_dir.read(name);
}

/// A session that nobody gets: what refuses it now would refuse it to the task.
base::Status TaskCredentials::check_role(const std::string& account, const std::string& role) const {
  auto key = directory_.issue_for_service(account, role, tasks_principal, "check", session_duration);
  if (!key) return key.error();
  return {};
}

std::optional<task::Credentials> TaskCredentials::issue(const task::CredentialRequest& request) {
  if (request.task_role_arn.empty() && request.instance_profile.empty()) return std::nullopt;
  requests_[request.task_id] = request;
  return task::Credentials{.url = endpoint_ + "/_berth/credentials/" + request.task_id,
                           .token = token_of(request.task_id)};
}

std::optional<base::Result<std::string>> TaskCredentials::answer(const std::string& task_id,
                                                                 std::string_view token) const {
  if (!base::equal_in_constant_time(token, token_of(task_id))) return std::nullopt;
  const auto request = requests_.find(task_id);
  if (request == requests_.end()) return std::nullopt;
  const auto key = key_for(request->second);
  if (!key) return base::Result<std::string>(key.error());
  const base::json::object document{
      {"RoleArn", request->second.task_role_arn.empty() ? key->principal.arn : request->second.task_role_arn},
      {"AccessKeyId", key->id},
      {"SecretAccessKey", key->secret},
      {"Token", key->session_token},
      {"Expiration", base::to_iso8601(key->expiry.value_or(base::TimePoint{}))}};
  return base::Result<std::string>(base::to_text(document));
}

std::string TaskCredentials::token_of(const std::string& task_id) const {
  return base::to_hex(base::hmac_sha256(token_key_, task_id));
}

base::Result<identity::AccessKey> TaskCredentials::key_for(const task::CredentialRequest& request) const {
  if (!request.task_role_arn.empty()) {
    return directory_.issue_for_service(request.account, request.task_role_arn, tasks_principal,
                                        request.task_id, session_duration);
  }
  return directory_.issue_for_instance(request.account, request.instance_profile, request.task_id,
                                       session_duration);
}

}  // namespace berth::daemon
