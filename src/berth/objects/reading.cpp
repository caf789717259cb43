#include "berth/objects/reading.hpp"

#include <unistd.h>

#include <algorithm>
#include <cstring>

namespace berth::objects {

ObjectReader::ObjectReader(BlobFiles files, base::asio::thread_pool& pool, Reading reading)
    : files_(std::move(files)), pool_(pool), reading_(std::move(reading)) {}

base::Async<std::size_t> ObjectReader::read_some(std::span<char> buffer) {
  while (piece_ < reading_.pieces.size() && done_ == reading_.pieces[piece_].length) {
    reading_.pieces[piece_] = {};  // closes the file
    ++piece_;
    done_ = 0;
  }
  if (piece_ == reading_.pieces.size()) co_return 0;
  Piece& piece = reading_.pieces[piece_];
  std::size_t count = static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), piece.length - done_));
  if (piece.blob.empty()) {
    std::memcpy(buffer.data(), piece.bytes.data() + done_, count);
    done_ += count;
    co_return count;
  }
  auto read = [this, &piece, buffer, count]() -> std::size_t {
    if (!piece.file) piece.file = std::make_shared<const base::Fd>(files_.open_blob(piece.blob).value());
    ssize_t got = ::pread(piece.file->get(), buffer.data(), count, static_cast<off_t>(piece.offset + done_));
    if (got < 0) throw base::Failure(base::system_error("cannot read blob " + piece.blob));
    if (got == 0) throw base::Failure(base::failure("blob " + piece.blob + " is shorter than its row says"));
    return static_cast<std::size_t>(got);
  };
  std::size_t got = co_await base::blocking(pool_, read);
  done_ += got;
  co_return got;
}

}  // namespace berth::objects
