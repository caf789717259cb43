#include "berth/logstore/filter_terms.hpp"

#include "berth/logstore/filter_expression.hpp"

#include <algorithm>
#include <vector>

namespace berth::logstore {
namespace {

/// A text or a regular expression that stands somewhere in the message.
struct Term {
  enum class Kind { WANTED, EXCLUDED, ALTERNATIVE } kind = Kind::WANTED;
  std::string text;
  std::optional<FilterExpression> expression;

  bool is_in(std::string_view message) const {
    return expression ? expression->is_in(message) : message.find(text) != std::string_view::npos;
  }
};

class Terms final : public FilterPattern::Matcher {
 public:
  explicit Terms(std::vector<Term> terms) : terms_(std::move(terms)) {
    has_alternatives_ = std::any_of(terms_.begin(), terms_.end(),
                                    [](const Term& t) { return t.kind == Term::Kind::ALTERNATIVE; });
  }

  bool matches(std::string_view message) const override {
    bool any = !has_alternatives_;
    for (const Term& term : terms_) {
      if (term.kind == Term::Kind::ALTERNATIVE && any) continue;
      const bool found = term.is_in(message);
      if (term.kind == Term::Kind::WANTED && !found) return false;
      if (term.kind == Term::Kind::EXCLUDED && found) return false;
      if (term.kind == Term::Kind::ALTERNATIVE) any = any || found;
    }
    return any;
  }

 private:
  std::vector<Term> terms_;
  bool has_alternatives_ = false;
};

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '*' || static_cast<unsigned char>(c) >= 0x80;
}

base::Result<Term> parse_term(std::string_view& rest) {
  Term term;
  if (rest.front() == '?' || rest.front() == '-') {
    term.kind = rest.front() == '?' ? Term::Kind::ALTERNATIVE : Term::Kind::EXCLUDED;
    rest.remove_prefix(1);
  }
  if (rest.empty()) return base::failure("there is no term after the last sign");
  if (rest.front() == '%') {
    auto expression = FilterExpression::take(rest);
    if (!expression) return expression.error();
    term.expression = std::move(*expression);
    return term;
  }
  if (rest.front() == '"') {
    auto quoted = take_quoted(rest);
    if (!quoted) return base::failure("a quotation mark is not closed");
    term.text = std::move(*quoted);
    return term;
  }
  std::size_t length = 0;
  while (length < rest.size() && is_bare(rest[length])) ++length;
  if (length == 0)
    return base::failure("the character '" + std::string(1, rest.front()) +
                         "' must stand in quotation marks");
  term.text = std::string(rest.substr(0, length));
  rest.remove_prefix(length);
  return term;
}

}  // namespace

ParsedPattern parse_terms_pattern(std::string_view text) {
  std::vector<Term> terms;
  for (std::string_view rest = text; !rest.empty();) {
    auto term = parse_term(rest);
    if (!term) return term.error();
    terms.push_back(std::move(*term));
    if (!rest.empty() && rest.front() != ' ' && rest.front() != '\t' && rest.front() != '\n')
      return base::failure("the character '" + std::string(1, rest.front()) +
                           "' must stand in quotation marks");
    skip_blanks(rest);
  }
  return std::shared_ptr<const FilterPattern::Matcher>(std::make_shared<Terms>(std::move(terms)));
}

}  // namespace berth::logstore
