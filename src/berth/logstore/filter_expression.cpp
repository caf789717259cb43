#include "berth/logstore/filter_expression.hpp"

#include "base/encoding.hpp"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace berth::logstore {
namespace {

using Set = FilterExpression::Set;
using Place = FilterExpression::Place;
using Sequence = FilterExpression::Sequence;

constexpr std::size_t longest_expression = 256, most_places = 1024;
constexpr std::string_view operators = "^$?[]{}|\\*+.";
constexpr std::string_view symbols = ":_#=@/;,-";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
std::size_t byte(char c) { return static_cast<unsigned char>(c); }

Set range(char first, char last) {
  Set set;
  for (std::size_t code = byte(first); code <= byte(last); ++code) set.set(code);
  return set;
}

Set only(char c) { return range(c, c); }

/// What \d and its like stand for; nothing for another letter.
std::optional<Set> named_set(char name) {
  const Set digits = range('0', '9');
  const Set word = digits | range('a', 'z') | range('A', 'Z') | only('_');
  const Set blanks = range('\t', '\r') | only(' ');
  switch (name) {
    case 'd':
      return digits;
    case 'D':
      return ~digits;
    case 'w':
      return word;
    case 'W':
      return ~word;
    case 's':
      return blanks;
    case 'S':
      return ~blanks;
    default:
      return std::nullopt;
  }
}

struct Repetition {
  std::size_t least = 1;
  std::optional<std::size_t> most = 1;  ///< nothing: any number
};

/// Recursive descent without recursion: there are no groups. Throws a sentence.
class Parser {
 public:
  explicit Parser(std::string_view text) : rest_(text) {}

  std::vector<Sequence> choices() {
    std::vector<Sequence> found{sequence()};
    while (take('|')) found.push_back(sequence());
    return found;
  }

 private:
  bool take(char c) {
    if (!rest_.starts_with(c)) return false;
    rest_.remove_prefix(1);
    return true;
  }

  char next(const char* missing) {
    if (rest_.empty()) throw std::string(missing);
    const char c = rest_.front();
    rest_.remove_prefix(1);
    return c;
  }

  Sequence sequence() {
    Sequence found;
    found.at_start = take('^');
    while (!rest_.empty() && rest_.front() != '|') {
      if (take('$')) {
        if (!rest_.empty() && rest_.front() != '|') throw std::string("$ stands at the end");
        found.at_end = true;
        break;
      }
      const Set set = one();
      add(found, set, repetition());
    }
    if (found.places.empty() && !found.at_start && !found.at_end) throw std::string("an expression is empty");
    return found;
  }

  void add(Sequence& to, const Set& set, const Repetition& times) {
    places_ += std::max(times.least, times.most.value_or(1));
    if (places_ > most_places) throw std::string("its repetitions are too many");
    for (std::size_t i = 0; i < times.least; ++i) to.places.push_back({set, false, false});
    if (times.most) {
      for (std::size_t i = times.least; i < *times.most; ++i) to.places.push_back({set, true, false});
    } else if (times.least > 0) {
      to.places.back().repeats = true;
    } else {
      to.places.push_back({set, true, true});
    }
  }

  Set one() {
    const char c = next("");
    if (c == '.') return ~only('\n');
    if (c == '[') return bracket();
    if (c == '\\') return escape();
    if (is_letter(c) || is_digit(c) || symbols.find(c) != std::string_view::npos) return only(c);
    if (c == '^') throw std::string("^ stands at the beginning");
    if (operators.find(c) != std::string_view::npos) throw std::string(1, c) + " has nothing before it";
    throw "the character '" + std::string(1, c) + "' is not taken; ( ) and blanks are not either: use \\s";
  }

  Set escape() {
    const char c = next("nothing follows the last \\");
    if (const auto set = named_set(c)) return *set;
    if (c == 'x') {
      const auto code = base::from_hex(rest_.substr(0, 2));
      if (!code || code->size() != 1) throw std::string("\\x is followed by two hexadecimal digits");
      rest_.remove_prefix(2);
      return only(code->front());
    }
    if (is_letter(c) || is_digit(c)) throw std::string("\\") + c + " is not known";
    return only(c);
  }

  /// A member of a bracket: a set, and the character if it is one.
  std::pair<Set, std::optional<char>> member() {
    const std::string_view before = rest_;
    const char c = next("a bracket is not closed");
    if (c != '\\') return {only(c), c};
    const Set set = escape();
    if (set.count() != 1) return {set, std::nullopt};
    for (std::size_t code = 0; code < 256; ++code)
      if (set.test(code)) return {set, static_cast<char>(code)};
    return {set, before.front()};
  }

  Set bracket() {
    const bool negated = take('^');
    Set all;
    while (!take(']')) {
      const auto [set, first] = member();
      all |= set;
      if (!first || !rest_.starts_with('-') || rest_.starts_with("-]")) continue;
      take('-');
      const auto last = member().second;
      if (!last || byte(*last) < byte(*first))
        throw std::string("a range goes from a character to a later one");
      all |= range(*first, *last);
    }
    if (all.none()) throw std::string("a bracket is empty");
    return negated ? ~all : all;
  }

  std::size_t number() {
    if (rest_.empty() || !is_digit(rest_.front())) throw std::string("a repetition is {m}, {m,} or {m,n}");
    std::size_t value = 0;
    while (!rest_.empty() && is_digit(rest_.front()))
      value = std::min(value * 10 + byte(next("")) - byte('0'), most_places + 1);
    return value;
  }

  Repetition repetition() {
    Repetition times;
    if (take('*')) {
      times = {0, std::nullopt};
    } else if (take('+')) {
      times = {1, std::nullopt};
    } else if (take('?')) {
      times = {0, 1};
    } else if (take('{')) {
      times.least = number();
      times.most = times.least;
      if (take(',')) times.most = rest_.starts_with('}') ? std::optional<std::size_t>() : number();
      if (!take('}')) throw std::string("a repetition is {m}, {m,} or {m,n}");
      if (times.most && *times.most < times.least) throw std::string("a repetition ends before it begins");
    } else {
      return times;
    }
    take('?');  // as few as possible: the answer is the same
    return times;
  }

  std::string_view rest_;
  std::size_t places_ = 0;
};

/// Walks all places of a sequence at once.
class Walk {
 public:
  explicit Walk(const Sequence& sequence)
      : sequence_(sequence), now_(sequence.places.size() + 1), next_(sequence.places.size() + 1) {}

  bool finds(std::string_view message) {
    for (std::size_t at = 0;; ++at) {
      if (at == 0 || !sequence_.at_start) now_[0] = 1;
      const std::size_t places = sequence_.places.size();
      for (std::size_t place = 0; place < places; ++place)
        if (now_[place] != 0 && sequence_.places[place].optional) now_[place + 1] = 1;
      if (now_[places] != 0 && (!sequence_.at_end || at == message.size())) return true;
      if (at == message.size()) return false;
      if (!step(byte(message[at])) && sequence_.at_start) return false;
    }
  }

 private:
  /// False if no place is left.
  bool step(std::size_t code) {
    std::ranges::fill(next_, 0);
    bool any = false;
    for (std::size_t place = 0; place < sequence_.places.size(); ++place) {
      const Place& here = sequence_.places[place];
      if (now_[place] == 0 || !here.set.test(code)) continue;
      next_[place + 1] = any = true;
      if (here.repeats) next_[place] = 1;
    }
    std::swap(now_, next_);
    return any;
  }

  const Sequence& sequence_;
  std::vector<unsigned char> now_, next_;  // places that are reached; the last is the end
};

}  // namespace

base::Result<FilterExpression> FilterExpression::take(std::string_view& text) {
  const std::size_t end = text.find('%', 1);
  if (end == std::string_view::npos) return base::failure("a regular expression is not closed with %");
  const std::string_view inside = text.substr(1, end - 1);
  text.remove_prefix(end + 1);
  if (inside.empty() || inside.size() > longest_expression)
    return base::failure("a regular expression is empty or too long");
  try {
    FilterExpression expression;
    expression.choices_ = Parser(inside).choices();
    return expression;
  } catch (const std::string& why) {
    return base::failure("the regular expression " + std::string(inside) + " is not understood: " + why);
  }
}

bool FilterExpression::is_in(std::string_view message) const {
  return std::ranges::any_of(choices_, [&](const Sequence& each) { return Walk(each).finds(message); });
}

}  // namespace berth::logstore
