/// The aws-chunked framing, as a machine that is fed bytes in any pieces and hands out the data between the
/// frames.
///
///   hex-size[;chunk-signature=64hex]\r\n data \r\n …
///   0[;chunk-signature=64hex]\r\n [name:value\r\n …] [x-amz-trailer-signature:64hex\r\n] \r\n
///
/// A signed chunk's signature is over its SHA-256 and the signature before. Data is handed out before its
/// chunk's end, so whoever takes it must drop all of it when a later call throws. Source: S3 API reference,
/// "Signature calculations … transferring payload in multiple chunks" and "… with trailing headers".
#pragma once

#include "base/hash.hpp"
#include "berth/wire/query_string.hpp"
#include "berth/wire/sigv4.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace berth::wire {

class AwsChunked {
 public:
  /// Without `signatures` chunks are unsigned. With `trailer` lines may follow the last chunk (and are signed
  /// if chunks are).
  AwsChunked(std::optional<ChunkSignatures> signatures, bool trailer);

  /// Takes bytes off the front of `input` and returns the next piece of data within it; "" when all input is
  /// used up or the body is complete. Throws ServiceError: SignatureDoesNotMatch, IncompleteBody (bad
  /// framing).
  std::string_view next(std::string_view& input);
  bool complete() const { return state_ == State::Complete; }
  /// Names in lower case; after complete().
  const Pairs& trailers() const { return trailers_; }

 private:
  enum class State { Size, Data, DataEnd, Trailer, End, Complete };
  /// Takes one line (without \r\n) from the input, or nothing while it is not whole.
  std::optional<std::string> line(std::string_view& input);
  void begin_chunk(std::string_view text);
  void end_chunk();
  void trailer_line(const std::string& text);

  State state_ = State::Size;
  std::optional<ChunkSignatures> signatures_;
  bool trailer_;
  std::string partial_;
  std::uint64_t remaining_ = 0;
  bool last_ = false;
  std::string claimed_;
  base::Digest digest_{base::Digest::Kind::Sha256};
  base::Digest trailer_digest_{base::Digest::Kind::Sha256};
  bool trailer_signed_ = false;
  Pairs trailers_;
};

}  // namespace berth::wire
