/// The tables of the object store, and the few operations on them that others are made of. Store thread or
/// reader; every function works inside the caller's transaction.
///
/// An object (or a part of an upload) has a content: a list of extents (position in the object, blob, start
/// in the blob, length). Blobs are immutable and counted; small ones hold their bytes in their row.
/// Completing an upload and copying give an object other extents over the same blobs: no bytes move.
#pragma once

#include "berth/objects/blob_writer.hpp"
#include "berth/objects/types.hpp"
#include "berth/store/store.hpp"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace berth::objects::rows {

using store::Connection;
using ContentId = std::int64_t;

std::span<const store::Migration> migrations();

/// Throws ObjectError NoSuchBucket; AccessDenied if `account` is given and does not own it.
Bucket bucket(Connection& db, const std::string& name, const std::string& account = {});
std::optional<Bucket> find_bucket(Connection& db, const std::string& name);

/// A content of what was written. `written` is read only, since a change may run twice.
ContentId add_content(Connection& db, const Written& written);
/// A content over the same blobs: all of `source`, or a part of it.
ContentId share_content(Connection& db, ContentId source, const std::optional<ByteRange>& range = {});
/// Moves all extents of `part` behind the first `position` bytes of `whole` and forgets `part`.
void append_content(Connection& db, ContentId whole, std::uint64_t position, ContentId part);
ContentId add_empty_content(Connection& db);
/// Forgets a content; appends the names of blob files that nothing refers to any more.
void drop_content(Connection& db, ContentId content, std::vector<std::string>& orphans);

struct StoredObject {
  ObjectInfo info;
  ContentId content = 0;
};
/// The current version. Throws ObjectError NoSuchKey.
StoredObject object(Connection& db, const ObjectName& name);
std::optional<StoredObject> find_object(Connection& db, const ObjectName& name);
/// Puts the object in the place of the current one, if there is one.
void put_object(Connection& db, const ObjectName& name, const StoredObject& object,
                std::vector<std::string>& orphans);
/// False if there was none.
bool remove_object(Connection& db, const ObjectName& name, std::vector<std::string>& orphans);

/// Changes what is kept with the object, and nothing else of it.
void set_attributes(Connection& db, const ObjectName& name, const Attributes& attributes);

/// The parts that a completed upload was made of: number, size and checksums.
void add_object_part(Connection& db, ContentId content, std::uint64_t position, const Part& part);
std::vector<Part> object_parts(Connection& db, ContentId content, int after, std::size_t limit);
/// Where a part lies. Part 1 of an object that was not uploaded in parts is all of it. Nothing if there is none.
std::optional<ByteRange> object_part(Connection& db, const StoredObject& object, int number);

struct Extent {
  std::uint64_t offset = 0;  ///< in the blob
  std::uint64_t length = 0;
  std::string blob;   ///< the file's name
  std::string bytes;  ///< or the extent's bytes
};
/// The extents that make up that part of a content, cut to it.
std::vector<Extent> extents(Connection& db, ContentId content, const ByteRange& range);

bool is_known_blob(Connection& db, const std::string& name);

std::string to_json(const Attributes& attributes);
Attributes attributes_from_json(const std::string& text);

std::string map_to_json(const std::map<std::string, std::string>& map);
std::map<std::string, std::string> map_from_json(const std::string& text);

std::int64_t to_milliseconds(base::TimePoint time);
base::TimePoint from_milliseconds(std::int64_t milliseconds);

}  // namespace berth::objects::rows
