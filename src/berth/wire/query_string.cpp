#include "berth/wire/query_string.hpp"

#include "base/encoding.hpp"

#include <algorithm>

namespace berth::wire {

namespace {

std::optional<std::string> decode(std::string_view text) {
  if (text.find_first_of("%+") == std::string_view::npos) return std::string(text);
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return base::percent_decode(spaced);
}

}  // namespace

std::optional<Pairs> parse_query(std::string_view text, std::size_t limit) {
  Pairs pairs;
  while (!text.empty()) {
    const std::size_t end = text.find('&');
    const std::string_view piece = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (piece.empty()) continue;
    const std::size_t equals = piece.find('=');
    auto key = decode(piece.substr(0, equals));
    auto value = decode(equals == std::string_view::npos ? std::string_view{} : piece.substr(equals + 1));
    if (!key || !value || pairs.size() == limit) return std::nullopt;
    pairs.emplace_back(std::move(*key), std::move(*value));
  }
  return pairs;
}

std::optional<std::string_view> find(const Pairs& pairs, std::string_view name) {
  for (const auto& [key, value] : pairs) {
    if (key == name) return value;
  }
  return std::nullopt;
}

std::string to_query(const Pairs& pairs) {
  std::string text;
  for (const auto& [key, value] : pairs) {
    if (!text.empty()) text += '&';
    text += base::percent_encode(key);
    text += '=';
    text += base::percent_encode(value);
  }
  return text;
}

}  // namespace berth::wire
