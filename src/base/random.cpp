#include "base/random.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"

#include <sys/random.h>

#include <array>
#include <cstring>

namespace base {

std::string RandomSource::hex(std::size_t digits) {
  std::string bytes((digits + 1) / 2, '\0');
  fill({reinterpret_cast<std::uint8_t*>(bytes.data()), bytes.size()});
  return to_hex(bytes).substr(0, digits);
}

std::string RandomSource::uuid() {
  std::array<std::uint8_t, 16> bytes;
  fill(bytes);
  bytes[6] = static_cast<std::uint8_t>((bytes[6] & 0x0F) | 0x40);
  bytes[8] = static_cast<std::uint8_t>((bytes[8] & 0x3F) | 0x80);
  std::string digits = to_hex({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  for (std::size_t position : {20, 16, 12, 8}) digits.insert(position, 1, '-');
  return digits;
}

std::string RandomSource::characters(std::size_t length, std::string_view alphabet) {
  BERTH_CHECK(!alphabet.empty() && alphabet.size() <= 256, "an alphabet is indexed by one byte");
  const unsigned limit =
      256 - 256 % static_cast<unsigned>(alphabet.size());  // beyond it a byte would be biased
  std::string text;
  while (text.size() < length) {
    std::uint8_t byte;
    fill({&byte, 1});
    if (byte < limit) text.push_back(alphabet[byte % alphabet.size()]);
  }
  return text;
}

std::uint64_t RandomSource::number() {
  std::array<std::uint8_t, 8> bytes;
  fill(bytes);
  std::uint64_t value;
  std::memcpy(&value, bytes.data(), sizeof value);
  return value;
}

void SystemRandom::fill(std::span<std::uint8_t> bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t got = ::getrandom(bytes.data() + done, bytes.size() - done, 0);
    BERTH_CHECK(got > 0 || errno == EINTR, "getrandom on a booted kernel does not fail");
    if (got > 0) done += static_cast<std::size_t>(got);
  }
}

void SeededRandom::fill(std::span<std::uint8_t> bytes) {
  // SplitMix64 (Steele, Lea, Flood 2014): one multiply-xor chain a word, good enough for ids in tests.
  for (std::size_t done = 0; done < bytes.size();) {
    std::uint64_t z = (state_ += 0x9E3779B97F4A7C15U);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9U;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBU;
    z ^= z >> 31;
    const std::size_t count = std::min(bytes.size() - done, sizeof z);
    std::memcpy(bytes.data() + done, &z, count);
    done += count;
  }
}

}  // namespace base
