#include "berth/services/ec2/data_documents.hpp"
#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/filters.hpp"
#include "berth/services/ec2/launch_template_data.hpp"

#include <algorithm>
#include <charconv>

namespace berth::ec2 {

namespace {

void check_dry_run(const std::optional<bool>& flag) {
  if (flag.value_or(false)) throw dry_run();
}

void check_name(const std::string& name) {
  const bool right = name.size() >= 3 && name.size() <= 128 && std::ranges::all_of(name, [](char c) {
                       return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                              std::string_view("()./_-").find(c) != std::string_view::npos;
                     });
  if (!right) throw malformed_template_name();
}

/// By id or name, one of which must be given.
const fleet::LaunchTemplate& find(const Ec2& ec2, const Call& call, const std::optional<std::string>& id,
                                  const std::optional<std::string>& name) {
  if (id.has_value() == name.has_value()) throw template_not_named();
  const auto* found = ec2.fleet.launch_templates().find({call.account, call.region, id ? *id : *name});
  if (!found || (id ? found->id != *id : found->name != *name))
    throw id ? template_not_found(*id) : template_name_not_found(*name);
  return *found;
}

LaunchTemplate to_shape(const fleet::LaunchTemplate& launch_template) {
  LaunchTemplate shape;
  shape.LaunchTemplateId = launch_template.id;
  shape.LaunchTemplateName = launch_template.name;
  shape.CreateTime = wire::Timestamp{launch_template.created_at};
  shape.CreatedBy = launch_template.created_by;
  shape.DefaultVersionNumber = launch_template.default_version;
  shape.LatestVersionNumber = launch_template.latest_version;
  for (const auto& [key, value] : launch_template.tags) shape.Tags.push_back({.Key = key, .Value = value});
  return shape;
}

LaunchTemplateVersion to_shape(const fleet::LaunchTemplate& launch_template,
                               const fleet::LaunchTemplateVersion& version) {
  LaunchTemplateVersion shape;
  shape.LaunchTemplateId = launch_template.id;
  shape.LaunchTemplateName = launch_template.name;
  shape.VersionNumber = version.number;
  if (!version.description.empty()) shape.VersionDescription = version.description;
  shape.CreateTime = wire::Timestamp{version.created_at};
  shape.CreatedBy = version.created_by;
  shape.DefaultVersion = version.number == launch_template.default_version;
  // The same members, whichever way they travel.
  shape.LaunchTemplateData =
      base::from_document<ResponseLaunchTemplateData>(base::parse_json(version.document).value()).value();
  return shape;
}

std::int64_t to_number(const std::optional<std::string>& text, std::int64_t otherwise) {
  if (!text) return otherwise;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
  if (error != std::errc{} || end != text->data() + text->size()) throw template_version_not_found();
  return number;
}

std::map<std::string, std::string> tags_in(const std::vector<TagSpecification>& specifications) {
  std::map<std::string, std::string> tags;
  for (const TagSpecification& each : specifications) {
    if (each.ResourceType != "launch-template") throw invalid_tag_resource(each.ResourceType.value_or(""));
    for (const Tag& tag : each.Tags) tags[tag.Key.value_or("")] = tag.Value.value_or("");
  }
  return tags;
}

/// The versions of one template that the request asks for, newest first.
void append_versions(const fleet::LaunchTemplate& launch_template,
                     const DescribeLaunchTemplateVersionsRequest& in,
                     std::vector<LaunchTemplateVersion>& out) {
  if (!in.Versions.empty()) {
    for (const std::string& name : in.Versions) {
      const auto* version = launch_template.find_version(name);
      if (!version) throw template_version_not_found();
      out.push_back(to_shape(launch_template, *version));
    }
    return;
  }
  const std::int64_t least = to_number(in.MinVersion, 1);
  const std::int64_t most = to_number(in.MaxVersion, launch_template.latest_version);
  for (auto it = launch_template.versions.rbegin(); it != launch_template.versions.rend(); ++it)
    if (it->number >= least && it->number <= most) out.push_back(to_shape(launch_template, *it));
}

}  // namespace

CreateLaunchTemplateResult create_launch_template(Ec2& ec2, const Call& call,
                                                  CreateLaunchTemplateRequest in) {
  check_dry_run(in.DryRun);
  check_name(in.LaunchTemplateName);
  const auto tags = tags_in(in.TagSpecifications);
  auto made = ec2.fleet.launch_templates().create(
      call.account, call.region, in.LaunchTemplateName, tags,
      launch_template_version_of(ec2, call, in.VersionDescription, in.LaunchTemplateData));
  if (!made) throw template_name_taken();
  return {.LaunchTemplate = to_shape(*made)};
}

CreateLaunchTemplateVersionResult create_launch_template_version(Ec2& ec2, const Call& call,
                                                                 CreateLaunchTemplateVersionRequest in) {
  check_dry_run(in.DryRun);
  const fleet::LaunchTemplate& found = find(ec2, call, in.LaunchTemplateId, in.LaunchTemplateName);
  RequestLaunchTemplateData data = std::move(in.LaunchTemplateData);
  if (in.SourceVersion) {
    // What is given goes over what the source has, member by member.
    const auto* source = found.find_version(*in.SourceVersion);
    if (!source) throw template_version_not_found();
    auto document = base::parse_json(source->document).value();
    const auto given = base::to_document(data);
    for (const auto& [name, value] : given.as_object())
      if (!value.is_array() || !value.get_array().empty()) document.as_object()[name] = value;
    data = base::from_document<RequestLaunchTemplateData>(document).value();
  }
  const fleet::LaunchTemplateVersion& added = ec2.fleet.launch_templates().add_version(
      {call.account, call.region, found.id},
      launch_template_version_of(ec2, call, in.VersionDescription, data));
  return {.LaunchTemplateVersion = to_shape(found, added)};
}

ModifyLaunchTemplateResult modify_launch_template(Ec2& ec2, const Call& call,
                                                  ModifyLaunchTemplateRequest in) {
  check_dry_run(in.DryRun);
  const fleet::LaunchTemplate& found = find(ec2, call, in.LaunchTemplateId, in.LaunchTemplateName);
  const std::optional<std::string>& wanted = in.DefaultVersion;
  if (wanted) {
    const auto* version = found.find_version(*wanted);
    if (!version) throw template_version_not_found();
    ec2.fleet.launch_templates().set_default({call.account, call.region, found.id}, version->number);
  }
  return {.LaunchTemplate = to_shape(found)};
}

DeleteLaunchTemplateResult delete_launch_template(Ec2& ec2, const Call& call,
                                                  DeleteLaunchTemplateRequest in) {
  check_dry_run(in.DryRun);
  const fleet::LaunchTemplate& found = find(ec2, call, in.LaunchTemplateId, in.LaunchTemplateName);
  DeleteLaunchTemplateResult out{.LaunchTemplate = to_shape(found)};
  ec2.fleet.launch_templates().remove({call.account, call.region, std::string(found.id)});
  return out;
}

DescribeLaunchTemplatesResult describe_launch_templates(Ec2& ec2, const Call& call,
                                                        DescribeLaunchTemplatesRequest in) {
  check_dry_run(in.DryRun);
  for (const std::string& id : in.LaunchTemplateIds) find(ec2, call, id, {});
  for (const std::string& name : in.LaunchTemplateNames) find(ec2, call, {}, name);
  DescribeLaunchTemplatesResult out;
  const bool all = in.LaunchTemplateIds.empty() && in.LaunchTemplateNames.empty();
  for (const fleet::LaunchTemplate* each : ec2.fleet.launch_templates().all(call.account, call.region)) {
    const bool named = std::ranges::find(in.LaunchTemplateIds, each->id) != in.LaunchTemplateIds.end() ||
                       std::ranges::find(in.LaunchTemplateNames, each->name) != in.LaunchTemplateNames.end();
    const auto filters = without_tags(in.Filters, each->tags);
    if ((all || named) && filters && matches(*filters, {{"launch-template-name", each->name}}))
      out.LaunchTemplates.push_back(to_shape(*each));
  }
  return out;
}

DescribeLaunchTemplateVersionsResult describe_launch_template_versions(
    Ec2& ec2, const Call& call, DescribeLaunchTemplateVersionsRequest in) {
  check_dry_run(in.DryRun);
  if (!in.Filters.empty()) throw invalid_filter(in.Filters.front().Name.value_or("null"));
  DescribeLaunchTemplateVersionsResult out;
  if (in.LaunchTemplateId || in.LaunchTemplateName) {
    append_versions(find(ec2, call, in.LaunchTemplateId, in.LaunchTemplateName), in,
                    out.LaunchTemplateVersions);
    return out;
  }
  // Of all templates, EC2 tells only what these two names mean.
  const bool by_name = !in.Versions.empty() && std::ranges::all_of(in.Versions, [](const std::string& each) {
    return each == "$Latest" || each == "$Default";
  });
  if (!by_name) throw template_not_named();
  for (const fleet::LaunchTemplate* each : ec2.fleet.launch_templates().all(call.account, call.region))
    append_versions(*each, in, out.LaunchTemplateVersions);
  return out;
}

}  // namespace berth::ec2
