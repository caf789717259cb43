#include "berth/logstore/filter_fields.hpp"

#include "berth/logstore/filter_expression.hpp"

#include <algorithm>
#include <vector>

namespace berth::logstore {
namespace {

struct Condition {
  Comparison comparison = Comparison::EQUAL;
  std::string value;
  std::optional<double> number;
  std::optional<FilterExpression> expression;

  bool holds(std::string_view field) const {
    if (expression) return expression->is_in(field) == (comparison == Comparison::EQUAL);
    if (comparison == Comparison::EQUAL || comparison == Comparison::NOT_EQUAL) {
      const auto left = number ? parse_number(field) : std::nullopt;
      const bool equal = left ? *left == *number : matches_wildcard(field, value);
      return equal == (comparison == Comparison::EQUAL);
    }
    const auto left = parse_number(field);
    return left && number && compare(*left, comparison, *number);
  }
};

struct Field {
  bool any_number = false;                         ///< `...`
  std::vector<std::vector<Condition>> conditions;  ///< or of ands; empty: anything
  bool holds(std::string_view text) const {
    return conditions.empty() || std::any_of(conditions.begin(), conditions.end(), [&](const auto& all) {
             return std::all_of(all.begin(), all.end(), [&](const Condition& c) { return c.holds(text); });
           });
  }
};

/// Splits at blanks; "…" and […] are one field each, without their marks.
std::vector<std::string_view> split(std::string_view message) {
  std::vector<std::string_view> fields;
  for (skip_blanks(message); !message.empty(); skip_blanks(message)) {
    const char close = message.front() == '"' ? '"' : message.front() == '[' ? ']' : '\0';
    const std::size_t end = close != '\0' ? message.find(close, 1) : std::string_view::npos;
    if (end != std::string_view::npos) {
      fields.push_back(message.substr(1, end - 1));
      message.remove_prefix(end + 1);
      continue;
    }
    const std::size_t blank = std::min(message.find_first_of(" \t\n"), message.size());
    fields.push_back(message.substr(0, blank));
    message.remove_prefix(blank);
  }
  return fields;
}

class Fields final : public FilterPattern::Matcher {
 public:
  explicit Fields(std::vector<Field> fields) : fields_(std::move(fields)) {}

  bool matches(std::string_view message) const override {
    const std::vector<std::string_view> found = split(message);
    const auto gap =
        std::find_if(fields_.begin(), fields_.end(), [](const Field& f) { return f.any_number; });
    const auto before = static_cast<std::size_t>(gap - fields_.begin());
    if (gap == fields_.end()) return found.size() == fields_.size() && range_holds(found, 0, 0, before);
    const std::size_t after = fields_.size() - before - 1;
    return found.size() >= before + after && range_holds(found, 0, 0, before) &&
           range_holds(found, found.size() - after, before + 1, after);
  }

 private:
  bool range_holds(const std::vector<std::string_view>& found, std::size_t from, std::size_t field,
                   std::size_t count) const {
    for (std::size_t i = 0; i < count; ++i)
      if (!fields_[field + i].holds(found[from + i])) return false;
    return true;
  }

  std::vector<Field> fields_;
};

bool is_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' ||
         c == '.';
}

base::Result<Condition> parse_condition(std::string_view& rest, Comparison comparison) {
  Condition condition;
  condition.comparison = comparison;
  skip_blanks(rest);
  if (!rest.empty() && rest.front() == '"') {
    auto quoted = take_quoted(rest);
    if (!quoted) return base::failure("a quotation mark is not closed");
    condition.value = std::move(*quoted);
    return condition;
  }
  if (rest.starts_with('%')) {
    if (comparison != Comparison::EQUAL && comparison != Comparison::NOT_EQUAL)
      return base::failure("a regular expression is compared with = or !=");
    auto expression = FilterExpression::take(rest);
    if (!expression) return expression.error();
    condition.expression = std::move(*expression);
    return condition;
  }
  const std::size_t length = std::min(rest.find_first_of(",] \t&|"), rest.size());
  if (length == 0) return base::failure("a comparison has no value");
  condition.value = std::string(rest.substr(0, length));
  condition.number = parse_number(condition.value);
  rest.remove_prefix(length);
  return condition;
}

/// `name`, `name = value`, `name = value && name < 3 || …`, `...`
base::Result<Field> parse_field(std::string_view& rest) {
  Field field;
  skip_blanks(rest);
  if (rest.substr(0, 3) == "...") {
    rest.remove_prefix(3);
    field.any_number = true;
    return field;
  }
  std::string name;
  while (true) {
    skip_blanks(rest);
    std::size_t length = 0;
    while (length < rest.size() && is_name(rest[length])) ++length;
    const std::string again(rest.substr(0, length));
    if (length == 0 || (!name.empty() && again != name)) return base::failure("a field has no name, or two");
    name = again;
    rest.remove_prefix(length);
    skip_blanks(rest);
    const auto comparison = take_comparison(rest);
    if (!comparison) return field;
    auto condition = parse_condition(rest, *comparison);
    if (!condition) return condition.error();
    if (field.conditions.empty()) field.conditions.emplace_back();
    field.conditions.back().push_back(std::move(*condition));
    skip_blanks(rest);
    if (rest.substr(0, 2) == "||") field.conditions.emplace_back();
    if (rest.substr(0, 2) != "||" && rest.substr(0, 2) != "&&") return field;
    rest.remove_prefix(2);
  }
}

}  // namespace

ParsedPattern parse_fields_pattern(std::string_view text) {
  if (text.back() != ']') return base::failure("the bracket is not closed");
  std::string_view rest = text.substr(1, text.size() - 1);
  std::vector<Field> fields;
  bool gap = false;
  while (true) {
    auto field = parse_field(rest);
    if (!field) return field.error();
    if (field->any_number && gap) return base::failure("... may stand once");
    gap = gap || field->any_number;
    fields.push_back(std::move(*field));
    skip_blanks(rest);
    if (rest == "]") break;
    if (rest.empty() || rest.front() != ',') return base::failure("fields are separated by commas");
    rest.remove_prefix(1);
  }
  return std::shared_ptr<const FilterPattern::Matcher>(std::make_shared<Fields>(std::move(fields)));
}

}  // namespace berth::logstore
