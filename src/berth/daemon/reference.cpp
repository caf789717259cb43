#include "berth/daemon/reference.hpp"

#include "base/json.hpp"
#include "berth/daemon/services.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/ecs/features.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

namespace berth::daemon {
namespace {

namespace json = boost::json;

json::object describe_resource_type(const cloudformation::ResourceType& type) {
  json::array properties, attributes;
  for (const cloudformation::PropertyRow& row : type.info.properties) {
    const bool recreates = row.recreation == cloudformation::replaces || type.update == nullptr;
    properties.push_back(json::object{{"path", row.path},
                                      {"standing", cloudformation::to_text(row.standing)},
                                      {"note", row.note},
                                      {"change", recreates ? "replacement" : "in place"}});
  }
  for (const std::string_view attribute : type.info.attributes) attributes.emplace_back(attribute);
  return {{"name", type.info.name},
          {"named_by", type.naming.property},
          {"create", type.privileges.create},
          {"remove", type.privileges.remove},
          {"properties", std::move(properties)},
          {"attributes", std::move(attributes)}};
}

}  // namespace

std::string describe_everything() {
  json::array types, features, settings;
  for (const cloudformation::ResourceType* type : cloudformation::resource_types())
    types.push_back(describe_resource_type(*type));
  for (const ecs::FeatureLine& line : ecs::feature_lines())
    features.push_back(json::object{{"member", line.member},
                                    {"treatment", line.treatment},
                                    {"attribute", line.attribute},
                                    {"note", line.note}});
  for (const SettingLine& line : setting_lines())
    settings.push_back(json::object{
        {"name", line.name}, {"help", line.help}, {"default", line.default_value}, {"flag", line.is_flag}});
  return base::to_pretty(json::object{{"services", Services::describe()},
                                      {"resource_types", std::move(types)},
                                      {"task_definition", std::move(features)},
                                      {"settings", std::move(settings)}});
}

}  // namespace berth::daemon
