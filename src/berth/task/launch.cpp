#include "berth/task/launch.hpp"

namespace berth::task {

namespace {

run::DependencyCondition to_condition(const std::string& condition) {
  if (condition == "COMPLETE") return run::DependencyCondition::COMPLETE;
  if (condition == "SUCCESS") return run::DependencyCondition::SUCCESS;
  if (condition == "HEALTHY") return run::DependencyCondition::HEALTHY;
  return run::DependencyCondition::START;
}

/// As Docker does: an entry point of the definition's own takes the image's command out of force.
std::vector<std::string> arguments(const ContainerPlan& plan, const ResolvedImage& image) {
  std::vector<std::string> argv = plan.entry_point.value_or(image.entry_point);
  const std::vector<std::string> none;
  const std::vector<std::string>& command = plan.command       ? *plan.command
                                            : plan.entry_point ? none
                                                               : image.command;
  argv.insert(argv.end(), command.begin(), command.end());
  return argv;
}

const std::string& first_given(const std::string& first, const std::string& second) {
  return first.empty() ? second : first;
}

}  // namespace

std::map<std::string, std::string> common_environment(const Task& task, const std::string& endpoint_url,
                                                      const std::optional<Credentials>& credentials) {
  std::map<std::string, std::string> environment{
      {"AWS_REGION", task.region},
      {"AWS_DEFAULT_REGION", task.region},
      {"AWS_EXECUTION_ENV", "AWS_ECS_EC2"},
      {"AWS_EC2_METADATA_DISABLED", "true"},
  };
  if (!endpoint_url.empty()) environment.emplace("AWS_ENDPOINT_URL", endpoint_url);
  if (credentials) {
    environment.emplace("AWS_CONTAINER_CREDENTIALS_FULL_URI", credentials->url);
    environment.emplace("AWS_CONTAINER_AUTHORIZATION_TOKEN", credentials->token);
  }
  return environment;
}

LogRequest log_request_for(const Task& task, std::size_t container) {
  const ContainerPlan& plan = task.plan.containers[container];
  const LogOptions& log = *plan.log;
  return {.account = task.account,
          .region = log.region.empty() ? task.region : log.region,
          .group = log.group,
          .stream = log.stream_prefix.empty() ? task.facts[container].runtime_id
                                              : log.stream_prefix + "/" + plan.name + "/" + task.id,
          .create_group = log.create_group};
}

base::Result<run::LaunchSpec> make_launch_spec(const Task& task, const std::vector<Resolved>& resolved,
                                               const std::map<std::string, std::string>& environment) {
  run::LaunchSpec spec{.task_id = task.id,
                       .task_arn = task.arn(),
                       .memory_mib = task.plan.memory_mib,
                       .cpu_shares = task.plan.cpu.value_or(0)};
  for (std::size_t i = 0; i < task.plan.containers.size(); ++i) {
    const ContainerPlan& plan = task.plan.containers[i];
    const ResolvedImage& image = resolved[i].image;
    run::ContainerSpec container{
        .name = plan.name,
        .image = plan.image,
        .image_kind = image.kind,
        .argv = arguments(plan, image),
        .environment = plan.environment,
        .working_directory = first_given(plan.working_directory, image.working_directory),
        .memory_mib = plan.memory_mib,
        .memory_reservation_mib = plan.memory_reservation_mib,
        .cpu_shares = plan.cpu,
        .gpu_ids = task.facts[i].gpu_ids,
        .essential = plan.essential,
        .start_timeout_seconds = plan.start_timeout_seconds,
        .stop_timeout_seconds = plan.stop_timeout_seconds.value_or(30),
        .user = first_given(plan.user, image.user),
        .hostname = plan.hostname,
        .shared_memory_mib = plan.shared_memory_mib.value_or(64),
        .log = resolved[i].log};
    if (container.argv.empty())
      return base::failure("CannotCreateContainerError: Container '" + plan.name +
                           "' has no command: neither its definition nor its image gives one.");
    container.environment.insert(environment.begin(),
                                 environment.end());  // does not replace the definition's own
    container.environment.insert(image.environment.begin(), image.environment.end());
    for (const Dependency& dependency : plan.depends_on)
      container.depends_on.push_back({dependency.container, to_condition(dependency.condition)});
    for (const Limit& limit : plan.limits) container.ulimits.push_back({limit.name, limit.soft, limit.hard});
    spec.containers.push_back(std::move(container));
  }
  if (const std::string fault = run::find_fault(spec); !fault.empty())
    return base::failure("CannotCreateContainerError: " + fault);
  return spec;
}

}  // namespace berth::task
