#include "fathom/model/duplicate_keys.hpp"

#include "base/json.hpp"

#include <set>
#include <vector>

namespace fathom::model {
namespace {

/// An object or array that is open at the place of reading.
struct Open {
  bool object = false;
  bool at_key = false;  ///< the next string is a key
  std::set<std::string> keys;
  std::string key;        ///< of the member that is being read
  std::size_t index = 0;  ///< of the element that is being read
};

std::string path_to(const std::vector<Open>& open) {
  std::string path = "$";
  for (const Open& one : open) path += one.object ? "." + one.key : "[" + std::to_string(one.index) + "]";
  return path;
}

/// The end of the string literal that starts at `at`, behind its quotation mark.
std::size_t end_of_string(std::string_view text, std::size_t at) {
  for (std::size_t i = at + 1; i < text.size(); ++i) {
    if (text[i] == '\\')
      ++i;
    else if (text[i] == '"')
      return i + 1;
  }
  return text.size();
}

std::size_t end_of_comment(std::string_view text, std::size_t at) {
  const bool line = at + 1 < text.size() && text[at + 1] == '/';
  const std::size_t end = text.find(line ? "\n" : "*/", at + 2);
  return end == std::string_view::npos ? text.size() : end + (line ? 0 : 2);
}

std::string unescaped(std::string_view literal) {
  const auto value = base::parse_json(literal);
  return value && value->is_string() ? std::string(value->get_string()) : std::string(literal);
}

}  // namespace

std::optional<DuplicateKey> find_duplicate_key(std::string_view text) {
  std::vector<Open> open;
  std::size_t line = 1;
  for (std::size_t i = 0; i < text.size();) {
    const char c = text[i];
    std::size_t next = i + 1;
    if (c == '"') {
      next = end_of_string(text, i);
      if (!open.empty() && open.back().object && open.back().at_key) {
        Open& object = open.back();
        object.at_key = false;
        object.key = unescaped(text.substr(i, next - i));
        if (!object.keys.insert(object.key).second) return DuplicateKey{object.key, path_to(open), line};
      }
    } else if (c == '/') {
      next = end_of_comment(text, i);
    } else if (c == '{' || c == '[') {
      open.push_back({.object = c == '{', .at_key = c == '{', .keys = {}, .key = {}, .index = 0});
    } else if ((c == '}' || c == ']') && !open.empty()) {
      open.pop_back();
    } else if (c == ',' && !open.empty()) {
      open.back().at_key = open.back().object;
      ++open.back().index;
    }
    for (; i < next; ++i)
      if (text[i] == '\n') ++line;
  }
  return {};
}

}  // namespace fathom::model
