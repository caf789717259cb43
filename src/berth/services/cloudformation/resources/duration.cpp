#include "berth/services/cloudformation/resources/duration.hpp"

#include <charconv>

namespace berth::cloudformation {

std::optional<std::chrono::seconds> parse_duration(std::string_view text) {
  if (!text.starts_with("PT")) return std::nullopt;
  text.remove_prefix(2);
  if (text.empty()) return std::nullopt;
  long total = 0;
  std::string_view units = "HMS";  // in this order, each at most once
  while (!text.empty()) {
    if (text[0] < '0' || text[0] > '9') return std::nullopt;
    long number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc{} || number > 1'000'000) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    const auto unit = text.empty() ? std::string_view::npos : units.find(text[0]);
    if (unit == std::string_view::npos) return std::nullopt;
    total += number * (text[0] == 'H' ? 3600 : text[0] == 'M' ? 60 : 1);
    units.remove_prefix(unit + 1);
    text.remove_prefix(1);
  }
  if (total > 12 * 3600) return std::nullopt;
  return std::chrono::seconds(total);
}

}  // namespace berth::cloudformation
