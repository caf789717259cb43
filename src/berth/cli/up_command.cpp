#include "base/files.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/background.hpp"
#include "berth/cli/daemon_commands.hpp"
#include "berth/cli/daemon_flags.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace berth::cli {
namespace {

constexpr std::chrono::seconds start_patience{30};

/// How the reader says which daemon is meant: nothing for the default one.
std::string state_dir_option(const Session& session) {
  return session.options.state_dir.empty() ? "" : " --state-dir " + shell_word(session.options.state_dir);
}

ExitCode print_where_it_answers(Session& session, std::string_view verb, const std::string& endpoint,
                                const std::string& state_dir) {
  if (session.json) {
    session.out << base::to_text({{"endpoint", endpoint}, {"stateDir", state_dir}}) << "\n";
    return ExitCode::Done;
  }
  const std::string option = state_dir_option(session);
  session.out << fmt::format("berthd {} at {}; its state is in {}\n", verb, endpoint, state_dir)
              << fmt::format("  eval \"$(berth env{})\"   points any AWS client here\n", option)
              << fmt::format("  berth status{}          what there is to run on\n", option)
              << fmt::format("  berth down{}            ends it; tasks go on, the state stays\n", option);
  return ExitCode::Done;
}

/// What berthd is started with.
std::vector<std::string> daemon_arguments(const Up& up, const Session& session) {
  std::vector<std::string> arguments;
  if (!up.listen.empty()) arguments.insert(arguments.end(), {"--listen", up.listen});
  if (!up.gpus.empty()) arguments.insert(arguments.end(), {"--gpus", up.gpus});
  if (!session.options.region.empty())
    arguments.insert(arguments.end(), {"--region", session.options.region});
  arguments.insert(arguments.end(), up.further.begin(), up.further.end());
  return arguments;
}

/// A daemon that runs is left as it is: that is no success for someone who asked for another one.
ExitCode answer_for_running(Session& session, int pid, const std::string& state_dir,
                            const std::vector<std::string>& wanted) {
  const std::string endpoint = session.place().endpoint, option = state_dir_option(session);
  const auto without_effect = flags_without_effect(wanted, arguments_of(pid), endpoint);
  if (!without_effect.differ.empty()) {
    throw wrong_input(
        fmt::format("berthd already runs at {}, and not with {}: it has no effect before 'berth "
                    "down{}' and 'berth up' again",
                    endpoint, typed(without_effect.differ), option));
  }
  if (!without_effect.unsure.empty()) {
    session.streams.err << fmt::format(
        "berth: berthd runs already, and {} may not be what it was started with: it has no effect before "
        "'berth "
        "down{}'\n",
        typed(without_effect.unsure), option);
  }
  return print_where_it_answers(session, "already answers", endpoint, state_dir);
}

/// Whether what answers at HOST:PORT is a berthd; its version.
std::optional<std::string> version_of_daemon_at(const std::string& endpoint) {
  try {
    wire::Client client({.endpoint = endpoint, .timeout = std::chrono::seconds(2)});
    http::RequestHead head;
    head.method = "GET";
    head.target = "/_berth/health";
    const auto health = base::parse_json(client.request(std::move(head)).body);
    if (!health || !health->is_object()) return std::nullopt;
    const auto* version = health->as_object().if_contains("version");
    if (!version || !version->is_string()) return std::nullopt;
    return std::string(version->as_string());
  } catch (const base::Failure&) {
    return std::nullopt;  // it speaks something else
  }
}

/// Why berthd did not start, and what to do: who has the port, if that is it.
std::string explained_start(const std::string& message, const std::vector<std::string>& arguments) {
  if (message.find("Address already in use") == message.npos) return "berthd did not start: " + message;
  const auto flags = flags_of(arguments);
  const auto listen = flags.find("--listen");
  const std::string address = listen == flags.end() ? "127.0.0.1:4566" : listen->second;
  const std::string endpoint = "http://" + address;
  const std::string other_port = "'berth up --listen 127.0.0.1:0' takes a free one";
  const auto version = version_of_daemon_at(endpoint);
  if (!version) {
    return fmt::format("berthd did not start: another program has the port of {}; {}", address, other_port);
  }
  const std::string folder = state_dir_of_daemon_at(endpoint);
  return fmt::format("berthd did not start: another berthd ({}) has the port of {}{}; {}", *version, address,
                     folder.empty()
                         ? ""
                         : fmt::format(", with its state in {} ('berth down --state-dir {}' ends it)", folder,
                                       shell_word(folder)),
                     other_port);
}

}  // namespace

void Up::declare(CLI::App& app) {
  app.add_option("--listen", listen, "HOST:PORT to answer on (default 127.0.0.1:4566; port 0 picks one)")
      ->type_name("HOST:PORT");
  app.add_option("--gpus", gpus, "auto, none, or simulate:SPEC such as simulate:2xA10G")->type_name("SPEC");
  app.add_option("BERTHD_OPTIONS", further, "more options for berthd, after --");
}

ExitCode Up::run(Session& session) {
  const std::string state_dir = state_dir_of(session.options, session.environment);
  if (const auto folder = base::Folder::open(state_dir, true); !folder)
    throw machine_refused(folder.error().message);
  const std::vector<std::string> wanted = daemon_arguments(*this, session);
  if (const auto pid = running_daemon(state_dir)) return answer_for_running(session, *pid, state_dir, wanted);
  const std::string berthd = find_program("berthd");
  if (berthd.empty()) {
    throw machine_refused("berthd is neither beside berth nor on PATH: put the folder that holds it on PATH");
  }
  std::vector<std::string> arguments{"--state-dir", state_dir};
  arguments.insert(arguments.end(), wanted.begin(), wanted.end());
  const auto endpoint =
      start_daemon(daemon_command(berthd, arguments, is_systemd_running(), ::geteuid() == 0),
                   state_dir + "/berthd.log", start_patience);
  if (!endpoint) throw machine_refused(explained_start(on_one_line(endpoint.error().message), wanted));
  return print_where_it_answers(session, "answers", *endpoint, state_dir);
}

}  // namespace berth::cli
