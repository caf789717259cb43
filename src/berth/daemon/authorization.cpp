#include "berth/daemon/authorization.hpp"

#include "berth/wire/call.hpp"
#include "berth/wire/error.hpp"

namespace berth::daemon {
namespace {

wire::ServiceError denied(const wire::Call& call, const std::string& message) {
  if (call.service == "s3") return {"AccessDenied", "Access Denied", 403};
  if (call.service == "ec2") return {"UnauthorizedOperation", message, 403};
  if (call.service == "ecs" || call.service == "logs" || call.service == "ecr") {
    return {"AccessDeniedException", message, 400};
  }
  return {"AccessDenied", message, 403};
}

}  // namespace

void IamAuthorizer::authorize(const wire::Call& call, const wire::Action& action, const std::string& resource,
                              const wire::ConditionValues& conditions) const {
  const std::string name(action.name);
  if (name.empty() && call.principal.is_root()) return;
  const identity::Decision decision = name.empty()
                                          ? identity::Decision::DeniedByDefault
                                          : directory_.decide(call.principal, name, resource, conditions);
  if (decision == identity::Decision::Allowed) return;
  const std::string shown = name.empty() ? call.service + ":" + call.operation : name;
  throw denied(call, identity::access_denied_message(call.principal, shown, resource, decision));
}

}  // namespace berth::daemon
