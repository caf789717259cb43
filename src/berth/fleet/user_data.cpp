#include "berth/fleet/user_data.hpp"

#include "base/encoding.hpp"

#include <cctype>

namespace berth::fleet {

namespace {

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-'; }

bool is_comment(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first != std::string_view::npos && line[first] == '#';
}

std::optional<std::string> find_in_line(std::string_view line) {
  constexpr std::string_view label = "ECS_CLUSTER=";
  std::optional<std::string> found;
  for (std::size_t at = line.find(label); at != std::string_view::npos; at = line.find(label, at + 1)) {
    if (at > 0 && is_name_character(line[at - 1])) continue;  // OTHER_ECS_CLUSTER=
    std::size_t begin = at + label.size();
    while (begin < line.size() && (line[begin] == '"' || line[begin] == '\'' || line[begin] == '\\')) ++begin;
    std::size_t end = begin;
    while (end < line.size() && is_name_character(line[end])) ++end;
    if (end > begin) found = std::string(line.substr(begin, end - begin));
  }
  return found;
}

}  // namespace

std::optional<std::string> find_ecs_cluster(std::string_view text) {
  std::optional<std::string> found;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    if (is_comment(line)) continue;
    if (auto in_line = find_in_line(line)) found = std::move(in_line);
  }
  return found;
}

std::optional<std::string> find_ecs_cluster_in_user_data(std::string_view user_data) {
  // MIME and line-wrapped base64 carry blanks that the alphabet does not have.
  std::string packed;
  for (const char c : user_data)
    if (!std::isspace(static_cast<unsigned char>(c))) packed += c;
  const auto decoded = base::from_base64(packed);
  return find_ecs_cluster(decoded && !packed.empty() ? std::string_view(*decoded) : user_data);
}

}  // namespace berth::fleet
