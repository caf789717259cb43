/// Reading a JSON configuration by tables of fields: keys in any case, errors that name the JSON path,
/// unknown keys answered with the nearest known one. Internal to the configuration parser.
#pragma once

#include "fathom/core/errors.hpp"

#include <boost/json/value.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fathom::model {

/// True if the two differ at most in the case of ASCII letters.
bool equal_ignoring_case(std::string_view a, std::string_view b);

/// The candidate with the fewest edits to `word`, in any case; empty if none is near enough to be meant.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

/// A value at a place of the document.
class Node {
 public:
  Node(const boost::json::value& value, std::string path, const std::string& file,
       std::vector<std::string>* warnings)
      : value_(&value), path_(std::move(path)), file_(&file), warnings_(warnings) {}

  const boost::json::value& value() const { return *value_; }
  const std::string& path() const { return path_; }
  /// Another place of the same document, for messages about it.
  Node at(std::string path) const { return {*value_, std::move(path), *file_, warnings_}; }

  [[noreturn]] void fail(const std::string& sentence) const;
  void warn(const std::string& sentence) const;

  float number() const;       ///< a finite number, or a boolean as 0 or 1
  float probability() const;  ///< in [0, 1)
  bool boolean() const;       ///< a boolean, or a number as "is not zero"
  std::int64_t integer(std::int64_t low, std::int64_t high) const;
  std::string text() const;
  std::vector<std::string> texts() const;  ///< a string or an array of strings

  /// The entry of `table` whose name is this text in any case; an error names all of them.
  template <class E>
  E keyword(std::span<const std::pair<std::string_view, E>> table) const {
    const std::string word = text();
    std::vector<std::string_view> names;
    for (const auto& [name, meaning] : table) {
      if (equal_ignoring_case(name, word)) return meaning;
      names.push_back(name);
    }
    fail_keyword(word, names);
  }

  /// The members of an object in byte order of their keys, or the elements of an array; a lone object counts
  /// as an array of one.
  std::vector<std::pair<std::string, Node>> members(std::string_view what) const;
  std::vector<Node> elements() const;

 private:
  [[noreturn]] void fail_keyword(const std::string& word, std::span<const std::string_view> names) const;

  const boost::json::value* value_;
  std::string path_;
  const std::string* file_;
  std::vector<std::string>* warnings_;
};

/// One key of an object that fills a T.
template <class T>
struct Field {
  std::string_view key;
  void (*read)(T&, const Node&);
};

/// Calls `read` for every member of the object `node`. A member that no field names is an error that starts
/// with `unknown`, e.g. "Unknown neural network field".
template <class T>
void read_object(const Node& node, T& into, std::span<const Field<T>> fields, std::string_view unknown) {
  for (const auto& [key, member] : node.members("an object")) {
    const auto field = std::find_if(fields.begin(), fields.end(),
                                    [&k = key](const Field<T>& f) { return equal_ignoring_case(f.key, k); });
    if (field != fields.end()) {
      field->read(into, member);
      continue;
    }
    std::vector<std::string_view> known;
    for (const Field<T>& f : fields) known.push_back(f.key);
    const std::string_view near = nearest(key, known);
    member.fail(std::string(unknown) + ": " + key +
                (near.empty() ? std::string() : ". Did you mean " + std::string(near) + "?"));
  }
}

}  // namespace fathom::model
