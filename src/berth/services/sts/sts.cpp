#include "berth/services/sts/sts.hpp"

#include "berth/wire/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::sts {
namespace {

using std::chrono::seconds;

wire::ServiceError invalid(std::string text) { return {"ValidationError", std::move(text), 400}; }

wire::ServiceError denied(const Call& call, const std::string& role_arn) {
  return {"AccessDenied",
          fmt::format("User: {} is not authorized to perform: sts:AssumeRole on resource: {}",
                      call.principal.arn, role_arn),
          403};
}

void check_session_name(const std::string& name) {
  const bool right = name.size() >= 2 && name.size() <= 64 && std::ranges::all_of(name, [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              std::string_view("_+=,.@-").find(c) != std::string_view::npos;
                     });
  if (!right)
    throw invalid(
        fmt::format("1 validation error detected: Value '{}' at 'roleSessionName' failed to satisfy "
                    "constraint: Member must satisfy regular expression pattern: [\\w+=,.@-]*",
                    name));
}

void refuse_what_restricts(const AssumeRoleRequest& in) {
  const auto refuse = [](const char* member) {
    throw invalid(
        fmt::format("{} is not supported here: the session would have more rights than it asks for", member));
  };
  if (in.Policy) refuse("Policy");
  if (!in.PolicyArns.empty()) refuse("PolicyArns");
  if (in.SerialNumber || in.TokenCode) refuse("SerialNumber (multi-factor authentication)");
  if (in.SourceIdentity) refuse("SourceIdentity");
}

seconds check_duration(const Call& call, const identity::Role& role, std::optional<int> asked) {
  constexpr int shortest = 900, longest = 43'200, chained = 3600, usual = 3600;
  const int duration = asked.value_or(usual);
  if (duration < shortest || duration > longest)
    throw invalid(fmt::format(
        "1 validation error detected: Value '{}' at 'durationSeconds' failed to satisfy "
        "constraint: Member must have value {} than or equal to {}",
        duration, duration < shortest ? "greater" : "less", duration < shortest ? shortest : longest));
  if (seconds(duration) > role.max_session)
    throw invalid("The requested DurationSeconds exceeds the MaxSessionDuration set for this role.");
  if (!call.principal.is_root() && duration > chained)
    throw invalid(
        "The requested DurationSeconds exceeds the 1 hour session limit for roles assumed by role chaining.");
  return seconds(duration);
}

}  // namespace

GetCallerIdentityResponse get_caller_identity(Sts&, const Call& call, GetCallerIdentityRequest) {
  GetCallerIdentityResponse out;
  out.UserId = call.principal.user_id;
  out.Account = call.principal.account;
  out.Arn = call.principal.arn;
  return out;
}

AssumeRoleResponse assume_role(Sts& sts, const Call& call, AssumeRoleRequest in) {
  check_session_name(in.RoleSessionName);
  refuse_what_restricts(in);
  if (in.DurationSeconds && *in.DurationSeconds < 900) check_duration(call, {}, in.DurationSeconds);
  const identity::Role* role = sts.directory.find_role(call.account, in.RoleArn);
  // One that is not there looks like one that is refused, so that nobody can find out which roles exist.
  if (role == nullptr || !in.RoleArn.starts_with("arn:")) throw denied(call, in.RoleArn);
  identity::ConditionValues conditions;
  conditions["sts:ExternalId"] = in.ExternalId ? std::vector{*in.ExternalId} : std::vector<std::string>{};
  conditions["sts:RoleSessionName"] = {in.RoleSessionName};
  if (sts.directory.may_assume(call.principal, *role, conditions) != identity::Decision::Allowed)
    throw denied(call, in.RoleArn);
  const identity::AccessKey key =
      sts.directory.issue(*role, in.RoleSessionName, check_duration(call, *role, in.DurationSeconds));
  AssumeRoleResponse out;
  out.Credentials = Credentials{key.id, key.secret, key.session_token, wire::Timestamp{*key.expiry}};
  out.AssumedRoleUser = AssumedRoleUser{key.principal.user_id, key.principal.arn};
  return out;
}

}  // namespace berth::sts
