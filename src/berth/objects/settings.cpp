// What is kept with objects and buckets beside their bytes, and changes without them.
#include "berth/objects/change.hpp"

namespace berth::objects {

using rows::Connection;
using Orphans = std::vector<std::string>;
using Tags = std::map<std::string, std::string>;

base::Async<void> ObjectStore::set_tags(ObjectName name, Tags tags, std::string account) {
  auto work = [=](Connection& db, Orphans&) {
    rows::bucket(db, name.bucket, account);
    Attributes attributes = rows::object(db, name).info.attributes;
    attributes.tags = tags;
    rows::set_attributes(db, name, attributes);
  };
  co_await change(std::move(work));
}

base::Async<ObjectParts> ObjectStore::parts(ObjectName name, int after, std::size_t limit,
                                            std::string account) {
  auto work = [=](Connection& db) {
    rows::bucket(db, name.bucket, account);
    auto object = rows::object(db, name);
    ObjectParts found{std::move(object.info), rows::object_parts(db, object.content, after, limit + 1),
                      false};
    found.truncated = found.parts.size() > limit;
    if (found.truncated) found.parts.pop_back();
    return found;
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<std::optional<std::string>> ObjectStore::bucket_setting(std::string bucket, std::string name,
                                                                    std::string account) {
  auto work = [=](Connection& db) -> std::optional<std::string> {
    rows::bucket(db, bucket, account);
    auto row = db.statement("SELECT document FROM bucket_settings WHERE bucket = ?1 AND name = ?2");
    if (!row.with(bucket, name).step()) return std::nullopt;
    return row.text(0);
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<void> ObjectStore::set_bucket_setting(std::string bucket, std::string name,
                                                  std::optional<std::string> document, std::string account) {
  auto work = [=, this](Connection& db, Orphans&) {
    rows::bucket(db, bucket, account);
    if (document) {
      db.run("INSERT OR REPLACE INTO bucket_settings VALUES (?1, ?2, ?3)", bucket, name, *document);
    } else {
      db.run("DELETE FROM bucket_settings WHERE bucket = ?1 AND name = ?2", bucket, name);
    }
    if (name == policy_setting) keep_policy(bucket, document);
  };
  co_await change(std::move(work));
}

base::Async<std::vector<std::pair<Bucket, std::string>>> ObjectStore::buckets_with(std::string setting) {
  auto work = [=](Connection& db) {
    auto row = db.statement("SELECT bucket, document FROM bucket_settings WHERE name = ?1 ORDER BY bucket");
    row.with(setting);
    std::vector<std::pair<Bucket, std::string>> list;
    while (row.step()) list.emplace_back(rows::bucket(db, row.text(0)), row.text(1));
    return list;
  };
  co_return co_await options_.store.read(std::move(work));
}

// Policies are decided by before anything is read, on the state lane: so they are in memory too. They change with the
// transaction that keeps them, in its order; a transaction that does not become durable ends the process.

void ObjectStore::keep_policy(const std::string& bucket, const std::optional<std::string>& document) {
  const std::scoped_lock lock(policies_mutex_);
  if (document) {
    policies_[bucket] = std::make_shared<const std::string>(*document);
  } else {
    policies_.erase(bucket);
  }
}

void ObjectStore::load_policies() {
  options_.store.load([this](Connection& db) {
    auto row = db.statement("SELECT bucket, document FROM bucket_settings WHERE name = ?1");
    row.with(policy_setting);
    while (row.step()) keep_policy(row.text(0), row.text(1));
  });
}

std::shared_ptr<const std::string> ObjectStore::bucket_policy(const std::string& bucket) const {
  const std::scoped_lock lock(policies_mutex_);
  auto found = policies_.find(bucket);
  return found == policies_.end() ? nullptr : found->second;
}

base::Async<std::optional<Tags>> ObjectStore::bucket_tags(std::string bucket, std::string account) {
  auto work = [=](Connection& db) -> std::optional<Tags> {
    rows::bucket(db, bucket, account);
    auto row = db.statement("SELECT document FROM bucket_settings WHERE bucket = ?1 AND name = 'tags'");
    if (!row.with(bucket).step()) return std::nullopt;
    return rows::map_from_json(row.text(0));
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<void> ObjectStore::set_bucket_tags(std::string bucket, Tags tags, std::string account) {
  auto work = [=](Connection& db, Orphans&) {
    rows::bucket(db, bucket, account);
    if (tags.empty()) {
      db.run("DELETE FROM bucket_settings WHERE bucket = ?1 AND name = 'tags'", bucket);
    } else {
      db.run("INSERT OR REPLACE INTO bucket_settings VALUES (?1, 'tags', ?2)", bucket,
             rows::map_to_json(tags));
    }
  };
  co_await change(std::move(work));
}

}  // namespace berth::objects
