#include "berth/cli/stack_commands.hpp"

#include "base/encoding.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
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
                                  event.ResourceType.value_or(""), event.ResourceStatusReason.value_or("")},
                                 session_.width());
    }
    session_.out.flush();
  }
  /// Until the stack is at rest; answers it.
  cloudformation::Stack to_rest(StackOutcome (*outcome)(std::string_view), const Interruption& interruption) {
    while (true) {
      const cloudformation::Stack stack = describe_stack(session_.api(), stack_id_);
      print_news();
      if (outcome(stack.StackStatus) != StackOutcome::Running) return stack;
      if (interruption.pause(poll_interval)) leave(stack);
    }
  }

 private:
  [[noreturn]] void leave(const cloudformation::Stack& stack) const {
    if (session_.streams.err_columns > 0) session_.streams.err << "\n";  // below the terminal's own ^C
    throw CommandError(
        ExitCode::Interrupted,
        fmt::format("stack {0} goes on ({1}): 'berth stack events {0}' shows how far it is, 'berth "
                    "stack delete {0}' removes it",
                    stack.StackName, stack.StackStatus));
  }

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
  std::size_t widest_value = 64, widest_key = 0;
  for (const auto& output : stack.Outputs)
    widest_key = std::max(widest_key, output.OutputKey.value_or("").size() + 2);
  if (session.width() > 0)
    widest_value = std::min(widest_value, session.width() - std::min(session.width(), widest_key));
  Table table({{"OUTPUT", Column::Whole}, {"VALUE", Column::Whole}, {"DESCRIPTION", Column::Wraps}});
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
  const bool with_table = !table.is_empty() || below.empty();
  if (with_table) session.out << table.render(session.width());
  session.out << (with_table || below.empty() ? below : below.substr(1));
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
  const Interruption interruption;  // before the stack is there: it is never left without a word
  const auto answer = session.api()(calls::create_stack, request);
  EventFollower events(session, answer.StackId.value_or(request.StackName));
  const auto stack = events.to_rest(&outcome_of_creation, interruption);
  if (outcome_of_creation(stack.StackStatus) == StackOutcome::Failed) {
    fail_with(stack, fmt::format("mend the template, then 'berth stack delete {}' and launch again",
                                 request.StackName));
  }
  if (!session.json && !stack.Outputs.empty()) session.out << "\n";
  print_outputs(session, stack);
  return ExitCode::Done;
}

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
