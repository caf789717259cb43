#include "berth/run/launch_spec.hpp"

#include "berth/run/described_json.hpp"

#include <algorithm>
#include <set>

namespace berth::run {

BOOST_DESCRIBE_ENUM(DependencyCondition, START, COMPLETE, SUCCESS, HEALTHY)
BOOST_DESCRIBE_ENUM(ImageKind, BUILTIN, OCI)
BOOST_DESCRIBE_STRUCT(ContainerDependency, (), (container, condition))
BOOST_DESCRIBE_STRUCT(Ulimit, (), (name, soft, hard))
BOOST_DESCRIBE_STRUCT(LogTarget, (), (folder))
BOOST_DESCRIBE_STRUCT(BoundFile, (), (source, name))
BOOST_DESCRIBE_STRUCT(CgroupTarget, (), (version, folders, unavailable_reason))
BOOST_DESCRIBE_STRUCT(HostPlacement, (), (uid, unsafe_no_sandbox, bubblewrap, cgroup, files))
BOOST_DESCRIBE_STRUCT(ContainerSpec, (),
                      (name, image, image_kind, argv, environment, working_directory, memory_mib,
                       memory_reservation_mib, cpu_shares, gpu_ids, essential, depends_on,
                       start_timeout_seconds, stop_timeout_seconds, user, hostname, shared_memory_mib,
                       ulimits, log))
BOOST_DESCRIBE_STRUCT(LaunchSpec, (),
                      (version, task_id, attempt, task_arn, containers, memory_mib, cpu_shares, pids_limit,
                       host))

std::string to_json(const LaunchSpec& spec) { return base::to_text(detail::to_value(spec)); }

base::Result<LaunchSpec> parse_launch_spec(std::string_view text) {
  return detail::parse_versioned<LaunchSpec>(text, "spec", launch_spec_version);
}

namespace {

/// Names become folders and groups: nothing that a path could be made of.
bool is_plain_name(const std::string& name) {
  return !name.empty() && name.size() <= 255 && std::all_of(name.begin(), name.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
  });
}

const ContainerSpec* find_container(const LaunchSpec& spec, const std::string& name) {
  for (const ContainerSpec& container : spec.containers)
    if (container.name == name) return &container;
  return nullptr;
}

bool depends_on_itself(const LaunchSpec& spec, const ContainerSpec& start) {
  std::set<std::string> seen;
  std::vector<const ContainerSpec*> open{&start};
  while (!open.empty()) {
    const ContainerSpec* container = open.back();
    open.pop_back();
    for (const ContainerDependency& dependency : container->depends_on) {
      if (dependency.container == start.name) return true;
      if (seen.insert(dependency.container).second)
        open.push_back(find_container(spec, dependency.container));
    }
  }
  return false;
}

}  // namespace

std::string find_fault(const LaunchSpec& spec) {
  if (!is_plain_name(spec.task_id)) return "the task id \"" + spec.task_id + "\" is not a plain name";
  if (spec.attempt < 1) return "attempts count from 1";
  if (spec.containers.empty()) return "the task has no containers";
  std::set<std::string> names;
  for (const ContainerSpec& container : spec.containers) {
    const std::string which = "container \"" + container.name + "\" ";
    if (!is_plain_name(container.name)) return which + "does not have a plain name";
    if (!names.insert(container.name).second) return which + "stands twice in the task";
    if (container.argv.empty()) return which + "has no command";
    for (const auto& [name, value] : container.environment) {
      if (name.empty() || name.find('=') != std::string::npos ||
          (name + value).find('\0') != std::string::npos)
        return which + "has an environment variable that cannot be set: \"" + name + "\"";
    }
    for (const std::string& argument : container.argv)
      if (argument.find('\0') != std::string::npos) return which + "has an argument with a zero byte";
    for (const ContainerDependency& dependency : container.depends_on) {
      if (find_container(spec, dependency.container) == nullptr)
        return which + "depends on \"" + dependency.container + "\", which is not in the task";
    }
  }
  for (const ContainerSpec& container : spec.containers)
    if (depends_on_itself(spec, container)) return "container \"" + container.name + "\" depends on itself";
  return {};
}

}  // namespace berth::run
