/// A resource type: what is known of it (resource_type.hpp), and three functions.
///
///   Making create_log_group(Environment&, const Call&, stack::ResourceRequest&, LogGroupProperties);
///   Async<void> remove_log_group(Environment&, const Call&, const stack::ResourceRequest&);
///   Making update_log_group(Environment&, const Call&, stack::ResourceRequest&, LogGroupProperties wanted,
///                           LogGroupProperties before);
///
///   const ResourceType log_group = resource_type<&create_log_group, &remove_log_group, &update_log_group>(
///       {"AWS::Logs::LogGroup", rows, attributes}, {.property = "LogGroupName"}, {"logs:CreateLogGroup"}, …);
///
/// `create` calls request.initiated(id) as soon as the resource exists and returns its attributes when it is
/// complete. Both act as the stack's caller: `call` authorizes what it passes on (iam:PassRole). They throw what the
/// services throw, or ResourceFailure. `remove` takes a resource that is not there for removed.
///
/// `update` brings about `wanted`, whatever of it is there already: it may have been broken off. It never changes a
/// property whose row `replaces`. A type without it is replaced by a new resource for every change.
#pragma once

#include "base/async.hpp"
#include "berth/services/cloudformation/resource_type.hpp"
#include "berth/services/cloudformation/resources/environment.hpp"
#include "berth/services/cloudformation/resources/naming.hpp"
#include "berth/services/cloudformation/resources/properties.hpp"
#include "berth/stack/provider.hpp"
#include "berth/wire/call.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace berth::cloudformation {

using stack::ResourceFailure;
using stack::ResourceRequest;
using wire::Call;

using Attributes = std::map<std::string, std::string>;
using Making = base::Async<Attributes>;
using Removing = base::Async<void>;

/// Which property names the resource, and what a name looks like that the template leaves open. Without a property
/// the service gives an id of its own.
struct Naming {
  std::string_view property{};
  NameStyle style{};
  bool revisions = false;  ///< several may have the same name
};

/// What `name` is on which the service's own operation would ask: the ARN of the resource that is to be made under that
/// name or has it, or "*" where the operation knows no resource. Most types have one, a policy has one a role.
using ResourceArns = std::vector<std::string> (*)(const Environment&, const ResourceRequest&,
                                                  const std::string& name);

/// IAM actions that the stack's caller needs on those resources, beyond what the functions ask for themselves.
struct Privileges {
  std::string_view create, remove;
  ResourceArns on = nullptr;
};

std::vector<std::string> any_resource(const Environment& environment, const ResourceRequest& request,
                                      const std::string& name);

/// "arn:aws:SERVICE:REGION:ACCOUNT:" of where the stack is.
std::string arn_start(std::string_view service, const ResourceRequest& request);

struct ResourceType {
  ResourceTypeInfo info;
  Naming naming;
  Privileges privileges;
  const wire::Type& (*properties)() = nullptr;
  Making (*create)(Environment&, const Call&, ResourceRequest&) = nullptr;
  Removing (*remove)(Environment&, const Call&, const ResourceRequest&) = nullptr;
  Making (*update)(Environment&, const Call&, ResourceRequest&) = nullptr;  ///< null: changes replace
  bool waits = false;         ///< stack::ResourceProvider::goes_on
  bool looks_inside = false;  ///< only its update tells whether there is something to do

  /// resource_type<…>(…).waiting()
  constexpr ResourceType waiting() const {
    ResourceType type = *this;
    type.waits = true;
    return type;
  }
  constexpr ResourceType looking_inside() const {
    ResourceType type = *this;
    type.looks_inside = true;
    return type;
  }
};

namespace detail {

template <class F>
struct CreateSignature;
template <class P>
struct CreateSignature<Making (*)(Environment&, const Call&, ResourceRequest&, P)> {
  using Properties = P;
};

template <auto Create>
Making create_with(Environment& environment, const Call& call, ResourceRequest& request) {
  using Properties = typename CreateSignature<decltype(Create)>::Properties;
  Properties properties = read_properties<Properties>(request.properties);
  co_return co_await Create(environment, call, request, std::move(properties));
}

template <class Properties, auto Update>
Making update_with(Environment& environment, const Call& call, ResourceRequest& request) {
  Properties wanted = read_properties<Properties>(request.properties);
  Properties before = wanted;
  try {
    before = read_properties<Properties>(request.prior);
  } catch (const PropertyError&) {
    before =
        wanted;  // on the way back from properties that could not be read, so that nothing was done about them
  }
  co_return co_await Update(environment, call, request, std::move(wanted), std::move(before));
}

}  // namespace detail

template <auto Create, auto Remove, auto Update = nullptr>
constexpr ResourceType resource_type(ResourceTypeInfo info, Naming naming, Privileges privileges) {
  using Properties = typename detail::CreateSignature<decltype(Create)>::Properties;
  ResourceType type{info,  naming, privileges, &wire::describe<Properties>, &detail::create_with<Create>,
                    Remove};
  if constexpr (!std::is_null_pointer_v<decltype(Update)>)
    type.update = &detail::update_with<Properties, Update>;
  return type;
}

}  // namespace berth::cloudformation
