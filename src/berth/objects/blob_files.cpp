#include "berth/objects/blob_files.hpp"

#include "base/log.hpp"

#include <boost/asio/post.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <deque>
#include <mutex>
#include <set>

namespace berth::objects {
namespace {

std::string path_of(std::string_view name) { return fmt::format("{}/{}", name.substr(0, 2), name); }

}  // namespace

struct BlobFilesCore : std::enable_shared_from_this<BlobFilesCore> {
  BlobFilesCore(base::Folder root_folder, base::RandomSource& source, boost::asio::thread_pool& removers)
      : root(std::move(root_folder)), random(source), pool(removers) {}

  void remove(std::vector<std::string> names) {
    if (names.empty()) return;
    boost::asio::post(pool, [self = shared_from_this(), names = std::move(names)] {
      for (const std::string& name : names) {
        if (auto removed = self->root.remove(path_of(name)); !removed) {
          base::log::warn("cannot remove blob {}: {} (the next start tries again)", name,
                          removed.error().message);
        }
      }
    });
  }

  /// Takes from the graveyard what no lease needs. Under the mutex.
  std::vector<std::string> take_unneeded() {
    std::vector<std::string> names;
    std::uint64_t oldest = leases.empty() ? UINT64_MAX : *leases.begin();
    while (!graveyard.empty() && graveyard.front().first < oldest) {
      names.push_back(std::move(graveyard.front().second));
      graveyard.pop_front();
    }
    return names;
  }

  base::Folder root;
  base::RandomSource& random;
  boost::asio::thread_pool& pool;

  std::mutex mutex;
  std::set<std::string> writing;  // on disk or about to be, and not in the database
  std::uint64_t next_lease = 0;
  std::set<std::uint64_t> leases;
  std::deque<std::pair<std::uint64_t, std::string>>
      graveyard;  // with the number of the newest lease that may need it
};

PendingBlob& PendingBlob::operator=(PendingBlob&& other) noexcept {
  if (this != &other) {
    discard();
    core_ = std::move(other.core_);
    name_ = std::move(other.name_);
    file_ = std::move(other.file_);
  }
  return *this;
}

base::Status PendingBlob::sync() {
  if (::fsync(file_.get()) != 0) return base::system_error("cannot sync blob " + name_);
  file_.reset();
  auto shard = core_->root.folder(std::string_view(name_).substr(0, 2));
  return shard ? shard->sync() : base::Status(shard.error());
}

void PendingBlob::keep() {
  if (!core_) return;
  std::lock_guard lock(core_->mutex);
  core_->writing.erase(name_);
  core_.reset();
}

void PendingBlob::discard() {
  if (!core_) return;
  file_.reset();
  core_->remove({name_});
  std::lock_guard lock(core_->mutex);
  core_->writing.erase(name_);
  core_.reset();
}

base::Result<BlobFiles> BlobFiles::open(const std::string& folder, base::RandomSource& random,
                                        boost::asio::thread_pool& pool) {
  auto root = base::Folder::open(folder, true);
  if (!root) return root.error();
  BlobFiles files;
  files.core_ = std::make_shared<BlobFilesCore>(std::move(*root), random, pool);
  return files;
}

std::string BlobFiles::random_hex(std::size_t digits) const {
  std::lock_guard lock(core_->mutex);
  return core_->random.hex(digits);
}

base::Result<PendingBlob> BlobFiles::create() const {
  PendingBlob blob;
  {
    std::lock_guard lock(core_->mutex);
    blob.name_ = core_->random.hex(32);
    core_->writing.insert(blob.name_);
    blob.core_ = core_;
  }
  std::string path = path_of(blob.name_);
  auto file = core_->root.file(path, O_CREAT | O_EXCL | O_WRONLY);
  if (!file && file.error().code == std::errc::no_such_file_or_directory) {
    if (auto shard = core_->root.folder(std::string_view(path).substr(0, 2), true); !shard)
      return shard.error();
    if (auto synced = core_->root.sync(); !synced) return synced.error();
    file = core_->root.file(path, O_CREAT | O_EXCL | O_WRONLY);
  }
  if (!file) return file.error();
  blob.file_ = std::move(*file);
  return blob;
}

base::Result<base::Fd> BlobFiles::open_blob(std::string_view name) const {
  return core_->root.file(path_of(name), O_RDONLY);
}

BlobFiles::Lease BlobFiles::lease() const {
  struct Held {
    explicit Held(std::shared_ptr<BlobFilesCore> of) : core(std::move(of)) {
      std::lock_guard lock(core->mutex);
      number = core->next_lease++;
      core->leases.insert(number);
    }
    ~Held() {
      std::vector<std::string> names;
      {
        std::lock_guard lock(core->mutex);
        core->leases.erase(number);
        names = core->take_unneeded();
      }
      core->remove(std::move(names));
    }
    std::shared_ptr<BlobFilesCore> core;
    std::uint64_t number;
  };
  return std::make_shared<Held>(core_);
}

void BlobFiles::retire(std::vector<std::string> names) const {
  if (names.empty()) return;
  std::vector<std::string> now;
  {
    std::lock_guard lock(core_->mutex);
    // Leases made before this moment have smaller numbers than the next one.
    for (std::string& name : names) core_->graveyard.emplace_back(core_->next_lease, std::move(name));
    ++core_->next_lease;
    now = core_->take_unneeded();
  }
  core_->remove(std::move(now));
}

std::size_t BlobFiles::sweep(const std::function<bool(const std::string& name)>& is_known,
                             const std::function<bool()>& stop) const {
  auto in_use = [&](const std::string& name) {
    std::lock_guard lock(core_->mutex);
    if (core_->writing.contains(name)) return true;
    for (const auto& [number, retired] : core_->graveyard) {
      if (retired == name) return true;
    }
    return false;
  };
  std::size_t removed = 0;
  auto shards = core_->root.list();
  for (const std::string& shard : shards ? *shards : std::vector<std::string>{}) {
    auto folder = core_->root.folder(shard);
    auto names = folder ? folder->list() : base::Result<std::vector<std::string>>(folder.error());
    if (!names) {
      base::log::warn("cannot look for orphaned blobs in {}: {}", shard, names.error().message);
      continue;
    }
    for (const std::string& name : *names) {
      if (stop()) return removed;
      // In this order: a writer that is done leaves `writing` after its commit.
      if (in_use(name) || is_known(name)) continue;
      if (folder->remove(name)) ++removed;
    }
  }
  return removed;
}

}  // namespace berth::objects
