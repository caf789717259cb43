// Templates from outside, read as CreateStack reads them, up to the graph and every property resolved. Whatever the
// bytes say, the answer is a TemplateError or a value.
#include "berth/stack/conditions.hpp"
#include "berth/stack/graph.hpp"
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/parameters.hpp"
#include "berth/stack/shapes.hpp"
#include "berth/stack/template_error.hpp"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace {

using namespace berth::stack;

class AnySurroundings final : public Surroundings {
 public:
  bool knows_type(std::string_view) const override { return true; }
  bool has(std::string_view, const std::string&) const override { return true; }
  std::optional<std::string> stand_in(std::string_view, bool) const override { return "x,y"; }
  std::optional<std::string> stored_parameter(const std::string&) const override { return "stored"; }
};

void read(std::string_view text) {
  const Template definition = parse_template(text);
  check_references(definition);
  try {
    check_functions(definition);
  } catch (const TemplateError&) {  // what passes nobody in front of it must be safe to resolve, too
  }
  Scope scope;
  scope.values = pseudo_parameters("000000000000", "us-east-1", "s", "arn");
  for (const BoundParameter& parameter : bind_parameters(definition, {}, AnySurroundings()))
    scope.values[parameter.name] = parameter.value;
  scope.mappings = definition.mappings;
  scope.region = "us-east-1";
  scope.zones = {"us-east-1a"};
  scope.conditions = evaluate_conditions(definition, scope);
  scope.reference = [](const std::string&) { return json::value("physical"); };
  scope.attribute = [](const std::string&, const std::string&) { return json::value("attribute"); };
  for (const Graph::Node& node : build_graph(definition, scope.conditions).nodes)
    resolve_object(definition.resource(node.logical_id)->properties, scope);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    read({reinterpret_cast<const char*>(data), size});
  } catch (const TemplateError&) {  // what a wrong template is answered with
  }
  return 0;
}
