/// The checksums that S3's clients send: x-amz-checksum-…, Content-MD5, x-amz-content-sha256.
#pragma once

#include "base/hash.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace berth::wire {

enum class ChecksumKind : std::uint8_t { Crc32, Crc32c, Crc64Nvme, Sha1, Sha256, Md5 };

/// From "x-amz-checksum-crc32" (any case) or "CRC32"; nothing for another name.
std::optional<ChecksumKind> checksum_kind(std::string_view header_or_algorithm);
std::string_view checksum_header(ChecksumKind kind);  ///< "x-amz-checksum-crc32"; "Content-MD5"
std::size_t checksum_size(ChecksumKind kind);         ///< bytes

/// A running checksum of any kind.
class Checksum {
 public:
  explicit Checksum(ChecksumKind kind);
  void update(std::string_view bytes);
  std::string finish();  ///< raw, big-endian; once
  ChecksumKind kind() const { return kind_; }

 private:
  ChecksumKind kind_;
  std::uint64_t crc_ = 0;
  std::optional<base::Digest> digest_;
};

}  // namespace berth::wire
