/// Counter-based random numbers: a number is a function of (seed, purpose, step, index) and of nothing that
/// happened before, so any thread, rank or backend computes the same one, and a resumed run continues as if
/// never stopped.
///
/// The function is Philox4x32-10 (Salmon, Moraes, Dror, Shaw: "Parallel random numbers: as easy as 1, 2, 3",
/// 2011): ten rounds over a 128-bit counter under a 64-bit key give four 32-bit words. Key: the seed.
/// Counter: the number's block in the two low words, the step in the third, purpose and layer in the fourth.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numbers>
#include <vector>

namespace fathom {

using PhiloxCounter = std::array<std::uint32_t, 4>;
using PhiloxKey = std::array<std::uint32_t, 2>;

constexpr PhiloxCounter philox4x32(PhiloxCounter counter, PhiloxKey key) {
  for (int round = 0; round < 10; ++round) {
    const std::uint64_t low = std::uint64_t{0xD2511F53} * counter[0];
    const std::uint64_t high = std::uint64_t{0xCD9E8D57} * counter[2];
    counter = {static_cast<std::uint32_t>(high >> 32) ^ counter[1] ^ key[0], static_cast<std::uint32_t>(high),
               static_cast<std::uint32_t>(low >> 32) ^ counter[3] ^ key[1], static_cast<std::uint32_t>(low)};
    key = {key[0] + 0x9E3779B9, key[1] + 0xBB67AE85};
  }
  return counter;
}

/// What numbers are drawn for; keeps the streams apart. The values are part of "same seed, same bytes".
enum class Purpose : std::uint8_t { weights = 1, shuffle = 2, denoising = 3, dropout = 4, split = 5 };

/// The stream of numbers of one purpose in one step.
class RandomStream {
 public:
  /// `step`: epoch, batch or whatever repeats (its low 32 bits count); `part`: which layer or matrix (24
  /// bits).
  RandomStream(std::uint64_t seed, Purpose purpose, std::uint64_t step, std::uint32_t part = 0)
      : key_{static_cast<std::uint32_t>(seed), static_cast<std::uint32_t>(seed >> 32)},
        step_(static_cast<std::uint32_t>(step)),
        part_((static_cast<std::uint32_t>(purpose) << 24) | (part & 0xFFFFFFU)) {}

  /// The four words of block `number`: the numbers with index 4·number … 4·number + 3.
  PhiloxCounter block(std::uint64_t number) const {
    return philox4x32(
        {static_cast<std::uint32_t>(number), static_cast<std::uint32_t>(number >> 32), step_, part_}, key_);
  }
  std::uint32_t bits(std::uint64_t index) const { return block(index / 4)[index % 4]; }
  /// Uniform in (0, 1], a multiple of 2^-24.
  float uniform(std::uint64_t index) const { return to_uniform(bits(index)); }
  /// Normal with mean 0 and variance 1 (Box and Muller): what block `number` holds, two numbers a pair of
  /// words.
  std::array<double, 4> gaussians(std::uint64_t number) const {
    const PhiloxCounter words = block(number);
    std::array<double, 4> normal{};
    for (std::size_t pair = 0; pair < 4; pair += 2) {
      const double radius = std::sqrt(-2.0 * std::log((static_cast<double>(words[pair]) + 1.0) * 0x1p-32));
      const double angle = 2.0 * std::numbers::pi * (static_cast<double>(words[pair + 1]) * 0x1p-32);
      normal[pair] = radius * std::cos(angle);
      normal[pair + 1] = radius * std::sin(angle);
    }
    return normal;
  }

  static float to_uniform(std::uint32_t bits) { return (static_cast<float>(bits >> 8) + 1.0F) * 0x1p-24F; }

 private:
  PhiloxKey key_;
  std::uint32_t step_;
  std::uint32_t part_;
};

/// A permutation of [0, count): the numbers sorted by their random keys, ties by themselves.
std::vector<std::uint32_t> permutation(const RandomStream& stream, std::size_t count);

}  // namespace fathom
