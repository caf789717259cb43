#include "berth/services/cloudformation/resources/importing.hpp"

#include "berth/identity/directory.hpp"
#include "berth/logstore/log_store.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/iam/iam.hpp"
#include "berth/services/ssm/ssm.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

struct Named {
  std::string account, region, name;
};

base::Async<bool> has_bucket(const Environment& environment, Named named) {
  try {
    co_await environment.objects.bucket(named.name, named.account);
    co_return true;
  } catch (const objects::ObjectError&) {
    co_return false;  // there is none, or it is another account's
  }
}

base::Async<bool> has_log_group(const Environment& environment, Named named) {
  co_return environment.logs.find_group({named.account, named.region}, named.name) != nullptr;
}

base::Async<bool> has_repository(const Environment& environment, Named named) {
  co_return environment.ecr.registry.find(named.account, named.region, named.name) != nullptr;
}

base::Async<bool> has_role(const Environment& environment, Named named) {
  co_return environment.iam.directory().find_role(named.account, named.name) != nullptr;
}

base::Async<bool> has_parameter(const Environment& environment, Named named) {
  co_return environment.ssm.parameters.find({named.account, named.region}, named.name) != nullptr;
}

struct Importable {
  const ResourceType* type;
  base::Async<bool> (*is_there)(const Environment&, Named);
};

constexpr Importable importable[] = {
    {&s3_bucket, &has_bucket}, {&log_group, &has_log_group},     {&ecr_repository, &has_repository},
    {&iam_role, &has_role},    {&ssm_parameter, &has_parameter},
};

}  // namespace

base::Async<std::optional<std::string>> find_existing(const Environment& environment, std::string account,
                                                      std::string region, std::string type,
                                                      boost::json::object properties) {
  const auto* found = std::ranges::find(
      importable, type, [](const Importable& each) { return std::string(each.type->info.name); });
  if (found == std::end(importable)) co_return std::nullopt;
  const auto* value = properties.if_contains(found->type->naming.property);
  if (value == nullptr || !value->is_string()) co_return std::nullopt;
  Named named{std::move(account), std::move(region), std::string(value->get_string())};
  std::string name = named.name;
  if (!co_await found->is_there(environment, std::move(named))) co_return std::nullopt;
  co_return name;
}

Making take_over(Environment& environment, const Call& call, const ResourceType& type,
                 ResourceRequest& request) {
  const auto existing =
      co_await find_existing(environment, request.account, request.region, request.type, request.properties);
  if (existing != request.import_id)
    throw ResourceFailure(
        fmt::format("{} is no longer there under this name, so it cannot be imported", request.import_id));
  request.physical_id = request.import_id;
  request.initiated(request.import_id);
  co_return co_await type.update(environment, call, request);
}

}  // namespace berth::cloudformation
