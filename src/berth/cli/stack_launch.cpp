// berth stack launch and diff: a stack is created or, when it is there already, changed: after a look at what changes.
#include "base/files.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/explain.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/stack_calls.hpp"
#include "berth/cli/stack_changes.hpp"
#include "berth/cli/stack_commands.hpp"
#include "berth/cli/stack_following.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <istream>

namespace berth::cli {

namespace cf = cloudformation;

namespace {

constexpr std::size_t template_limit = 1 << 20;
constexpr std::chrono::milliseconds look_interval{100};
const std::vector<std::string> all_capabilities{"CAPABILITY_IAM", "CAPABILITY_NAMED_IAM"};

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

/// What both ways to launch need: name, template and parameters.
struct Wanted {
  std::string name;
  std::string template_body;
  std::vector<cf::Parameter> parameters;
};

Wanted wanted_of(const StackLaunch& launch) {
  const auto text = base::read_file(launch.file, template_limit);
  if (!text) throw wrong_input(text.error().message);
  Wanted wanted{.name = launch.name.empty() ? name_from_file(launch.file) : launch.name,
                .template_body = *text,
                .parameters = {}};
  for (const std::string& parameter : launch.parameters) {
    auto [key, value] = key_and_value(parameter, "-p");
    cf::Parameter given;
    given.ParameterKey = std::move(key);
    given.ParameterValue = std::move(value);
    wanted.parameters.push_back(std::move(given));
  }
  return wanted;
}

ExitCode create(Session& session, Wanted wanted) {
  cf::CreateStackRequest request;
  request.StackName = wanted.name;
  request.TemplateBody = std::move(wanted.template_body);
  request.Parameters = std::move(wanted.parameters);
  // Whoever launches a template here owns the machine that it acts on: nothing is left to acknowledge.
  request.Capabilities = all_capabilities;
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

/// Why a stack in this state takes no changes, and what to do; empty if it does.
std::string refusal_of(const cf::Stack& stack) {
  const std::string& status = stack.StackStatus;
  if (status.ends_with("_IN_PROGRESS"))
    return fmt::format("wait for it: 'berth explain {}' says for what", stack.StackName);
  if (status == "UPDATE_ROLLBACK_FAILED")
    return fmt::format(
        "'berth explain {0}' says why, and 'berth aws cloudformation continue-update-rollback "
        "--stack-name {0}' goes on with its way back",
        stack.StackName);
  const bool is_whole = status.ends_with("_COMPLETE") && status != "ROLLBACK_COMPLETE";
  return is_whole ? "" : fmt::format("'berth stack delete {}', then launch again", stack.StackName);
}

/// Those given, and for all others of the template what the stack has.
std::vector<cf::Parameter> with_previous(Api& api, const Wanted& wanted, const cf::Stack& stack) {
  std::vector<cf::Parameter> parameters = wanted.parameters;
  for (const std::string& name : parameters_of(api, wanted.template_body)) {
    const auto is_it = [&](const cf::Parameter& each) { return each.ParameterKey == name; };
    if (std::ranges::any_of(parameters, is_it) || std::ranges::none_of(stack.Parameters, is_it)) continue;
    cf::Parameter kept;
    kept.ParameterKey = name;
    kept.UsePreviousValue = true;
    parameters.push_back(std::move(kept));
  }
  return parameters;
}

/// A change set of our own, which goes unless it was executed.
class ChangeSet {
 public:
  ChangeSet(Session& session, const Wanted& wanted, const cf::Stack* stack) : session_(session) {
    cf::CreateChangeSetRequest request;
    request.StackName = stack != nullptr ? stack->StackId.value_or(wanted.name) : wanted.name;
    request.ChangeSetName =
        fmt::format("berth-{}-{}", session.clock.now().time_since_epoch().count(), ::getpid());
    request.ChangeSetType = stack != nullptr ? "UPDATE" : "CREATE";
    request.TemplateBody = wanted.template_body;
    request.Parameters = stack != nullptr ? with_previous(session.api(), wanted, *stack) : wanted.parameters;
    request.Capabilities = all_capabilities;
    const auto answer = session.api()(calls::create_change_set, request);
    id_ = answer.Id.value_or("");
    if (stack == nullptr) made_stack_ = answer.StackId.value_or(wanted.name);
  }
  ~ChangeSet() {
    if (id_.empty()) return;
    try {
      discard();
    } catch (const std::exception& error) {
      session_.streams.err << "berth: the change set " << id_ << " is left: " << error.what() << "\n";
    }
  }
  ChangeSet(const ChangeSet&) = delete;
  ChangeSet& operator=(const ChangeSet&) = delete;

  cf::DescribeChangeSetResponse when_made() {
    const Interruption interruption;
    while (true) {
      auto described = describe_change_set(session_.api(), id_);
      const std::string status = described.Status.value_or("");
      if (status != "CREATE_PENDING" && status != "CREATE_IN_PROGRESS") return described;
      if (interruption.pause(look_interval)) throw CommandError(ExitCode::Interrupted, "nothing was changed");
    }
  }
  void execute() {
    cf::ExecuteChangeSetRequest request;
    request.ChangeSetName = id_;
    session_.api()(calls::execute_change_set, request);
    id_.clear();
  }

 private:
  void discard() {
    cf::DeleteChangeSetRequest request;
    request.ChangeSetName = id_;
    session_.api()(calls::delete_change_set, request);
    if (made_stack_.empty()) return;
    cf::DeleteStackRequest of_stack;  // which was made for the review only
    of_stack.StackName = made_stack_;
    session_.api()(calls::delete_stack, of_stack);
  }

  Session& session_;
  std::string id_;
  std::string made_stack_;
};

/// Asks on the terminal; Ctrl-C, and the end of the input, mean no.
bool confirms(Session& session, const std::string& question) {
  session.out << question << std::flush;
  const Interruption interruption;
  pollfd input{.fd = STDIN_FILENO, .events = POLLIN, .revents = 0};
  while (::poll(&input, 1, static_cast<int>(look_interval.count())) <= 0)
    if (interruption.pause(std::chrono::milliseconds(0))) return session.out << "\n", false;
  std::string answer;
  std::getline(*session.streams.in, answer);
  return answer == "y" || answer == "Y" || answer == "yes";
}

/// Shows what would change.
void show(Session& session, const std::string& name, const cf::DescribeChangeSetResponse& described,
          const cf::Stack* stack) {
  const auto before = stack != nullptr ? stack->Parameters : std::vector<cf::Parameter>{};
  const auto parameters =
      stack != nullptr ? parameter_changes(before, described.Parameters) : std::vector<std::string>{};
  session.out << (stack != nullptr
                      ? fmt::format("stack {} would change:\n\n", name)
                      : fmt::format("stack {} is not there yet, and would be made of:\n\n", name))
              << changes_text(change_rows(described.Changes), parameters, session.width()) << std::flush;
}

void print_changes_as_json(Session& session, const cf::DescribeChangeSetResponse& described) {
  base::json::array rows;
  for (const cf::Change& change : described.Changes) rows.push_back(json_of(change));
  session.out << base::to_text(rows) << "\n";
}

ExitCode apply(Session& session, ChangeSet& change_set, const cf::Stack& stack) {
  EventFollower events(session, stack.StackId.value_or(stack.StackName));
  events.skip_past();
  const Interruption interruption;
  change_set.execute();
  const cf::Stack now = events.to_rest(&outcome_of_update, interruption);
  if (outcome_of_update(now.StackStatus) == StackOutcome::Failed) {
    fail_with(now, fmt::format("it is as it was; 'berth explain {}' says what failed", stack.StackName));
  }
  if (!session.json && !now.Outputs.empty()) session.out << "\n";
  print_outputs(session, now);
  return ExitCode::Done;
}

/// `stack` is null where there is none yet.
ExitCode review(Session& session, const StackLaunch& launch, const Wanted& wanted, const cf::Stack* stack) {
  ChangeSet change_set(session, wanted, stack);
  const auto described = change_set.when_made();
  if (described.Status == "FAILED") {
    const std::string reason = described.StatusReason.value_or("no reason was given");
    if (!says_no_changes(reason) || stack == nullptr) throw wrong_input(reason);
    if (launch.dry_run && session.json) return print_changes_as_json(session, described), ExitCode::Done;
    if (!session.json)
      session.out << fmt::format("stack {} is as the template says: nothing changes\n", wanted.name);
    if (!session.json && !launch.dry_run && !stack->Outputs.empty()) session.out << "\n";
    if (!launch.dry_run && (session.json || !stack->Outputs.empty())) print_outputs(session, *stack);
    return ExitCode::Done;
  }
  if (launch.dry_run && session.json) return print_changes_as_json(session, described), ExitCode::Done;
  if (!session.json) show(session, wanted.name, described, stack);
  if (launch.dry_run || stack == nullptr) return ExitCode::Done;
  if (!session.json) session.out << "\n" << std::flush;
  if (!launch.yes) {
    const bool can_ask = session.streams.in != nullptr && session.width() > 0 && !session.json;
    if (!can_ask)
      throw wrong_input(
          fmt::format("stack {} was not changed: add --yes to change it without being asked, or "
                      "--dry-run to see the changes only",
                      wanted.name));
    if (!confirms(session, fmt::format("Change stack {}? [y/N] ", wanted.name)))
      throw wrong_input("nothing was changed");
  }
  return apply(session, change_set, *stack);
}

}  // namespace

void StackLaunch::declare(CLI::App& app) {
  declare_template(app);
  auto* asks = app.add_flag("-y,--yes", yes, "change a stack that is there without asking");
  app.add_flag("--dry-run", dry_run, "show what would change, and change nothing")->excludes(asks);
  app.footer(
      "A stack that is there is changed after a look at what changes. Parameters that\n"
      "are not given keep their values then.\n");
}

void StackLaunch::declare_template(CLI::App& app) {
  app.add_option("TEMPLATE", file, "the template's file, JSON or YAML")->required();
  app.add_option("NAME", name, "the stack's name (default: the file's)");
  app.add_option("-p,--parameter", parameters, "a parameter of the template; may be repeated")
      ->type_name("KEY=VALUE")
      ->allow_extra_args(false);
}

ExitCode StackLaunch::run(Session& session) {
  Wanted wanted = wanted_of(*this);
  auto stack = find_stack_if_any(session.api(), wanted.name);
  if (stack && (stack->StackStatus == "REVIEW_IN_PROGRESS" || stack->StackStatus == "DELETE_COMPLETE"))
    stack.reset();
  if (!stack && !dry_run) return create(session, std::move(wanted));
  if (stack) {
    if (const std::string advice = refusal_of(*stack); !advice.empty())
      throw wrong_input(fmt::format("stack {} is {}: {}", stack->StackName, stack->StackStatus, advice));
  }
  return review(session, *this, wanted, stack ? &*stack : nullptr);
}

void StackDiff::declare(CLI::App& app) { launch.declare_template(app); }

ExitCode StackDiff::run(Session& session) {
  launch.dry_run = true;
  return launch.run(session);
}

}  // namespace berth::cli
