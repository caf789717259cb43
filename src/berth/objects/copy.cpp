// Copies: another content over the same blobs. Bytes are read only for an entity tag or a checksum that the source
// does not have.
#include "base/encoding.hpp"
#include "berth/objects/change.hpp"

namespace berth::objects {
namespace {

using rows::Connection;
using Orphans = std::vector<std::string>;

/// The checksums that a copy is to have.
std::vector<Checksum> wanted_of(const Attributes& source, std::optional<Checksum> kind,
                                std::optional<Checksum> otherwise) {
  if (kind) return {*kind};
  std::vector<Checksum> kinds;
  for (const auto& [of, value] : source.checksums) kinds.push_back(of);
  if (kinds.empty() && otherwise) kinds.push_back(*otherwise);
  return kinds;
}

/// Those among them that the source has of its bytes, and not of its parts' checksums.
std::map<Checksum, std::string> had_by(const Attributes& source, const std::vector<Checksum>& wanted) {
  std::map<Checksum, std::string> had;
  if (!source.checksum_of_whole) return had;
  for (Checksum kind : wanted) {
    auto found = source.checksums.find(kind);
    if (found != source.checksums.end()) had.insert(*found);
  }
  return had;
}

}  // namespace

base::Async<PutResult> ObjectStore::copy(ObjectName from, ObjectName to, CopyOptions options,
                                         std::string account) {
  refuse_growth_if_full();
  auto now = options_.clock.now();
  auto sums = co_await sums_of(from, {}, options.source, options.checksum, options.otherwise, account);
  auto work = [=](Connection& db, Orphans& orphans) {
    rows::bucket(db, to.bucket, account);
    auto source = rows::object(db, from);
    if (source.info.etag != sums.source_etag) throw ObjectError(Refusal::PreconditionFailed, from.key);
    check_write(db, to, options.target);
    ObjectInfo info = source.info;
    info.key = to.key;
    info.etag = sums.etag;
    info.modified = now;
    info.attributes.upload.clear();
    info.attributes.checksums = sums.checksums;
    info.attributes.checksum_of_whole = true;
    if (options.attributes) {
      info.attributes.headers = options.attributes->headers;
      info.attributes.metadata = options.attributes->metadata;
    }
    for (const auto& [header, value] : options.headers) {
      if (value) {
        info.attributes.headers[header] = *value;
      } else {
        info.attributes.headers.erase(header);
      }
    }
    if (options.tags) info.attributes.tags = *options.tags;
    rows::put_object(db, to, {info, rows::share_content(db, source.content)}, orphans);
    return to_result(info);
  };
  co_return co_await change(std::move(work));
}

base::Async<ObjectStore::SourceSums> ObjectStore::sums_of(ObjectName name, std::optional<RangeRequest> range,
                                                          Conditions conditions, std::optional<Checksum> kind,
                                                          std::optional<Checksum> otherwise,
                                                          std::string account) {
  if (range) {  // a reader's may end behind the object, a copy's may not
    ObjectInfo source = co_await head(name, Conditions(), account);
    if (*range->last >= source.size)
      throw ObjectError(Refusal::RangeNotInSource, std::to_string(source.size));
  }
  Reading reading = co_await get(std::move(name), range, Conditions(), std::move(account));
  check_source(reading.info, conditions);
  SourceSums sums{reading.info.etag, reading.info.etag, reading.range, {}};
  bool is_whole = reading.range.length == reading.info.size;
  auto wanted = wanted_of(reading.info.attributes, kind, otherwise);
  if (is_whole) sums.checksums = had_by(reading.info.attributes, wanted);
  if (is_whole && part_count(sums.etag) == 0 && sums.checksums.size() == wanted.size()) co_return sums;
  auto digest = std::make_shared<base::Digest>(base::Digest::Kind::Md5);
  auto checksums = std::make_shared<RunningChecksums>(wanted);
  auto source = std::make_shared<ObjectReader>(reader(std::move(reading)));
  auto buffer = std::make_shared<std::string>(std::size_t{1} << 20, '\0');
  while (std::size_t count = co_await source->read_some(*buffer)) {
    auto update = [=] {
      std::string_view block = std::string_view(*buffer).substr(0, count);
      digest->update(block);
      checksums->update(block);
    };
    co_await base::blocking(options_.pool, update);
  }
  sums.etag = base::to_hex(digest->finish());
  for (const auto& [of, raw] : checksums->finish()) sums.checksums[of] = base::to_base64(raw);
  co_return sums;
}

}  // namespace berth::objects
