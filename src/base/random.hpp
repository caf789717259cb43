/// Random bytes and the identifiers made of them. Passed in, so that a test replays the same ids.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace base {

class RandomSource {
 public:
  virtual ~RandomSource() = default;
  virtual void fill(std::span<std::uint8_t> bytes) = 0;

  /// `digits` lower-case hexadecimal digits; 32 is the form of ECS task ids.
  std::string hex(std::size_t digits);
  /// A version 4 UUID, 8-4-4-4-12.
  std::string uuid();
  /// `length` characters of `alphabet`, uniformly.
  std::string characters(std::size_t length, std::string_view alphabet);
  std::uint64_t number();
};

/// The kernel's generator (getrandom).
class SystemRandom final : public RandomSource {
 public:
  void fill(std::span<std::uint8_t> bytes) override;
};

/// A reproducible sequence for tests; never for secrets.
class SeededRandom final : public RandomSource {
 public:
  explicit SeededRandom(std::uint64_t seed) : state_(seed) {}
  void fill(std::span<std::uint8_t> bytes) override;

 private:
  std::uint64_t state_;
};

}  // namespace base
