/// The checksums that need no library, so that a program that only wants these does not load OpenSSL.
#include "base/hash.hpp"

#include <array>

namespace base {
namespace {

/// The 256-entry table of a reflected CRC, filled at compile time.
template <class Word>
constexpr std::array<Word, 256> crc_table(Word reflected_polynomial) {
  std::array<Word, 256> table{};
  for (unsigned i = 0; i < 256; ++i) {
    Word value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value & 1) != 0 ? (value >> 1) ^ reflected_polynomial : value >> 1;
    table[i] = value;
  }
  return table;
}

template <class Word>
Word crc_of(const std::array<Word, 256>& table, std::string_view bytes, Word crc) {
  crc = static_cast<Word>(~crc);
  for (char byte : bytes) crc = table[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8);
  return static_cast<Word>(~crc);
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc) {
  static constexpr auto table = crc_table<std::uint32_t>(0x82F63B78);
  return crc_of(table, bytes, crc);
}

std::uint64_t crc64nvme(std::string_view bytes, std::uint64_t crc) {
  static constexpr auto table = crc_table<std::uint64_t>(0x9A6C9329AC4BC9B5);
  return crc_of(table, bytes, crc);
}

}  // namespace base
