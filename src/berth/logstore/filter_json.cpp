/// expression := and { "||" and }        and := unit { "&&" unit }        unit := "(" expression ")" | condition
/// condition  := selector ( operator value | "IS" ("NULL"|"TRUE"|"FALSE") | ["NOT"] "EXISTS" )
/// selector   := "$" { "." name | "[" index "]" | "['name']" | "[*]" }
/// value      := "quoted" | number | %expression% | bare word (each with * for any characters, number excepted)
#include "berth/logstore/filter_json.hpp"

#include "base/json.hpp"
#include "berth/logstore/filter_expression.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>
#include <functional>
#include <vector>

namespace berth::logstore {
namespace {

namespace json = base::json;

constexpr int depth_limit = 32;

/// One step of a selector: a member, an element, or any element.
struct Step {
  std::optional<std::string> member;
  std::optional<std::size_t> index;
};
using Selector = std::vector<Step>;
using Predicate = std::function<bool(const json::value&)>;

/// Calls for each value that the selector reaches; true as soon as one call is.
bool any_at(const json::value& value, const Selector& selector, std::size_t at, const Predicate& predicate) {
  if (at == selector.size()) return predicate(value);
  const Step& step = selector[at];
  if (step.member) {
    const json::object* object = value.if_object();
    const json::value* member = object != nullptr ? object->if_contains(*step.member) : nullptr;
    return member != nullptr && any_at(*member, selector, at + 1, predicate);
  }
  const json::array* array = value.if_array();
  if (array == nullptr) return false;
  if (step.index)
    return *step.index < array->size() && any_at((*array)[*step.index], selector, at + 1, predicate);
  for (const json::value& element : *array)
    if (any_at(element, selector, at + 1, predicate)) return true;
  return false;
}

std::optional<double> number_of(const json::value& value) {
  if (value.is_double()) return value.get_double();
  if (value.is_int64()) return static_cast<double>(value.get_int64());
  if (value.is_uint64()) return static_cast<double>(value.get_uint64());
  return std::nullopt;
}

class JsonMatcher final : public FilterPattern::Matcher {
 public:
  explicit JsonMatcher(Predicate predicate) : predicate_(std::move(predicate)) {}
  bool matches(std::string_view message) const override {
    const std::size_t first = message.find_first_not_of(" \t\r\n");
    if (first == std::string_view::npos || message[first] != '{') return false;
    const auto document = base::parse_json(message);
    return document && predicate_(*document);
  }

 private:
  Predicate predicate_;
};

class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  base::Result<Predicate> parse() {
    auto predicate = expression(0);
    if (!predicate) return predicate;
    skip_blanks(rest_);
    if (!rest_.empty()) return fault("'" + std::string(rest_.substr(0, 10)) + "' was not expected");
    return predicate;
  }

 private:
  static base::Error fault(const std::string& what) { return base::failure(what); }

  bool take(std::string_view word) {
    skip_blanks(rest_);
    if (rest_.substr(0, word.size()) != word) return false;
    rest_.remove_prefix(word.size());
    return true;
  }

  base::Result<Predicate> expression(int depth) {
    auto left = conjunction(depth);
    while (left && take("||")) {
      auto right = conjunction(depth);
      if (!right) return right;
      left = Predicate(
          [a = std::move(*left), b = std::move(*right)](const json::value& v) { return a(v) || b(v); });
    }
    return left;
  }

  base::Result<Predicate> conjunction(int depth) {
    auto left = unit(depth);
    while (left && take("&&")) {
      auto right = unit(depth);
      if (!right) return right;
      left = Predicate(
          [a = std::move(*left), b = std::move(*right)](const json::value& v) { return a(v) && b(v); });
    }
    return left;
  }

  base::Result<Predicate> unit(int depth) {
    if (depth > depth_limit) return fault("the parentheses are nested too deeply");
    if (!take("(")) return condition();
    auto inner = expression(depth + 1);
    if (inner && !take(")")) return fault("a parenthesis is not closed");
    return inner;
  }

  base::Result<Predicate> condition() {
    auto path = selector();
    if (!path) return path.error();
    const auto at_path = [&](Predicate test) -> Predicate {
      return [p = std::move(*path), test = std::move(test)](const json::value& v) {
        return any_at(v, p, 0, test);
      };
    };
    if (take("NOT")) {
      if (!take("EXISTS")) return fault("NOT is followed by EXISTS");
      Predicate exists = at_path([](const json::value&) { return true; });
      return Predicate([exists = std::move(exists)](const json::value& v) { return !exists(v); });
    }
    if (take("EXISTS")) return at_path([](const json::value&) { return true; });
    if (take("IS")) {
      if (take("NULL")) return at_path([](const json::value& v) { return v.is_null(); });
      if (take("TRUE")) return at_path([](const json::value& v) { return v.is_bool() && v.get_bool(); });
      if (take("FALSE")) return at_path([](const json::value& v) { return v.is_bool() && !v.get_bool(); });
      return fault("IS is followed by NULL, TRUE or FALSE");
    }
    skip_blanks(rest_);
    const auto comparison = take_comparison(rest_);
    if (!comparison) return fault("a selector is followed by an operator, IS, EXISTS or NOT EXISTS");
    auto test = value_test(*comparison);
    if (!test) return test;
    return at_path(std::move(*test));
  }

  base::Result<Predicate> value_test(Comparison comparison) {
    skip_blanks(rest_);
    if (rest_.starts_with('%')) return expression_test(comparison);
    std::string text;
    std::optional<double> number;
    if (!rest_.empty() && rest_.front() == '"') {
      auto quoted = take_quoted(rest_);
      if (!quoted) return fault("a quotation mark is not closed");
      text = std::move(*quoted);
    } else {
      const std::size_t length = std::min(rest_.find_first_of(" \t\n)&|"), rest_.size());
      if (length == 0) return fault("a comparison has no value");
      text = std::string(rest_.substr(0, length));
      number = parse_number(text);
      rest_.remove_prefix(length);
    }
    const bool equality = comparison == Comparison::EQUAL || comparison == Comparison::NOT_EQUAL;
    if (!equality && !number) return fault("'" + text + "' is not a number");
    return Predicate([comparison, equality, text, number](const json::value& value) {
      const auto left = number_of(value);
      if (number && left) return compare(*left, comparison, *number);
      if (!equality || !value.is_string()) return false;
      const std::string_view own(value.get_string().data(), value.get_string().size());
      return matches_wildcard(own, text) == (comparison == Comparison::EQUAL);
    });
  }

  /// Texts and numbers are held against an expression.
  base::Result<Predicate> expression_test(Comparison comparison) {
    if (comparison != Comparison::EQUAL && comparison != Comparison::NOT_EQUAL)
      return fault("a regular expression is compared with = or !=");
    auto expression = FilterExpression::take(rest_);
    if (!expression) return expression.error();
    return Predicate([comparison, expression = std::move(*expression)](const json::value& value) {
      if (!value.is_string() && !value.is_number()) return false;
      const std::string own = value.is_string() ? std::string(value.get_string()) : base::to_text(value);
      return expression.is_in(own) == (comparison == Comparison::EQUAL);
    });
  }

  base::Result<Selector> selector() {
    if (!take("$")) return fault("a condition begins with a selector like $.level");
    Selector steps;
    while (!rest_.empty() && (rest_.front() == '.' || rest_.front() == '[')) {
      const bool dot = rest_.front() == '.';
      rest_.remove_prefix(1);
      auto step = dot ? member() : element();
      if (!step) return step.error();
      steps.push_back(std::move(*step));
    }
    if (steps.empty()) return fault("$ alone selects nothing: write $.name");
    return steps;
  }

  base::Result<Step> member() {
    const std::size_t length = std::min(rest_.find_first_of(" \t\n.[]=!<>()&|"), rest_.size());
    if (length == 0) return fault("a selector has no name after a point");
    Step step{std::string(rest_.substr(0, length)), std::nullopt};
    rest_.remove_prefix(length);
    return step;
  }

  base::Result<Step> element() {
    const std::size_t end = rest_.find(']');
    if (end == std::string_view::npos) return fault("a bracket is not closed");
    const std::string_view inside = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    if (inside == "*") return Step{};
    if (inside.size() >= 3 && (inside.front() == '\'' || inside.front() == '"') &&
        inside.back() == inside.front())
      return Step{std::string(inside.substr(1, inside.size() - 2)), std::nullopt};
    if (inside.empty() || inside.size() > 9 ||
        inside.find_first_not_of("0123456789") != std::string_view::npos)
      return fault("a bracket holds a number, * or a quoted name");
    return Step{std::nullopt, std::stoul(std::string(inside))};
  }

  std::string_view rest_;
};

}  // namespace

ParsedPattern parse_json_pattern(std::string_view text) {
  if (text.size() < 2 || text.back() != '}') return base::failure("the brace is not closed");
  auto predicate = Parser(text.substr(1, text.size() - 2)).parse();
  if (!predicate) return predicate.error();
  return std::shared_ptr<const FilterPattern::Matcher>(std::make_shared<JsonMatcher>(std::move(*predicate)));
}

}  // namespace berth::logstore
