#include "berth/services/iam/checks.hpp"

#include "berth/services/iam/errors.hpp"

#include <algorithm>

namespace berth::iam {

void check_name(std::string_view name, std::size_t limit, std::string_view member) {
  const bool right = !name.empty() && name.size() <= limit && std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           std::string_view("+=,.@_-").find(c) != std::string_view::npos;
  });
  if (!right) throw invalid_name(member);
}

void check_path(std::string_view path) {
  if (path.empty() || path.size() > 512 || path.front() != '/' || path.back() != '/') throw invalid_path();
  for (const char c : path)
    if (c <= 0x20 || c == 0x7F) throw invalid_path();
}

void check_tags(const std::map<std::string, std::string>& tags) {
  if (tags.size() > most_tags) throw too_many_tags();
  for (const auto& [key, value] : tags) {
    if (key.empty() || key.size() > 128) throw invalid_tag("key", key);
    if (value.size() > 256) throw invalid_tag("value", value);
  }
}

identity::StoredPolicy read_policy(const std::string& text, identity::PolicyKind kind) {
  auto document = identity::parse_policy(text, kind);
  if (!document) throw malformed_policy(document.error().message);
  return {text, std::move(*document)};
}

std::size_t counted_size(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return c != ' ' && c != '\t' && c != '\n' && c != '\r'; }));
}

}  // namespace berth::iam
