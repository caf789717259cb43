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
