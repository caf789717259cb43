// AutoScaling groups: cutting slices of the machine until a group has what it desires, or saying why not.
#include "berth/fleet/documents.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/fleet/instance_type.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/fleet/moment.hpp"

#include <algorithm>

namespace berth::fleet {

namespace {

/// An instance with less memory than this would start nothing, so a launch that cannot have it is refused.
constexpr std::int64_t smallest_slice_mib = 512;
constexpr std::size_t activities_kept = 100;

}  // namespace

/// What an instance of the group is made of now, or why none can be made. Of a template, the name is the version.
base::Result<LaunchConfiguration> Fleet::what_to_launch(const Key& key, const Group& group) const {
  if (!group.launch_configuration.empty()) {
    const auto* found = find_launch_configuration({key.account, key.region, group.launch_configuration});
    if (!found)
      return base::failure("Launch configuration name not found - Launch configuration " +
                           group.launch_configuration + " not found");
    return *found;
  }
  if (group.launch_template.empty())
    return base::failure(
        "Valid requests must contain either LaunchTemplate, LaunchConfigurationName, InstanceId or "
        "MixedInstancesPolicy parameter.");
  const LaunchTemplate* found = launch_templates_.find({key.account, key.region, group.launch_template});
  const LaunchTemplateVersion* version = found ? found->find_version(group.launch_template_version) : nullptr;
  if (!version)
    return base::failure(
        "You must use a valid fully-formed launch template. The specified launch template, " +
        group.launch_template + (found ? ", has no such version." : ", does not exist."));
  if (!find_instance_type(version->launch.instance_type))
    return base::failure(
        "You must use a valid fully-formed launch template. " +
        (version->launch.instance_type.empty()
             ? "The request must contain the parameter InstanceType"
             : "Invalid instance type '" + version->launch.instance_type +
                   "': not among the types that are known here (docs/design/scheduling.md)"));
  LaunchConfiguration launch = version->launch;
  launch.name = std::to_string(version->number);
  return launch;
}

base::Status Fleet::create_group(const Key& key, Group group, Report report) {
  if (groups_.contains(key))
    return base::failure("AutoScalingGroup by this name already exists - A group with the name " + key.name +
                         " already exists");
  if (const auto right = check_bounds(group); !right) return right.error();
  if (const auto launch = what_to_launch(key, group); !launch) return launch.error();
  group.name = key.name;
  group.created_at = clock_.now();
  store_group(key, group);
  std::string request =
      at(clock_) + " a user request created an AutoScalingGroup changing the desired capacity from 0 to " +
      std::to_string(group.desired) + ".  ";
  groups_[key] = {.group = std::move(group), .report = std::move(report), .gone = {}, .request = {}};
  scale_on_request(key, std::move(request));
  return {};
}

base::Status Fleet::watch_group(const Key& key, Report report) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) return base::failure("There is no AutoScalingGroup " + key.name);
  found->second.report = std::move(report);
  this->report(key, "", "");
  return {};
}

void Fleet::unwatch_group(const Key& key) {
  const auto found = groups_.find(key);
  if (found != groups_.end()) found->second.report = {};
}

const Group* Fleet::find_group(const Key& key) const {
  const auto found = groups_.find(key);
  return found == groups_.end() ? nullptr : &found->second.group;
}

std::vector<const Group*> Fleet::groups(const std::string& account, const std::string& region) const {
  std::vector<const Group*> found;
  for (auto it = groups_.lower_bound({account, region, ""});
       it != groups_.end() && it->first.account == account && it->first.region == region; ++it)
    found.push_back(&it->second.group);
  return found;
}

std::vector<const Instance*> Fleet::instances_of_group(const Key& key) const {
  const auto members = members_of(key);
  return {members.begin(), members.end()};
}

std::vector<Instance*> Fleet::members_of(const Key& group) const {
  std::vector<Instance*> found;
  for (const auto& instance : instances_)
    if (instance->account == group.account && instance->region == group.region &&
        instance->record.group == group.name)
      found.push_back(instance.get());
  return found;
}

void Fleet::remove_group(const Key& key, std::function<void()> gone) {
  const auto found = groups_.find(key);
  if (found == groups_.end()) {
    if (gone) gone();
    return;
  }
  GroupState& state = found->second;
  state.group.deleting = true;
  state.group.desired = state.group.minimum = 0;
  state.report = {};
  state.gone = std::move(gone);
  store_group(key, state.group);
  scale(key);
  finish_group_if_empty(key);
}

/// Launches or terminates until the group has what it desires, or a launch is refused. A report may call back
/// into us (a stack that fails removes the group), so everything is looked up again after each.
void Fleet::scale(const Key& key) {
  const auto living = [&] {
    auto members = members_of(key);
    std::erase_if(members, [](const Instance* instance) { return instance->record.terminating; });
    return members;
  };
  for (auto found = groups_.find(key); found != groups_.end(); found = groups_.find(key)) {
    GroupState& state = found->second;
    auto members = living();
    const int size = static_cast<int>(members.size());
    if (size == state.group.desired) return;
    if (size > state.group.desired) {
      // The idle go first, then the youngest.
      std::ranges::stable_sort(members, {}, [](const Instance* each) { return each->inventory.is_idle(); });
      Instance& chosen = *members.back();
      note_termination(
          state, chosen,
          cause_of(state, "an instance was taken out of service", members.size(), members.size() - 1) + "  " +
              at(clock_) + " instance " + chosen.record.id + " was selected for termination.");
      store_group(key, state.group);
      terminate(chosen);
      continue;
    }
    auto record = cut_slice(key, state);
    if (!record) {
      if (note_refusal(state, record.error().message)) {
        store_group(key, state.group);
        report(key, "", record.error().message);
      }
      return;
    }
    Instance& instance = add_instance(key.account, key.region, std::move(*record));
    const std::string id = instance.record.id;
    const std::string cluster_name = instance.record.cluster;
    note_launch(state, instance, members.size());
    store_instance(instance);
    store_group(key, state.group);
    resize_implicit_instance();
    const Cluster* cluster = find_cluster({key.account, key.region, cluster_name});
    if (cluster && cluster->active) {
      register_instance(instance);
      report(key, id, "");
    } else {
      report(key, "",
             "Instance " + id + " waits for the cluster '" + cluster_name + "', which does not exist.");
    }
  }
}

void Fleet::scale_groups_that_wait() {
  std::vector<Key> waiting;
  for (const auto& [key, state] : groups_)
    if (!state.group.deleting && static_cast<int>(members_of(key).size()) < state.group.desired)
      waiting.push_back(key);
  for (const Key& key : waiting) scale(key);
}

base::Result<InstanceRecord> Fleet::cut_slice(const Key& key, const GroupState& state) {
  const Group& group = state.group;
  const auto launch = what_to_launch(key, group);
  if (!launch) return launch.error();
  const LaunchConfiguration& configuration = *launch;
  const InstanceType& type = *find_instance_type(configuration.instance_type);

  const std::int64_t memory = left_memory_mib();
  if (memory < std::min(smallest_slice_mib, type.memory_mib))
    return base::failure("This machine has no memory left for another " + std::string(type.name) + ": of " +
                         std::to_string(machine_.memory_mib) + " MiB, " +
                         std::to_string(std::max<std::int64_t>(memory, 0)) +
                         " MiB are not claimed. Delete a group or end tasks in the cluster 'default'.");
  std::vector<std::string> gpus = left_gpu_ids();
  if (type.gpus > 0 && gpus.empty() && !machine_.gpus.empty())
    return base::failure("This machine has no GPU left for another " + std::string(type.name) + ": all " +
                         std::to_string(machine_.gpus.size()) +
                         " are claimed. Delete a group or end tasks in the cluster 'default'.");
  gpus.resize(std::min(gpus.size(), static_cast<std::size_t>(type.gpus)));

  const Network network = default_network(key.account, key.region);
  const std::size_t turn = members_of(key).size();
  Subnet subnet = network.subnets[turn % network.subnets.size()];
  if (!group.subnets.empty())
    subnet = network_.find_subnet(key.account, key.region, group.subnets[turn % group.subnets.size()])
                 .value_or(subnet);
  return InstanceRecord{
      .id = "i-" + random_.hex(17),
      .container_instance_id = random_.hex(32),
      .cluster = configuration.cluster.value_or("default"),
      .group = key.name,
      .instance_type = configuration.instance_type,
      .image_id = configuration.image_id.empty() ? image_id(key.region) : configuration.image_id,
      .launch_configuration = group.launch_configuration,
      .launch_template = group.launch_template,
      .launch_template_version = group.launch_template.empty() ? "" : configuration.name,
      .iam_instance_profile = configuration.iam_instance_profile,
      .subnet_id = subnet.id,
      .availability_zone = subnet.zone.name,
      .cpu_units = std::min<std::int64_t>(1024 * type.vcpus, machine_.cpu_units),
      .memory_mib = type.memory_mib,
      .backed_memory_mib = std::min(type.memory_mib, memory),
      .gpu_ids = std::move(gpus),
      .launched_at = clock_.now()};
}

/// What neither a group has claimed nor a task on the implicit instance holds.
std::int64_t Fleet::left_memory_mib() const {
  std::int64_t left = machine_.memory_mib - implicit_->inventory.taken_backed_memory_mib();
  for (const auto& instance : instances_)
    if (!instance->is_implicit()) left -= instance->record.backed_memory_mib;
  return left;
}

std::vector<std::string> Fleet::left_gpu_ids() const { return implicit_->inventory.free_gpu_ids(); }

void Fleet::note_launch(GroupState& state, const Instance& instance, std::size_t size_before) {
  const InstanceRecord& record = instance.record;
  const InstanceType& type = *find_instance_type(record.instance_type);
  std::string message;
  if (record.backed_memory_mib < type.memory_mib || record.cpu_units < 1024 * type.vcpus ||
      static_cast<int>(record.gpu_ids.size()) < type.gpus)
    message = "A " + record.instance_type + " has " + std::to_string(type.vcpus) + " vCPUs, " +
              std::to_string(type.memory_mib) + " MiB and " + std::to_string(type.gpus) +
              " GPUs; this machine gave it shares of " + std::to_string(record.cpu_units) + " CPU units, " +
              std::to_string(record.backed_memory_mib) + " MiB and " + std::to_string(record.gpu_ids.size()) +
              " GPUs.";
  note(state, {.description = "Launching a new EC2 instance: " + record.id,
               .cause = cause_of(state, "an instance was started", size_before, size_before + 1),
               .status = "Successful",
               .message = std::move(message)});
}

/// False if the same refusal stands there already: a group that waits does not fill its history.
bool Fleet::note_refusal(GroupState& state, const std::string& reason) {
  const auto& activities = state.group.activities;
  if (!activities.empty() && activities.back().status == "Failed" && activities.back().message == reason)
    return false;
  note(state, {.description = "Launching a new EC2 instance.  Status Reason: " + reason,
               .cause = state.request + at(clock_) + " the group desires " +
                        std::to_string(state.group.desired) + " instances and has fewer.",
               .status = "Failed",
               .message = reason});
  return true;
}

void Fleet::note(GroupState& state, ScalingActivity activity) {
  activity.id = random_.uuid();
  activity.at = clock_.now();
  auto& activities = state.group.activities;
  activities.push_back(std::move(activity));
  if (activities.size() > activities_kept) activities.erase(activities.begin());
}

void Fleet::report(const Key& key, const std::string& instance_id, const std::string& reason) {
  const auto found = groups_.find(key);
  if (found == groups_.end() || !found->second.report) return;
  GroupReport told{
      .group = key, .desired = found->second.group.desired, .instance_id = instance_id, .reason = reason};
  for (const Instance* instance : members_of(key)) told.registered += instance->is_active();
  const Report report = found->second.report;  // a copy: it may replace or drop itself
  report(told);
}

void Fleet::finish_group_if_empty(const Key& key) {
  const auto found = groups_.find(key);
  if (found == groups_.end() || !found->second.group.deleting || !members_of(key).empty()) return;
  const auto gone = std::move(found->second.gone);
  groups_.erase(found);
  group_table_.remove(key.account, key.region, key.name);
  if (gone) gone();
}

void Fleet::store_group(const Key& key, const Group& group) { put_document(group_table_, key, group); }

}  // namespace berth::fleet
