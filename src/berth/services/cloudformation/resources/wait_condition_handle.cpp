#include "base/random.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/wait_handle.hpp"
#include "berth/stack/engine.hpp"

namespace berth::cloudformation {
namespace {

struct HandleProperties {};
AWS_SHAPE(HandleProperties)

constexpr std::size_t token_digits = 32;

stack::SignalTarget target_of(const ResourceRequest& request) {
  const std::string uuid = request.stack_id.substr(request.stack_id.rfind('/') + 1);
  return {request.account, request.region, uuid, request.logical_id};
}

/// Its physical id is the address, as on AWS: whoever knows it may signal.
Making create(Environment&, const Call& call, ResourceRequest& request, HandleProperties) {
  request.engine->signals().forget(target_of(request));
  const WaitHandle handle{target_of(request), request.engine->random().hex(token_digits)};
  request.initiated(to_address(handle, call.scheme + "://" + call.host));
  co_return Attributes{};
}

Removing remove(Environment&, const Call&, const ResourceRequest& request) {
  request.engine->signals().forget(target_of(request));
  co_return;
}

std::vector<std::string> nothing_asked(const Environment&, const ResourceRequest&, const std::string&) {
  return {};
}

}  // namespace

const ResourceType wait_condition_handle = resource_type<&create, &remove>(
    {wait_handle_type, {}, {}}, {},
    {"cloudformation:CreateStack", "cloudformation:DeleteStack", &nothing_asked});

}  // namespace berth::cloudformation
