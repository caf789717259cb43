/// The checksums that need no library, so that a program that only wants these does not load OpenSSL.
#include "base/hash.hpp"

#include <array>
#include <cstring>

#ifdef __x86_64__
#include <immintrin.h>
#endif

namespace base {
namespace {

constexpr std::uint64_t nvme_polynomial = 0x9A6C9329AC4BC9B5;

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

#ifdef __x86_64__
/// x^n modulo the polynomial, reflected: bit 63 is x^0.
constexpr std::uint64_t nvme_power(unsigned n) {
  std::uint64_t value = std::uint64_t{1} << 63;
  while (n-- > 0) value = (value & 1) != 0 ? (value >> 1) ^ nvme_polynomial : value >> 1;
  return value;
}

/// Sixteen bytes with the same remainder as all of `bytes` (a multiple of sixteen), which begin with the register `crc`:
/// what is 128 bits further ahead is multiplied by x^128, each half on its own. (A product of reflected factors is short
/// of one x, hence the exponents.) Every object that comes without a checksum is given this one, beside an MD5 that is to
/// be what takes the time.
[[gnu::target("pclmul")]] std::array<char, 16> fold_nvme(std::string_view bytes, std::uint64_t crc) {
  constexpr std::uint64_t low = nvme_power(128 + 64 - 1), high = nvme_power(128 - 1);
  const auto load = [](const char* from) {
    __m128i block;
    std::memcpy(&block, from, sizeof block);
    return block;
  };
  const __m128i factors = _mm_set_epi64x(static_cast<long long>(high), static_cast<long long>(low));
  __m128i state = _mm_xor_si128(load(bytes.data()), _mm_set_epi64x(0, static_cast<long long>(crc)));
  for (std::size_t at = sizeof state; at < bytes.size(); at += sizeof state) {
    const __m128i ahead = _mm_clmulepi64_si128(state, factors, 0x00);
    const __m128i behind = _mm_clmulepi64_si128(state, factors, 0x11);
    state = _mm_xor_si128(_mm_xor_si128(ahead, behind), load(bytes.data() + at));
  }
  std::array<char, 16> rest;
  std::memcpy(rest.data(), &state, sizeof state);
  return rest;
}
#endif

}  // namespace

std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc) {
  static constexpr auto table = crc_table<std::uint32_t>(0x82F63B78);
  return crc_of(table, bytes, crc);
}

std::uint64_t crc64nvme(std::string_view bytes, std::uint64_t crc) {
  static constexpr auto table = crc_table<std::uint64_t>(nvme_polynomial);
#ifdef __x86_64__
  constexpr std::size_t block = sizeof(__m128i);
  if (bytes.size() >= 4 * block && __builtin_cpu_supports("pclmul")) {
    const std::size_t folded = bytes.size() / block * block;
    const auto rest = fold_nvme(bytes.substr(0, folded), ~crc);
    // What folding leaves has the remainder of all of it, for a register that begins with zeros.
    crc = crc_of(table, {rest.data(), rest.size()}, ~std::uint64_t{0});
    bytes.remove_prefix(folded);
  }
#endif
  return crc_of(table, bytes, crc);
}

}  // namespace base
