// Exports, who imports them, and what a template says of itself.
#include "base/json.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/pages.hpp"
#include "berth/services/cloudformation/templates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::cloudformation {

ListExportsResponse list_exports(CloudFormation& service, const Call& call, ListExportsRequest in) {
  std::vector<Export> all;
  for (const stack::Export& each : service.engine.living().exports(call.account, call.region))
    all.push_back({each.stack_id, each.name, each.value});
  ListExportsResponse out;
  out.Exports = page_of(std::move(all), in.NextToken, out.NextToken);
  return out;
}

ListImportsResponse list_imports(CloudFormation& service, const Call& call, ListImportsRequest in) {
  std::vector<std::string> all = service.engine.living().importers(call.account, call.region, in.ExportName);
  if (all.empty())
    throw validation_error(fmt::format("Export '{}' is not imported by any stack.", in.ExportName));
  ListImportsResponse out;
  out.Imports = page_of(std::move(all), in.NextToken, out.NextToken);
  return out;
}

base::Async<GetTemplateSummaryResponse> get_template_summary(CloudFormation& service, const Call& call,
                                                             GetTemplateSummaryRequest in) {
  std::string text;
  if (in.StackName) {
    if (in.TemplateBody || in.TemplateURL)
      throw validation_error("Only one of StackName, TemplateBody and TemplateURL may be specified");
    const stack::StackRecord* record = service.engine.find(call.account, call.region, *in.StackName);
    if (record == nullptr) throw stack_does_not_exist(*in.StackName);
    text = service.engine.template_text(*record);
  } else {
    text = co_await read_template(service, call, std::move(in.TemplateBody), std::move(in.TemplateURL));
  }
  const stack::Template definition = check_template(service, text);
  GetTemplateSummaryResponse out;
  for (const stack::ParameterDefinition& parameter : definition.parameters) {
    ParameterDeclaration shape;
    shape.ParameterKey = parameter.name;
    shape.DefaultValue = parameter.default_value;
    shape.ParameterType = parameter.type;
    shape.NoEcho = parameter.no_echo;
    if (!parameter.description.empty()) shape.Description = parameter.description;
    shape.ParameterConstraints = ParameterConstraints{parameter.allowed_values};
    out.Parameters.push_back(std::move(shape));
  }
  if (!definition.description.empty()) out.Description = definition.description;
  if (const auto required = stack::required_capability(definition); !required.capability.empty()) {
    out.Capabilities.push_back(required.capability);
    out.CapabilitiesReason =
        fmt::format("The following resource(s) require capabilities: [{}]", fmt::join(required.types, ", "));
  }
  for (const stack::ResourceDefinition& resource : definition.resources)
    if (std::ranges::find(out.ResourceTypes, resource.type) == out.ResourceTypes.end())
      out.ResourceTypes.push_back(resource.type);
  out.Version = "2010-09-09";
  if (!definition.metadata.empty()) out.Metadata = base::to_text(definition.metadata);
  co_return out;
}

}  // namespace berth::cloudformation
