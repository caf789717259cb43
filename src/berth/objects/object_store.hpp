/// Buckets and objects, without a protocol.
///
///   auto objects = ObjectStore::open({.folder = …, .store = store, …}).value();
///   BlobWriter writer = objects->writer();
///   co_await writer.write(bytes);                                   // as they arrive
///   Written written = co_await writer.finish();                     // on disk, not yet visible
///   co_await objects->put(ObjectName(bucket, key), std::move(written), attributes, {});
///
/// Every function may be called on any lane and resumes its caller there. What it returns is durable, and
/// later calls see it. Decisions (conditions, existence, ownership) are made in the transaction that acts on
/// them. Refusals are thrown as ObjectError. An `account` that is given must own the bucket; empty asks
/// nothing.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/objects/blob_files.hpp"
#include "berth/objects/blob_writer.hpp"
#include "berth/objects/error.hpp"
#include "berth/objects/reading.hpp"
#include "berth/objects/types.hpp"
#include "berth/store/store.hpp"

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>

namespace berth::objects {

struct ObjectStoreOptions {
  std::string folder;  ///< of the blobs; made if it is not there
  store::Store& store;
  base::asio::thread_pool& pool;  ///< for disk and hashing; at least two threads
  const base::Clock& clock;
  base::RandomSource& random;
};

struct PutResult {
  std::string etag;
  std::map<Checksum, std::string> checksums;  ///< base64, as kept
  bool checksum_of_whole = true;
  base::TimePoint modified{};
  std::uint64_t size = 0;
};

class ObjectStore {
 public:
  /// The tables; give them to Store::open.
  static std::span<const store::Migration> migrations();
  /// Begins to sweep orphaned blobs on the pool.
  static base::Result<std::unique_ptr<ObjectStore>> open(ObjectStoreOptions options);
  ~ObjectStore();
  ObjectStore(const ObjectStore&) = delete;
  ObjectStore& operator=(const ObjectStore&) = delete;

  // Buckets. An internal one is in no list of its account; its name should be none that users can choose.
  enum class Visibility { Listed, Internal };
  /// `also`, if any, runs in the same transaction, if the bucket is made.
  base::Async<void> create_bucket(std::string name, std::string account, std::string region,
                                  Visibility visibility = Visibility::Listed, store::Change also = {});
  /// Throws BucketNotEmpty while it has objects; unfinished uploads go with it. `also`, if any, runs in the same
  /// transaction, if the bucket is deleted.
  base::Async<void> delete_bucket(std::string name, std::string account = {}, store::Change also = {});
  base::Async<Bucket> bucket(std::string name, std::string account = {});
  /// Sorted by name, those after `after` with that prefix.
  base::Async<std::vector<Bucket>> buckets(std::string account, std::string prefix = {},
                                           std::string after = {}, std::size_t limit = 10'000);
  /// Forgets every bucket, internal ones too, and all that is in them.
  base::Async<void> clear();
  /// Removes every object and upload of a bucket; returns how many objects.
  base::Async<std::size_t> empty_bucket(std::string name, std::string account = {});

  // Objects.
  BlobWriter writer(std::vector<Checksum> checksums = {});
  base::Async<PutResult> put(ObjectName name, Written written, Attributes attributes,
                             Conditions conditions = {}, std::string account = {});
  base::Async<ObjectInfo> head(ObjectName name, Conditions conditions = {}, std::string account = {});
  /// With `part`, that part of what was uploaded in parts (and part 1 of anything else is all of it); throws
  /// NoSuchPart. A range is of the whole object.
  base::Async<Reading> get(ObjectName name, std::optional<RangeRequest> range = {},
                           Conditions conditions = {}, std::string account = {},
                           std::optional<int> part = {});
  /// No error if there is none; false then.
  base::Async<bool> remove(ObjectName name, Conditions conditions = {}, std::string account = {});
  /// Removes many in one transaction, those whose conditions hold; says which were refused.
  base::Async<std::vector<Removal>> remove_all(std::string bucket, std::vector<Removal> removals,
                                               std::string account = {});
  /// Gives `to` the bytes of `from` without moving them. (They are read where their entity tag or a checksum has to
  /// be computed.)
  base::Async<PutResult> copy(ObjectName from, ObjectName to, CopyOptions options, std::string account = {});
  /// Removes what has expired, deciding in the transactions that remove it; returns how many objects and uploads.
  /// `expiry` is called on the store's thread.
  base::Async<std::size_t> expire(std::string bucket, Expiry expiry);
  base::Async<Listing> list(std::string bucket, ListQuery query, std::string account = {});
  /// The whole object in memory; throws TooLarge if it has more than `limit` bytes.
  base::Async<std::string> read(ObjectName name, std::size_t limit, std::string account = {});

  // What is kept with objects and buckets (settings.cpp).
  base::Async<void> set_tags(ObjectName name, std::map<std::string, std::string> tags,
                             std::string account = {});
  /// An object with the parts after number `after` that its upload was completed with.
  base::Async<ObjectParts> parts(ObjectName name, int after, std::size_t limit, std::string account = {});
  /// A bucket's tags; nothing if there are none. An empty map removes them.
  base::Async<std::optional<std::map<std::string, std::string>>> bucket_tags(std::string bucket,
                                                                             std::string account = {});
  base::Async<void> set_bucket_tags(std::string bucket, std::map<std::string, std::string> tags,
                                    std::string account = {});

  /// Another setting of a bucket, by a name of the caller's ("policy", "lifecycle" …): its document, whatever that is.
  base::Async<std::optional<std::string>> bucket_setting(std::string bucket, std::string name,
                                                         std::string account = {});
  /// Nothing removes it.
  base::Async<void> set_bucket_setting(std::string bucket, std::string name,
                                       std::optional<std::string> document, std::string account = {});
  /// Every bucket that has this setting, with the document.
  base::Async<std::vector<std::pair<Bucket, std::string>>> buckets_with(std::string setting);
  /// The setting "policy", from memory: every call on a bucket asks. Nothing if there is none.
  std::shared_ptr<const std::string> bucket_policy(const std::string& bucket) const;

  // Multipart uploads (multipart.cpp).
  base::Async<Upload> create_upload(ObjectName name, Upload upload, std::string account = {});
  base::Async<Part> put_part(ObjectName name, std::string upload, int number, Written written,
                             std::string account = {});
  /// Part `number` becomes a copy of (a range of) an object.
  base::Async<Part> copy_part(ObjectName from, std::optional<RangeRequest> range,
                              Conditions source_conditions, ObjectName to, std::string upload, int number,
                              std::string account = {});
  /// `expected` is what the caller announced about the whole object. The object's checksum is of the kind that was
  /// announced at creation or here; else the default one of the whole, if every part has it. Once more for an upload
  /// that made the current object: the same answer.
  base::Async<PutResult> complete_upload(ObjectName name, std::string upload, std::vector<PartName> parts,
                                         Conditions conditions = {}, ExpectedWhole expected = {},
                                         std::string account = {});
  base::Async<void> abort_upload(ObjectName name, std::string upload, std::string account = {});
  base::Async<PartListing> list_parts(ObjectName name, std::string upload, int after, std::size_t limit,
                                      std::string account = {});
  base::Async<UploadListing> list_uploads(std::string bucket, ListQuery query, std::string after_upload = {},
                                          std::string account = {});

  /// Reads what get() found, whether its files are open or not.
  ObjectReader reader(Reading reading);

  const base::Clock& clock() const { return options_.clock; }
  /// Of the pool, for those who write from the state lane.
  base::asio::any_io_executor executor() const { return options_.pool.get_executor(); }

 private:
  ObjectStore(ObjectStoreOptions options, BlobFiles files);
  /// Runs `f(db, orphans)` in a transaction; afterwards removes the blobs that it orphaned.
  template <class F>
  auto change(F f) -> base::Async<std::invoke_result_t<F, store::Connection&, std::vector<std::string>&>>;
  /// MD5 and checksums of (a range of) an object: those that it has where they are of these very bytes, else by
  /// reading it. `kind` is what is wanted; nothing: what the object has, or `otherwise`.
  struct SourceSums {
    std::string source_etag, etag;
    ByteRange range;
    std::map<Checksum, std::string> checksums;  // base64
  };
  base::Async<SourceSums> sums_of(ObjectName name, std::optional<RangeRequest> range, Conditions conditions,
                                  std::optional<Checksum> kind, std::optional<Checksum> otherwise,
                                  std::string account);
  void refuse_growth_if_full() const;
  void start_sweep();
  void load_policies();
  void keep_policy(const std::string& bucket, const std::optional<std::string>& document);

  ObjectStoreOptions options_;
  BlobFiles files_;
  std::atomic<bool> stopping_{false};
  std::future<void> sweeping_;
  mutable std::mutex policies_mutex_;
  std::map<std::string, std::shared_ptr<const std::string>> policies_;  ///< written by the store's thread
};

/// The setting that ObjectStore::bucket_policy tells.
inline constexpr const char* policy_setting = "policy";

/// Parts but the last one have at least this size, part numbers at most that one, objects at most 5 TiB.
inline constexpr std::uint64_t smallest_part = std::uint64_t{5} << 20;
inline constexpr int largest_part_number = 10'000;
inline constexpr std::uint64_t largest_part = std::uint64_t{5} << 30;

}  // namespace berth::objects
