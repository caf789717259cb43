#include "berth/registry/registry.hpp"

#include "base/check.hpp"
#include "berth/registry/builtin_image.hpp"
#include "berth/registry/documents.hpp"

#include <fmt/format.h>

namespace berth::registry {
namespace {

/// The ids of rows: neither names nor tags nor digests have a space.
std::string row_id(const Repository& repository, std::string_view what) {
  return fmt::format("{} {}", repository.name, what);
}

}  // namespace

const Image* Repository::find(std::string_view tag_or_digest) const {
  std::string digest(tag_or_digest);
  if (!is_digest(digest)) {
    auto tag = tags.find(digest);
    if (tag == tags.end()) return nullptr;
    digest = tag->second;
  }
  auto image = images.find(digest);
  return image == images.end() ? nullptr : &image->second;
}

std::vector<std::string> Repository::tags_of(std::string_view digest) const {
  std::vector<std::string> list;
  for (const auto& [tag, target] : tags) {
    if (target == digest) list.push_back(tag);
  }
  return list;
}

std::span<const store::Migration> Registry::migrations() {
  static const store::Migration steps[] = {{"registry", 1,
                                            store::DocumentTable::schema("registry_repositories") +
                                                store::DocumentTable::schema("registry_images") +
                                                store::DocumentTable::schema("registry_tags")}};
  return steps;
}

Registry::Registry(store::Store& store, const base::Clock& clock, base::RandomSource& random,
                   std::string host)
    : repository_rows_(store, "registry_repositories"),
      image_rows_(store, "registry_images"),
      tag_rows_(store, "registry_tags"),
      clock_(clock),
      random_(random),
      host_(std::move(host)) {
  load();
}

void Registry::load() {
  repository_rows_.load([this](auto account, auto region, auto name, auto json) {
    Repository repository = repository_from_json(json);
    repository.account = account;
    repository.region = region;
    repository.name = name;
    Key key(account, region, name);
    repositories_.emplace(std::move(key), std::move(repository));
  });
  auto owner = [this](auto account, auto region, std::string_view id) -> std::pair<Repository&, std::string> {
    std::size_t space = id.find(' ');
    auto found = repositories_.find(Key(account, region, id.substr(0, space)));
    BERTH_CHECK(found != repositories_.end(), "images and tags are removed with their repository");
    return {found->second, std::string(id.substr(space + 1))};
  };
  image_rows_.load([&](auto account, auto region, auto id, auto json) {
    auto [repository, digest] = owner(account, region, id);
    Image image = image_from_json(json);
    image.digest = digest;
    repository.images.emplace(digest, std::move(image));
  });
  tag_rows_.load([&](auto account, auto region, auto id, auto json) {
    auto [repository, tag] = owner(account, region, id);
    repository.tags.emplace(tag, digest_from_json(json));
  });
}

const Repository* Registry::find(std::string_view account, std::string_view region,
                                 std::string_view name) const {
  auto found = repositories_.find(Key(account, region, name));
  return found == repositories_.end() ? nullptr : &found->second;
}

std::vector<const Repository*> Registry::repositories(std::string_view account,
                                                      std::string_view region) const {
  std::vector<const Repository*> list;
  for (auto it = repositories_.lower_bound(Key(account, region, "")); it != repositories_.end(); ++it) {
    if (it->second.account != account || it->second.region != region) break;
    list.push_back(&it->second);
  }
  return list;
}

std::set<std::string> Registry::ids() const {
  std::set<std::string> all;
  for (const auto& [key, repository] : repositories_) all.insert(repository.id);
  return all;
}

const Repository& Registry::create(const std::string& account, const std::string& region,
                                   const std::string& name, RepositorySettings settings) {
  BERTH_CHECK(is_repository_name(name), "the caller has checked the name");
  Repository repository{account, region, name, random_.hex(32), clock_.now(), std::move(settings), {}, {}};
  auto [place, is_new] = repositories_.emplace(Key(account, region, name), std::move(repository));
  BERTH_CHECK(is_new, "the caller has looked for the name");
  repository_rows_.put(account, region, name, to_json(place->second));
  return place->second;
}

void Registry::set_settings(const Repository& where, RepositorySettings settings) {
  Repository& repository = mutable_repository(where);
  repository.settings = std::move(settings);
  repository_rows_.put(repository.account, repository.region, repository.name, to_json(repository));
}

std::string Registry::remove(const std::string& account, const std::string& region, const std::string& name) {
  auto found = repositories_.find(Key(account, region, name));
  BERTH_CHECK(found != repositories_.end(), "the caller has found the repository");
  Repository& repository = found->second;
  for (const auto& [tag, digest] : repository.tags)
    tag_rows_.remove(account, region, row_id(repository, tag));
  for (const auto& [digest, image] : repository.images)
    image_rows_.remove(account, region, row_id(repository, digest));
  repository_rows_.remove(account, region, name);
  std::string id = repository.id;
  repositories_.erase(found);
  return id;
}

void Registry::clear() {
  repositories_.clear();
  for (store::DocumentTable* rows : {&repository_rows_, &image_rows_, &tag_rows_}) rows->clear();
}

Repository& Registry::mutable_repository(const Repository& repository) {
  auto found = repositories_.find(Key(repository.account, repository.region, repository.name));
  BERTH_CHECK(found != repositories_.end(), "the repository is one of this registry");
  return found->second;
}

void Registry::put_image(const Repository& where, Image image, const std::string& tag) {
  Repository& repository = mutable_repository(where);
  std::string digest = image.digest;
  if (!repository.images.contains(digest)) {
    image.pushed = clock_.now();
    image_rows_.put(repository.account, repository.region, row_id(repository, digest), to_json(image));
    repository.images.emplace(digest, std::move(image));
  }
  if (tag.empty()) return;
  repository.tags[tag] = digest;
  tag_rows_.put(repository.account, repository.region, row_id(repository, tag), digest_to_json(digest));
}

void Registry::remove_tag(const Repository& where, const std::string& tag) {
  Repository& repository = mutable_repository(where);
  if (repository.tags.erase(tag) == 0) return;
  tag_rows_.remove(repository.account, repository.region, row_id(repository, tag));
}

void Registry::remove_image(const Repository& where, const std::string& digest) {
  Repository& repository = mutable_repository(where);
  for (const std::string& tag : repository.tags_of(digest)) remove_tag(repository, tag);
  if (repository.images.erase(digest) == 0) return;
  image_rows_.remove(repository.account, repository.region, row_id(repository, digest));
}

bool Registry::is_here(const Reference& reference) const {
  return !reference.account.empty() || reference.host == host_ || is_loopback(reference.host);
}

Resolved Registry::resolve(std::string_view text, const std::string& account,
                           const std::string& region) const {
  Resolved resolved;
  if (text == builtin_reference || text == std::string(builtin_reference) + ":latest") {
    resolved = {true, true, builtin_digest(), parse_image_config(builtin_config()).value(), {}};
    return resolved;
  }
  auto reference = parse_reference(text);
  if (!reference) {
    resolved.reason = fmt::format("'{}' is not an image reference", text);
    return resolved;
  }
  if (reference->host.empty() || !is_here(*reference)) {
    resolved.reason = fmt::format(
        "'{}' is not in this registry, and images are taken from nowhere else; use 'fathom', which is built "
        "in, "
        "or a repository that 'berth image push fathom REPOSITORY' has filled",
        text);
    return resolved;
  }
  const std::string& owner = reference->account.empty() ? account : reference->account;
  const std::string& where = reference->region.empty() ? region : reference->region;
  const Repository* repository = find(owner, where, reference->repository);
  if (!repository) {
    resolved.reason =
        fmt::format("repository {} not found in account {}, region {}", reference->repository, owner, where);
    return resolved;
  }
  const std::string& wanted = reference->digest.empty() ? reference->tag : reference->digest;
  const Image* image = repository->find(wanted);
  if (!image) {
    resolved.reason =
        fmt::format("{} not found in repository {}: push it first", wanted, reference->repository);
    return resolved;
  }
  resolved.found = true;
  resolved.digest = image->digest;
  resolved.config = image->config;
  auto label = image->config.labels.find(std::string(builtin_label));
  resolved.is_builtin = label != image->config.labels.end() && label->second == builtin_fathom;
  return resolved;
}

}  // namespace berth::registry
