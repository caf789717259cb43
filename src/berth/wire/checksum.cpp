#include "berth/wire/checksum.hpp"

#include "berth/http/message.hpp"

#include <array>

namespace berth::wire {

namespace {

struct Facts {
  ChecksumKind kind;
  std::string_view header, algorithm;
  std::size_t size;
};

constexpr std::array<Facts, 6> kinds = {
    {{ChecksumKind::Crc32, "x-amz-checksum-crc32", "CRC32", 4},
     {ChecksumKind::Crc32c, "x-amz-checksum-crc32c", "CRC32C", 4},
     {ChecksumKind::Crc64Nvme, "x-amz-checksum-crc64nvme", "CRC64NVME", 8},
     {ChecksumKind::Sha1, "x-amz-checksum-sha1", "SHA1", 20},
     {ChecksumKind::Sha256, "x-amz-checksum-sha256", "SHA256", 32},
     {ChecksumKind::Md5, "Content-MD5", "MD5", 16}}};

const Facts& facts(ChecksumKind kind) { return kinds[static_cast<std::size_t>(kind)]; }

std::string big_endian(std::uint64_t value, std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = size; i-- > 0; value >>= 8) bytes[i] = static_cast<char>(value & 0xFF);
  return bytes;
}

}  // namespace

std::optional<ChecksumKind> checksum_kind(std::string_view name) {
  for (const Facts& known : kinds) {
    if (http::same_name(name, known.header) || http::same_name(name, known.algorithm)) return known.kind;
  }
  return std::nullopt;
}

std::string_view checksum_header(ChecksumKind kind) { return facts(kind).header; }
std::size_t checksum_size(ChecksumKind kind) { return facts(kind).size; }

Checksum::Checksum(ChecksumKind kind) : kind_(kind) {
  if (kind == ChecksumKind::Sha1) digest_.emplace(base::Digest::Kind::Sha1);
  if (kind == ChecksumKind::Sha256) digest_.emplace(base::Digest::Kind::Sha256);
  if (kind == ChecksumKind::Md5) digest_.emplace(base::Digest::Kind::Md5);
}

void Checksum::update(std::string_view bytes) {
  if (bytes.empty()) return;
  switch (kind_) {
    case ChecksumKind::Crc32:
      crc_ = base::crc32(bytes, static_cast<std::uint32_t>(crc_));
      return;
    case ChecksumKind::Crc32c:
      crc_ = base::crc32c(bytes, static_cast<std::uint32_t>(crc_));
      return;
    case ChecksumKind::Crc64Nvme:
      crc_ = base::crc64nvme(bytes, crc_);
      return;
    default:
      digest_->update(bytes);
  }
}

std::string Checksum::finish() {
  return digest_ ? digest_->finish() : big_endian(crc_, checksum_size(kind_));
}

}  // namespace berth::wire
