#include "berth/cli/program.hpp"

#include "base/result.hpp"
#include "base/version.hpp"
#include "berth/cli/command.hpp"
#include "berth/cli/completion_command.hpp"
#include "berth/cli/help.hpp"
#include "berth/cli/suggestion.hpp"
#include "berth/cli/text.hpp"
#include "berth/wire/error.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <array>
#include <map>

namespace berth::cli {
namespace {

constexpr const char* about =
    "Runs GPU deep-learning tasks the Amazon ECS way, on one machine.\n"
    "berth is a client of berthd; any AWS client is another (berth env, berth aws).";

constexpr const char* more =
    "The daemon is found by --endpoint, --state-dir or BERTH_STATE_DIR, AWS_ENDPOINT_URL, or in the\n"
    "default state folder. These options stand before or after the command.\n"
    "Exit codes: 0 done, 1 wrong input or call, 2 the machine said no, 3 the task or stack failed,\n"
    "130 Ctrl-C while waiting.\n"
    "'berth help COMMAND' tells more.";

constexpr const char* everywhere =
    "--endpoint, --state-dir, --region and --json stand here, too: see berth --help";

/// What is the same for all commands.
struct Common {
  PlaceOptions place;
  bool json = false;
};

/// The sub-command for the first word of "stack launch", made once.
CLI::App& group_of(CLI::App& app, const Command& command, std::string_view first) {
  const auto there = app.get_subcommands([&](const CLI::App* sub) { return sub->get_name() == first; });
  if (!there.empty()) return *there.front();
  std::string members;
  for (const Command& other : commands()) {
    if (!other.name.starts_with(std::string(first) + " ")) continue;
    members += (members.empty() ? "" : ", ") + std::string(other.name.substr(first.size() + 1));
  }
  auto& group = *app.add_subcommand(std::string(first), members);
  group.group(std::string(command.family));
  group.require_subcommand(1);
  group.fallthrough();
  group.footer(everywhere);
  return group;
}

void declare_all(CLI::App& app, Common& common, Action& chosen) {
  app.description(about);
  app.footer(more);
  app.require_subcommand(1);
  app.formatter(help_formatter());
  app.set_help_flag("-h,--help", "this text");
  app.set_version_flag("--version", base::version_line("berth"), "the version");
  app.add_option("--endpoint", common.place.endpoint, "the daemon's URL")->type_name("URL");
  app.add_option("--state-dir", common.place.state_dir, "the daemon's state folder")->type_name("DIR");
  app.add_option("--region", common.place.region, "us-east-1 if neither this nor AWS_REGION says otherwise")
      ->type_name("REGION");
  app.add_flag("--json", common.json, "print JSON for programs instead of tables");
  for (const Command& command : commands()) {
    const auto blank = command.name.find(' ');
    const bool nested = blank != command.name.npos;
    CLI::App& parent = nested ? group_of(app, command, command.name.substr(0, blank)) : app;
    const std::string name(nested ? command.name.substr(blank + 1) : command.name);
    auto& sub = *parent.add_subcommand(name, std::string(command.summary));
    if (!nested) sub.group(std::string(command.family));
    sub.fallthrough();
    if (name == "list") sub.alias("ls");  // as docker and s3 have it
    sub.footer("");                       // not the parent's
    auto action = std::make_shared<Action>(command.declare(sub));
    sub.footer(sub.get_footer() + everywhere);
    sub.final_callback([action, &chosen] { chosen = *action; });
  }
}

/// "run" or "stack launch": what was being read when it went wrong, for "see berth … --help".
std::string path_of(const CLI::App& app) {
  std::string path;
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) {
    at = at->get_subcommands().front();
    path += at->get_name() + " ";
  }
  return path;
}

/// Words of docker, kubectl and the AWS CLI, and what does that here.
struct Foreign {
  std::string_view word, advice;
};
constexpr std::array foreign = {
    Foreign{"apply", "'berth stack launch'"},
    Foreign{"create", "'berth stack launch' or 'berth run'"},
    Foreign{"deploy", "'berth stack launch'"},
    Foreign{"update", "'berth stack launch', which shows the changes first"},
    Foreign{"delete", "'berth stack delete', or 'berth stop' for a task"},
    Foreign{"describe", "'berth explain'"},
    Foreign{"inspect", "'berth explain', or 'berth ps -a --json'"},
    Foreign{"get", "'berth ps' or 'berth stack list'"},
    Foreign{"kill", "'berth stop'"},
    Foreign{"stats", "'berth top'"},
    Foreign{"images", "'berth image list'"},
    Foreign{"push", "'berth image push'"},
    Foreign{"tail", "'berth logs -f'"},
    Foreign{"attach", "'berth logs -f'"},
    Foreign{"start", "'berth run', or 'berth up' for the daemon"},
    Foreign{"rm", "nothing for it to do: a task that has stopped is history, and takes no room"},
    Foreign{"exec", "no way into a running task"},
};

/// The names of commands, or of those in one group ("launch" of "stack launch").
std::vector<std::string> words_after(std::string_view path) {
  std::vector<std::string> words;
  for (const Command& command : commands()) {
    if (!command.name.starts_with(path)) continue;
    const std::string_view rest = command.name.substr(path.size());
    const std::string word(rest.substr(0, rest.find(' ')));
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return words;
}

std::string no_such_command(const std::string& path, const std::string& word) {
  const std::string tried = path + word;
  for (const Foreign& each : foreign) {
    if (each.word == word) return fmt::format("there is no command '{}', but {}", tried, each.advice);
  }
  for (const Command& command : commands()) {  // "launch", or "task stop": the right word in a wrong place
    if (command.name != word && !command.name.ends_with(" " + word)) continue;
    return fmt::format("there is no command '{}', but '{}'", tried, command.name);
  }
  return fmt::format("there is no command '{}'{}", tried, did_you_mean(word, words_after(path)));
}

/// The names of the options that a command takes, those for all commands among them.
std::vector<std::string> options_of(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
    for (const CLI::Option* option : app->get_options())
      for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  return names;
}

const CLI::App& chosen_command(const CLI::App& app) {
  const CLI::App* at = &app;
  while (!at->get_subcommands().empty()) at = at->get_subcommands().front();
  return *at;
}

/// What CLI11 says, in words that name the word which is wrong.
std::string complaint(const CLI::App& app, const CLI::ParseError& error) {
  const std::string text = error.what();
  const auto left = app.remaining(true);
  if (text.starts_with("A subcommand is required"))
    return left.empty() ? "a command is missing" : no_such_command(path_of(app), left.front());
  if (dynamic_cast<const CLI::ExtrasError*>(&error) == nullptr || left.empty()) return text;
  const std::string word = left.front().substr(0, left.front().find('='));
  const std::string what = word.starts_with('-') ? "option" : "further argument";
  return fmt::format("there is no {} '{}'{}", what, word,
                     did_you_mean(word, options_of(chosen_command(app))));
}

ExitCode perform(const Action& action, const Common& common, const Environment& environment,
                 const Streams& streams, const base::Clock& clock) {
  const auto complain = [&](const std::string& message, ExitCode code) {
    streams.out << std::flush;
    streams.err << "berth: " << on_one_line(message) << "\n";
    return code;
  };
  try {
    Session session(common.place, common.json, environment, streams, clock);
    const ExitCode code = action(session);
    streams.out << std::flush;
    if (!streams.out) return complain("cannot write the output", ExitCode::MachineRefused);
    return code;
  } catch (const CommandError& error) {
    return complain(error.what(), error.code);
  } catch (const wire::ServiceError& error) {
    const bool ours = error.http_status >= 500;
    return complain(fmt::format("{} ({})", error.message, error.code),
                    ours ? ExitCode::MachineRefused : ExitCode::WrongInput);
  } catch (const std::exception& error) {  // base::Failure, and what libraries throw
    return complain(error.what(), ExitCode::MachineRefused);
  }
}

}  // namespace

void Help::declare(CLI::App& app) {
  app.add_option("COMMAND", words, "one or two words, as in: stack launch");
}

ExitCode Help::run(Session& session) {
  CLI::App app;
  app.name("berth");
  Common common;
  Action chosen;
  declare_all(app, common, chosen);
  const CLI::App* at = &app;
  std::string path = "berth";
  for (const std::string& word : words) {
    const auto named = at->get_subcommands([&](const CLI::App* sub) { return sub->check_name(word); });
    if (named.empty())
      throw wrong_input(fmt::format("there is no command '{} {}': see berth help", path, word));
    at = named.front();
    path += " " + word;
  }
  session.out << (words.empty() ? app.help() : at->help(path.substr(0, path.rfind(' '))));
  return ExitCode::Done;
}

namespace {

/// berth __complete WORD...: for the shells. Options among the words say which daemon knows the names.
int complete(const CLI::App& app, std::vector<std::string> words, const Environment& environment,
             const Streams& streams, const base::Clock& clock) {
  PlaceOptions place;
  for (std::size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == "--state-dir") place.state_dir = words[i + 1];
    if (words[i] == "--endpoint") place.endpoint = words[i + 1];
    if (words[i] == "--region") place.region = words[i + 1];
  }
  Session session(place, false, environment, streams, clock);
  print_expected(session, expected_next(app, words));
  return static_cast<int>(ExitCode::Done);
}

}  // namespace

int run_program(const std::vector<std::string>& arguments, const Environment& environment,
                const Streams& streams, const base::Clock& clock) {
  CLI::App app;
  app.name("berth");
  Common common;
  Action chosen;
  declare_all(app, common, chosen);
  if (!arguments.empty() && arguments.front() == "__complete")
    return complete(app, {arguments.begin() + 1, arguments.end()}, environment, streams, clock);
  try {
    app.parse(
        std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 takes them from the back
  } catch (const CLI::Success& asked) {                                   // --help, --version
    return app.exit(asked, streams.out, streams.err);
  } catch (const CLI::ParseError& error) {
    streams.err << fmt::format("berth: {}: see berth {}--help\n", on_one_line(complaint(app, error)),
                               path_of(app));
    return static_cast<int>(ExitCode::WrongInput);
  }
  return static_cast<int>(perform(chosen, common, environment, streams, clock));
}

}  // namespace berth::cli
