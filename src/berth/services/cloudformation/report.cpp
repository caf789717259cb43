// What a template says, property by property, and what became of it.
#include "berth/services/cloudformation/cloudformation.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <map>
#include <set>

namespace berth::cloudformation {
namespace {

namespace json = boost::json;

class Report {
 public:
  void row(const std::string& resource, const std::string& type, std::string_view property, Standing standing,
           std::string_view note) {
    row(resource, type, property, to_text(standing), note);
  }
  void row(const std::string& resource, const std::string& type, std::string_view property,
           std::string_view standing, std::string_view note) {
    json::object entry;
    entry["resource"] = resource;
    entry["type"] = type;
    entry["property"] = property;
    entry["standing"] = standing;
    entry["note"] = note;
    rows_.push_back(std::move(entry));
    ++counts_[std::string(standing)];
  }

  json::object take() {
    json::object summary;
    for (const Standing standing :
         {Standing::Honoured, Standing::Emulated, Standing::Ignored, Standing::Refused})
      summary[to_text(standing)] = counts_[std::string(to_text(standing))];
    json::object result;
    result["summary"] = std::move(summary);
    result["rows"] = std::move(rows_);
    return result;
  }

 private:
  json::array rows_;
  std::map<std::string, int> counts_;
};

/// "ContainerDefinitions.LogConfiguration.Options" and so on: lists are passed through without their indexes.
void collect_paths(const json::value& value, const std::string& path, std::set<std::string>& paths) {
  if (const auto* object = value.if_object()) {
    for (const auto& [key, member] : *object)
      collect_paths(member, path.empty() ? std::string(key) : path + "." + std::string(key), paths);
    if (!object->empty()) return;
  } else if (const auto* list = value.if_array(); list != nullptr && !list->empty()) {
    for (const json::value& element : *list) collect_paths(element, path, paths);
    return;
  }
  paths.insert(path);
}

/// One row for each row of the type's table that the template touches.
void report_properties(const stack::ResourceRecord& resource, const ResourceTypeInfo& type, Report& report) {
  if (resource.properties.empty()) return;
  std::set<std::string> paths;
  collect_paths(base::parse_json(resource.properties).value(), "", paths);
  std::map<std::string, std::string> notes;
  for (const stack::NoteRecord& note : resource.notes) {
    if (!note.standing.empty()) {
      report.row(resource.logical_id, resource.type, note.property, note.standing, note.text);
      continue;
    }
    std::string& text = notes[note.property];
    text += (text.empty() ? "" : "; ") + note.text;
  }
  std::set<std::string_view> told;
  for (const std::string& path : paths) {
    const PropertyRow* row = find_property(type, path);
    if (row == nullptr) {
      if (!path.empty())
        report.row(resource.logical_id, resource.type, path, Standing::Refused, "unknown property");
    } else if (told.insert(row->path).second) {
      std::string note(row->note);
      if (const auto found = notes.extract(std::string(row->path)))
        note += (note.empty() ? "" : "; ") + found.mapped();
      report.row(resource.logical_id, resource.type, row->path, row->standing, note);
    }
  }
  for (const auto& [property, text] : notes)
    report.row(resource.logical_id, resource.type, property, Standing::Emulated, text);
}

/// What becomes of an UpdatePolicy's members.
std::string_view note_on_update_policy(std::string_view name) {
  if (name == "AutoScalingRollingUpdate")
    return "the instances that are there stay as they were made; one that is terminated is made anew of the "
           "new launch configuration or template";
  if (name == "AutoScalingReplacingUpdate") return "the group is changed in place, not replaced";
  if (name == "AutoScalingScheduledAction")
    return "nothing changes a group's size by schedule; an update sets the sizes that the template has";
  return "nothing acts on it for this type";
}

void report_attributes(const stack::ResourceDefinition& resource, Report& report) {
  const auto row = [&](const char* property, Standing standing, std::string_view note) {
    report.row(resource.logical_id, resource.type, property, standing, note);
  };
  if (!resource.creation_policy.empty()) {
    if (resource.type == "AWS::AutoScaling::AutoScalingGroup")
      row("CreationPolicy", Standing::Emulated,
          "signalled when the instances have registered with their cluster");
    else if (resource.type == "AWS::CloudFormation::WaitCondition")
      row("CreationPolicy", Standing::Honoured, "");
    else
      row("CreationPolicy", Standing::Ignored, "nothing sends signals for this type");
  }
  for (const auto& [name, value] : resource.update_policy)
    row(("UpdatePolicy." + std::string(name)).c_str(), Standing::Ignored, note_on_update_policy(name));
  for (const auto& [name, value] : resource.metadata) {
    if (name == "AWS::CloudFormation::Init")
      row("Metadata.AWS::CloudFormation::Init", Standing::Emulated,
          "read for ECS_CLUSTER; no package is installed, no file written, no command run");
    else
      row(("Metadata." + std::string(name)).c_str(), Standing::Honoured, "kept");
  }
}

}  // namespace

std::optional<json::value> stack_report(const CloudFormation& service, const std::string& account,
                                        const std::string& region, const std::string& name) {
  const stack::StackRecord* record = service.engine.find(account, region, name);
  if (record == nullptr) return std::nullopt;
  const stack::Template definition = stack::parse_template(service.engine.template_text(*record));
  Report report;
  for (const stack::ParameterRecord& parameter : record->parameters) {
    const std::string& type = definition.parameter(parameter.name)->type;
    if (parameter.stood_in)
      report.row(parameter.name, type, "", Standing::Emulated,
                 "no value was given; this machine's is " + parameter.text);
    else if (type.starts_with("AWS::EC2::KeyPair"))
      report.row(parameter.name, type, "", Standing::Ignored,
                 "any key name is taken; nothing logs in with it");
  }
  for (const stack::ResourceRecord& resource : record->resources) {
    if (const ResourceTypeInfo* type = service.host.find_type(resource.type))
      report_properties(resource, *type, report);
    report_attributes(*definition.resource(resource.logical_id), report);
  }
  json::object result;
  result["stack"] = record->name;
  result["status"] = stack::to_text(record->status);
  for (auto& [key, value] : report.take()) result[key] = std::move(value);
  return result;
}

}  // namespace berth::cloudformation
