#include "berth/cli/top_command.hpp"

#include "berth/cli/api.hpp"
#include "berth/cli/ecs_calls.hpp"
#include "berth/cli/interruption.hpp"
#include "berth/cli/screen.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/task_view.hpp"
#include "berth/cli/top_view.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>

#include <algorithm>
#include <chrono>
#include <map>
#include <utility>

namespace berth::cli {
namespace {

/// Between the two looks of --once: long enough for a figure that means something.
constexpr std::chrono::milliseconds one_look{500};

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
  return text;
}

class Looker {
 public:
  Looker(Session& session, const Top& top) : session_(session), top_(top), last_(sample()) {}

  TopData look() {
    Api& api = session_.api();
    TopData data{.before = std::exchange(last_, sample()), .now = {}, .tasks = {}, .instances = {}};
    data.now = last_;
    const auto clusters = top_.cluster.empty() ? cluster_names(api) : std::vector<std::string>{top_.cluster};
    for (ecs::Task& task : tasks_of(api, clusters, false)) {
      std::string command = command_of(task);
      data.tasks.push_back({std::move(task), std::move(command)});
    }
    for (const std::string& cluster : clusters)
      for (const ecs::ContainerInstance& instance : instances_of(api, cluster))
        data.instances.push_back(
            {room_of(instance), cluster,
             instance.runningTasksCount.value_or(0) + instance.pendingTasksCount.value_or(0)});
    return data;
  }

 private:
  UsageSample sample() { return parse_usage(session_.api().own("/_berth/usage")); }

  /// What its first essential container runs: the override, or what the definition says.
  std::string command_of(const ecs::Task& task) {
    const ecs::TaskDefinition& definition = definition_of(task.taskDefinitionArn.value_or(""));
    const auto essential = essential_containers(definition);
    if (essential.empty()) return {};
    const auto is_it = [&](const auto& each) { return each.name == essential.front(); };
    const auto& overrides = task.overrides ? task.overrides->containerOverrides : no_overrides_;
    const auto changed = std::ranges::find_if(overrides, is_it);
    if (changed != overrides.end() && changed->command) return joined(*changed->command);
    const auto defined = std::ranges::find_if(definition.containerDefinitions, is_it);
    std::vector<std::string> words = defined->entryPoint.value_or(std::vector<std::string>{});
    for (const std::string& word : defined->command.value_or(std::vector<std::string>{}))
      words.push_back(word);
    return joined(words);
  }

  const ecs::TaskDefinition& definition_of(const std::string& arn) {
    const auto known = definitions_.find(arn);
    if (known != definitions_.end()) return known->second;
    return definitions_.emplace(arn, describe_definition(session_.api(), arn)).first->second;
  }

  Session& session_;
  const Top& top_;
  UsageSample last_;
  const std::vector<ecs::ContainerOverride> no_overrides_;
  std::map<std::string, ecs::TaskDefinition> definitions_;  ///< they never change
};

}  // namespace

void Top::declare(CLI::App& app) {
  app.add_option("-d,--delay", seconds, "seconds between two looks (default: 2)")
      ->check(CLI::Range(0.2, 3600.0))
      ->type_name("SECONDS");
  app.add_flag("--once", once, "one table, and no more, as through a pipe");
  app.add_option("--cluster", cluster, "only this one's (default: those of every cluster)")
      ->type_name("CLUSTER");
  app.footer("CPU% is per cent of one core. q or Ctrl-C ends it.\n");
}

ExitCode Top::run(Session& session) {
  Looker looker(session, *this);
  if (once || session.json || session.width() == 0) {
    if (const Interruption interruption; interruption.pause(one_look)) return ExitCode::Interrupted;
    const TopData data = looker.look();
    session.out << (session.json ? base::to_text(top_json(data)) + "\n" : top_text(data, session.width()));
    return ExitCode::Done;
  }
  Screen screen(session.out);
  const auto delay = std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1000));
  // The first look comes soon, for there is nothing to see before it.
  auto happened = screen.wait(std::min(delay, one_look));
  while (happened != Screen::Happened::Quit) {
    const TopData data = looker.look();
    const auto next = std::chrono::steady_clock::now() + delay;
    do {  // a key or another size only draws again: a look too soon would show figures of too short a time
      screen.draw(top_text(data, screen.columns()));
      happened =
          screen.wait(std::chrono::ceil<std::chrono::milliseconds>(next - std::chrono::steady_clock::now()));
    } while (happened == Screen::Happened::Redraw);
  }
  return ExitCode::Done;
}

}  // namespace berth::cli
