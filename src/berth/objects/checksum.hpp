/// The checksums that S3 clients send and ask for, beside the MD5 that makes the entity tag.
#pragma once

#include "base/hash.hpp"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::objects {

enum class Checksum : std::uint8_t { Crc32, Crc32c, Crc64Nvme, Sha1, Sha256 };
inline constexpr std::array all_checksums{Checksum::Crc32, Checksum::Crc32c, Checksum::Crc64Nvme,
                                          Checksum::Sha1, Checksum::Sha256};

/// What an object that comes without a checksum is given (as AWS does since December 2024): of the whole, and of parts it
/// can be put together.
inline constexpr Checksum default_checksum = Checksum::Crc64Nvme;

std::string_view header_name(Checksum kind);  ///< "x-amz-checksum-crc32"
std::string_view algorithm(Checksum kind);    ///< "CRC32", as in x-amz-sdk-checksum-algorithm
std::optional<Checksum> parse_algorithm(std::string_view text);   ///< any case
std::optional<Checksum> from_header_name(std::string_view name);  ///< any case
std::size_t raw_size(Checksum kind);                              ///< bytes before base64

/// Raw values, big-endian, by kind.
using ChecksumValues = std::map<Checksum, std::string>;

/// Several checksums over one stream.
class RunningChecksums {
 public:
  explicit RunningChecksums(const std::vector<Checksum>& kinds);
  void update(std::string_view bytes);
  ChecksumValues finish();

 private:
  std::map<Checksum, std::uint64_t> crcs_;
  std::map<Checksum, base::Digest> digests_;
};

/// The CRC of two stretches of bytes one after the other, from the CRC of each and the length of the second
/// (raw values; nothing for digests, which cannot be combined).
std::optional<std::string> combine(Checksum kind, std::string_view first, std::string_view second,
                                   std::uint64_t second_length);

}  // namespace berth::objects
