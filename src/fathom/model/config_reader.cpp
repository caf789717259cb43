#include "fathom/model/config_reader.hpp"

#include <cmath>
#include <numeric>
#include <optional>

namespace fathom::model {
namespace {

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

/// Levenshtein's distance, ignoring case.
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (lower(a[i]) == lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j + 1] + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::optional<double> as_double(const boost::json::value& value) {
  if (value.is_double()) return value.get_double();
  if (value.is_int64()) return static_cast<double>(value.get_int64());
  if (value.is_uint64()) return static_cast<double>(value.get_uint64());
  if (value.is_bool()) return value.get_bool() ? 1.0 : 0.0;
  return {};
}

}  // namespace

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::string_view best;
  std::size_t least = std::max<std::size_t>(2, word.size() / 3) + 1;
  for (const std::string_view candidate : candidates) {
    const std::size_t edits = distance(word, candidate);
    if (edits < least) {
      least = edits;
      best = candidate;
    }
  }
  return best;
}

void Node::fail(const std::string& sentence) const {
  throw ConfigError(*file_ + ": " + path_ + ": " + sentence);
}

void Node::fail_keyword(const std::string& word, std::span<const std::string_view> names) const {
  std::string all;
  for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
  fail("\"" + word + "\" is not known here; it can be one of: " + all);
}

void Node::warn(const std::string& sentence) const {
  if (warnings_ != nullptr) warnings_->push_back(*file_ + ": " + path_ + ": " + sentence);
}

float Node::number() const {
  const auto number = as_double(*value_);
  if (!number) fail("a number is expected here");
  const auto result = static_cast<float>(*number);
  if (!std::isfinite(result)) fail("the number is too large for single precision");
  return result;
}

float Node::probability() const {
  const float p = number();
  if (p < 0.0f || p >= 1.0f) fail("a probability is at least 0 and less than 1");
  return p;
}

bool Node::boolean() const {
  const auto number = as_double(*value_);
  if (!number) fail("true or false is expected here");
  return *number != 0.0;
}

std::int64_t Node::integer(std::int64_t low, std::int64_t high) const {
  const auto number = as_double(*value_);
  if (!number || *number != std::floor(*number)) fail("an integer is expected here");
  if (*number < static_cast<double>(low) || *number > static_cast<double>(high)) {
    fail("the number must be from " + std::to_string(low) + " to " + std::to_string(high));
  }
  return static_cast<std::int64_t>(*number);
}

std::string Node::text() const {
  if (!value_->is_string()) fail("a string is expected here");
  const auto& string = value_->get_string();
  return {string.data(), string.size()};
}

std::vector<std::string> Node::texts() const {
  std::vector<std::string> all;
  for (const Node& element : elements()) all.push_back(element.text());
  return all;
}

std::vector<std::pair<std::string, Node>> Node::members(std::string_view what) const {
  const auto* object = value_->if_object();
  if (object == nullptr) fail(std::string(what) + " is expected here");
  std::vector<std::pair<std::string, Node>> all;
  for (const auto& member : *object) {
    const std::string key(member.key());
    all.emplace_back(key, Node(member.value(), path_ + "." + key, *file_, warnings_));
  }
  std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return all;
}

std::vector<Node> Node::elements() const {
  const auto* array = value_->if_array();
  if (array == nullptr) return {*this};
  std::vector<Node> all;
  for (std::size_t i = 0; i < array->size(); ++i) {
    all.emplace_back((*array)[i], path_ + "[" + std::to_string(i) + "]", *file_, warnings_);
  }
  return all;
}

}  // namespace fathom::model
