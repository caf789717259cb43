/// An object (or a range of it) that is about to be read.
#pragma once

#include "base/async.hpp"
#include "berth/objects/blob_files.hpp"
#include "berth/objects/types.hpp"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace berth::objects {

/// A stretch of bytes: of a file, or in memory.
struct Piece {
  std::uint64_t length = 0;
  std::shared_ptr<const base::Fd> file;  ///< open, unless the object has very many pieces
  std::uint64_t offset = 0;              ///< in the file
  std::string bytes;                     ///< if there is no blob
  std::string blob;                      ///< the file's name
};

/// It stays readable whatever happens to the object meanwhile.
struct Reading {
  ObjectInfo info;
  ByteRange range;  ///< what of the object the pieces hold
  bool is_partial = false;
  std::vector<Piece> pieces;
  /// Set if files are opened only when their turn comes; holds the blobs until then.
  BlobFiles::Lease lease;

  /// True if every piece has its file open or its bytes at hand.
  bool is_open() const { return lease == nullptr; }
};

/// Up to this many files are opened beforehand.
inline constexpr std::size_t most_open_files = 32;

/// Reads the pieces one after the other, on the pool.
class ObjectReader {
 public:
  ObjectReader(BlobFiles files, base::asio::thread_pool& pool, Reading reading);
  /// At most buffer.size() bytes; 0 at the end. Throws base::Failure if the disk fails.
  base::Async<std::size_t> read_some(std::span<char> buffer);

 private:
  BlobFiles files_;
  base::asio::thread_pool& pool_;
  Reading reading_;
  std::size_t piece_ = 0;
  std::uint64_t done_ = 0;  // of that piece
};

}  // namespace berth::objects
