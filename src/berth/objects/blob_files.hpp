/// Blobs on disk: immutable files under random names, in 256 folders ("3f/3f9a…").
///
/// A blob is written once, synced with its folder, and only then named in the database. A crash in between
/// leaves an orphan, which sweep() removes; a row without its blob cannot come to be.
///
/// Whoever looks a blob up and opens it later holds a lease meanwhile: a blob that is retired goes when the
/// leases that might have seen it are gone.
#pragma once

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/result.hpp"

#include <boost/asio/thread_pool.hpp>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace berth::objects {

struct BlobFilesCore;

/// A blob that is being written or is not yet named in the database: removed, unless it is kept.
class PendingBlob {
 public:
  PendingBlob() = default;
  PendingBlob(PendingBlob&&) noexcept = default;
  PendingBlob& operator=(PendingBlob&&) noexcept;
  ~PendingBlob() { discard(); }

  explicit operator bool() const { return core_ != nullptr; }
  const std::string& name() const { return name_; }
  int fd() const { return file_.get(); }
  /// fsyncs file and folder and closes. Blocks.
  base::Status sync();
  /// The database names it now.
  void keep();

 private:
  friend class BlobFiles;
  void discard();
  std::shared_ptr<BlobFilesCore> core_;
  std::string name_;
  base::Fd file_;
};

/// Safe to use from any thread.
class BlobFiles {
 public:
  /// `folder` is made if it is not there. Files are removed on `pool`; what runs there owns what it needs.
  static base::Result<BlobFiles> open(const std::string& folder, base::RandomSource& random,
                                      boost::asio::thread_pool& pool);

  /// From the random source, which is used by one thread at a time here.
  std::string random_hex(std::size_t digits) const;

  /// Makes an empty blob under a new name. Blocks.
  base::Result<PendingBlob> create() const;
  /// Opens a blob for reading. Blocks.
  base::Result<base::Fd> open_blob(std::string_view name) const;

  using Lease = std::shared_ptr<const void>;
  /// While it is held, blobs that exist now can be opened.
  Lease lease() const;
  /// Removes blobs that the database no longer names, once no lease needs them.
  void retire(std::vector<std::string> names) const;

  /// Removes what is on disk and is neither known nor being written; returns how many. `is_known` must see
  /// all that was committed before it is called. Blocks; `stop` is asked between files.
  std::size_t sweep(const std::function<bool(const std::string& name)>& is_known,
                    const std::function<bool()>& stop) const;

 private:
  std::shared_ptr<BlobFilesCore> core_;
};

}  // namespace berth::objects
