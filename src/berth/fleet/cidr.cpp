#include "berth/fleet/cidr.hpp"

#include <charconv>

namespace berth::fleet {

namespace {

/// A decimal number at the beginning of `text`, which loses it; nothing if there is none, or it is over `most`.
std::optional<std::uint32_t> take_number(std::string_view& text, std::uint32_t most) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || number > most) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return number;
}

std::uint32_t mask_of(int bits) { return bits == 0 ? 0 : ~std::uint32_t{0} << (32 - bits); }

}  // namespace

bool Cidr::contains(const Cidr& other) const {
  return bits <= other.bits && (other.address & mask_of(bits)) == address;
}

std::optional<Cidr> parse_cidr(std::string_view text) {
  Cidr cidr;
  for (int part = 0; part < 4; ++part) {
    const auto number = take_number(text, 255);
    const char separator = part < 3 ? '.' : '/';
    if (!number || text.empty() || text[0] != separator) return std::nullopt;
    text.remove_prefix(1);
    cidr.address = cidr.address << 8 | *number;
  }
  const auto bits = take_number(text, 32);
  if (!bits || !text.empty()) return std::nullopt;
  cidr.bits = static_cast<int>(*bits);
  if ((cidr.address & ~mask_of(cidr.bits)) != 0) return std::nullopt;
  return cidr;
}

}  // namespace berth::fleet
