#include "berth/daemon/usage.hpp"

#include "berth/run/task_usage.hpp"

namespace berth::daemon {
namespace {

base::json::value or_null(const std::optional<std::int64_t>& number) {
  return number ? base::json::value(*number) : base::json::value(nullptr);
}

}  // namespace

UsageQuestion ask_usage(Services& services, const Settings& settings, const std::string& region) {
  UsageQuestion question{.tasks_folder = settings.state_dir + "/tasks", .living = {}, .known = {}};
  fleet::Fleet& fleet = services.fleet();
  for (const fleet::Cluster* cluster : fleet.clusters(settings.account, region))
    for (const task::Task* task : services.tasks().tasks_of({settings.account, region, cluster->name}))
      if (!task->is_stopped()) question.living.push_back({.task_id = task->id});
  base::json::array gpus;
  for (const sched::Gpu& gpu : fleet.machine().gpus) gpus.push_back({{"id", gpu.id}, {"kind", gpu.kind}});
  const std::string unenforced = services.runner().limits_unenforced();
  question.known = {{"cpu_units", fleet.machine().cpu_units},
                    {"gpus", std::move(gpus)},
                    {"gpus_simulated", settings.gpus.starts_with("simulate:")},
                    {"limits", {{"enforced", unenforced.empty()}, {"reason", unenforced}}}};
  return question;
}

base::json::value measure(const UsageQuestion& question, base::TimePoint now) {
  base::json::object answer = question.known;
  const run::MachineUsage machine = run::measure_machine();
  answer["time"] = now.time_since_epoch().count();
  answer["machine"] = {{"busy_microseconds", machine.busy_microseconds},
                       {"memory_bytes", machine.memory_bytes},
                       {"memory_total_bytes", machine.memory_total_bytes},
                       {"load", machine.load}};
  base::json::array tasks;
  const auto folder = base::Folder::open(question.tasks_folder);
  const auto usages = folder
                          ? run::measure_usage(*folder, question.living)
                          : std::vector<run::TaskUsage>(question.living.size());  // simulated: nothing runs
  for (std::size_t i = 0; i < usages.size(); ++i)
    tasks.push_back({{"id", question.living[i].task_id},
                     {"cpu_microseconds", or_null(usages[i].cpu_microseconds)},
                     {"memory_bytes", or_null(usages[i].memory_bytes)},
                     {"processes", or_null(usages[i].processes)}});
  answer["tasks"] = std::move(tasks);
  return answer;
}

}  // namespace berth::daemon
