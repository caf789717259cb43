#include "base/page_token.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/pages.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

constexpr std::size_t most_described = 100, most_listed = 100;

/// The filters of ListTasks, prepared once for many tasks.
class TaskFilter {
 public:
  explicit TaskFilter(const ListTasksRequest& in) : in_(in) {
    if (in.desiredStatus) desired_status_ = *in.desiredStatus;
    if (in.containerInstance) instance_ = id_of(*in.containerInstance);
    if (in.serviceName) service_group_ = "service:" + std::string(id_of(*in.serviceName));
  }
  bool matches(const task::Task& task) const {
    if (task::desired_status(task.life.phase) != desired_status_) return false;
    if (in_.containerInstance && task.instance != instance_) return false;
    if (in_.family && task.plan.family != *in_.family) return false;
    if (in_.startedBy && task.plan.started_by != *in_.startedBy) return false;
    if (in_.serviceName && task.plan.group != service_group_) return false;
    return !in_.launchType || task.plan.launch_type == *in_.launchType;
  }

 private:
  const ListTasksRequest& in_;
  std::string_view desired_status_ = "RUNNING";
  std::string_view instance_;
  std::string service_group_;
};

/// Sorts by creation, so that pages go from old to new.
std::string place(const task::Task& task) {
  const std::string milliseconds = std::to_string(task.life.created_at.time_since_epoch().count());
  return std::string(20 - std::min<std::size_t>(20, milliseconds.size()), '0') + milliseconds + "/" + task.id;
}

/// Those for the page after `token`, and one more if there is one: of a hundred thousand tasks only these are looked at.
std::vector<const task::Task*> matching(const std::vector<const task::Task*>& tasks, const TaskFilter& filter,
                                        const std::optional<std::string>& token) {
  auto each = tasks.begin();
  // What is no token page_of refuses.
  if (const auto after = token ? base::from_page_token(*token) : std::nullopt)
    each =
        std::upper_bound(tasks.begin(), tasks.end(), *after,
                         [](const std::string& last, const task::Task* task) { return last < place(*task); });
  std::vector<const task::Task*> found;
  for (; each != tasks.end() && found.size() <= most_listed; ++each)
    if (filter.matches(**each)) found.push_back(*each);
  return found;
}

}  // namespace

StopTaskResponse stop_task(Ecs& ecs, const Call& call, StopTaskRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  task::Task* task = find_task(ecs, call, cluster, in.task);
  if (!task) throw task_not_found();
  ecs.tasks.stop(*task, task::StopCode::UserInitiated, in.reason.value_or("Task stopped by user"));
  return {.task = describe(*task)};
}

DescribeTasksResponse describe_tasks(Ecs& ecs, const Call& call, DescribeTasksRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  if (in.tasks.empty()) throw empty_list("Tasks");
  if (in.tasks.size() > most_described) throw list_too_long("tasks", most_described);
  check_include(in.include, {"TAGS"});
  const bool with_tags = std::ranges::find(in.include, "TAGS") != in.include.end();
  DescribeTasksResponse out;
  for (const std::string& given : in.tasks) {
    const task::Task* task = find_task(ecs, call, cluster, given);
    if (!task) {
      out.failures.push_back(
          missing(given.starts_with("arn:") ? given : task_arn(call, cluster.name, given)));
      continue;
    }
    Task& shape = out.tasks.emplace_back(describe(*task));
    if (!with_tags) shape.tags.clear();
  }
  return out;
}

ListTasksResponse list_tasks(Ecs& ecs, const Call& call, ListTasksRequest in) {
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  if (in.desiredStatus && *in.desiredStatus != "RUNNING" && *in.desiredStatus != "PENDING" &&
      *in.desiredStatus != "STOPPED")
    throw invalid_parameter("desiredStatus must be RUNNING, PENDING or STOPPED.");
  const auto tasks = ecs.tasks.tasks_of({call.account, call.region, cluster.name});
  Page page = page_of(
      matching(tasks, TaskFilter(in), in.nextToken), in.nextToken, in.maxResults,
      [](const task::Task* each) { return place(*each); },
      [](const task::Task* each) { return each->arn(); });
  return {.taskArns = std::move(page.items), .nextToken = std::move(page.nextToken)};
}

}  // namespace berth::ecs
