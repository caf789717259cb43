#include "berth/cli/task_story.hpp"

#include "base/time_format.hpp"
#include "berth/cli/exit_code.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>

namespace berth::cli {
namespace {

constexpr int killed = 128 + 9, terminated = 128 + 15;

std::string family_of(const ecs::Task& task) {
  const std::string name = short_name(task.taskDefinitionArn.value_or(""));
  return name.substr(0, name.rfind(':'));
}

bool was_stopped_by_request(const ecs::Task& task) { return task.stopCode == "UserInitiated"; }

bool has_no_limits(const ecs::Task& task) {
  return std::ranges::any_of(task.attributes, [](const ecs::Attribute& each) {
    return each.name.starts_with("berth.not-enforced") &&
           each.value.value_or("").find("memory") != std::string::npos;
  });
}

/// MiB that a container may take: its own limit, or its task's.
std::string memory_limit_of(const ecs::Task& task, const ecs::Container& container) {
  const std::string own = container.memory.value_or("");
  return !own.empty() ? own : task.memory.value_or("?");
}

const ecs::ContainerDefinition* definition_of(const ecs::TaskDefinition& definition,
                                              const std::string& name) {
  for (const ecs::ContainerDefinition& each : definition.containerDefinitions)
    if (each.name == name) return &each;
  return nullptr;
}

/// What one container's end means, and what to do about it.
void explain_end(const ecs::Task& task, const ecs::TaskDefinition& definition,
                 const ecs::Container& container, Story& story, std::vector<std::string>& advice) {
  constexpr int default_stop_timeout = 30;
  const std::string name = container.name.value_or(""), reason = container.reason.value_or("");
  const int code = container.exitCode.value_or(0);
  const std::string end = fmt::format("container {} ended with exit code {}", name, code);
  if (reason.starts_with("OutOfMemory")) {
    story.say("why", fmt::format("{}: it took more memory than its limit of {} MiB, and was killed for it",
                                 end, memory_limit_of(task, container)));
    advice.push_back(
        fmt::format("give it more ('berth run {} --memory MIB'), or make it need less: smaller batches",
                    family_of(task)));
  } else if (code == killed && was_stopped_by_request(task)) {
    const auto* defined = definition_of(definition, name);
    const int patience =
        defined != nullptr ? defined->stopTimeout.value_or(default_stop_timeout) : default_stop_timeout;
    story.say("why", fmt::format("{}: it still ran {} s after SIGTERM asked it to end, and was killed", end,
                                 patience));
    advice.push_back(
        "let its command handle SIGTERM (a shell script: 'exec' its last program), or raise stopTimeout");
  } else if (code == killed) {
    story.say(
        "why",
        fmt::format("{}: {}. Nothing of Berth's did that: the machine ran out of memory ('dmesg' tells), "
                    "or somebody killed it{}",
                    end, exit_code_meaning(code),
                    has_no_limits(task) ? "; its own limit of memory is not enforced here" : ""));
    advice.push_back("look at the machine's free memory, and at what else runs ('berth top')");
  } else if (code == terminated && was_stopped_by_request(task)) {
    story.say("why", fmt::format("{}: SIGTERM ended it, as was asked for", end));
  } else if (code != 0) {
    story.say("why", fmt::format("{}: {}{}", end, exit_code_meaning(code),
                                 reason.empty() ? "" : " (" + reason + ")"));
    if (code == 127)
      advice.push_back("look at the command's spelling, and at PATH: the log has the shell's own words");
  }
}

struct Hint {
  std::string_view in_reason, advice;
};
/// What to do about a start that failed, by words of its reason.
constexpr std::array start_hints = {
    Hint{"CannotPullContainerError",
         "'berth image list' shows what there is; 'berth image push fathom REPOSITORY' puts "
         "the built-in image into a repository"},
    Hint{"log group does not exist",
         "make it ('berth aws logs create-log-group --log-group-name NAME'), or set "
         "awslogs-create-group to \"true\""},
    Hint{"assume", "the role's trust policy must let ecs-tasks.amazonaws.com assume it"},
    Hint{"namespaces",
         "the sandbox needs user namespaces and bubblewrap; 'berth status' and the daemon's log say more"},
    Hint{"user ids", "wait for tasks to end, or start berthd with a larger --task-uid-range"},
    Hint{"The machine was restarted", "run it again: what it had done is in its log and buckets"},
    Hint{"shim was killed", "run it again; if it recurs, the machine may be short of memory ('dmesg' tells)"},
};

void explain_reason(const std::string& reason, std::vector<std::string>& advice) {
  for (const Hint& hint : start_hints)
    if (reason.find(hint.in_reason) != reason.npos) return advice.emplace_back(hint.advice), void();
}

/// The line of a log that says that something was denied.
std::optional<std::string> denial_in(const std::vector<std::string>& lines) {
  for (const std::string& line : lines)
    for (const char* word : {"AccessDenied", "not authorized to perform", "UnauthorizedOperation"})
      if (line.find(word) != line.npos) return line;
  return std::nullopt;
}

void explain_denial(const ecs::TaskDefinition& definition, const std::vector<std::string>& lines,
                    Story& story, std::vector<std::string>& advice) {
  const auto denial = denial_in(lines);
  if (!denial) return;
  const std::string role = definition.taskRoleArn.value_or("");
  story.say("why", "its log says that it was denied something: " + on_one_line(*denial));
  advice.push_back(
      role.empty()
          ? "it has no taskRoleArn, so it has its instance's role at most: give it one that may do this"
          : fmt::format("let its role {} do this: its policies decide", short_name(role)));
}

struct Moment {
  const char* what;
  std::optional<wire::Timestamp> at;
};

void tell_history(const ecs::Task& task, Story& story) {
  const std::array moments = {
      Moment{"created", task.createdAt},         Moment{"image looked up", task.pullStartedAt},
      Moment{"image there", task.pullStoppedAt}, Moment{"started", task.startedAt},
      Moment{"stopping", task.stoppingAt},       Moment{"containers ended", task.executionStoppedAt},
      Moment{"stopped", task.stoppedAt}};
  const auto begin = task.createdAt ? task.createdAt->time : base::TimePoint{};
  for (const Moment& moment : moments) {
    if (!moment.at) continue;
    std::string when = base::to_iso8601(moment.at->time);
    std::replace(when.begin(), when.end(), 'T', ' ');
    const double later = static_cast<double>((moment.at->time - begin).count()) / 1000;
    story.say("history", fmt::format(" {:<17} {}  +{:.1f} s", moment.what, when.substr(0, 23) + "Z", later));
  }
}

/// What stands in for an end of a task that has none.
void explain_life(const ecs::Task& task, base::TimePoint now, Story& story) {
  const std::string status = task.lastStatus.value_or("");
  const auto since = [&](const std::optional<wire::Timestamp>& time) {
    return time ? base::to_age(now - time->time) : std::string("a moment");
  };
  if (status == "RUNNING") return story.say("why", "it runs, for " + since(task.startedAt) + " now");
  if (status == "PENDING" || status == "PROVISIONING" || status == "ACTIVATING") {
    story.say("why", fmt::format("it has its place, and for {} {}", since(task.createdAt),
                                 task.pullStartedAt ? "its containers start (dependsOn is waited for)"
                                                    : "its image and log group are looked up"));
    return;
  }
  story.say("why",
            fmt::format("it is ending, for {}: SIGTERM was sent, SIGKILL follows after its stopTimeout",
                        since(task.stoppingAt)));
}

std::string verdict_on(const ecs::Task& task, const std::vector<std::string>& essential) {
  if (task.lastStatus != "STOPPED") return "";
  if (task.stopCode == "TaskFailedToStart") return ": it did not start";
  if (was_stopped_by_request(task)) return ": it was stopped by request";
  return failure_of(task, essential) ? ": it failed" : ": it did well";
}

/// Which containers' ends explain the task's: those that failed, in the order of the definition.
void explain_stop(const ecs::Task& task, const ecs::TaskDefinition& definition, Story& story,
                  std::vector<std::string>& advice) {
  const std::string reason = task.stoppedReason.value_or("");
  const bool started = task.stopCode != "TaskFailedToStart";
  if (!started || was_stopped_by_request(task)) story.say("why", reason);
  std::string told = reason;
  for (const ecs::Container& container : task.containers) {
    const std::string own = container.reason.value_or("");
    if (container.exitCode) {
      explain_end(task, definition, container, story, advice);
    } else if (!own.empty() && told.find(own) == told.npos) {
      story.say("why", fmt::format("container {} never ran: {}", container.name.value_or(""), own));
      told += own;
    } else if (started && own.empty()) {
      story.say("why", fmt::format("container {} has no exit code: {}", container.name.value_or(""),
                                   reason.empty() ? "it never ran" : reason));
    }
  }
  explain_reason(told, advice);
}

}  // namespace

Story tell_task(const ecs::Task& task, const ecs::TaskDefinition& definition,
                const std::vector<std::string>& last_lines, base::TimePoint now) {
  const std::string id = short_name(task.taskArn.value_or("")).substr(0, shown_id_length);
  Story story;
  story.headline =
      fmt::format("task {} of {} in cluster {} is {}{}", id, short_name(task.taskDefinitionArn.value_or("")),
                  short_name(task.clusterArn.value_or("")), task.lastStatus.value_or(""),
                  verdict_on(task, essential_containers(definition)));
  std::vector<std::string> advice;
  if (task.lastStatus == "STOPPED") {
    explain_stop(task, definition, story, advice);
  } else {
    explain_life(task, now, story);
  }
  const bool well = task.lastStatus == "STOPPED" && task.stopCode != "TaskFailedToStart" &&
                    !failure_of(task, essential_containers(definition));
  if (!well) explain_denial(definition, last_lines, story, advice);
  for (const std::string& line : advice) story.say("do", line);
  for (const ecs::Attribute& each : task.attributes)
    if (each.name.starts_with("berth.not-enforced")) story.say("limits", each.value.value_or(""));
  tell_history(task, story);
  for (const std::string& line : last_lines) story.say("log", " " + line);
  return story;
}

Story tell_definition(const ecs::TaskDefinition& definition, const std::string& cluster,
                      const std::vector<Room>& rooms, const std::vector<std::string>& obstacles) {
  Story story;
  const std::string name =
      fmt::format("{}:{}", definition.family.value_or(""), definition.revision.value_or(0));
  const auto demand = demand_of(definition, {});
  for (const std::string& obstacle : obstacles) story.say("why", obstacle);
  if (!demand) {
    story.headline = fmt::format(
        "task definition {}: its size is written with units; 'berth run {}' tells whether it fits", name,
        definition.family.value_or(""));
    return story;
  }
  const std::string asks = fmt::format("{} CPU units, {} MiB of memory, {} GPU{}", demand->cpu,
                                       demand->memory_mib, demand->gpus, demand->gpus == 1 ? "" : "s");
  std::vector<std::string> lacking;
  bool fits = false;
  for (const Room& room : rooms) {
    const auto here =
        room.status == "ACTIVE" ? shortages(*demand, room) : std::vector<std::string>{"DRAINING"};
    fits = fits || here.empty();
    if (lacking.empty() || here.size() < lacking.size()) lacking = here;
  }
  story.headline =
      fmt::format("task definition {} asks for {}: {} in cluster {}", name, asks,
                  fits && obstacles.empty() ? "it would start now" : "it would not start now", cluster);
  if (rooms.empty())
    story.say(
        "why",
        fmt::format("cluster {} has no instances: only an Auto Scaling group gives it some, and the cluster "
                    "default has what no group has claimed",
                    cluster));
  if (!fits)
    for (const std::string& reason : lacking)
      story.say("why", reason == "DRAINING" ? "its instances take no new tasks: they are draining"
                                            : explained_failure(reason, ask_of(reason, *demand, rooms)));
  for (const Room& room : rooms)
    story.say("free",
              fmt::format(" {}  CPU {}/{}  memory {}/{} MiB  GPUs {}/{}{}", room.instance, room.free.cpu,
                          room.all.cpu, room.free.memory_mib, room.all.memory_mib, room.free.gpus,
                          room.all.gpus, room.status == "ACTIVE" ? "" : "  " + room.status));
  return story;
}

}  // namespace berth::cli
