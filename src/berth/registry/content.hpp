/// The bytes of images: blobs (layers and configurations) and manifests, as objects in an internal bucket that no
/// S3 call can name. Any lane.
#pragma once

#include "base/async.hpp"
#include "berth/objects/object_store.hpp"

#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <set>
#include <string>

namespace berth::registry {

/// `repository` is Repository::id throughout; digests are "sha256:…".
class Content {
 public:
  explicit Content(objects::ObjectStore& objects) : objects_(objects) {}
  /// Makes the internal bucket at the first start, and removes what repositories left that are not known (any more).
  base::Async<void> prepare(std::set<std::string> known);

  /// The size of a blob; nothing if there is none.
  base::Async<std::optional<std::uint64_t>> blob_size(std::string repository, std::string digest);
  /// Throws objects::ObjectError NoSuchKey.
  base::Async<objects::Reading> blob(std::string repository, std::string digest,
                                     std::optional<objects::RangeRequest> range = {});
  base::Async<std::string> blob_bytes(std::string repository, std::string digest, std::size_t limit);
  base::Async<void> put_blob(std::string repository, std::string digest, objects::Written written);
  /// Gives `to` a blob of `from` without moving it; false if `from` has none.
  base::Async<bool> mount(std::string from, std::string to, std::string digest);

  base::Async<std::string> manifest(std::string repository, std::string digest);
  base::Async<void> put_manifest(std::string repository, std::string digest, std::string bytes);
  base::Async<void> remove_manifest(std::string repository, std::string digest);

  /// Removes all that a repository had.
  base::Async<void> remove_repository(std::string repository);

  objects::ObjectStore& objects() { return objects_; }

 private:
  objects::ObjectStore& objects_;
};

/// Uploads of blobs that are under way, by id. They live in memory: a restart forgets them, and clients begin anew.
/// Any thread.
class BlobUploads {
 public:
  struct Upload {
    std::string repository;  ///< Repository::id
    objects::BlobWriter writer;
  };
  /// At most so many at once; the one that was idle longest makes room.
  static constexpr std::size_t limit = 256;

  /// Returns the new upload's id.
  std::string add(std::string id, Upload upload);
  /// Takes the upload out while a request works on it; nothing if there is none of that repository.
  std::optional<Upload> take(const std::string& id, const std::string& repository);
  void put_back(const std::string& id, Upload upload);

 private:
  struct Entry {
    Upload upload;
    std::uint64_t last_use;
  };
  std::mutex mutex_;
  std::map<std::string, Entry> entries_;
  std::uint64_t uses_ = 0;
};

}  // namespace berth::registry
