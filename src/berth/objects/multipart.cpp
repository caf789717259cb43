// Multipart uploads: parts are contents of their own until the upload is completed, which strings their
// extents together and moves no bytes.
#include "base/encoding.hpp"
#include "berth/objects/change.hpp"
#include "berth/objects/listing.hpp"

#include <fmt/format.h>

namespace berth::objects {
namespace {

using rows::Connection;
using rows::ContentId;
using store::Bytes;
using Orphans = std::vector<std::string>;

Upload read_upload(store::CachedStatement& row) {
  Upload upload{row.text(1),
                row.text(0),
                rows::from_milliseconds(row.integer(2)),
                rows::attributes_from_json(row.text(3)),
                {},
                row.integer(5) != 0};
  if (!row.is_null(4)) upload.checksum = static_cast<Checksum>(row.integer(4));
  return upload;
}

std::optional<Upload> find_upload(Connection& db, const ObjectName& name, const std::string& id) {
  auto row = db.statement(
      "SELECT key, id, initiated, attributes, checksum, checksum_of_whole FROM uploads WHERE bucket = ?1 AND "
      "key = ?2 "
      "AND id = ?3");
  if (!row.with(name.bucket, Bytes{name.key}, id).step()) return std::nullopt;
  return read_upload(row);
}

Upload upload_of(Connection& db, const ObjectName& name, const std::string& id) {
  auto found = find_upload(db, name, id);
  if (!found) throw ObjectError(Refusal::NoSuchUpload, id);
  return std::move(*found);
}

struct StoredPart {
  Part part;
  ContentId content = 0;
};

/// The parts after number `after`, in order.
std::vector<StoredPart> read_parts(Connection& db, const std::string& upload, int after, std::size_t limit) {
  auto row = db.statement(
      "SELECT number, content, size, etag, modified, attributes FROM parts WHERE upload = ?1 AND number > ?2 "
      "ORDER BY "
      "number LIMIT ?3");
  row.with(upload, after, limit);
  std::vector<StoredPart> list;
  while (row.step()) {
    Part part{static_cast<int>(row.integer(0)), static_cast<std::uint64_t>(row.integer(2)), row.text(3),
              rows::from_milliseconds(row.integer(4)), rows::attributes_from_json(row.text(5)).checksums};
    list.push_back({std::move(part), row.integer(1)});
  }
  return list;
}

void put_part_row(Connection& db, const std::string& upload, const Part& part, ContentId content,
                  Orphans& orphans) {
  std::optional<ContentId> replaced;
  {
    auto row = db.statement("DELETE FROM parts WHERE upload = ?1 AND number = ?2 RETURNING content");
    row.with(upload, part.number);
    while (row.step()) replaced = row.integer(0);
  }
  if (replaced) rows::drop_content(db, *replaced, orphans);
  Attributes attributes;
  attributes.checksums = part.checksums;
  db.run("INSERT INTO parts VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", upload, part.number, content, part.size,
         part.etag, rows::to_milliseconds(part.modified), rows::to_json(attributes));
}

void drop_upload(Connection& db, const ObjectName& name, const std::string& id, Orphans& orphans) {
  for (const StoredPart& stored : read_parts(db, id, 0, largest_part_number)) {
    rows::drop_content(db, stored.content, orphans);
  }
  db.run("DELETE FROM parts WHERE upload = ?1", id);
  db.run("DELETE FROM uploads WHERE bucket = ?1 AND key = ?2 AND id = ?3", name.bucket, Bytes{name.key}, id);
}

/// The stored parts that the caller names, in its order. Throws InvalidPartOrder, InvalidPart, PartTooSmall.
std::vector<StoredPart> choose(const std::vector<StoredPart>& stored, const std::vector<PartName>& named) {
  std::vector<StoredPart> chosen;
  auto next = stored.begin();
  int before = 0;
  for (const PartName& name : named) {
    if (name.number <= before) throw ObjectError(Refusal::InvalidPartOrder, std::to_string(name.number));
    before = name.number;
    while (next != stored.end() && next->part.number < name.number) ++next;
    bool there =
        next != stored.end() && next->part.number == name.number && bare_etag(name.etag) == next->part.etag;
    if (!there) throw ObjectError(Refusal::InvalidPart, std::to_string(name.number));
    for (const auto& [kind, value] : name.checksums) {
      auto kept = next->part.checksums.find(kind);
      if (kept != next->part.checksums.end() && kept->second != value) {
        throw ObjectError(Refusal::InvalidPart, std::to_string(name.number));
      }
    }
    chosen.push_back(*next);
  }
  if (chosen.empty()) throw ObjectError(Refusal::InvalidPart, "0");
  for (std::size_t i = 0; i + 1 < chosen.size(); ++i) {
    if (chosen[i].part.size < smallest_part) {
      throw ObjectError(Refusal::PartTooSmall, std::to_string(chosen[i].part.number));
    }
  }
  return chosen;
}

/// The MD5 over the parts' raw MD5s, with their number.
std::string etag_of(const std::vector<StoredPart>& parts) {
  std::string digests;
  for (const StoredPart& stored : parts) digests += base::from_hex(stored.part.etag).value_or("");
  return fmt::format("{}-{}", base::to_hex(base::md5(digests)), parts.size());
}

/// The object's checksum of that kind from its parts': of the whole (CRCs only) or of the parts' checksums.
/// Nothing if a part has none.
std::optional<std::string> checksum_of(const std::vector<StoredPart>& parts, Checksum kind, bool of_whole) {
  std::string all;
  std::optional<std::string> whole;
  for (const StoredPart& stored : parts) {
    auto found = stored.part.checksums.find(kind);
    if (found == stored.part.checksums.end()) return std::nullopt;
    std::string raw = base::from_base64(found->second).value_or("");
    all += raw;
    if (of_whole) whole = whole ? combine(kind, *whole, raw, stored.part.size) : raw;
  }
  if (of_whole) return whole ? std::optional(base::to_base64(*whole)) : std::nullopt;
  RunningChecksums running({kind});
  running.update(all);
  return fmt::format("{}-{}", base::to_base64(running.finish().at(kind)), parts.size());
}

/// Fills in the checksum of the completed object. Throws BadDigest if it is not the announced one (or none can be made to
/// compare it with), WrongChecksumType.
void add_checksum(Attributes& attributes, const std::vector<StoredPart>& parts, const Upload& upload,
                  const ExpectedWhole& whole) {
  const auto& expected = whole.checksums;
  Checksum kind = default_checksum;
  if (upload.checksum)
    kind = *upload.checksum;
  else if (!expected.empty())
    kind = expected.begin()->first;
  const bool of_whole = upload.checksum_of_whole || (!upload.checksum && kind == default_checksum);
  if (whole.checksum_of_whole.value_or(of_whole) != of_whole)
    throw ObjectError(Refusal::WrongChecksumType, of_whole ? "FULL_OBJECT" : "COMPOSITE");
  auto value = checksum_of(parts, kind, of_whole);
  auto announced = expected.find(kind);
  if (announced != expected.end() && !value)
    throw ObjectError(Refusal::BadDigest, std::string(algorithm(kind)));
  if (announced != expected.end() && value && announced->second != *value) {
    // Clients send the composite value with and without the number of parts.
    bool without_count = value->starts_with(announced->second + "-");
    if (!without_count) throw ObjectError(Refusal::BadDigest, std::string(algorithm(kind)));
  }
  if (!value) return;
  attributes.checksums[kind] = *value;
  attributes.checksum_of_whole = of_whole;
}

}  // namespace

std::size_t drop_uploads(Connection& db, const std::string& bucket, Orphans& orphans,
                         const std::function<bool(const Upload&)>& which) {
  std::vector<Upload> uploads;
  {
    auto row = db.statement(
        "SELECT key, id, initiated, attributes, checksum, checksum_of_whole FROM uploads WHERE bucket = ?1");
    row.with(bucket);
    while (row.step()) {
      Upload upload = read_upload(row);
      if (!which || which(upload)) uploads.push_back(std::move(upload));
    }
  }
  for (const Upload& upload : uploads) drop_upload(db, ObjectName(bucket, upload.key), upload.id, orphans);
  return uploads.size();
}

base::Async<Upload> ObjectStore::create_upload(ObjectName name, Upload upload, std::string account) {
  refuse_growth_if_full();
  upload.id = files_.random_hex(64);
  upload.key = name.key;
  upload.initiated = options_.clock.now();
  auto work = [=](Connection& db, Orphans&) {
    rows::bucket(db, name.bucket, account);
    std::optional<int> checksum;
    if (upload.checksum) checksum = static_cast<int>(*upload.checksum);
    db.run("INSERT INTO uploads VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", name.bucket, Bytes{name.key}, upload.id,
           rows::to_milliseconds(upload.initiated), rows::to_json(upload.attributes), checksum,
           upload.checksum_of_whole);
    return upload;
  };
  co_return co_await change(std::move(work));
}

base::Async<Part> ObjectStore::put_part(ObjectName name, std::string upload, int number, Written written,
                                        std::string account) {
  refuse_growth_if_full();
  auto shared = std::make_shared<Written>(std::move(written));
  Part part{number, shared->size, base::to_hex(shared->md5), options_.clock.now(), {}};
  for (const auto& [kind, raw] : shared->checksums) part.checksums[kind] = base::to_base64(raw);
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, name.bucket, account);
    upload_of(db, name, upload);
    put_part_row(db, upload, part, rows::add_content(db, *shared), orphans);
  };
  co_await change(std::move(work));
  shared->blob.keep();
  co_return part;
}

base::Async<Part> ObjectStore::copy_part(ObjectName from, std::optional<RangeRequest> range,
                                         Conditions source_conditions, ObjectName to, std::string upload,
                                         int number, std::string account) {
  refuse_growth_if_full();
  auto find = [=](Connection& db) {
    rows::bucket(db, to.bucket, account);
    return upload_of(db, to, upload);
  };
  Upload begun = co_await options_.store.read(std::move(find));
  auto sums = co_await sums_of(from, range, source_conditions, begun.checksum.value_or(default_checksum), {},
                               account);
  Part part{number, sums.range.length, sums.etag, options_.clock.now(), std::move(sums.checksums)};
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, to.bucket, account);
    upload_of(db, to, upload);
    auto source = rows::object(db, from);
    if (source.info.etag != sums.source_etag) throw ObjectError(Refusal::PreconditionFailed, from.key);
    put_part_row(db, upload, part, rows::share_content(db, source.content, sums.range), orphans);
  };
  co_await change(std::move(work));
  co_return part;
}

base::Async<PutResult> ObjectStore::complete_upload(ObjectName name, std::string upload,
                                                    std::vector<PartName> parts, Conditions conditions,
                                                    ExpectedWhole expected, std::string account) {
  auto now = options_.clock.now();
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, name.bucket, account);
    auto begun = find_upload(db, name, upload);
    if (!begun) {
      // A client whose answer was lost asks once more.
      auto current = rows::find_object(db, name);
      if (!current || current->info.attributes.upload != upload)
        throw ObjectError(Refusal::NoSuchUpload, upload);
      return to_result(current->info);
    }
    auto chosen = choose(read_parts(db, upload, 0, largest_part_number), parts);
    check_write(db, name, conditions);

    ObjectInfo info{name.key, 0, etag_of(chosen), now, begun->attributes};
    add_checksum(info.attributes, chosen, *begun, expected);
    std::uint64_t size = 0;
    for (const StoredPart& stored : chosen) size += stored.part.size;
    if (expected.size && *expected.size != size) throw ObjectError(Refusal::WrongSize, std::to_string(size));
    info.attributes.upload = upload;
    ContentId content = rows::add_empty_content(db);
    for (const StoredPart& stored : chosen) {
      rows::append_content(db, content, info.size, stored.content);
      rows::add_object_part(db, content, info.size, stored.part);
      db.run("DELETE FROM parts WHERE upload = ?1 AND number = ?2", upload, stored.part.number);
      info.size += stored.part.size;
    }
    drop_upload(db, name, upload, orphans);  // and the parts that were not chosen
    rows::put_object(db, name, {info, content}, orphans);
    return to_result(info);
  };
  co_return co_await change(std::move(work));
}

base::Async<void> ObjectStore::abort_upload(ObjectName name, std::string upload, std::string account) {
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, name.bucket, account);
    upload_of(db, name, upload);
    drop_upload(db, name, upload, orphans);
  };
  co_await change(std::move(work));
}

base::Async<PartListing> ObjectStore::list_parts(ObjectName name, std::string upload, int after,
                                                 std::size_t limit, std::string account) {
  auto work = [=](Connection& db) {
    rows::bucket(db, name.bucket, account);
    PartListing listing{upload_of(db, name, upload), {}, false};
    for (StoredPart& stored : read_parts(db, upload, after, limit + 1))
      listing.parts.push_back(std::move(stored.part));
    listing.truncated = listing.parts.size() > limit;
    if (listing.truncated) listing.parts.pop_back();
    return listing;
  };
  co_return co_await options_.store.read(std::move(work));
}

base::Async<UploadListing> ObjectStore::list_uploads(std::string bucket, ListQuery query,
                                                     std::string after_upload, std::string account) {
  auto work = [=](Connection& db) {
    rows::bucket(db, bucket, account);
    UploadListing listing;
    auto row = db.statement(
        "SELECT key, id, initiated, attributes, checksum, checksum_of_whole FROM uploads WHERE bucket = ?1 "
        "AND key >= ?2 "
        "ORDER BY key, id");
    row.with(bucket, Bytes{std::max(query.after, query.prefix)});
    while (row.step()) {
      Upload upload = read_upload(row);
      if (!upload.key.starts_with(query.prefix)) break;
      // With a key alone, what follows the key; with an upload's id too, also its later uploads.
      if (upload.key == query.after && !query.after.empty() &&
          (after_upload.empty() || upload.id <= after_upload)) {
        continue;
      }
      auto rolled_up = common_prefix(upload.key, query.prefix, query.delimiter);
      if (rolled_up && (*rolled_up <= query.after ||
                        (!listing.prefixes.empty() && listing.prefixes.back() == *rolled_up))) {
        continue;
      }
      if (listing.uploads.size() + listing.prefixes.size() == query.limit) {
        listing.truncated = true;
        break;
      }
      listing.last_key = rolled_up ? *rolled_up : upload.key;
      listing.last_upload = rolled_up ? "" : upload.id;
      if (rolled_up) {
        listing.prefixes.push_back(*rolled_up);
      } else {
        listing.uploads.push_back(std::move(upload));
      }
    }
    return listing;
  };
  co_return co_await options_.store.read(std::move(work));
}

}  // namespace berth::objects
