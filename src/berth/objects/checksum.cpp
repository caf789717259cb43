#include "berth/objects/checksum.hpp"

#include <algorithm>

namespace berth::objects {
namespace {

struct Facts {
  Checksum kind;
  std::string_view header, algorithm;
  std::size_t size;
  std::uint64_t reflected_polynomial;  // 0 for digests
};

constexpr Facts table[] = {
    {Checksum::Crc32, "x-amz-checksum-crc32", "CRC32", 4, 0xEDB88320},
    {Checksum::Crc32c, "x-amz-checksum-crc32c", "CRC32C", 4, 0x82F63B78},
    {Checksum::Crc64Nvme, "x-amz-checksum-crc64nvme", "CRC64NVME", 8, 0x9A6C9329AC4BC9B5},
    {Checksum::Sha1, "x-amz-checksum-sha1", "SHA1", 20, 0},
    {Checksum::Sha256, "x-amz-checksum-sha256", "SHA256", 32, 0},
};

const Facts& facts(Checksum kind) { return table[static_cast<std::size_t>(kind)]; }

bool equal_without_case(std::string_view a, std::string_view b) {
  auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

std::string to_big_endian(std::uint64_t value, std::size_t size) {
  std::string bytes(size, '\0');
  for (std::size_t i = 0; i < size; ++i) bytes[size - 1 - i] = static_cast<char>(value >> (8 * i));
  return bytes;
}

std::uint64_t from_big_endian(std::string_view bytes) {
  std::uint64_t value = 0;
  for (char c : bytes) value = value << 8 | static_cast<unsigned char>(c);
  return value;
}

std::uint64_t continue_crc(Checksum kind, std::string_view bytes, std::uint64_t crc) {
  switch (kind) {
    case Checksum::Crc32:
      return base::crc32(bytes, static_cast<std::uint32_t>(crc));
    case Checksum::Crc32c:
      return base::crc32c(bytes, static_cast<std::uint32_t>(crc));
    default:
      return base::crc64nvme(bytes, crc);
  }
}

// A CRC is a polynomial over GF(2) modulo the generator, here with its bits reflected: bit 63 (or 31) is x^0.
// Following it by n bytes multiplies it by x^(8n); initial value and final exclusive-or cancel out.

/// a·b modulo the generator.
std::uint64_t multiply(std::uint64_t a, std::uint64_t b, const Facts& f) {
  const std::uint64_t one = std::uint64_t{1} << (8 * f.size - 1);
  std::uint64_t product = 0;
  for (std::uint64_t term = one; term != 0; term >>= 1) {
    if (a & term) product ^= b;
    b = (b & 1) ? (b >> 1) ^ f.reflected_polynomial : b >> 1;
  }
  return product;
}

/// x^(8·bytes) modulo the generator, by repeated squaring.
std::uint64_t power_of_x(std::uint64_t bytes, const Facts& f) {
  std::uint64_t result = std::uint64_t{1} << (8 * f.size - 1);  // x^0
  std::uint64_t square = std::uint64_t{1} << (8 * f.size - 9);  // x^8
  for (; bytes != 0; bytes >>= 1) {
    if (bytes & 1) result = multiply(result, square, f);
    square = multiply(square, square, f);
  }
  return result;
}

}  // namespace

std::string_view header_name(Checksum kind) { return facts(kind).header; }
std::string_view algorithm(Checksum kind) { return facts(kind).algorithm; }
std::size_t raw_size(Checksum kind) { return facts(kind).size; }

std::optional<Checksum> parse_algorithm(std::string_view text) {
  for (const Facts& f : table) {
    if (equal_without_case(f.algorithm, text)) return f.kind;
  }
  return std::nullopt;
}

std::optional<Checksum> from_header_name(std::string_view name) {
  for (const Facts& f : table) {
    if (equal_without_case(f.header, name)) return f.kind;
  }
  return std::nullopt;
}

RunningChecksums::RunningChecksums(const std::vector<Checksum>& kinds) {
  for (Checksum kind : kinds) {
    if (kind == Checksum::Sha1) {
      digests_.emplace(kind, base::Digest(base::Digest::Kind::Sha1));
    } else if (kind == Checksum::Sha256) {
      digests_.emplace(kind, base::Digest(base::Digest::Kind::Sha256));
    } else {
      crcs_.emplace(kind, 0);
    }
  }
}

void RunningChecksums::update(std::string_view bytes) {
  for (auto& [kind, crc] : crcs_) crc = continue_crc(kind, bytes, crc);
  for (auto& [kind, digest] : digests_) digest.update(bytes);
}

ChecksumValues RunningChecksums::finish() {
  ChecksumValues values;
  for (auto& [kind, crc] : crcs_) values[kind] = to_big_endian(crc, raw_size(kind));
  for (auto& [kind, digest] : digests_) values[kind] = digest.finish();
  return values;
}

std::optional<std::string> combine(Checksum kind, std::string_view first, std::string_view second,
                                   std::uint64_t second_length) {
  const Facts& f = facts(kind);
  if (f.reflected_polynomial == 0) return std::nullopt;
  std::uint64_t shifted = multiply(power_of_x(second_length, f), from_big_endian(first), f);
  return to_big_endian(shifted ^ from_big_endian(second), f.size);
}

}  // namespace berth::objects
