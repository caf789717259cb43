#include "berth/wire/pages.hpp"

#include "base/page_token.hpp"

#include <charconv>

namespace berth::wire {

std::string to_position_token(std::uint64_t position) {
  return base::to_page_token(std::to_string(position));
}

std::optional<std::uint64_t> from_position_token(std::string_view token) {
  const std::string text = base::from_page_token(token).value_or("");
  std::uint64_t position = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, position);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return position;
}

std::uint64_t position_of(const std::optional<std::string>& token, const ServiceError& invalid) {
  if (!token) return 0;
  const auto position = from_position_token(*token);
  if (!position) throw ServiceError(invalid);
  return *position;
}

}  // namespace berth::wire
