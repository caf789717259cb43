#include "berth/cli/stack_commands.hpp"

#include "base/encoding.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/table.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <thread>

namespace berth::cli {
namespace {

constexpr std::chrono::milliseconds poll_interval{150};
constexpr std::size_t template_limit = 1 << 20;

/// A stack's name from its template's file name: letters, digits and '-', beginning with a letter.
std::string name_from_file(const std::string& file) {
  std::string name = std::filesystem::path(file).stem();
  std::replace_if(
      name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '-');
  if (name.empty() || !std::isalpha(static_cast<unsigned char>(name[0]))) {
    throw wrong_input(
        fmt::format("'{}' gives no name for a stack: write berth stack launch {} NAME", file, file));
  }
  return name;
}

/// Shows a stack's events as they happen, each once, and nothing of what was before.
class EventFollower {
 public:
  EventFollower(Session& session, std::string stack_id) : session_(session), stack_id_(std::move(stack_id)) {}

  /// Marks what there is already as seen.
  void skip_past() {
    for (const auto& event : stack_events(session_.api(), stack_id_)) seen_.insert(event.EventId);
  }
  void print_news() {
    for (const auto& event : stack_events(session_.api(), stack_id_)) {
      if (!seen_.insert(event.EventId).second || session_.json) continue;
      const auto tenths = std::max<std::int64_t>(0, (event.Timestamp.time - began_).count()) / 100;
      session_.out << event_text({fmt::format("{}.{} s", tenths / 10, tenths % 10),
                                  event.ResourceStatus.value_or(""), event.LogicalResourceId.value_or(""),
                                  event.ResourceType.value_or(""), event.ResourceStatusReason.value_or("")});
    }
    session_.out.flush();
  }
  /// Until the stack is at rest; answers it.
  cloudformation::Stack to_rest(StackOutcome (*outcome)(std::string_view)) {
    while (true) {
      const cloudformation::Stack stack = describe_stack(session_.api(), stack_id_);
      print_news();
      if (outcome(stack.StackStatus) != StackOutcome::Running) return stack;
      std::this_thread::sleep_for(poll_interval);
    }
  }

 private:
  Session& session_;
  const std::string stack_id_;
  const base::TimePoint began_ = session_.clock.now();
  std::set<std::string> seen_;
};

void print_outputs(Session& session, const cloudformation::Stack& stack) {
  if (session.json) {
    base::json::object outputs;
    for (const auto& output : stack.Outputs)
      outputs[output.OutputKey.value_or("")] = output.OutputValue.value_or("");
    session.out << base::to_text(outputs) << "\n";
    return;
  }
  // Values are there to be copied, so they stand whole; one that would not leave room for its description gets a line of
  // its own below the table.
  constexpr std::size_t widest_value = 64;
  Table table({{"OUTPUT", Column::Whole}, {"VALUE", Column::Whole}, {"DESCRIPTION"}});
  std::string below;
  for (const auto& output : stack.Outputs) {
    const std::string key = output.OutputKey.value_or(""), value = output.OutputValue.value_or("");
    const std::string description = output.Description.value_or("");
    if (value.size() <= widest_value) {
      table.add({key, value, description});
    } else {
      below +=
          fmt::format("\n{}{}\n    {}\n", key, description.empty() ? "" : " (" + description + ")", value);
    }
  }
  if (!table.is_empty()) session.out << table.render();
  session.out << below;
}

[[noreturn]] void fail_with(const cloudformation::Stack& stack, const std::string& advice) {
  std::string reason = stack.StackStatusReason ? ": " + *stack.StackStatusReason : "";
  while (reason.ends_with('.') || reason.ends_with(' ')) reason.pop_back();  // as AWS ends them
  throw has_failed(fmt::format("stack {} is {}{}: {}", stack.StackName, stack.StackStatus, reason, advice));
}

}  // namespace

void StackLaunch::declare(CLI::App& app) {
  app.add_option("TEMPLATE", file, "the template's file, JSON or YAML")->required();
  app.add_option("NAME", name, "the stack's name (default: the file's)");
  app.add_option("-p,--parameter", parameters, "a parameter of the template; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

ExitCode StackLaunch::run(Session& session) {
  const auto text = base::read_file(file, template_limit);
  if (!text) throw wrong_input(text.error().message);
  cloudformation::CreateStackRequest request;
  request.StackName = name.empty() ? name_from_file(file) : name;
  request.TemplateBody = *text;
  for (const std::string& parameter : parameters) {
    auto [key, value] = key_and_value(parameter, "-p");
    request.Parameters.emplace_back();
    request.Parameters.back().ParameterKey = std::move(key);
    request.Parameters.back().ParameterValue = std::move(value);
  }
  // Whoever launches a template here owns the machine that it acts on: nothing is left to acknowledge.
  request.Capabilities = {"CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"};
  const auto answer = session.api()(calls::create_stack, request);
  EventFollower events(session, answer.StackId.value_or(request.StackName));
  const auto stack = events.to_rest(&outcome_of_creation);
  if (outcome_of_creation(stack.StackStatus) == StackOutcome::Failed) {
    fail_with(stack, fmt::format("mend the template, then 'berth stack delete {}' and launch again",
                                 request.StackName));
  }
  if (!session.json && !stack.Outputs.empty()) session.out << "\n";
  print_outputs(session, stack);
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
  Table table(
      {{"AGE", Column::Right}, {"STATUS", Column::Whole}, {"RESOURCE", Column::Whole}, {"TYPE"}, {"REASON"}});
  for (const auto& event : events) {
    table.add({session.age_of(event.Timestamp.time), event.ResourceStatus.value_or(""),
               event.LogicalResourceId.value_or(""), event.ResourceType.value_or(""),
               event.ResourceStatusReason.value_or("")});
  }
  session.out << table.render();
  return ExitCode::Done;
}

void StackOutputs::declare(CLI::App& app) {
  app.add_option("NAME", name, "the stack's name or id")->required();
}

ExitCode StackOutputs::run(Session& session) {
  print_outputs(session, describe_stack(session.api(), name));
  return ExitCode::Done;
}

void StackReport::declare(CLI::App& app) { app.add_option("NAME", name, "the stack's name")->required(); }

ExitCode StackReport::run(Session& session) {
  const auto report = session.api().own("/_berth/stacks/" + base::percent_encode(name) + "/report");
  if (session.json) {
    session.out << base::to_text(report) << "\n";
    return ExitCode::Done;
  }
  Table table({{"RESOURCE", Column::Whole}, {"PROPERTY"}, {"VERDICT", Column::Whole}, {"NOTE"}});
  for (const auto& row : report.as_object().at("rows").as_array()) {
    const auto cell = [&](std::string_view member) {
      const auto* value = row.as_object().if_contains(member);
      return value && value->is_string() ? std::string(value->as_string()) : std::string();
    };
    table.add({cell("resource"), cell("property"), cell("standing"), cell("note")});
  }
  session.out << table.render() << "\n";
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
  cloudformation::DeleteStackRequest request;
  request.StackName = id;
  api(calls::delete_stack, request);
  const auto stack = events.to_rest(&outcome_of_deletion);
  if (stack.StackStatus != "DELETE_COMPLETE") {
    fail_with(stack, fmt::format("'berth stack delete {} --empty' empties its buckets and repositories first",
                                 name));
  }
  return ExitCode::Done;
}

}  // namespace berth::cli
