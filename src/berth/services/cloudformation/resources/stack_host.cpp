#include "berth/services/cloudformation/resources/stack_host.hpp"

#include "base/described_json.hpp"
#include "berth/fleet/network.hpp"
#include "berth/identity/directory.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/resources/importing.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/resources/surroundings.hpp"
#include "berth/services/iam/iam.hpp"
#include "berth/wire/error.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

constexpr std::size_t object_limit = 1'048'576 + 1;

/// On whose behalf a stack's resources are made: what of a call outlives it.
struct CallerDocument {
  bool root = false;
  std::string account, role_name, role_id, session_name, host, scheme;
};
BOOST_DESCRIBE_STRUCT(CallerDocument, (), (root, account, role_name, role_id, session_name, host, scheme))

/// A service's refusal as CloudFormation passes it on.
[[noreturn]] void rethrow(const wire::ServiceError& error) {
  throw ResourceFailure(
      fmt::format("{} (Status Code: {}; Error Code: {})", error.message, error.http_status, error.code));
}

const ResourceType& type_of(const stack::ResourceRequest& request) {
  const ResourceType* type = find_resource_type(request.type);
  if (type == nullptr) throw ResourceFailure("Unrecognized resource type: " + request.type);
  return *type;
}

/// The name that the template leaves open.
std::string made_up_name(const ResourceType& type, const stack::ResourceRequest& request) {
  return fit_name(request.suggested_name, type.naming.style);
}

/// The name that a resource is to be made under, as its type will read it.
std::string name_of(const ResourceType& type, const stack::ResourceRequest& request) {
  const auto* value =
      type.naming.property.empty() ? nullptr : request.properties.if_contains(type.naming.property);
  if (value == nullptr) return {};
  return value->is_string() ? std::string(value->get_string()) : base::to_text(*value);
}

void refuse_properties(const ResourceType& type, const stack::ResourceRequest& request) {
  for (const auto& [name, value] : request.properties)
    if (const PropertyRow* row = find_property(type.info, std::string_view(name));
        row != nullptr && row->standing == Standing::Refused)
      throw PropertyError(
          fmt::format("Property {} is not supported here: {}", std::string_view(name), row->note));
}

}  // namespace

const ResourceTypeInfo* StackHost::find_type(std::string_view name) const {
  const ResourceType* type = find_resource_type(name);
  return type == nullptr ? nullptr : &type->info;
}

std::unique_ptr<stack::Surroundings> StackHost::surroundings(const std::string& account,
                                                             const std::string& region) const {
  return std::make_unique<MachineSurroundings>(environment_, account, region);
}

base::Async<std::string> StackHost::read_object(const wire::Call& call, std::string bucket, std::string key) {
  call.authorize("s3:GetObject", "arn:aws:s3:::" + bucket + "/" + key);
  try {
    co_return co_await environment_.objects.read(objects::ObjectName(bucket, key), object_limit,
                                                 call.account);
  } catch (const objects::ObjectError& error) {
    switch (error.refusal) {
      case objects::Refusal::NoSuchBucket:
        throw template_not_readable("The specified bucket does not exist");
      case objects::Refusal::NoSuchKey:
        throw template_not_readable("The specified key does not exist.");
      case objects::Refusal::TooLarge:
        throw validation_error("Template may not exceed 1048576 bytes in size.");
      default:
        throw template_not_readable("Access Denied");
    }
  }
}

base::Async<std::optional<std::string>> StackHost::find_existing(std::string account, std::string region,
                                                                 std::string type,
                                                                 boost::json::object properties) {
  return cloudformation::find_existing(environment_, std::move(account), std::move(region), std::move(type),
                                       std::move(properties));
}

std::string StackHost::acting_as(const wire::Call& call, const std::string& role_arn) const {
  CallerDocument caller{call.principal.is_root(),
                        call.account,
                        call.principal.role_name,
                        call.principal.role_id,
                        call.principal.session_name,
                        call.host,
                        call.scheme};
  if (!role_arn.empty()) {
    call.authorize("iam:PassRole", role_arn, {{"iam:PassedToService", {"cloudformation.amazonaws.com"}}});
    const identity::Directory& directory = environment_.iam.directory();
    const auto session = directory.issue_for_service(call.account, role_arn, "cloudformation.amazonaws.com",
                                                     "AWSCloudFormation", std::chrono::minutes(15));
    if (!session)
      throw validation_error(
          fmt::format("Role {} is invalid or cannot be assumed: {}", role_arn, session.error().message));
    caller.root = false;
    caller.role_name = session->principal.role_name;
    caller.role_id = session->principal.role_id;
    caller.session_name = session->principal.session_name;
  }
  return base::to_text(base::to_document(caller));
}

wire::Call StackHost::call_for(const stack::ResourceRequest& request, std::string_view operation) const {
  const auto caller = base::from_document<CallerDocument>(base::parse_json(request.caller).value()).value();
  wire::Call call;
  call.service = "cloudformation";
  call.operation = operation;
  call.account = request.account;
  call.region = request.region;
  call.principal = caller.root ? identity::root_of(caller.account)
                               : identity::session_of(caller.account, caller.role_name, caller.role_id,
                                                      caller.session_name);
  call.host = caller.host;
  call.scheme = caller.scheme;
  call.time = environment_.clock.now();
  call.authorizer = environment_.authorizer;
  return call;
}

base::Async<std::map<std::string, std::string>> StackHost::create(stack::ResourceRequest request) {
  const ResourceType& type = type_of(request);
  const wire::Call call = call_for(request, "CreateStack");
  try {
    refuse_properties(type, request);
    const std::string_view name = type.naming.property;
    if (!name.empty() && !request.properties.contains(name))
      request.properties[name] = made_up_name(type, request);
    if (!request.begun)  // else it was asked when it began
      for (const std::string& arn : type.privileges.on(environment_, request, name_of(type, request)))
        call.authorize(type.privileges.create, arn);
    if (!request.import_id.empty()) co_return co_await take_over(environment_, call, type, request);
    co_return co_await type.create(environment_, call, request);
  } catch (const wire::ServiceError& error) {
    rethrow(error);
  } catch (const PropertyError& error) {
    throw ResourceFailure(error.what());
  }
}

base::Async<std::map<std::string, std::string>> StackHost::update(stack::ResourceRequest request) {
  const ResourceType& type = type_of(request);
  const wire::Call call = call_for(request, "UpdateStack");
  try {
    refuse_properties(type, request);
    if (type.update == nullptr) throw ResourceFailure(request.type + " cannot be changed, only replaced");
    const std::string_view name = type.naming.property;
    if (!name.empty() && !request.properties.contains(name))
      request.properties[name] = made_up_name(type, request);
    co_return co_await type.update(environment_, call, request);
  } catch (const wire::ServiceError& error) {
    rethrow(error);
  } catch (const PropertyError& error) {
    throw ResourceFailure(error.what());
  }
}

std::vector<stack::PropertyDifference> StackHost::differences(const std::string& type_name,
                                                              const stack::json::object& before,
                                                              const stack::json::object& after,
                                                              bool tags) const {
  std::vector<stack::PropertyDifference> found;
  const ResourceType* type = find_resource_type(type_name);
  if (type == nullptr) return found;
  const auto add = [&](std::string property) {
    // A type's members may be written in lower case; its rows are not.
    if (property[0] >= 'a' && property[0] <= 'z') property[0] = static_cast<char>(property[0] - 32);
    const PropertyRow* row = find_property(type->info, property);
    const bool always = type->update == nullptr || (row != nullptr && row->recreation == replaces);
    found.push_back({std::move(property), always ? replaces : stack::Recreation::Never});
  };
  for (const auto& [name, value] : after)
    if (const auto* old = before.if_contains(name); old == nullptr || !stack::is_same_value(*old, value))
      add(std::string(name));
  for (const auto& [name, value] : before)
    if (!after.contains(name)) add(std::string(name));
  if (type->looks_inside && found.empty()) found.push_back({"", stack::Recreation::Never, true});
  const bool has_tags = find_property(type->info, "Tags") != nullptr;
  if (tags && has_tags &&
      std::ranges::find(found, "Tags", &stack::PropertyDifference::property) == found.end())
    add("Tags");
  return found;
}

bool StackHost::goes_on(const std::string& type_name) const {
  const ResourceType* type = find_resource_type(type_name);
  return type != nullptr && type->waits;
}

std::string StackHost::replacement_refusal(const std::string& type_name, const stack::json::object& before,
                                           const stack::json::object& after) const {
  const ResourceType* type = find_resource_type(type_name);
  if (type == nullptr || type->naming.property.empty() || type->naming.revisions) return {};
  const auto *old = before.if_contains(type->naming.property),
             *now = after.if_contains(type->naming.property);
  if (old == nullptr || now == nullptr || !stack::is_same_value(*old, *now)) return {};
  return fmt::format(
      "CloudFormation cannot update a stack when a custom-named resource requires replacing. Rename {} and "
      "update the stack again.",
      now->is_string() ? std::string(now->get_string()) : base::to_text(*now));
}

base::Async<void> StackHost::remove(stack::ResourceRequest request) {
  if (request.physical_id.empty()) co_return;
  const ResourceType& type = type_of(request);
  const wire::Call call = call_for(request, "DeleteStack");
  try {
    for (const std::string& arn : type.privileges.on(environment_, request, request.physical_id))
      call.authorize(type.privileges.remove, arn);
    co_await type.remove(environment_, call, request);
  } catch (const wire::ServiceError& error) {
    rethrow(error);
  }
}

std::vector<std::string> StackHost::zones(const std::string& account, const std::string& region) {
  std::vector<std::string> names;
  for (const fleet::Subnet& subnet : fleet::default_network(account, region).subnets)
    names.push_back(subnet.zone.name);
  return names;
}

}  // namespace berth::cloudformation
