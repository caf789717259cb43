/// An object store on a temporary folder, for tests:
///
///   ObjectStoreFixture f;
///   f.put("bucket", "key", "bytes");                     // makes the bucket if need be
///   EXPECT_EQ(f.wait(f.objects().read(ObjectName("bucket", "key"), 100)), "bytes");
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/random.hpp"
#include "berth/objects/object_store.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/use_future.hpp>

#include <latch>
#include <memory>
#include <string>
#include <string_view>

namespace berth::objects {

class ObjectStoreFixture {
 public:
  /// `more` tables may be made beside the object store's. State is in a temporary folder, or in `state`.
  explicit ObjectStoreFixture(std::vector<store::Migration> more = {}, std::string state = {})
      : state_(state.empty() ? folder_.path() : std::move(state)), migrations_(std::move(more)) {
    for (const store::Migration& step : ObjectStore::migrations()) migrations_.push_back(step);
    reopen();
  }
  ~ObjectStoreFixture() {
    objects_.reset();
    store_.reset();
    pool_.join();
  }

  /// As after a restart.
  void reopen() {
    objects_.reset();
    store_.reset();
    store_ = store::Store::open(state_ + "/berth.db", migrations_, pool_).value();
    ObjectStoreOptions options{state_ + "/blobs", *store_, pool_, clock_, random_};
    objects_ = ObjectStore::open(options).value();
  }

  /// Runs a coroutine to its end on a lane of its own.
  template <class T>
  T wait(base::Async<T> work) {
    auto done = base::asio::co_spawn(lane_, std::move(work), base::asio::use_future);
    lane_.restart();
    lane_.run();
    return done.get();
  }

  PutResult put(const std::string& bucket, const std::string& key, std::string_view bytes,
                Attributes attributes = {}, Conditions conditions = {}) {
    if (!store_->load([&](store::Connection& db) {
          return db.statement("SELECT 1 FROM buckets WHERE name = ?1").with(bucket).step();
        })) {
      wait(objects_->create_bucket(bucket, account, "us-east-1"));
    }
    return wait(
        objects_->put(ObjectName(bucket, key), written(bytes), std::move(attributes), std::move(conditions)));
  }
  Written written(std::string_view bytes, std::vector<Checksum> checksums = {}) {
    return wait(write(*objects_, bytes, std::move(checksums)));
  }
  /// Returns when what was given to the pool is done: every thread of it has come here.
  void settle() {
    auto here = std::make_shared<std::latch>(threads + 1);
    for (int i = 0; i < threads; ++i) base::asio::post(pool_, [here] { here->arrive_and_wait(); });
    here->arrive_and_wait();
  }
  /// How many blob files there are, when nothing is being removed any more.
  std::size_t blob_files() {
    std::size_t count = 0;
    auto root = base::Folder::open(state_ + "/blobs").value();
    for (const std::string& shard : root.list().value())
      count += root.folder(shard).value().list().value().size();
    return count;
  }

  ObjectStore& objects() { return *objects_; }
  store::Store& store() { return *store_; }
  base::ManualClock& clock() { return clock_; }
  base::asio::thread_pool& pool() { return pool_; }
  base::asio::io_context& lane() { return lane_; }
  const base::TemporaryFolder& folder() const { return folder_; }

  static constexpr const char* account = "000000000000";

 private:
  static constexpr int threads = 4;
  static base::Async<Written> write(ObjectStore& objects, std::string_view bytes,
                                    std::vector<Checksum> checksums) {
    BlobWriter writer = objects.writer(std::move(checksums));
    co_await writer.write(bytes);
    co_return co_await writer.finish();
  }

  base::TemporaryFolder folder_;
  std::string state_;
  base::asio::io_context lane_;
  base::asio::thread_pool pool_{threads};
  base::ManualClock clock_;
  base::SystemRandom random_;
  std::vector<store::Migration> migrations_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<ObjectStore> objects_;
};

}  // namespace berth::objects
