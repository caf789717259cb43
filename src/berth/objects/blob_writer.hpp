/// Takes in the bytes of one object or part while they arrive.
#pragma once

#include "base/async.hpp"
#include "berth/objects/background.hpp"
#include "berth/objects/blob_files.hpp"
#include "berth/objects/checksum.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace berth::objects {

/// Up to this many bytes live in the database and not in a file of their own.
inline constexpr std::size_t inline_limit = 32 * 1024;

/// Bytes that are on disk (or few enough to be kept in the row) and wait to be named. Dropped if they never
/// are.
struct Written {
  std::uint64_t size = 0;
  std::string md5;           ///< raw
  ChecksumValues checksums;  ///< raw
  std::string bytes;         ///< all of them, if there is no blob
  PendingBlob blob;
};

/// Hashing and writing run on the blocking pool, both beside the arrival of the next bytes. Used by one
/// coroutine, on any executor but the state lane's.
class BlobWriter {
 public:
  BlobWriter(BlobFiles files, base::asio::thread_pool& pool, std::vector<Checksum> checksums = {});

  /// Takes the bytes in; waits if two blocks are under way. Throws ObjectError NoSpace on a full disk and
  /// base::Failure if the disk fails otherwise.
  base::Async<void> write(std::string_view bytes);
  /// Everything is on disk afterwards: the file and its name. Once, at the end.
  base::Async<Written> finish();

  std::uint64_t size() const { return size_; }

 private:
  struct Hashes;
  struct File;
  base::Async<void> hand_over();

  BlobFiles files_;
  base::asio::thread_pool& pool_;
  std::shared_ptr<Hashes> hashes_;
  std::shared_ptr<File> file_;
  Background hashing_, writing_;
  std::string buffer_;
  std::uint64_t size_ = 0;
};

}  // namespace berth::objects
