#include "berth/daemon/authorization.hpp"

#include "base/log.hpp"
#include "berth/wire/call.hpp"
#include "berth/wire/error.hpp"

namespace berth::daemon {
namespace {

wire::ServiceError denied(const wire::Call& call, const std::string& message) {
  if (call.service == "s3") return {"AccessDenied", "Access Denied", 403};
  if (call.service == "ec2") return {"UnauthorizedOperation", message, 403};
  if (call.service == "ecs" || call.service == "logs" || call.service == "ecr" || call.service == "ssm") {
    return {"AccessDeniedException", message, 400};
  }
  return {"AccessDenied", message, 403};
}

/// GetCallerIdentity needs no permission; AssumeRole asks the role's trust policy and decides on its own.
bool decides_on_its_own(std::string_view action) {
  return action == "sts:GetCallerIdentity" || action == "sts:AssumeRole";
}

/// The address without its port: "127.0.0.1:4000", "[::1]:4000", or as it is.
std::string host_of(const std::string& address) {
  if (address.starts_with('[')) return address.substr(1, address.find(']') - 1);
  const auto colon = address.find(':');
  const bool has_port = colon != std::string::npos && address.find(':', colon + 1) == std::string::npos;
  return has_port ? address.substr(0, colon) : address;
}

/// Requests over the loopback interface are read by nobody on the way.
bool is_loopback(const std::string& host) {
  return host == "::1" || host.starts_with("127.") || host.starts_with("::ffff:127.");
}

/// Instead of a policy that was kept and cannot be read.
identity::PolicyDocument denies_all() {
  identity::Statement all;
  all.actions = all.resources = {"*"};
  all.principals.anybody = true;
  return {.variables = false, .statements = {all}};
}

/// What keeps root out would keep everybody out for ever.
bool is_for_root_always(std::string_view action) {
  return action == "s3:GetBucketPolicy" || action == "s3:PutBucketPolicy" ||
         action == "s3:DeleteBucketPolicy";
}

}  // namespace

const identity::PolicyDocument* IamAuthorizer::policy_of(const std::string& resource) const {
  constexpr std::string_view prefix = "arn:aws:s3:::";
  if (!policy_of_ || !resource.starts_with(prefix)) return nullptr;
  const std::string bucket = resource.substr(prefix.size(), resource.find('/') - prefix.size());
  auto text = policy_of_(bucket);
  if (!text) {
    parsed_.erase(bucket);
    return nullptr;
  }
  Parsed& parsed = parsed_[bucket];
  if (parsed.text != text) {
    auto document = identity::parse_policy(*text, identity::PolicyKind::Resource);
    if (!document)
      base::log::error("the policy of bucket {}, which lets nobody in now: {}", bucket,
                       document.error().message);
    parsed = {std::move(text), document ? std::move(*document) : denies_all()};
  }
  return &parsed.document;
}

void IamAuthorizer::authorize(const wire::Call& call, const wire::Action& action, const std::string& resource,
                              const wire::ConditionValues& conditions) const {
  const std::string name(action.name);
  const identity::PolicyDocument* of_bucket = policy_of(resource);
  if (call.principal.is_root() && (of_bucket == nullptr || is_for_root_always(name))) return;
  if (decides_on_its_own(name)) return;
  const std::string host = host_of(call.remote_address);
  wire::ConditionValues context = conditions;
  context["aws:RequestedRegion"] = {call.region};
  context["aws:SecureTransport"] = {call.scheme == "https" || is_loopback(host) ? "true" : "false"};
  context["aws:SourceIp"] = {host};
  context["aws:UserAgent"] = {call.user_agent};
  auto decision = identity::Decision::DeniedByDefault;
  if (!name.empty() && of_bucket != nullptr) {
    decision = directory_.decide(call.principal, name, resource, context, *of_bucket);
  } else if (!name.empty()) {
    decision = directory_.decide(call.principal, name, resource, context);
  }
  if (decision == identity::Decision::Allowed) return;
  const std::string shown = name.empty() ? call.service + ":" + call.operation : name;
  throw denied(call, identity::access_denied_message(call.principal, shown, resource, decision));
}

}  // namespace berth::daemon
