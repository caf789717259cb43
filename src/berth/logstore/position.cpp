#include "berth/logstore/position.hpp"

#include <charconv>

namespace berth::logstore {
namespace {

constexpr std::size_t digits = 20;

std::string padded(std::uint64_t number) {
  const std::string text = std::to_string(number);
  return std::string(digits - text.size(), '0') + text;
}

/// Timestamps may lie before 1970: shifted so that they sort as digits.
std::uint64_t shifted(std::int64_t timestamp) {
  return static_cast<std::uint64_t>(timestamp) ^ (std::uint64_t{1} << 63);
}
std::int64_t unshifted(std::uint64_t number) {
  return static_cast<std::int64_t>(number ^ (std::uint64_t{1} << 63));
}

std::optional<std::uint64_t> parse_padded(std::string_view text) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

std::string to_text(const Token& token) {
  return (token.forward ? "f/" : "b/") + padded(shifted(token.position.timestamp)) +
         padded(token.position.offset) + "/s";
}

std::optional<Token> parse_token(std::string_view text) {
  if (text.size() != 2 + 2 * digits + 2 || text.substr(2 + 2 * digits) != "/s") return std::nullopt;
  if (text.substr(0, 2) != "f/" && text.substr(0, 2) != "b/") return std::nullopt;
  const auto timestamp = parse_padded(text.substr(2, digits));
  const auto offset = parse_padded(text.substr(2 + digits, digits));
  if (!timestamp || !offset) return std::nullopt;
  return Token{text[0] == 'f', {unshifted(*timestamp), *offset}};
}

std::string to_text(const FilterPosition& position) {
  return padded(shifted(position.timestamp)) + padded(position.stream) + padded(position.offset);
}

std::optional<FilterPosition> parse_filter_position(std::string_view text) {
  if (text.size() != 3 * digits) return std::nullopt;
  const auto timestamp = parse_padded(text.substr(0, digits));
  const auto stream = parse_padded(text.substr(digits, digits));
  const auto offset = parse_padded(text.substr(2 * digits));
  if (!timestamp || !stream || !offset) return std::nullopt;
  return FilterPosition{unshifted(*timestamp), *stream, *offset};
}

}  // namespace berth::logstore
