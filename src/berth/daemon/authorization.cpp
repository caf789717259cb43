#include "berth/daemon/authorization.hpp"

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

}  // namespace

void IamAuthorizer::authorize(const wire::Call& call, const wire::Action& action, const std::string& resource,
                              const wire::ConditionValues& conditions) const {
  const std::string name(action.name);
  if (call.principal.is_root() || decides_on_its_own(name)) return;
  wire::ConditionValues context = conditions;
  context["aws:RequestedRegion"] = {call.region};
  context["aws:SecureTransport"] = {call.scheme == "https" ? "true" : "false"};
  context["aws:SourceIp"] = {host_of(call.remote_address)};
  context["aws:UserAgent"] = {call.user_agent};
  const identity::Decision decision = name.empty()
                                          ? identity::Decision::DeniedByDefault
                                          : directory_.decide(call.principal, name, resource, context);
  if (decision == identity::Decision::Allowed) return;
  const std::string shown = name.empty() ? call.service + ":" + call.operation : name;
  throw denied(call, identity::access_denied_message(call.principal, shown, resource, decision));
}

}  // namespace berth::daemon
