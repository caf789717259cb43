/// IPv4 networks in CIDR notation: "10.0.0.0/16". Pure.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace berth::fleet {

struct Cidr {
  std::uint32_t address = 0;  ///< host byte order; no bit is set behind the prefix
  int bits = 0;               ///< of the prefix, 0 to 32

  bool contains(const Cidr& other) const;
  bool overlaps(const Cidr& other) const { return contains(other) || other.contains(*this); }
  std::uint64_t size() const { return std::uint64_t{1} << (32 - bits); }
};

/// Nothing if it is not one, or has bits set behind its prefix.
std::optional<Cidr> parse_cidr(std::string_view text);

}  // namespace berth::fleet
