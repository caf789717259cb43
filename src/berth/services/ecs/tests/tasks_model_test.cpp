// Random RunTask, StopTask, ends, crashes and restarts: whatever happens, a GPU belongs to one task until its last
// process is gone, and nothing is launched twice.
#include "berth/services/ecs/tests/ecs_world.hpp"

#include <rapidcheck.h>

#include <map>
#include <set>

namespace berth::ecs {
namespace {

using test::at;
using test::EcsWorld;

struct Model {
  std::map<std::string, std::set<std::string>> holds;  ///< GPUs of each task that has not stopped
  std::map<std::string, int> launches;                 ///< over restarts
};

std::string pick(const Model& model) {
  auto it = model.holds.begin();
  std::advance(it, *rc::gen::inRange<std::size_t>(0, model.holds.size()));
  return it->first;
}

void note_launches(EcsWorld& ecs, Model& model, std::map<std::string, int>& seen) {
  for (const auto& [id, times] : ecs.world.runner->launches) {
    model.launches[id] += times - seen[id];
    seen[id] = times;
  }
}

void check_against(EcsWorld& ecs, const Model& model) {
  std::set<std::string> held;
  for (const auto& [id, gpus] : model.holds)
    for (const std::string& gpu : gpus) RC_ASSERT(held.insert(gpu).second);  // no GPU twice
  const auto& taken = ecs.world.implicit().inventory.taken_gpu_ids();
  RC_ASSERT(std::set<std::string>(taken.begin(), taken.end()) == held);
  RC_ASSERT(ecs.world.implicit().inventory.is_idle() == model.holds.empty());
  const auto counts = ecs.world.tasks->counts_of(ecs.world.key("default"));
  RC_ASSERT(static_cast<std::size_t>(counts.pending + counts.running) == model.holds.size());
}

TEST(EcsTasksModel, no_gpu_is_ever_in_two_tasks_and_nothing_starts_twice) {
  const auto property = [] {
    EcsWorld ecs({.cpu_units = 1 << 20,
                  .memory_mib = 1 << 20,
                  .gpus = {{"GPU-0", "A"}, {"GPU-1", "A"}, {"GPU-2", "A"}, {"GPU-3", "A"}}});
    for (int gpus = 1; gpus < 4; ++gpus)
      ecs.define(
          "g" + std::to_string(gpus),
          R"("memory":10,"resourceRequirements":[{"type":"GPU","value":")" + std::to_string(gpus) + R"("}])");
    ecs.define("g0", R"("memory":10)");
    Model model;
    std::map<std::string, int> seen;
    std::set<std::string> running;
    const int steps = *rc::gen::inRange(1, 40);
    for (int step = 0; step < steps; ++step) {
      const int choice = *rc::gen::inRange(0, 10);
      if (choice < 4) {
        const auto reply =
            ecs.call("RunTask", R"({"taskDefinition":"g)" + std::to_string(*rc::gen::inRange(0, 4)) +
                                    R"(","count":)" + std::to_string(*rc::gen::inRange(1, 4)) + "}");
        for (const auto& task : reply.at("tasks").as_array()) {
          const std::string arn = at(task, "taskArn");
          auto& gpus = model.holds[arn.substr(arn.rfind('/') + 1)];
          if (const auto* ids = task.at("containers").at(0).as_object().if_contains("gpuIds"))
            for (const auto& id : ids->as_array()) gpus.insert(std::string(id.as_string()));
        }
      } else if (choice == 4) {
        ecs.world.settle();
        note_launches(ecs, model, seen);
      } else if (choice == 5 && !model.holds.empty()) {
        const std::string id = pick(model);
        const auto reply = ecs.call("StopTask", R"({"task":")" + id + "\"}");
        if (at(reply, "task.lastStatus") == "STOPPED") model.holds.erase(id);
      } else if (choice < 8 && !model.holds.empty()) {
        const std::string id = pick(model);
        if (!ecs.world.runner->specs.contains(id)) continue;
        if (running.insert(id).second) {
          ecs.world.runner->run(id);
        } else {
          ecs.world.runner->end(id, 0);
          model.holds.erase(id);
        }
      } else if (choice == 8 && !model.holds.empty()) {
        const std::string id = pick(model);
        if (!ecs.world.runner->specs.contains(id)) continue;
        ecs.world.runner->report(id, run::TaskStopped{ecs.world.clock.now(), run::StopCause::LOST, "gone"});
        model.holds.erase(id);
      } else if (choice == 9) {
        ecs.world.settle();
        note_launches(ecs, model, seen);
        const auto specs = ecs.world.runner->specs;  // the machine's memory of what runs outlives us
        ecs.restart();
        seen = {};
        // The runner is asked again about what it has not claimed; it starts an attempt once.
        for (const auto& [id, times] : ecs.world.runner->launches) {
          RC_ASSERT(!running.contains(id));
          seen[id] = times;
        }
        ecs.world.runner->specs.insert(specs.begin(), specs.end());
      }
      check_against(ecs, model);
    }
    for (const auto& [id, times] : model.launches) RC_ASSERT(times <= 1);
  };
  EXPECT_TRUE(rc::check(property));
}

}  // namespace
}  // namespace berth::ecs
