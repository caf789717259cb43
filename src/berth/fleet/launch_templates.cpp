#include "berth/fleet/launch_templates.hpp"

#include "berth/fleet/documents.hpp"
#include "berth/fleet/user_data.hpp"

#include <algorithm>

namespace berth::fleet {

const LaunchTemplateVersion* LaunchTemplate::find_version(std::string_view version) const {
  if (version == "$Latest") return versions.empty() ? nullptr : &versions.back();
  const std::string wanted =
      version.empty() || version == "$Default" ? std::to_string(default_version) : std::string(version);
  const auto found = std::ranges::find_if(
      versions, [&](const LaunchTemplateVersion& each) { return std::to_string(each.number) == wanted; });
  return found == versions.end() ? nullptr : &*found;
}

LaunchTemplates::LaunchTemplates(store::Store& store, const base::Clock& clock, base::RandomSource& random)
    : clock_(clock), random_(random), table_(store, "fleet_launch_templates") {
  templates_ = load_documents<LaunchTemplate>(table_);
}

LaunchTemplateVersion LaunchTemplates::finish(LaunchTemplateVersion version, std::int64_t number) const {
  version.number = number;
  version.created_at = clock_.now();
  if (!version.launch.cluster)
    version.launch.cluster = find_ecs_cluster_in_user_data(version.launch.user_data);
  return version;
}

void LaunchTemplates::save(const Key& id) { put_document(table_, id, templates_.at(id)); }

base::Result<LaunchTemplate> LaunchTemplates::create(const std::string& account, const std::string& region,
                                                     std::string name,
                                                     std::map<std::string, std::string> tags,
                                                     LaunchTemplateVersion first) {
  if (find({account, region, name})) return base::failure("Launch template name already in use.");
  LaunchTemplate made;
  made.id = "lt-" + random_.hex(17);
  made.name = std::move(name);
  made.created_at = clock_.now();
  made.created_by = first.created_by;
  made.tags = std::move(tags);
  made.versions.push_back(finish(std::move(first), 1));
  const Key key{account, region, made.id};
  templates_[key] = made;
  save(key);
  return made;
}

const LaunchTemplateVersion& LaunchTemplates::add_version(const Key& id, LaunchTemplateVersion version) {
  LaunchTemplate& changed = templates_.at(id);
  changed.versions.push_back(finish(std::move(version), ++changed.latest_version));
  save(id);
  return changed.versions.back();
}

void LaunchTemplates::set_default(const Key& id, std::int64_t version) {
  templates_.at(id).default_version = version;
  save(id);
}

void LaunchTemplates::set_tags(const Key& id, std::map<std::string, std::string> tags) {
  templates_.at(id).tags = std::move(tags);
  save(id);
}

bool LaunchTemplates::remove_version(const Key& id, std::int64_t number) {
  const auto found = templates_.find(id);
  if (found == templates_.end()) return false;
  LaunchTemplate& changed = found->second;
  if (std::erase_if(changed.versions, [&](const auto& each) { return each.number == number; }) == 0)
    return false;
  save(id);
  return true;
}

bool LaunchTemplates::remove(const Key& id) {
  if (templates_.erase(id) == 0) return false;
  table_.remove(id.account, id.region, id.name);
  return true;
}

const LaunchTemplate* LaunchTemplates::find(const Key& id_or_name) const {
  if (const auto found = templates_.find(id_or_name); found != templates_.end()) return &found->second;
  for (const LaunchTemplate* each : all(id_or_name.account, id_or_name.region))
    if (each->name == id_or_name.name) return each;
  return nullptr;
}

std::vector<const LaunchTemplate*> LaunchTemplates::all(const std::string& account,
                                                        const std::string& region) const {
  std::vector<const LaunchTemplate*> found;
  for (auto it = templates_.lower_bound({account, region, ""});
       it != templates_.end() && it->first.account == account && it->first.region == region; ++it)
    found.push_back(&it->second);
  return found;
}

}  // namespace berth::fleet
