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

constexpr std::chrono::seconds end_patience{10};

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

/// Whether tasks are kept to the memory and CPU that they ask for; nothing from a daemon that does not tell.
std::optional<std::string> limits_text(const base::json::object& daemon) {
  const auto* limits = daemon.if_contains("limits");
  if (!limits || !limits->is_object()) return std::nullopt;
  const auto* enforced = limits->as_object().if_contains("enforced");
  const auto* reason = limits->as_object().if_contains("reason");
  if (!enforced || !enforced->is_bool()) return std::nullopt;
  if (enforced->as_bool()) return "enforced: a task is kept to its memory";
  const std::string why =
      reason && reason->is_string() ? on_one_line(std::string_view(reason->as_string())) : std::string();
  return "not enforced" + (why.empty() ? "" : ": " + why);
}

/// Why the clusters together have more CPU than there is, where they do.
std::string cpu_footnote(const Session& session, const base::json::object& daemon,
                         const std::vector<ClusterRow>& rows) {
  const auto* machine = daemon.if_contains("machine");
  const auto* units =
      machine && machine->is_object() ? machine->as_object().if_contains("cpu_units") : nullptr;
  if (!units || !units->is_int64()) return {};
  std::int64_t offered = 0;
  for (const ClusterRow& row : rows) offered += row.cpu;
  if (offered <= units->as_int64()) return {};
  const std::string note = fmt::format(
      "CPU is shared: each instance offers up to all {} units of this machine, and tasks that run at once "
      "divide its "
      "cores in proportion. Memory and GPUs are one instance's alone.",
      units->as_int64());
  std::string text = "\n";
  for (const std::string& line : wrapped(note, session.width() > 0 ? session.width() : 100))
    text += line + "\n";
  return text;
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
    base::json::object document{{"endpoint", place.endpoint},
                                {"version", said("version")},
                                {"region", place.region},
                                {"stateDir", state_dir},
                                {"clusters", clusters}};
    if (const auto* limits = daemon.if_contains("limits")) document["limits"] = *limits;
    session.out << base::to_text(document) << "\n";
    return ExitCode::Done;
  }
  session.out << fmt::format("endpoint  {}\nversion   {}\nregion    {}\nstate     {}\n", place.endpoint,
                             said("version"), place.region, state_dir);
  if (const auto limits = limits_text(daemon)) session.out << "limits    " << *limits << "\n";
  session.out << "\n";
  Table table({{"CLUSTER", Column::Whole},
               {"INSTANCES", Column::Right},
               {"RUNNING", Column::Right},
               {"PENDING", Column::Right},
               {"FREE CPU", Column::Right},
               {"FREE MIB", Column::Right},
               {"FREE GPUS", Column::Right}});
  for (const ClusterRow& row : rows) {
    table.add({row.name, std::to_string(row.instances), std::to_string(row.running),
               std::to_string(row.pending), fmt::format("{}/{}", row.cpu_free, row.cpu),
               fmt::format("{}/{}", row.memory_free, row.memory),
               fmt::format("{}/{}", row.gpus_free, row.gpus)});
  }
  session.out << table.render(session.width()) << cpu_footnote(session, daemon, rows);
  return ExitCode::Done;
}

void Env::declare(CLI::App& app) { app.footer("Use it as  eval \"$(berth env)\"\n"); }

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
  if (arguments.empty())
    throw wrong_input("berth aws needs a command of the AWS CLI: for example  berth aws s3 ls");
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
