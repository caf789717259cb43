#include "berth/fleet/fleet.hpp"

#include "base/check.hpp"
#include "base/log.hpp"
#include "berth/fleet/attributes.hpp"
#include "berth/fleet/documents.hpp"
#include "berth/fleet/instance_type.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/fleet/user_data.hpp"

#include <algorithm>

namespace berth::fleet {

std::span<const store::Migration> migrations() {
  using store::DocumentTable;
  static const store::Migration steps[] = {
      {"fleet", 1,
       DocumentTable::schema("fleet_clusters") + ";" + DocumentTable::schema("fleet_launch_configurations") +
           ";" + DocumentTable::schema("fleet_groups") + ";" + DocumentTable::schema("fleet_instances") +
           ";" + DocumentTable::schema("fleet_security_groups")},
      {"fleet", 2, DocumentTable::schema("fleet_launch_templates")},
      {"fleet", 3, DocumentTable::schema("fleet_network")},
  };
  return steps;
}

Fleet::Fleet(store::Store& store, base::Clock& clock, base::RandomSource& random, MachineCapacity machine,
             Home home)
    : clock_(clock),
      random_(random),
      machine_(std::move(machine)),
      home_(std::move(home)),
      cluster_table_(store, "fleet_clusters"),
      configuration_table_(store, "fleet_launch_configurations"),
      group_table_(store, "fleet_groups"),
      instance_table_(store, "fleet_instances"),
      launch_templates_(store, clock, random),
      network_(store, clock, random) {
  load();
  if (!implicit_) make_implicit_instance();
  resize_implicit_instance();
}

Fleet::~Fleet() = default;

// --- start ---
void Fleet::load() {
  clusters_ = load_documents<Cluster>(cluster_table_);
  configurations_ = load_documents<LaunchConfiguration>(configuration_table_);
  for (auto& [key, group] : load_documents<Group>(group_table_)) groups_[key].group = std::move(group);

  for (auto& [key, record] : load_documents<InstanceRecord>(instance_table_))
    add_instance(key.account, key.region, std::move(record));
}

void Fleet::make_implicit_instance() {
  const Key cluster{home_.account, home_.region, "default"};
  create_cluster(cluster, {}, {});
  const Subnet subnet = default_network(home_.account, home_.region).subnets.front();
  Instance& instance = add_instance(home_.account, home_.region,
                                    {.id = "i-" + random_.hex(17),
                                     .container_instance_id = random_.hex(32),
                                     .cluster = cluster.name,
                                     .instance_type = "berth.local",
                                     .image_id = image_id(home_.region),
                                     .subnet_id = subnet.id,
                                     .availability_zone = subnet.zone.name,
                                     .launched_at = clock_.now()});
  register_instance(instance);
}

void Fleet::settle() {
  std::vector<Key> ended;
  for (const auto& instance : instances_)
    if (instance->record.terminating && instance->inventory.is_idle())
      ended.push_back({instance->account, instance->region, instance->record.id});
  for (const Key& key : ended) remove_instance(*find_instance(key.account, key.region, key.name));
  std::vector<Key> deleting;
  for (const auto& [key, state] : groups_)
    if (state.group.deleting) deleting.push_back(key);
  for (const Key& key : deleting) finish_group_if_empty(key);
  resize_implicit_instance();
  scale_groups_that_wait();
}

// --- clusters ---

const Cluster* Fleet::find_cluster(const Key& key) const {
  const auto found = clusters_.find(key);
  return found == clusters_.end() ? nullptr : &found->second;
}

std::vector<const Cluster*> Fleet::clusters(const std::string& account, const std::string& region) const {
  std::vector<const Cluster*> found;
  for (auto it = clusters_.lower_bound({account, region, ""});
       it != clusters_.end() && it->first.account == account && it->first.region == region; ++it)
    found.push_back(&it->second);
  return found;
}

const Cluster& Fleet::create_cluster(const Key& key, std::map<std::string, std::string> tags,
                                     std::map<std::string, std::string> settings) {
  const auto existing = clusters_.find(key);
  if (existing != clusters_.end() && existing->second.active) return existing->second;
  Cluster& cluster = clusters_[key] = {.name = key.name,
                                       .active = true,
                                       .created_at = clock_.now(),
                                       .tags = std::move(tags),
                                       .settings = std::move(settings),
                                       .capacity_providers = {},
                                       .default_strategy = {}};
  put_document(cluster_table_, key, cluster);
  std::vector<std::string> waiting;  // by id: a report may end an instance
  for (const auto& instance : instances_)
    if (!instance->record.registered && !instance->record.terminating && instance->account == key.account &&
        instance->region == key.region && instance->record.cluster == key.name)
      waiting.push_back(instance->record.id);
  for (const std::string& id : waiting) {
    Instance* instance = find_instance(key.account, key.region, id);
    if (!instance) continue;
    register_instance(*instance);
    report({key.account, key.region, instance->record.group}, id, "");
  }
  return cluster;
}

void Fleet::deactivate_cluster(const Key& key) {
  Cluster& cluster = clusters_.at(key);
  cluster.active = false;
  put_document(cluster_table_, key, cluster);
}

void Fleet::set_cluster_tags(const Key& key, std::map<std::string, std::string> tags) {
  Cluster& cluster = clusters_.at(key);
  cluster.tags = std::move(tags);
  put_document(cluster_table_, key, cluster);
}

void Fleet::set_cluster_settings(const Key& key, std::map<std::string, std::string> settings) {
  Cluster& cluster = clusters_.at(key);
  cluster.settings = std::move(settings);
  put_document(cluster_table_, key, cluster);
}

void Fleet::set_cluster_capacity(const Key& key, std::vector<std::string> providers,
                                 std::vector<CapacityShare> default_strategy) {
  Cluster& cluster = clusters_.at(key);
  cluster.capacity_providers = std::move(providers);
  cluster.default_strategy = std::move(default_strategy);
  put_document(cluster_table_, key, cluster);
}

// --- launch configurations ---
base::Status Fleet::create_launch_configuration(const Key& key, LaunchConfiguration configuration) {
  if (configurations_.contains(key))
    return base::failure(
        "Launch Configuration by this name already exists - A launch configuration already exists "
        "with the name " +
        key.name);
  if (!find_instance_type(configuration.instance_type))
    return base::failure("Invalid instance type '" + configuration.instance_type +
                         "': not among the types that are known here (docs/design/scheduling.md)");
  configuration.name = key.name;
  configuration.created_at = clock_.now();
  if (!configuration.cluster) configuration.cluster = find_ecs_cluster_in_user_data(configuration.user_data);
  put_document(configuration_table_, key, configuration);
  configurations_[key] = std::move(configuration);
  return {};
}

const LaunchConfiguration* Fleet::find_launch_configuration(const Key& key) const {
  const auto found = configurations_.find(key);
  return found == configurations_.end() ? nullptr : &found->second;
}

std::vector<const LaunchConfiguration*> Fleet::launch_configurations(const std::string& account,
                                                                     const std::string& region) const {
  std::vector<const LaunchConfiguration*> found;
  for (auto it = configurations_.lower_bound({account, region, ""});
       it != configurations_.end() && it->first.account == account && it->first.region == region; ++it)
    found.push_back(&it->second);
  return found;
}

base::Status Fleet::remove_launch_configuration(const Key& key) {
  for (const auto& [group_key, state] : groups_)
    if (group_key.account == key.account && group_key.region == key.region &&
        state.group.launch_configuration == key.name)
      return base::failure("Cannot delete launch configuration " + key.name +
                           " because it is attached to AutoScalingGroup " + group_key.name);
  configurations_.erase(key);
  configuration_table_.remove(key.account, key.region, key.name);
  return {};
}

// --- instances ---
std::vector<Instance*> Fleet::instances_of(const Key& cluster) {
  std::vector<Instance*> found;
  for (const auto& instance : instances_)
    if (instance->record.registered && instance->record.cluster == cluster.name &&
        instance->account == cluster.account && instance->region == cluster.region)
      found.push_back(instance.get());
  return found;
}

Instance* Fleet::find_instance(const std::string& account, const std::string& region, std::string_view id) {
  const auto found = by_id_.find({account, region, std::string(id)});
  return found == by_id_.end() ? nullptr : found->second;
}

std::vector<const Instance*> Fleet::instances(const std::string& account, const std::string& region) const {
  std::vector<const Instance*> found;
  for (const auto& instance : instances_)
    if (instance->account == account && instance->region == region) found.push_back(instance.get());
  return found;
}

void Fleet::set_draining(Instance& instance, bool draining) {
  instance.record.draining = draining;
  store_instance(instance);
}

void Fleet::put_attribute(Instance& instance, const std::string& name, const std::string& value) {
  instance.record.custom_attributes[name] = value;
  instance.attributes[name] = value;
  store_instance(instance);
}

void Fleet::delete_attribute(Instance& instance, const std::string& name) {
  instance.record.custom_attributes.erase(name);
  instance.attributes.erase(name);
  store_instance(instance);
}

void Fleet::set_instance_tags(Instance& instance, std::map<std::string, std::string> tags) {
  instance.record.tags = std::move(tags);
  store_instance(instance);
}

std::variant<sched::Grant, sched::Shortage> Fleet::take(Instance& instance, const sched::Demand& demand) {
  return instance.inventory.take(demand);
}

void Fleet::retake(Instance& instance, const sched::Grant& grant) { instance.inventory.retake(grant); }

void Fleet::give_back(Instance& instance, const sched::Grant& grant) {
  instance.inventory.give_back(grant);
  if (instance.record.terminating && instance.inventory.is_idle())
    remove_instance(instance);
  else if (instance.is_implicit())
    scale_groups_that_wait();
}

sched::Capacity Fleet::capacity_of(const InstanceRecord& record) const {
  sched::Capacity capacity{.cpu_units = record.cpu_units,
                           .memory_mib = record.memory_mib,
                           .backed_memory_mib = record.backed_memory_mib};
  for (const std::string& id : record.gpu_ids) {
    const auto gpu = std::ranges::find(machine_.gpus, id, &sched::Gpu::id);
    if (gpu != machine_.gpus.end())
      capacity.gpus.push_back(*gpu);
    else
      base::log::warn("instance {} had GPU {}, which this machine no longer shows; it goes on without",
                      record.id, id);
  }
  return capacity;
}

Instance& Fleet::add_instance(const std::string& account, const std::string& region, InstanceRecord record) {
  auto instance = std::make_unique<Instance>();
  instance->account = account;
  instance->region = region;
  instance->inventory = sched::Inventory(capacity_of(record));
  instance->attributes = instance_attributes(account, region, record);
  for (const auto& [name, value] : record.custom_attributes) instance->attributes[name] = value;
  instance->record = std::move(record);
  // Oldest first, the same after a restart: ids decide between instances of one millisecond.
  const auto age = [](const std::unique_ptr<Instance>& each) {
    return std::pair<base::TimePoint, std::string_view>(each->record.launched_at, each->record.id);
  };
  const auto place = std::ranges::upper_bound(instances_, age(instance), {}, age);
  Instance& added = **instances_.insert(place, std::move(instance));
  by_id_[{account, region, added.record.id}] = &added;
  by_id_[{account, region, added.record.container_instance_id}] = &added;
  if (added.is_implicit()) implicit_ = &added;
  return added;
}

void Fleet::register_instance(Instance& instance) {
  instance.record.registered = true;
  instance.record.registered_at = clock_.now();
  store_instance(instance);
}

void Fleet::terminate(Instance& instance) {
  const Key key{instance.account, instance.region, instance.record.id};
  instance.record.terminating = true;
  store_instance(instance);
  if (!instance.inventory.is_idle() && on_termination_) on_termination_(instance);
  // Tasks that had not started are gone by now, and the instance with the last of them.
  Instance* left = find_instance(key.account, key.region, key.name);
  if (left && left->inventory.is_idle()) remove_instance(*left);
}

void Fleet::remove_instance(Instance& instance) {
  BERTH_CHECK(instance.inventory.is_idle(), "an instance outlives its tasks");
  const Key group{instance.account, instance.region, instance.record.group};
  by_id_.erase({instance.account, instance.region, instance.record.id});
  by_id_.erase({instance.account, instance.region, instance.record.container_instance_id});
  instance_table_.remove(instance.account, instance.region, instance.record.id);
  std::erase_if(instances_, [&](const auto& each) { return each.get() == &instance; });
  resize_implicit_instance();
  finish_group_if_empty(group);
  scale_groups_that_wait();
}

/// The implicit instance offers what no group has claimed. What its tasks hold was left out of every claim,
/// so it never falls below that.
void Fleet::resize_implicit_instance() {
  InstanceRecord& record = implicit_->record;
  std::int64_t memory = machine_.memory_mib;
  std::vector<std::string> gpus;
  for (const sched::Gpu& gpu : machine_.gpus) gpus.push_back(gpu.id);
  for (const auto& instance : instances_) {
    if (instance->is_implicit()) continue;
    memory -= instance->record.backed_memory_mib;
    std::erase_if(gpus, [&](const std::string& id) {
      return std::ranges::find(instance->record.gpu_ids, id) != instance->record.gpu_ids.end();
    });
  }
  memory = std::max(memory, implicit_->inventory.taken_backed_memory_mib());
  record.cpu_units = machine_.cpu_units;
  record.memory_mib = record.backed_memory_mib = memory;
  record.gpu_ids = std::move(gpus);
  implicit_->inventory.resize(capacity_of(record));
  store_instance(*implicit_);
}

void Fleet::store_instance(const Instance& instance) {
  put_document(instance_table_, {instance.account, instance.region, instance.record.id}, instance.record);
}

}  // namespace berth::fleet
