#include "berth/http/exchange.hpp"

#include <algorithm>
#include <charconv>

namespace berth::http {

namespace {
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const auto& [key, value] : fields_) {
    if (same_name(key, name)) return value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Headers::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : fields_) {
    if (same_name(key, name)) values.emplace_back(value);
  }
  return values;
}

void Headers::set(std::string_view name, std::string value) {
  remove(name);
  fields_.emplace_back(name, std::move(value));
}

void Headers::remove(std::string_view name) {
  std::erase_if(fields_, [name](const Field& field) { return same_name(field.first, name); });
}

std::string_view RequestHead::path() const { return std::string_view(target).substr(0, target.find('?')); }

std::string_view RequestHead::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view{} : std::string_view(target).substr(mark + 1);
}

std::optional<std::uint64_t> RequestHead::content_length() const {
  const auto text = headers.find("content-length");
  if (!text) return std::nullopt;
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), length);
  if (error != std::errc{} || end != text->data() + text->size()) return std::nullopt;
  return length;
}

base::Async<std::optional<std::string>> read_all(BodyReader& body, std::size_t limit) {
  std::string all;
  if (const auto size = body.size()) {
    if (*size > limit) co_return std::nullopt;
    all.reserve(static_cast<std::size_t>(*size));
  }
  char block[16 * 1024];
  while (true) {
    const std::size_t count = co_await body.read_some(block);
    if (count == 0) co_return all;
    if (all.size() + count > limit) co_return std::nullopt;
    all.append(block, count);
  }
}

std::optional<std::uint64_t> size_of(const Body& body) {
  if (const auto* text = std::get_if<std::string>(&body)) return text->size();
  if (const auto* ranges = std::get_if<std::vector<FileRange>>(&body)) {
    std::uint64_t total = 0;
    for (const FileRange& range : *ranges) total += range.length;
    return total;
  }
  if (const auto* stream = std::get_if<Stream>(&body)) return stream->length;
  return 0;
}

}  // namespace berth::http
