#include "berth/objects/object_store.hpp"

#include "base/encoding.hpp"
#include "base/log.hpp"
#include "berth/objects/change.hpp"
#include "berth/objects/listing.hpp"
#include "berth/objects/rows.hpp"

namespace berth::objects {

using rows::Connection;
using Orphans = std::vector<std::string>;

// ---- life ----

std::span<const store::Migration> ObjectStore::migrations() { return rows::migrations(); }

base::Result<std::unique_ptr<ObjectStore>> ObjectStore::open(ObjectStoreOptions options) {
  auto files = BlobFiles::open(options.folder, options.random, options.pool);
  if (!files) return files.error();
  std::unique_ptr<ObjectStore> objects(new ObjectStore(options, std::move(*files)));
  objects->load_policies();
  objects->start_sweep();
  return objects;
}

ObjectStore::ObjectStore(ObjectStoreOptions options, BlobFiles files)
    : options_(std::move(options)), files_(std::move(files)) {}

ObjectStore::~ObjectStore() {
  stopping_ = true;
  if (sweeping_.valid()) sweeping_.wait();
}

void ObjectStore::start_sweep() {
  auto done = std::make_shared<std::promise<void>>();
  sweeping_ = done->get_future();
  base::asio::post(options_.pool, [this, done] {
    auto is_known = [this](const std::string& name) {
      return options_.store.load([&](Connection& db) { return rows::is_known_blob(db, name); });
    };
    try {
      std::size_t removed = files_.sweep(is_known, [this] { return stopping_.load(); });
      if (removed > 0) base::log::info("removed {} blobs that no object refers to", removed);
    } catch (const std::exception& error) {
      base::log::warn("cannot look for orphaned blobs (the next start tries again): {}", error.what());
    }
    done->set_value();
  });
}

void ObjectStore::refuse_growth_if_full() const {
  if (options_.store.is_full()) throw ObjectError(Refusal::NoSpace);
}

// ---- buckets ----

base::Async<void> ObjectStore::create_bucket(std::string name, std::string account, std::string region,
                                             Visibility visibility, store::Change also) {
  auto now = rows::to_milliseconds(options_.clock.now());
  bool internal = visibility == Visibility::Internal;
  auto work = [=](Connection& db, Orphans&) {
    if (auto there = rows::find_bucket(db, name)) {
      throw ObjectError(there->account == account ? Refusal::BucketOwnedByYou : Refusal::BucketExists, name);
    }
    db.run("INSERT INTO buckets VALUES (?1, ?2, ?3, ?4, ?5)", name, account, region, now, internal);
    if (also) also(db);
  };
  co_await change(std::move(work));
}

base::Async<void> ObjectStore::delete_bucket(std::string name, std::string account, store::Change also) {
  auto work = [=, this](Connection& db, Orphans& orphans) {
    rows::bucket(db, name, account);
    if (db.statement("SELECT 1 FROM objects WHERE bucket = ?1 LIMIT 1").with(name).step()) {
      throw ObjectError(Refusal::BucketNotEmpty, name);
    }
    drop_uploads(db, name, orphans);
    db.run("DELETE FROM bucket_settings WHERE bucket = ?1", name);
    db.run("DELETE FROM buckets WHERE name = ?1", name);
    if (also) also(db);
    keep_policy(name, {});
  };
  co_await change(std::move(work));
}

base::Async<Bucket> ObjectStore::bucket(std::string name, std::string account) {
  auto work = [=](Connection& db) { return rows::bucket(db, name, account); };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<std::vector<Bucket>> ObjectStore::buckets(std::string account, std::string prefix,
                                                      std::string after, std::size_t limit) {
  auto work = [=](Connection& db) {
    auto row = db.statement(
        "SELECT name, region, created FROM buckets WHERE account = ?1 AND name > ?2 AND internal = 0 AND "
        "substr(name, 1, length(?3)) = ?3 ORDER BY name LIMIT ?4");
    row.with(account, after, prefix, limit);
    std::vector<Bucket> list;
    while (row.step())
      list.push_back({row.text(0), account, row.text(1), rows::from_milliseconds(row.integer(2))});
    return list;
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<std::size_t> ObjectStore::empty_bucket(std::string name, std::string account) {
  std::size_t removed = 0;
  for (;;) {  // in steps, so that others are served in between
    auto work = [=](Connection& db, Orphans& orphans) {
      rows::bucket(db, name, account);
      ListQuery query;
      query.limit = 500;
      Listing page = objects::list(db, name, query);
      for (const ObjectInfo& object : page.objects) rows::remove_object(db, {name, object.key}, orphans);
      if (page.objects.empty()) drop_uploads(db, name, orphans);
      return page.objects.size();
    };
    std::size_t count = co_await change(std::move(work));
    if (count == 0) co_return removed;
    removed += count;
  }
}

base::Async<void> ObjectStore::clear() {
  auto work = [this](Connection& db, Orphans& orphans) {
    auto row = db.statement("SELECT name FROM blobs WHERE name IS NOT NULL");
    while (row.step()) orphans.push_back(row.text(0));
    for (const char* table : {"buckets", "objects", "uploads", "parts", "extents", "contents", "blobs",
                              "object_parts", "bucket_settings"}) {
      db.exec(std::string("DELETE FROM ") + table);
    }
    const std::scoped_lock lock(policies_mutex_);
    policies_.clear();
  };
  co_await change(std::move(work));
}

// ---- objects ----

BlobWriter ObjectStore::writer(std::vector<Checksum> checksums) {
  refuse_growth_if_full();
  return {files_, options_.pool, std::move(checksums)};
}

base::Async<PutResult> ObjectStore::put(ObjectName name, Written written, Attributes attributes,
                                        Conditions conditions, std::string account) {
  refuse_growth_if_full();
  auto shared = std::make_shared<Written>(std::move(written));
  for (const auto& [kind, raw] : shared->checksums) attributes.checksums[kind] = base::to_base64(raw);
  auto now = options_.clock.now();
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, name.bucket, account);
    check_write(db, name, conditions);
    ObjectInfo info{name.key, shared->size, base::to_hex(shared->md5), now, attributes};
    rows::put_object(db, name, {info, rows::add_content(db, *shared)}, orphans);
    return to_result(info);
  };
  auto result = co_await change(std::move(work));
  shared->blob.keep();
  co_return result;
}

base::Async<ObjectInfo> ObjectStore::head(ObjectName name, Conditions conditions, std::string account) {
  auto work = [=](Connection& db) {
    rows::bucket(db, name.bucket, account);
    auto object = rows::object(db, name);
    check_read(object.info, conditions);
    return object.info;
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<Reading> ObjectStore::get(ObjectName name, std::optional<RangeRequest> range,
                                      Conditions conditions, std::string account, std::optional<int> part) {
  auto lookup = [=, this, lease = files_.lease()](Connection& db) {
    rows::bucket(db, name.bucket, account);
    auto object = rows::object(db, name);
    check_read(object.info, conditions);
    Reading reading;
    reading.range = {0, object.info.size};
    if (range) {
      auto applied = apply_range(*range, object.info.size);
      if (!applied) throw ObjectError(Refusal::InvalidRange, std::to_string(object.info.size));
      reading.range = *applied;
      reading.is_partial = true;
    }
    if (part) {
      auto place = rows::object_part(db, object, *part);
      if (!place)
        throw ObjectError(Refusal::NoSuchPart, std::to_string(std::max(1, part_count(object.info.etag))));
      reading.range = *place;
      reading.is_partial = true;
    }
    auto extents = rows::extents(db, object.content, reading.range);
    bool open_now = extents.size() <= most_open_files;
    for (rows::Extent& extent : extents) {
      Piece piece{extent.length, nullptr, extent.offset, std::move(extent.bytes), std::move(extent.blob)};
      if (!piece.blob.empty() && open_now) {
        piece.file = std::make_shared<const base::Fd>(files_.open_blob(piece.blob).value());
      }
      reading.pieces.push_back(std::move(piece));
    }
    if (!open_now) reading.lease = lease;
    reading.info = std::move(object.info);
    return reading;
  };
  co_return co_await options_.store.read(std::move(lookup));
}

ObjectReader ObjectStore::reader(Reading reading) { return {files_, options_.pool, std::move(reading)}; }

base::Async<std::string> ObjectStore::read(ObjectName name, std::size_t limit, std::string account) {
  Reading reading = co_await get(std::move(name), {}, {}, std::move(account));
  if (reading.range.length > limit) throw ObjectError(Refusal::TooLarge, reading.info.key);
  std::string bytes(static_cast<std::size_t>(reading.range.length), '\0');
  ObjectReader source = reader(std::move(reading));
  std::size_t done = 0;
  while (done < bytes.size()) {
    done += co_await source.read_some(std::span(bytes).subspan(done));
  }
  co_return bytes;
}

base::Async<bool> ObjectStore::remove(ObjectName name, Conditions conditions, std::string account) {
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, name.bucket, account);
    if (conditions.if_match) check_write(db, name, conditions);
    return rows::remove_object(db, name, orphans);
  };
  co_return co_await change(std::move(work));
}

base::Async<std::vector<Removal>> ObjectStore::remove_all(std::string bucket, std::vector<Removal> removals,
                                                          std::string account) {
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, bucket, account);
    std::vector<Removal> done = removals;  // this may be the second run
    for (Removal& removal : done) {
      ObjectName name(bucket, removal.key);
      if (removal.conditions.if_match) {
        auto current = rows::find_object(db, name);
        removal.refused = current && !names_etag(*removal.conditions.if_match, current->info.etag);
      }
      if (!removal.refused) rows::remove_object(db, name, orphans);
    }
    return done;
  };
  co_return co_await change(std::move(work));
}

base::Async<Listing> ObjectStore::list(std::string bucket, ListQuery query, std::string account) {
  auto work = [=](Connection& db) {
    rows::bucket(db, bucket, account);
    return objects::list(db, bucket, query);
  };
  co_return co_await options_.store.read(std::move(work));
}

}  // namespace berth::objects
