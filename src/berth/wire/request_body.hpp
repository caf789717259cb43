/// A body that an operation reads while it arrives: signatures and checksums are checked on the way, nothing
/// is buffered.
///
///   base::Async<PutObjectResponse> put_object(S3& s3, const Call& call, PutObjectRequest in) {
///     …
///     co_await in.Body->each_block([&writer](std::string_view block) { return writer.write(block); });
#pragma once

#include "berth/http/exchange.hpp"

#include <functional>
#include <memory>

namespace berth::wire {

class RequestBody {
 public:
  RequestBody() = default;
  explicit RequestBody(std::shared_ptr<http::BodyReader> reader) : reader_(std::move(reader)) {}

  /// Bytes of the object, where known (Content-Length, or x-amz-decoded-content-length).
  std::optional<std::uint64_t> size() const { return reader_ ? reader_->size() : 0; }

  /// Calls `sink` with one block after the other on the connection's strand (not on the state lane: `sink`
  /// must touch nothing of the state), and waits for it each time; resumes the caller on its own executor at
  /// the end. Throws what the reader throws: ServiceError if a signature or checksum is wrong — what was
  /// written must then be thrown away.
  base::Async<void> each_block(std::function<base::Async<void>(std::string_view block)> sink,
                               std::size_t block_size = 256 * 1024);

  /// The whole, if it has at most `limit` bytes; throws ServiceError EntityTooLarge if it has more.
  base::Async<std::string> text(std::size_t limit);

  const std::shared_ptr<http::BodyReader>& reader() const { return reader_; }

 private:
  std::shared_ptr<http::BodyReader> reader_;
};

}  // namespace berth::wire
