#include "berth/cli/stack_changes.hpp"

#include "berth/cli/table.hpp"
#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace berth::cli {

namespace cf = cloudformation;

namespace {

struct Container {
  std::string_view type, content;
};
constexpr std::array containers = {Container{"AWS::S3::Bucket", "objects"},
                                   Container{"AWS::ECR::Repository", "images"},
                                   Container{"AWS::Logs::LogGroup", "log events"}};

std::string content_of(std::string_view type) {
  for (const Container& each : containers)
    if (type == each.type) return std::string(each.content);
  return {};
}

std::string action_of(const cf::ResourceChange& change) {
  if (change.Action == "Add") return "add";
  if (change.Action == "Remove") return "remove";
  if (change.Action == "Import") return "import";
  if (change.Replacement == "True") return "replace";
  return change.Replacement == "Conditional" ? "replace?" : "modify";
}

/// "DesiredCapacity (parameter Size)".
std::string detail_text(const cf::ResourceChangeDetail& detail) {
  if (!detail.Target) return {};
  std::string text = detail.Target->Name.value_or(detail.Target->Attribute.value_or(""));
  const std::string cause = detail.CausingEntity.value_or("");
  const std::string source = detail.ChangeSource.value_or("");
  if (source == "ParameterReference") return text + " (parameter " + cause + ")";
  if (source == "ResourceReference" || source == "ResourceAttribute") return text + " (from " + cause + ")";
  return text;
}

std::string what_changes(const cf::ResourceChange& change) {
  std::vector<std::string> texts;
  for (const auto& detail : change.Details) {
    const std::string text = detail_text(detail);
    // A parameter's change shows as the template's own too: the telling one of the two is enough.
    const bool told = std::ranges::any_of(texts, [&](const auto& each) { return each.starts_with(text); });
    if (text.empty() || told) continue;
    std::erase_if(texts, [&](const auto& each) { return text.starts_with(each + " ("); });
    texts.push_back(text);
  }
  std::string joined;
  for (const std::string& text : texts) joined += (joined.empty() ? "" : ", ") + text;
  return joined;
}

}  // namespace

std::vector<ChangeRow> change_rows(const std::vector<cf::Change>& changes) {
  std::vector<ChangeRow> rows;
  for (const cf::Change& each : changes) {
    if (!each.ResourceChange) continue;
    const cf::ResourceChange& change = *each.ResourceChange;
    ChangeRow row{.action = action_of(change),
                  .logical_id = change.LogicalResourceId.value_or(""),
                  .type = change.ResourceType.value_or(""),
                  .what = what_changes(change),
                  .loses = {}};
    if (row.action == "remove" || row.action.starts_with("replace")) row.loses = content_of(row.type);
    rows.push_back(std::move(row));
  }
  return rows;
}

std::vector<std::string> parameter_changes(const std::vector<cf::Parameter>& before,
                                           const std::vector<cf::Parameter>& after) {
  std::map<std::string, std::string> values;
  for (const cf::Parameter& each : before)
    values[each.ParameterKey.value_or("")] = each.ParameterValue.value_or("");
  std::vector<std::string> lines;
  for (const cf::Parameter& each : after) {
    const std::string key = each.ParameterKey.value_or(""), value = each.ParameterValue.value_or("");
    const auto old = values.find(key);
    if (old == values.end()) {
      lines.push_back(fmt::format("{}: {} (new)", key, value));
    } else if (old->second != value) {
      lines.push_back(fmt::format("{}: {} → {}", key, old->second, value));
    }
  }
  return lines;
}

bool says_no_changes(std::string_view reason) {
  return reason.find("didn't contain changes") != reason.npos ||
         reason.find("No updates are to be performed") != reason.npos;
}

std::string changes_text(const std::vector<ChangeRow>& rows, const std::vector<std::string>& parameters,
                         std::size_t width) {
  if (rows.empty() && parameters.empty()) return "no resource changes: only outputs or tags of the stack\n";
  std::string text;
  const bool lossy = std::ranges::any_of(rows, [](const ChangeRow& row) { return !row.loses.empty(); });
  if (!rows.empty()) {
    std::vector<Column> columns{{"ACTION", Column::Whole}, {"RESOURCE", Column::Whole}, {"TYPE"}};
    if (lossy) columns.push_back({"LOSES", Column::Whole});
    columns.push_back({"WHAT CHANGES", Column::Wraps});
    Table table(columns);
    for (const ChangeRow& row : rows) {
      std::vector<std::string> cells{row.action, row.logical_id, row.type, row.what};
      if (lossy) cells.insert(cells.begin() + 3, row.loses.empty() ? "" : "! " + row.loses);
      table.add(cells);
    }
    text += table.render(width);
  }
  if (!parameters.empty()) text += (text.empty() ? "" : "\n") + std::string("Parameters\n");
  for (const std::string& line : parameters) {
    const std::string shown = "  " + on_one_line(line);
    text += (width > 0 ? fitted(shown, width) : shown) + "\n";
  }
  if (lossy) {
    text += "\n";
    for (const std::string& line : wrapped(
             "! what is in it does not come along. A bucket or repository that is not empty, and what has a "
             "DeletionPolicy or UpdateReplacePolicy of Retain, stays behind outside of the stack.",
             width > 0 ? width : 100))
      text += line + "\n";
  }
  return text;
}

}  // namespace berth::cli
