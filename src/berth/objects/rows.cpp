#include "berth/objects/rows.hpp"

#include "berth/objects/error.hpp"

namespace berth::objects::rows {

using store::Bytes;

std::span<const store::Migration> migrations() {
  // Bucket names are global, so that objects begin with the bucket; the bucket's row says whose it is. Keys
  // are BLOBs: they compare byte by byte. `version` is "null" until buckets keep several.
  static const store::Migration steps[] = {
      {"objects", 1, R"sql(
    CREATE TABLE buckets (
      name TEXT PRIMARY KEY, account TEXT NOT NULL, region TEXT NOT NULL, created INTEGER NOT NULL,
      internal INTEGER NOT NULL) STRICT, WITHOUT ROWID;
    CREATE INDEX buckets_of_account ON buckets (account, name);

    CREATE TABLE blobs (
      id INTEGER PRIMARY KEY, name TEXT, size INTEGER NOT NULL, refs INTEGER NOT NULL, bytes BLOB) STRICT;
    CREATE UNIQUE INDEX blobs_by_name ON blobs (name) WHERE name IS NOT NULL;

    CREATE TABLE contents (id INTEGER PRIMARY KEY) STRICT;
    CREATE TABLE extents (
      content INTEGER NOT NULL, position INTEGER NOT NULL, length INTEGER NOT NULL, blob INTEGER NOT NULL,
      start INTEGER NOT NULL, PRIMARY KEY (content, position)) STRICT, WITHOUT ROWID;

    CREATE TABLE objects (
      bucket TEXT NOT NULL, key BLOB NOT NULL, version TEXT NOT NULL, content INTEGER NOT NULL,
      size INTEGER NOT NULL, etag TEXT NOT NULL, modified INTEGER NOT NULL, attributes TEXT NOT NULL,
      PRIMARY KEY (bucket, key, version)) STRICT, WITHOUT ROWID;

    CREATE TABLE uploads (
      bucket TEXT NOT NULL, key BLOB NOT NULL, id TEXT NOT NULL, initiated INTEGER NOT NULL,
      attributes TEXT NOT NULL, checksum INTEGER, checksum_of_whole INTEGER NOT NULL,
      PRIMARY KEY (bucket, key, id)) STRICT, WITHOUT ROWID;
    CREATE TABLE parts (
      upload TEXT NOT NULL, number INTEGER NOT NULL, content INTEGER NOT NULL, size INTEGER NOT NULL,
      etag TEXT NOT NULL, modified INTEGER NOT NULL, attributes TEXT NOT NULL,
      PRIMARY KEY (upload, number)) STRICT, WITHOUT ROWID;
  )sql"},
      // The parts that an upload was completed with belong to the content: a
      // copy, which is one piece, has none.
      {"objects", 2, R"sql(
    CREATE TABLE object_parts (
      content INTEGER NOT NULL, number INTEGER NOT NULL, position INTEGER NOT NULL, size INTEGER NOT NULL,
      attributes TEXT NOT NULL, PRIMARY KEY (content, number)) STRICT, WITHOUT ROWID;
    CREATE TABLE bucket_settings (
      bucket TEXT NOT NULL, name TEXT NOT NULL, document TEXT NOT NULL,
      PRIMARY KEY (bucket, name)) STRICT, WITHOUT ROWID;
  )sql"}};
  return steps;
}

std::int64_t to_milliseconds(base::TimePoint time) { return time.time_since_epoch().count(); }

base::TimePoint from_milliseconds(std::int64_t milliseconds) {
  return base::TimePoint{base::Milliseconds{milliseconds}};
}

std::optional<Bucket> find_bucket(Connection& db, const std::string& name) {
  auto row = db.statement("SELECT account, region, created FROM buckets WHERE name = ?1");
  if (!row.with(name).step()) return std::nullopt;
  return Bucket{name, row.text(0), row.text(1), from_milliseconds(row.integer(2))};
}

Bucket bucket(Connection& db, const std::string& name, const std::string& account) {
  auto found = find_bucket(db, name);
  if (!found) throw ObjectError(Refusal::NoSuchBucket, name);
  if (!account.empty() && found->account != account) throw ObjectError(Refusal::AccessDenied, name);
  return *found;
}

// ---- contents ----

ContentId add_empty_content(Connection& db) {
  db.run("INSERT INTO contents DEFAULT VALUES");
  return db.getLastInsertRowid();
}

ContentId add_content(Connection& db, const Written& written) {
  ContentId content = add_empty_content(db);
  if (written.size == 0) return content;
  if (written.blob) {
    db.run("INSERT INTO blobs (name, size, refs) VALUES (?1, ?2, 1)", written.blob.name(), written.size);
  } else {
    db.run("INSERT INTO blobs (size, refs, bytes) VALUES (?1, 1, ?2)", written.size, Bytes{written.bytes});
  }
  db.run("INSERT INTO extents VALUES (?1, 0, ?2, ?3, 0)", content, written.size, db.getLastInsertRowid());
  return content;
}

ContentId share_content(Connection& db, ContentId source, const std::optional<ByteRange>& range) {
  ContentId content = add_empty_content(db);
  std::uint64_t first = range ? range->first : 0;
  std::uint64_t end = range ? range->first + range->length : INT64_MAX;
  db.run(
      "INSERT INTO extents SELECT ?1, max(position, ?3) - ?3, min(position + length, ?4) - max(position, "
      "?3), blob, "
      "start + max(position, ?3) - position FROM extents WHERE content = ?2 AND position < ?4 AND position + "
      "length > ?3",
      content, source, first, end);
  db.run(
      "UPDATE blobs SET refs = refs + (SELECT count(*) FROM extents WHERE content = ?1 AND blob = blobs.id) "
      "WHERE id IN (SELECT blob FROM extents WHERE content = ?1)",
      content);
  return content;
}

void append_content(Connection& db, ContentId whole, std::uint64_t position, ContentId part) {
  db.run("UPDATE extents SET content = ?1, position = position + ?2 WHERE content = ?3", whole, position,
         part);
  db.run("DELETE FROM contents WHERE id = ?1", part);
}

void drop_content(Connection& db, ContentId content, std::vector<std::string>& orphans) {
  db.run(
      "UPDATE blobs SET refs = refs - (SELECT count(*) FROM extents WHERE content = ?1 AND blob = blobs.id) "
      "WHERE id IN (SELECT blob FROM extents WHERE content = ?1)",
      content);
  {
    auto freed = db.statement(
        "DELETE FROM blobs WHERE refs = 0 AND id IN (SELECT blob FROM extents WHERE content = ?1) RETURNING "
        "name");
    freed.with(content);
    while (freed.step()) {
      if (!freed.is_null(0)) orphans.push_back(freed.text(0));
    }
  }
  db.run("DELETE FROM extents WHERE content = ?1", content);
  db.run("DELETE FROM object_parts WHERE content = ?1", content);
  db.run("DELETE FROM contents WHERE id = ?1", content);
}

std::vector<Extent> extents(Connection& db, ContentId content, const ByteRange& range) {
  // The extent that holds the first byte begins before it; seek that one and go on from there.
  auto row = db.statement(
      "SELECT e.position, e.length, e.start, b.name, CASE WHEN b.name IS NULL THEN b.bytes END FROM extents "
      "e "
      "JOIN blobs b ON b.id = e.blob WHERE e.content = ?1 AND e.position < ?3 AND e.position >= "
      "ifnull((SELECT "
      "max(position) FROM extents WHERE content = ?1 AND position <= ?2), 0) ORDER BY e.position");
  row.with(content, range.first, range.first + range.length);
  std::vector<Extent> list;
  while (row.step()) {
    auto position = static_cast<std::uint64_t>(row.integer(0)),
         length = static_cast<std::uint64_t>(row.integer(1));
    std::uint64_t from = std::max(position, range.first);
    std::uint64_t to = std::min(position + length, range.first + range.length);
    if (from >= to) continue;
    Extent extent{static_cast<std::uint64_t>(row.integer(2)) + (from - position), to - from, row.text(3), {}};
    if (row.is_null(3)) extent.bytes = row.text(4).substr(extent.offset, extent.length);
    list.push_back(std::move(extent));
  }
  return list;
}

void add_object_part(Connection& db, ContentId content, std::uint64_t position, const Part& part) {
  Attributes attributes;
  attributes.checksums = part.checksums;
  db.run("INSERT INTO object_parts VALUES (?1, ?2, ?3, ?4, ?5)", content, part.number, position, part.size,
         to_json(attributes));
}

std::vector<Part> object_parts(Connection& db, ContentId content, int after, std::size_t limit) {
  auto row = db.statement(
      "SELECT number, size, attributes FROM object_parts WHERE content = ?1 AND number > ?2 ORDER BY number "
      "LIMIT ?3");
  row.with(content, after, limit);
  std::vector<Part> list;
  while (row.step()) {
    Part part;
    part.number = static_cast<int>(row.integer(0));
    part.size = static_cast<std::uint64_t>(row.integer(1));
    part.checksums = attributes_from_json(row.text(2)).checksums;
    list.push_back(std::move(part));
  }
  return list;
}

std::optional<ByteRange> object_part(Connection& db, const StoredObject& object, int number) {
  auto row = db.statement("SELECT position, size FROM object_parts WHERE content = ?1 AND number = ?2");
  if (row.with(object.content, number).step()) {
    return ByteRange{static_cast<std::uint64_t>(row.integer(0)), static_cast<std::uint64_t>(row.integer(1))};
  }
  if (number == 1 && part_count(object.info.etag) == 0) return ByteRange{0, object.info.size};
  return std::nullopt;
}

bool is_known_blob(Connection& db, const std::string& name) {
  return db.statement("SELECT 1 FROM blobs WHERE name = ?1").with(name).step();
}

// ---- objects ----

std::optional<StoredObject> find_object(Connection& db, const ObjectName& name) {
  auto row = db.statement(
      "SELECT content, size, etag, modified, attributes FROM objects WHERE bucket = ?1 AND key = ?2 AND "
      "version = 'null'");
  if (!row.with(name.bucket, Bytes{name.key}).step()) return std::nullopt;
  StoredObject object;
  object.content = row.integer(0);
  object.info = {name.key, static_cast<std::uint64_t>(row.integer(1)), row.text(2),
                 from_milliseconds(row.integer(3)), attributes_from_json(row.text(4))};
  return object;
}

StoredObject object(Connection& db, const ObjectName& name) {
  auto found = find_object(db, name);
  if (!found) throw ObjectError(Refusal::NoSuchKey, name.key);
  return std::move(*found);
}

bool remove_object(Connection& db, const ObjectName& name, std::vector<std::string>& orphans) {
  std::optional<ContentId> content;
  {
    auto row = db.statement(
        "DELETE FROM objects WHERE bucket = ?1 AND key = ?2 AND version = 'null' RETURNING content");
    row.with(name.bucket, Bytes{name.key});
    while (row.step()) content = row.integer(0);
  }
  if (content) drop_content(db, *content, orphans);
  return content.has_value();
}

void put_object(Connection& db, const ObjectName& name, const StoredObject& object,
                std::vector<std::string>& orphans) {
  remove_object(db, name, orphans);
  db.run("INSERT INTO objects VALUES (?1, ?2, 'null', ?3, ?4, ?5, ?6, ?7)", name.bucket, Bytes{name.key},
         object.content, object.info.size, object.info.etag, to_milliseconds(object.info.modified),
         to_json(object.info.attributes));
}

void set_attributes(Connection& db, const ObjectName& name, const Attributes& attributes) {
  db.run("UPDATE objects SET attributes = ?3 WHERE bucket = ?1 AND key = ?2 AND version = 'null'",
         name.bucket, Bytes{name.key}, to_json(attributes));
}

}  // namespace berth::objects::rows
