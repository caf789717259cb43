#include "berth/sched/expression.hpp"

#include "base/pattern.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <variant>

namespace berth::sched {

namespace {

enum class Comparison { equal, less, less_or_equal, greater, greater_or_equal, match, present, member };

struct Operator {
  std::string_view symbol, word;
  Comparison comparison;
  bool negated;
};

// Longer symbols stand before their prefixes.
constexpr std::array operators = {
    Operator{"!exists", "not_exists", Comparison::present, true},
    Operator{"exists", "exists", Comparison::present, false},
    Operator{"!in", "not_in", Comparison::member, true},
    Operator{"==", "equals", Comparison::equal, false},
    Operator{"!=", "not_equals", Comparison::equal, true},
    Operator{">=", "greater_than_equal", Comparison::greater_or_equal, false},
    Operator{"<=", "less_than_equal", Comparison::less_or_equal, false},
    Operator{"=~", "matches", Comparison::match, false},
    Operator{"!~", "not_matches", Comparison::match, true},
    Operator{">", "greater_than", Comparison::greater, false},
    Operator{"<", "less_than", Comparison::less, false},
    Operator{"in", "in", Comparison::member, false},
};

constexpr std::array properties = {"agentConnected", "agentVersion",      "ec2InstanceId",
                                   "registeredAt",   "runningTasksCount", "task:group"};

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || !std::isfinite(value)) return std::nullopt;  // "nan" and "inf" are words
  return value;
}

std::strong_ordering compare(std::string_view left, std::string_view right) {
  const auto a = number(left), b = number(right);
  if (a && b)
    return *a < *b   ? std::strong_ordering::less
           : *a > *b ? std::strong_ordering::greater
                     : std::strong_ordering::equal;
  return left.compare(right) <=> 0;
}

}  // namespace

struct Expression::Node {
  enum class Kind { all, any, negation, comparison } kind = Kind::comparison;
  std::vector<Node> parts;
  std::string subject;
  Comparison comparison = Comparison::present;
  bool negated = false;
  std::vector<std::string> operands;

  bool holds_for(const std::string& value) const {
    switch (comparison) {
      case Comparison::present:
        return true;
      case Comparison::equal:
        return compare(value, operands[0]) == 0;
      case Comparison::less:
        return compare(value, operands[0]) < 0;
      case Comparison::less_or_equal:
        return compare(value, operands[0]) <= 0;
      case Comparison::greater:
        return compare(value, operands[0]) > 0;
      case Comparison::greater_or_equal:
        return compare(value, operands[0]) >= 0;
      case Comparison::match:
        return base::matches_pattern(value, operands[0]);
      case Comparison::member:
        return std::ranges::find(operands, value) != operands.end();
    }
    return false;
  }

  bool matches(const Subjects& subjects) const {
    const auto part_matches = [&](const Node& part) { return part.matches(subjects); };
    switch (kind) {
      case Kind::all:
        return std::ranges::all_of(parts, part_matches);
      case Kind::any:
        return std::ranges::any_of(parts, part_matches);
      case Kind::negation:
        return !parts.front().matches(subjects);
      case Kind::comparison:
        break;
    }
    const bool holds =
        std::ranges::any_of(subjects(subject), [&](const std::string& value) { return holds_for(value); });
    return holds != negated;
  }
};

namespace {

using Node = Expression::Node;

/// Recursive descent over the grammar in the header. Depth is bounded, because callers write these.
class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Node parse() {
    Node node = any();
    skip_blanks();
    if (at_ != text_.size()) refuse("unexpected '" + std::string(text_.substr(at_, 12)) + "'");
    return node;
  }

  bool mentions_task_group() const { return mentions_task_group_; }

  struct Refused {
    std::string message;
  };

 private:
  static constexpr int max_depth = 50;

  Node any() { return joined(Node::Kind::any, "or", "||", &Parser::all); }
  Node all() { return joined(Node::Kind::all, "and", "&&", &Parser::one); }

  Node joined(Node::Kind kind, std::string_view word, std::string_view symbol, Node (Parser::*part)()) {
    Node first = (this->*part)();
    if (!take_word(word) && !take_symbol(symbol)) return first;
    Node node{.kind = kind, .parts = {std::move(first)}};
    do node.parts.push_back((this->*part)());
    while (take_word(word) || take_symbol(symbol));
    return node;
  }

  Node one() {
    if (++depth_ > max_depth) refuse("nested deeper than " + std::to_string(max_depth));
    Node node = negation_group_or_comparison();
    --depth_;
    return node;
  }

  Node negation_group_or_comparison() {
    if (take_word("not") || take_symbol("!")) return {.kind = Node::Kind::negation, .parts = {one()}};
    if (!take_symbol("(")) return comparison();
    Node inner = any();
    if (!take_symbol(")")) refuse("')' expected");
    return inner;
  }

  Node comparison() {
    Node node{.subject = subject()};
    const Operator& found = comparison_operator();
    node.comparison = found.comparison;
    node.negated = found.negated;
    if (node.comparison == Comparison::member)
      node.operands = list();
    else if (node.comparison != Comparison::present)
      node.operands = {value()};
    return node;
  }

  std::string subject() {
    std::string name = word("a subject such as attribute:NAME");
    const bool is_attribute =
        name.starts_with("attribute:") && name.size() > std::string_view("attribute:").size();
    if (!is_attribute && std::ranges::find(properties, name) == properties.end())
      refuse("'" + name + "' is not a subject");
    mentions_task_group_ |= name == "task:group";
    return name;
  }

  const Operator& comparison_operator() {
    for (const Operator& candidate : operators) {
      const bool is_symbol = candidate.symbol.find_first_of("=<>~") != std::string_view::npos;
      if (is_symbol ? take_symbol(candidate.symbol) : take_word(candidate.symbol)) return candidate;
      if (take_word(candidate.word)) return candidate;
    }
    refuse("an operator expected");
  }

  std::vector<std::string> list() {
    if (!take_symbol("[")) refuse("'[' expected");
    std::vector<std::string> values;
    do values.push_back(value());
    while (take_symbol(","));
    if (!take_symbol("]")) refuse("']' expected");
    return values;
  }

  std::string value() {
    skip_blanks();
    if (at_ == text_.size() || (text_[at_] != '"' && text_[at_] != '\'')) return word("a value");
    const char quote = text_[at_];
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string_view::npos) refuse("a closing quote expected");
    std::string quoted(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    return quoted;
  }

  std::string word(std::string_view expected) {
    skip_blanks();
    const std::size_t end = std::min(text_.find_first_of(" \t\r\n()[],=!<>~&|\"'", at_), text_.size());
    if (end == at_) refuse(std::string(expected) + " expected");
    std::string found(text_.substr(at_, end - at_));
    at_ = end;
    return found;
  }

  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }

  bool take_symbol(std::string_view symbol) {
    skip_blanks();
    if (!text_.substr(at_).starts_with(symbol)) return false;
    at_ += symbol.size();
    return true;
  }

  /// As take_symbol, but `in` does not match the beginning of `instance`.
  bool take_word(std::string_view word) {
    skip_blanks();
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with(word)) return false;
    if (rest.size() > word.size() &&
        std::string_view(" \t\r\n()[],").find(rest[word.size()]) == std::string_view::npos)
      return false;
    at_ += word.size();
    return true;
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Refused{what + " at character " + std::to_string(at_ + 1) + " of '" + std::string(text_) + "'"};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool mentions_task_group_ = false;
};

}  // namespace

base::Result<Expression> Expression::parse(std::string_view text) {
  Parser parser(text);
  try {
    Expression expression;
    expression.root_ = std::make_shared<const Node>(parser.parse());
    expression.mentions_task_group_ = parser.mentions_task_group();
    return expression;
  } catch (const Parser::Refused& refused) {
    return base::failure(refused.message);
  }
}

bool Expression::matches(const Subjects& subjects) const { return root_->matches(subjects); }

}  // namespace berth::sched
