#include "berth/cli/stack_commands.hpp"

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/stack_following.hpp"
#include "berth/cli/table.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <utility>

namespace berth::cli {
void StackList::declare(CLI::App&) {}

ExitCode StackList::run(Session& session) {
  const auto stacks = all_stacks(session.api());
  if (session.json) {
    base::json::array rows;
    for (const auto& stack : stacks) rows.push_back(json_of(stack));
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"STACK", Column::Whole},
               {"STATUS", Column::Whole},
               {"AGE", Column::Right},
               {"REASON", Column::Wraps}});
  for (const auto& stack : stacks) {
    table.add({stack.StackName, stack.StackStatus, session.age_of(stack.CreationTime.time),
               stack.StackStatusReason.value_or("")});
  }
  session.out << table.render(session.width());
  return ExitCode::Done;
}

void StackEvents::declare(CLI::App& app) {
  app.add_option("NAME", name, "the stack's name or id")->required();
}

ExitCode StackEvents::run(Session& session) {
  const auto events = stack_events(session.api(), name);
  if (session.json) {
    base::json::array rows;
    for (const auto& event : events) rows.push_back(json_of(event));
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"AGE", Column::Right},
               {"STATUS", Column::Whole},
               {"RESOURCE", Column::Whole},
               {"TYPE"},
               {"REASON", Column::Wraps}});
  for (const auto& event : events) {
    table.add({session.age_of(event.Timestamp.time), event.ResourceStatus.value_or(""),
               event.LogicalResourceId.value_or(""), event.ResourceType.value_or(""),
               event.ResourceStatusReason.value_or("")});
  }
  session.out << table.render(session.width());
  return ExitCode::Done;
}

void StackOutputs::declare(CLI::App& app) {
  app.add_option("NAME", name, "the stack's name or id")->required();
  app.add_option("OUTPUT", output, "prints this one's value and nothing else (default: all, as a table)");
}

ExitCode StackOutputs::run(Session& session) {
  const auto stack = describe_stack(session.api(), name);
  if (output.empty()) {
    print_outputs(session, stack);
    return ExitCode::Done;
  }
  std::string others;
  for (const auto& each : stack.Outputs) {
    if (each.OutputKey == output) {
      session.out << each.OutputValue.value_or("") << "\n";
      return ExitCode::Done;
    }
    others += (others.empty() ? "" : ", ") + each.OutputKey.value_or("");
  }
  throw wrong_input(fmt::format("stack {} has no output {}: it has {}", stack.StackName, output,
                                others.empty() ? "none" : others));
}

void StackReport::declare(CLI::App& app) { app.add_option("NAME", name, "the stack's name")->required(); }

ExitCode StackReport::run(Session& session) {
  const auto report = session.api().own("/_berth/stacks/" + base::percent_encode(name) + "/report");
  if (session.json) {
    session.out << base::to_text(report) << "\n";
    return ExitCode::Done;
  }
  Table table(
      {{"RESOURCE", Column::Whole}, {"PROPERTY"}, {"VERDICT", Column::Whole}, {"NOTE", Column::Wraps}});
  for (const auto& row : report.as_object().at("rows").as_array()) {
    const auto cell = [&](std::string_view member) {
      const auto* value = row.as_object().if_contains(member);
      return value && value->is_string() ? std::string(value->as_string()) : std::string();
    };
    table.add({cell("resource"), cell("property"), cell("standing"), cell("note")});
  }
  session.out << table.render(session.width()) << "\n";
  std::string_view separator;
  for (const auto& [standing, count] : report.as_object().at("summary").as_object()) {
    session.out << std::exchange(separator, ", ") << base::to_text(count) << " " << standing;
  }
  session.out << "\n";
  return ExitCode::Done;
}

void StackDelete::declare(CLI::App& app) {
  app.add_option("NAME", name, "the stack's name or id")->required();
  app.add_flag("--empty", empty, "empty its buckets and repositories first; what is in them is lost");
}

ExitCode StackDelete::run(Session& session) {
  Api& api = session.api();
  const std::string id = describe_stack(api, name).StackId.value_or(name);
  if (empty) {
    for (const auto& resource : stack_resources(api, id)) empty_resource(api, resource);
  }
  EventFollower events(session, id);
  events.skip_past();
  const Interruption interruption;
  cloudformation::DeleteStackRequest request;
  request.StackName = id;
  api(calls::delete_stack, request);
  const auto stack = events.to_rest(&outcome_of_deletion, interruption);
  if (stack.StackStatus != "DELETE_COMPLETE") {
    fail_with(stack, fmt::format("'berth stack delete {} --empty' empties its buckets and repositories first",
                                 name));
  }
  return ExitCode::Done;
}

}  // namespace berth::cli
