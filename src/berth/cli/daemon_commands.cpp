#include "berth/cli/daemon_commands.hpp"

#include "base/files.hpp"
#include "base/json.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/background.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>
#include <unistd.h>

namespace berth::cli {
namespace {

constexpr std::chrono::seconds start_patience{30};
constexpr std::chrono::seconds end_patience{10};

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

/// What one cluster has: shown by `status`.
struct ClusterRow {
  std::string name;
  int instances = 0, running = 0, pending = 0;
  std::int64_t cpu_free = 0, cpu = 0, memory_free = 0, memory = 0;
  std::size_t gpus_free = 0, gpus = 0;
};

void add_resources(ClusterRow& row, const ecs::ContainerInstance& instance) {
  const auto add = [](const std::vector<ecs::Resource>& resources, std::int64_t& cpu, std::int64_t& memory,
                      std::size_t& gpus) {
    for (const ecs::Resource& resource : resources) {
      if (resource.name == "CPU") cpu += resource.integerValue.value_or(0);
      if (resource.name == "MEMORY") memory += resource.integerValue.value_or(0);
      if (resource.name == "GPU" && resource.stringSetValue) gpus += resource.stringSetValue->size();
    }
  };
  add(instance.remainingResources, row.cpu_free, row.memory_free, row.gpus_free);
  add(instance.registeredResources, row.cpu, row.memory, row.gpus);
}

std::vector<ClusterRow> cluster_rows(Api& api) {
  std::vector<ClusterRow> rows;
  for (const ecs::Cluster& cluster : all_clusters(api)) {
    ClusterRow row{.name = cluster.clusterName.value_or("")};
    row.instances = cluster.registeredContainerInstancesCount.value_or(0);
    row.running = cluster.runningTasksCount.value_or(0);
    row.pending = cluster.pendingTasksCount.value_or(0);
    for (const ecs::ContainerInstance& instance : instances_of(api, row.name)) add_resources(row, instance);
    rows.push_back(std::move(row));
  }
  return rows;
}

base::json::value to_json(const ClusterRow& row) {
  return {{"name", row.name},
          {"instances", row.instances},
          {"running", row.running},
          {"pending", row.pending},
          {"cpuFree", row.cpu_free},
          {"cpu", row.cpu},
          {"memoryFree", row.memory_free},
          {"memory", row.memory},
          {"gpusFree", row.gpus_free},
          {"gpus", row.gpus}};
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
  if (running_daemon(state_dir)) {
    return print_where_it_answers(session, "already answers", session.place().endpoint, state_dir);
  }
  const std::string berthd = find_program("berthd");
  if (berthd.empty()) {
    throw machine_refused("berthd is neither beside berth nor on PATH: put the folder that holds it on PATH");
  }
  std::vector<std::string> arguments{"--state-dir", state_dir};
  if (!listen.empty()) arguments.insert(arguments.end(), {"--listen", listen});
  if (!gpus.empty()) arguments.insert(arguments.end(), {"--gpus", gpus});
  if (!session.options.region.empty())
    arguments.insert(arguments.end(), {"--region", session.options.region});
  arguments.insert(arguments.end(), further.begin(), further.end());
  const auto endpoint =
      start_daemon(daemon_command(berthd, arguments, is_systemd_running(), ::geteuid() == 0),
                   state_dir + "/berthd.log", start_patience);
  if (!endpoint) throw machine_refused("berthd did not start: " + on_one_line(endpoint.error().message));
  return print_where_it_answers(session, "answers", *endpoint, state_dir);
}

void Down::declare(CLI::App&) {}

ExitCode Down::run(Session& session) {
  const std::string state_dir = state_dir_of(session.options, session.environment);
  const auto daemon = running_daemon(state_dir);
  if (!daemon) {
    session.out << fmt::format("no berthd runs with its state in {}\n", state_dir);
    return ExitCode::Done;
  }
  if (const auto ended = end_daemon(*daemon, end_patience); !ended)
    throw machine_refused(ended.error().message);
  session.out << fmt::format(
      "berthd has ended; running tasks go on, and 'berth up' finds them and the state in {}\n", state_dir);
  return ExitCode::Done;
}

void Status::declare(CLI::App&) {}

ExitCode Status::run(Session& session) {
  Api& api = session.api();
  const base::json::object daemon = api.own("/_berth/status").as_object();
  const auto said = [&](std::string_view name) {
    const auto* value = daemon.if_contains(name);
    return value && value->is_string() ? std::string(value->as_string()) : std::string();
  };
  const std::vector<ClusterRow> rows = cluster_rows(api);
  const Place& place = session.place();
  const std::string state_dir = said("state_dir").empty() ? place.state_dir : said("state_dir");
  if (session.json) {
    base::json::array clusters;
    for (const ClusterRow& row : rows) clusters.push_back(to_json(row));
    session.out << base::to_text({{"endpoint", place.endpoint},
                                  {"version", said("version")},
                                  {"region", place.region},
                                  {"stateDir", state_dir},
                                  {"clusters", clusters}})
                << "\n";
    return ExitCode::Done;
  }
  session.out << fmt::format("endpoint  {}\nversion   {}\nregion    {}\nstate     {}\n\n", place.endpoint,
                             said("version"), place.region, state_dir);
  Table table({{"CLUSTER"},
               {"INSTANCES", Column::Right},
               {"RUNNING", Column::Right},
               {"PENDING", Column::Right},
               {"CPU FREE", Column::Right},
               {"MEMORY FREE", Column::Right},
               {"GPUS FREE", Column::Right}});
  for (const ClusterRow& row : rows) {
    table.add({row.name, std::to_string(row.instances), std::to_string(row.running),
               std::to_string(row.pending), fmt::format("{} of {}", row.cpu_free, row.cpu),
               fmt::format("{} of {} MiB", row.memory_free, row.memory),
               fmt::format("{} of {}", row.gpus_free, row.gpus)});
  }
  session.out << table.render();
  return ExitCode::Done;
}

void Env::declare(CLI::App& app) { app.footer("Use it as  eval \"$(berth env)\""); }

ExitCode Env::run(Session& session) {
  session.out << shell_exports(session.place(), session.environment);
  return ExitCode::Done;
}

void Aws::declare(CLI::App& app) {
  app.prefix_command();
  app.set_help_flag();
  app.fallthrough(false);
  app.parse_complete_callback([this, &app] { arguments = app.remaining(); });
}

ExitCode Aws::run(Session& session) {
  const Place& place = session.place();
  const std::string program = find_program("aws");
  if (program.empty())
    throw machine_refused("no aws on PATH: install the AWS CLI (Debian's package is awscli)");
  std::vector<std::string> words{"--endpoint-url", place.endpoint};
  words.insert(words.end(), arguments.begin(), arguments.end());
  session.out.flush();
  throw machine_refused(become(program, words,
                               {{"AWS_ENDPOINT_URL", place.endpoint},
                                {"AWS_ACCESS_KEY_ID", place.keys.id},
                                {"AWS_SECRET_ACCESS_KEY", place.keys.secret},
                                {"AWS_SESSION_TOKEN", place.keys.session_token},
                                {"AWS_DEFAULT_REGION", place.region},
                                {"AWS_REGION", place.region},
                                {"AWS_EC2_METADATA_DISABLED", "true"},
                                {"AWS_PROFILE", ""},
                                {"AWS_DEFAULT_PROFILE", ""}})
                            .message);
}

}  // namespace berth::cli
