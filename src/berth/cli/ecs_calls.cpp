#include "berth/cli/ecs_calls.hpp"

#include "berth/cli/errors.hpp"
#include "berth/cli/names.hpp"
#include "berth/services/ecs/service.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace berth::cli {

namespace {
using ecs::service;

constexpr Call<ecs::ListClustersRequest, ecs::ListClustersResponse> list_clusters{service, "ListClusters"};
constexpr Call<ecs::DescribeClustersRequest, ecs::DescribeClustersResponse> describe_clusters{
    service, "DescribeClusters"};
constexpr Call<ecs::ListContainerInstancesRequest, ecs::ListContainerInstancesResponse>
    list_container_instances{service, "ListContainerInstances"};
constexpr Call<ecs::DescribeContainerInstancesRequest, ecs::DescribeContainerInstancesResponse>
    describe_container_instances{service, "DescribeContainerInstances"};
constexpr Call<ecs::ListTasksRequest, ecs::ListTasksResponse> list_tasks{service, "ListTasks"};
constexpr Call<ecs::DescribeTasksRequest, ecs::DescribeTasksResponse> describe_tasks{service,
                                                                                     "DescribeTasks"};

constexpr Call<ecs::ListTaskDefinitionFamiliesRequest, ecs::ListTaskDefinitionFamiliesResponse>
    list_task_definition_families{service, "ListTaskDefinitionFamilies"};

constexpr std::size_t describe_at_most = 100;  // DescribeX takes this many names

/// Calls `each` with the names in groups that a Describe operation takes.
void in_groups(const std::vector<std::string>& names, const auto& each) {
  for (std::size_t i = 0; i < names.size(); i += describe_at_most) {
    const auto end =
        names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), i + describe_at_most));
    each(std::vector<std::string>(names.begin() + static_cast<std::ptrdiff_t>(i), end));
  }
}

std::vector<std::string> task_arns(Api& api, const std::string& cluster, const std::string& desired_status) {
  ecs::ListTasksRequest request;
  request.cluster = cluster;
  request.desiredStatus = desired_status;
  std::vector<std::string> arns;
  all_pages(api, list_tasks, request, &ecs::ListTasksResponse::nextToken, [&](ecs::ListTasksResponse& page) {
    arns.insert(arns.end(), page.taskArns.begin(), page.taskArns.end());
  });
  return arns;
}

void describe_into(Api& api, const std::string& cluster, const std::vector<std::string>& arns,
                   std::vector<ecs::Task>& tasks) {
  in_groups(arns, [&](const std::vector<std::string>& group) {
    ecs::DescribeTasksRequest request;
    request.cluster = cluster;
    request.tasks = group;
    auto answer = api(describe_tasks, request);
    std::move(answer.tasks.begin(), answer.tasks.end(), std::back_inserter(tasks));
  });
}

/// CLUSTER of arn:aws:ecs:REGION:ACCOUNT:task/CLUSTER/ID; empty if the text is no such ARN.
std::string cluster_of_arn(std::string_view arn) {
  const auto first = arn.find(":task/");
  if (first == arn.npos) return {};
  const std::string_view rest = arn.substr(first + 6);
  return std::string(rest.substr(0, rest.find('/')));
}

}  // namespace

namespace calls {
const Call<ecs::RunTaskRequest, ecs::RunTaskResponse> run_task{service, "RunTask"};
const Call<ecs::StopTaskRequest, ecs::StopTaskResponse> stop_task{service, "StopTask"};
const Call<ecs::DescribeTaskDefinitionRequest, ecs::DescribeTaskDefinitionResponse> describe_task_definition{
    service, "DescribeTaskDefinition"};
}  // namespace calls

std::vector<ecs::Cluster> all_clusters(Api& api) {
  std::vector<std::string> arns;
  all_pages(api, list_clusters, {}, &ecs::ListClustersResponse::nextToken,
            [&](ecs::ListClustersResponse& page) {
              arns.insert(arns.end(), page.clusterArns.begin(), page.clusterArns.end());
            });
  std::vector<ecs::Cluster> clusters;
  in_groups(arns, [&](const std::vector<std::string>& group) {
    ecs::DescribeClustersRequest request;
    request.clusters = group;
    auto answer = api(describe_clusters, request);
    std::move(answer.clusters.begin(), answer.clusters.end(), std::back_inserter(clusters));
  });
  return clusters;
}

std::vector<std::string> cluster_names(Api& api) {
  std::vector<std::string> names;
  for (const ecs::Cluster& cluster : all_clusters(api)) names.push_back(cluster.clusterName.value_or(""));
  return names;
}

std::vector<ecs::ContainerInstance> instances_of(Api& api, const std::string& cluster) {
  ecs::ListContainerInstancesRequest list;
  list.cluster = cluster;
  std::vector<std::string> arns;
  all_pages(api, list_container_instances, list, &ecs::ListContainerInstancesResponse::nextToken,
            [&](ecs::ListContainerInstancesResponse& page) {
              arns.insert(arns.end(), page.containerInstanceArns.begin(), page.containerInstanceArns.end());
            });
  std::vector<ecs::ContainerInstance> instances;
  in_groups(arns, [&](const std::vector<std::string>& group) {
    ecs::DescribeContainerInstancesRequest request;
    request.cluster = cluster;
    request.containerInstances = group;
    auto answer = api(describe_container_instances, request);
    std::move(answer.containerInstances.begin(), answer.containerInstances.end(),
              std::back_inserter(instances));
  });
  return instances;
}

std::vector<ecs::Task> tasks_of(Api& api, const std::vector<std::string>& clusters, bool stopped_too) {
  std::vector<ecs::Task> tasks;
  for (const std::string& cluster : clusters) {
    describe_into(api, cluster, task_arns(api, cluster, "RUNNING"), tasks);
    if (stopped_too) describe_into(api, cluster, task_arns(api, cluster, "STOPPED"), tasks);
  }
  const auto created = [](const ecs::Task& task) {
    return task.createdAt ? task.createdAt->time : base::TimePoint{};
  };
  std::stable_sort(tasks.begin(), tasks.end(),
                   [&](const auto& a, const auto& b) { return created(a) > created(b); });
  return tasks;
}

std::optional<ecs::Task> find_task_if_any(Api& api, const std::string& id) {
  std::vector<std::string> clusters{cluster_of_arn(id)};
  if (clusters[0].empty()) clusters = cluster_names(api);
  const std::string wanted = short_name(id);
  std::vector<ecs::Task> found;
  for (const std::string& cluster : clusters) {
    std::vector<std::string> arns;
    for (const char* status : {"RUNNING", "STOPPED"}) {
      for (std::string& arn : task_arns(api, cluster, status)) {
        if (wanted.size() >= 4 && short_name(arn).starts_with(wanted)) arns.push_back(std::move(arn));
      }
    }
    describe_into(api, cluster, arns, found);
  }
  if (found.empty()) return std::nullopt;
  if (found.size() > 1)
    throw wrong_input(fmt::format("{} tasks begin with {}: give more of its id", found.size(), id));
  return std::move(found.front());
}

ecs::Task find_task(Api& api, const std::string& id) {
  auto found = find_task_if_any(api, id);
  if (!found) throw wrong_input(fmt::format("task {} was not found: 'berth ps -a' lists what there is", id));
  return std::move(*found);
}

void refresh(Api& api, std::vector<ecs::Task>& tasks) {
  std::map<std::string, std::vector<std::string>> by_cluster;
  for (const ecs::Task& task : tasks)
    by_cluster[task.clusterArn.value_or("")].push_back(task.taskArn.value_or(""));
  std::vector<ecs::Task> now;
  for (const auto& [cluster, arns] : by_cluster) describe_into(api, cluster, arns, now);
  for (ecs::Task& task : tasks) {
    const auto found =
        std::find_if(now.begin(), now.end(), [&](const auto& each) { return each.taskArn == task.taskArn; });
    if (found == now.end())
      throw machine_refused(fmt::format("task {} is no longer known", task.taskArn.value_or("")));
    task = *found;
  }
}

std::vector<std::string> definition_families(Api& api) {
  ecs::ListTaskDefinitionFamiliesRequest request;
  request.status = "ACTIVE";
  std::vector<std::string> families;
  all_pages(api, list_task_definition_families, request, &ecs::ListTaskDefinitionFamiliesResponse::nextToken,
            [&](auto& page) { families.insert(families.end(), page.families.begin(), page.families.end()); });
  return families;
}

ecs::TaskDefinition describe_definition(Api& api, const std::string& name) {
  ecs::DescribeTaskDefinitionRequest request;
  request.taskDefinition = name;
  auto answer = api(calls::describe_task_definition, request);
  return std::move(answer.taskDefinition).value();
}

}  // namespace berth::cli
