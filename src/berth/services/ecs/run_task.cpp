#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/candidates.hpp"
#include "berth/services/ecs/capacity_strategy.hpp"
#include "berth/services/ecs/describe.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/lookup.hpp"
#include "berth/services/ecs/passed_roles.hpp"
#include "berth/services/ecs/placement_policy.hpp"
#include "berth/services/ecs/run_task_rules.hpp"
#include "berth/services/ecs/shape_documents.hpp"
#include "berth/services/ecs/task_plan.hpp"

namespace berth::ecs {

namespace {

void check_network(const RunTaskRequest& in, const TaskDefinition& definition) {
  const bool own_interface = definition.networkMode == "awsvpc";
  if (own_interface && !in.networkConfiguration)
    throw invalid_parameter("Network Configuration must be provided when networkMode 'awsvpc' is specified.");
  if (!own_interface && in.networkConfiguration)
    throw invalid_parameter(
        "Network Configuration is not valid for the given networkMode of this task definition.");
}

const RegisteredDefinition& find_definition(Ecs& ecs, const Call& call, const std::string& name) {
  const RegisteredDefinition* found = ecs.definitions.find({call.account, call.region}, name);
  if (!found) throw definition_not_found();
  if (found->definition.status != "ACTIVE") throw definition_inactive();
  return *found;
}

std::map<std::string, std::string> tags_of(const RunTaskRequest& in, const RegisteredDefinition& registered,
                                           const fleet::Cluster& cluster) {
  std::map<std::string, std::string> tags;
  if (in.propagateTags == "TASK_DEFINITION") tags = from_tags(registered.tags);
  for (auto& [key, value] : from_tags(in.tags)) tags[key] = value;
  if (in.enableECSManagedTags.value_or(false)) tags["aws:ecs:clusterName"] = cluster.name;
  return tags;
}

task::TaskPlan make_plan(const RunTaskRequest& in, const RegisteredDefinition& registered,
                         const fleet::Cluster& cluster) {
  const TaskOverride overrides = in.overrides.value_or(TaskOverride());
  task::TaskPlan plan = plan_task(registered.definition, overrides);
  plan.cluster = cluster.name;
  plan.group = in.group.value_or("family:" + plan.family);
  plan.started_by = in.startedBy.value_or("");
  plan.tags = tags_of(in, registered, cluster);
  if (in.overrides) plan.overrides = base::to_text(base::to_document(overrides));
  return plan;
}

/// AWS assumes the roles before it places the task.
void check_assumable(Ecs& ecs, const Call& call, const std::string& role) {
  if (role.empty()) return;
  if (const auto able = ecs.tasks.check_role(call.account, role); !able)
    throw role_not_assumed(role_arn(call, role), able.error().message);
}

/// The instances of the cluster with what the policy wants to know of them.
std::vector<sched::Candidate> candidates(Ecs& ecs, const Call& call,
                                         const std::vector<fleet::Instance*>& instances,
                                         const sched::Policy& policy, const std::string& group) {
  std::vector<sched::Candidate> all;
  for (const fleet::Instance* instance : instances) {
    sched::Candidate& candidate = all.emplace_back(candidate_of(ecs, call, *instance));
    if (policy.needs_tasks_alike()) candidate.tasks_alike = tasks_alike_on(ecs, *instance, group);
    if (policy.needs_task_groups()) candidate.task_groups = task_groups_on(ecs, *instance);
  }
  return all;
}

/// Which capacity provider each task of the request goes to; nothing if none is asked for.
std::vector<std::string> providers_of(const RunTaskRequest& in, const fleet::Cluster& cluster) {
  if (in.launchType) return {};
  const auto strategy = in.capacityProviderStrategy.empty()
                            ? cluster.default_strategy
                            : read_strategy(in.capacityProviderStrategy, cluster.capacity_providers);
  return strategy.empty() ? std::vector<std::string>() : distribute(strategy, in.count.value_or(1));
}

/// The instances of the provider's group among those of the cluster.
std::vector<fleet::Instance*> instances_of(const Ecs& ecs, const Call& call, const std::string& provider,
                                           const std::vector<fleet::Instance*>& all) {
  const auto* record = ecs.capacity_providers.find({call.account, call.region, provider});
  std::vector<fleet::Instance*> found;
  for (fleet::Instance* each : all)
    if (record && each->record.group == record->group) found.push_back(each);
  return found;
}

Failure empty_provider(const Call& call, const std::string& provider) {
  return {.arn = arn(call, "capacity-provider/" + provider),
          .reason = "EMPTY CAPACITY PROVIDER",
          .detail =
              "No ACTIVE instance of its Auto Scaling group is in the cluster. Raise the group's desired "
              "capacity, for nothing scales by itself here, or set a draining instance ACTIVE again."};
}

std::string digest(RunTaskRequest request) {
  return base::to_hex(base::sha256(base::to_text(base::to_document(request))));
}

/// The answer to a request that came before, as its tasks stand now.
RunTaskResponse repeat(Ecs& ecs, const Call& call, const TokenUse& use) {
  RunTaskResponse out;
  for (const std::string& id : use.task_ids)
    if (const task::Task* task = ecs.tasks.find(call.account, call.region, id))
      out.tasks.push_back(describe(*task));
  return out;
}

}  // namespace

RunTaskResponse run_task(Ecs& ecs, const Call& call, RunTaskRequest in) {
  check(in);
  const fleet::Cluster& cluster = active_cluster(ecs, call, in.cluster);
  const RegisteredDefinition& registered = find_definition(ecs, call, in.taskDefinition);
  check_network(in, registered.definition);
  task::TaskPlan plan = make_plan(in, registered, cluster);
  authorize_passed_role(call, plan.task_role_arn);
  authorize_passed_role(call, plan.execution_role_arn);
  const sched::Policy policy = placement_policy(registered.definition, in);

  if (in.clientToken)
    if (const TokenUse* use = ecs.client_tokens.find(call.account, call.region, *in.clientToken)) {
      if (use->request_digest != digest(in)) throw client_token_conflict();
      return repeat(ecs, call, *use);
    }
  check_assumable(ecs, call, plan.task_role_arn);
  check_assumable(ecs, call, plan.execution_role_arn);

  auto instances = ecs.fleet.instances_of({call.account, call.region, cluster.name});
  std::erase_if(instances, [](const fleet::Instance* each) { return !each->takes_tasks(); });
  const std::vector<std::string> providers = providers_of(in, cluster);
  if (instances.empty() && providers.empty()) throw no_container_instances();

  // Each of the count is placed by itself, so those that fit start although others do not.
  const sched::Demand demand = task::demand_of(plan);
  RunTaskResponse out;
  TokenUse use;
  for (int i = 0; i < in.count.value_or(1); ++i) {
    auto usable = instances;
    if (!providers.empty()) {
      plan.capacity_provider = providers[static_cast<std::size_t>(i)];
      usable = instances_of(ecs, call, plan.capacity_provider, instances);
      if (usable.empty()) {
        out.failures.push_back(empty_provider(call, plan.capacity_provider));
        continue;
      }
    }
    const auto offered = candidates(ecs, call, usable, policy, plan.group);
    const sched::Placement placement = sched::place(demand, offered, policy, ecs.random.number());
    if (!placement.chosen) {
      for (const sched::Refusal& each : placement.refusals)
        out.failures.push_back({.arn = each.instance,
                                .reason = each.reason,
                                .detail = each.detail.empty() ? std::nullopt : std::optional(each.detail)});
      continue;
    }
    fleet::Instance& instance = *usable[*placement.chosen];
    const auto taken = ecs.fleet.take(instance, demand);
    BERTH_CHECK(std::holds_alternative<sched::Grant>(taken), "placement chose an instance with room");
    task::Task& task =
        ecs.tasks.create(call.account, call.region, plan, instance, std::get<sched::Grant>(taken));
    use.task_ids.push_back(task.id);
    out.tasks.push_back(describe(task));
    ecs.tasks.begin(task);
  }
  if (in.clientToken) {
    use.request_digest = digest(in);
    ecs.client_tokens.put(call.account, call.region, *in.clientToken, std::move(use));
  }
  return out;
}

}  // namespace berth::ecs
