/// What must be true of a request's body, and a machine that checks it while the bytes pass. Pure:
/// verified_body.hpp joins it to a connection.
///
/// Made of a request's head: x-amz-content-sha256 (a digest, or the word for a framing), Content-MD5,
/// x-amz-checksum-…, x-amz-decoded-content-length, x-amz-trailer.
#pragma once

#include "berth/http/message.hpp"
#include "berth/wire/aws_chunked.hpp"
#include "berth/wire/checksum.hpp"
#include "berth/wire/sigv4.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::wire {

/// Whose checksums x-amz-checksum-… tells: the body's nearly always; in CompleteMultipartUpload, whose body is a list, the
/// object's.
enum class ChecksumsOf { Body, Object };

class BodyCheck {
 public:
  /// `payload_hash` is what the signature covers. `key` is the signing key, for signed chunks.
  /// Throws ServiceError: InvalidDigest (not a digest of the right length), InvalidRequest,
  /// MissingContentLength.
  BodyCheck(const http::RequestHead& request, std::string_view payload_hash, const SignedBy& by,
            std::string key, ChecksumsOf checksums = ChecksumsOf::Body);

  /// Takes bytes off the front of `input`; returns the next piece of the object's data within it, "" when the
  /// input is used up.
  std::string_view next(std::string_view& input);
  /// After the last byte. Throws ServiceError: XAmzContentSHA256Mismatch, BadDigest, IncompleteBody.
  void finish();
  /// Bytes of the object's data, where the head says.
  std::optional<std::uint64_t> size() const { return size_; }

 private:
  struct Expected {
    Checksum running;
    std::string raw;              ///< what it must be; "" until the trailer tells
    std::string_view code, text;  ///< the error if it differs
  };
  void expect_header(ChecksumKind kind, std::string_view base64);
  void take_trailers();

  std::optional<AwsChunked> chunked_;
  std::optional<std::uint64_t> size_;
  std::uint64_t seen_ = 0;
  std::vector<Expected> expected_;
};

}  // namespace berth::wire
