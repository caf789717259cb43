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

/// What the making of one resource found out, by property.
class Notes {
 public:
  explicit Notes(const std::vector<stack::NoteRecord>& records) {
    for (const stack::NoteRecord& record : records) {
      Note& note = notes_[record.property];
      if (!record.standing.empty()) note.standing = record.standing;
      note.text += (note.text.empty() ? "" : "; ") + record.text;
    }
  }

  struct Note {
    std::string standing;  ///< empty: as the table says
    std::string text;
  };
  /// What is known of the property beyond its line in the table, once: there is one row for it.
  Note take(const std::string& property, std::string_view standing, std::string_view text) {
    Note row{std::string(standing), std::string(text)};
    if (const auto found = notes_.extract(property)) {
      if (!found.mapped().standing.empty()) row.standing = found.mapped().standing;
      row.text += (row.text.empty() ? "" : "; ") + found.mapped().text;
    }
    return row;
  }
  /// Of properties that no other row is about.
  const std::map<std::string, Note>& rest() const { return notes_; }

 private:
  std::map<std::string, Note> notes_;
};

/// One row for each row of the type's table that the template touches.
void report_properties(const stack::ResourceRecord& resource, const ResourceTypeInfo& type, Notes& notes,
                       Report& report) {
  if (resource.properties.empty()) return;
  std::set<std::string> paths;
  collect_paths(base::parse_json(resource.properties).value(), "", paths);
  std::set<std::string_view> told;
  for (const std::string& path : paths) {
    const PropertyRow* row = find_property(type, path);
    if (row == nullptr) {
      if (!path.empty())
        report.row(resource.logical_id, resource.type, path, Standing::Refused, "unknown property");
    } else if (told.insert(row->path).second) {
      const Notes::Note note = notes.take(std::string(row->path), to_text(row->standing), row->note);
      report.row(resource.logical_id, resource.type, row->path, note.standing, note.text);
    }
  }
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

void report_attributes(const stack::ResourceDefinition& resource, Notes& notes, Report& report) {
  const auto row = [&](const std::string& property, Standing standing, std::string_view text) {
    const Notes::Note note = notes.take(property, to_text(standing), text);
    report.row(resource.logical_id, resource.type, property, note.standing, note.text);
  };
  if (!resource.creation_policy.empty()) {
    if (resource.type == "AWS::AutoScaling::AutoScalingGroup")
      row("CreationPolicy", Standing::Emulated,
          "an instance that registers with its cluster has signalled; SignalResource counts as well");
    else if (resource.type == "AWS::CloudFormation::WaitCondition")
      row("CreationPolicy", Standing::Honoured, "");
    else
      row("CreationPolicy", Standing::Ignored, "nothing sends signals for this type");
  }
  for (const auto& [name, value] : resource.update_policy)
    row("UpdatePolicy." + std::string(name), Standing::Ignored, note_on_update_policy(name));
  for (const auto& [name, value] : resource.metadata) {
    if (name == "AWS::CloudFormation::Init")
      row("Metadata.AWS::CloudFormation::Init", Standing::Emulated,
          "read for ECS_CLUSTER; no package is installed, no file written, no command run");
    else
      row("Metadata." + std::string(name), Standing::Honoured, "kept");
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
    Notes notes(resource.notes);
    if (const ResourceTypeInfo* type = service.host.find_type(resource.type))
      report_properties(resource, *type, notes, report);
    // One that an update is about to remove is no more in the template.
    if (const stack::ResourceDefinition* now = definition.resource(resource.logical_id))
      report_attributes(*now, notes, report);
    for (const auto& [property, note] : notes.rest())
      report.row(resource.logical_id, resource.type, property,
                 note.standing.empty() ? to_text(Standing::Emulated) : note.standing, note.text);
  }
  json::object result;
  result["stack"] = record->name;
  result["status"] = stack::to_text(record->status);
  for (auto& [key, value] : report.take()) result[key] = std::move(value);
  return result;
}

}  // namespace berth::cloudformation
