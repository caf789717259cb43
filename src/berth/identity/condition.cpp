// Condition operators. Source: AWS, "IAM JSON policy elements: Condition operators" and "Conditions with
// multiple context keys or values".
#include "base/ascii.hpp"
#include "base/time_format.hpp"
#include "berth/identity/match.hpp"

#include <arpa/inet.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>

namespace berth::identity {
namespace {

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (!whole || !std::isfinite(value)) return std::nullopt;  // "nan" and "inf" are words
  return value;
}

/// ISO 8601, a date alone, or epoch seconds.
std::optional<double> instant(std::string_view text) {
  if (const auto time = base::parse_iso8601(text)) return base::to_epoch_seconds(*time);
  if (text.size() == 10)
    if (const auto time = base::parse_iso8601(std::string(text) + "T00:00:00Z"))
      return base::to_epoch_seconds(*time);
  return number(text);
}

struct Address {
  std::array<std::uint8_t, 16> bytes{};
  int size = 0;  // 4 or 16
};

std::optional<Address> address(const std::string& text) {
  Address parsed;
  if (::inet_pton(AF_INET, text.c_str(), parsed.bytes.data()) == 1) return parsed.size = 4, parsed;
  if (::inet_pton(AF_INET6, text.c_str(), parsed.bytes.data()) == 1) return parsed.size = 16, parsed;
  return std::nullopt;
}

Match in_network(const std::string& network, const std::string& text) {
  const auto slash = network.find('/');
  const auto base = address(network.substr(0, slash));
  const auto candidate = address(text);
  if (!base) return Match::Unknown;
  if (!candidate || candidate->size != base->size) return Match::No;
  int bits = base->size * 8;
  if (slash != std::string::npos) {
    const std::string_view digits = std::string_view(network).substr(slash + 1);
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), bits);
    if (error != std::errc{} || end != digits.data() + digits.size() || bits < 0 || bits > base->size * 8)
      return Match::Unknown;
  }
  for (std::size_t i = 0; bits > 0; ++i, bits -= 8) {
    const auto mask = static_cast<std::uint8_t>(bits >= 8 ? 0xFF : 0xFF << (8 - bits));
    if (((base->bytes[i] ^ candidate->bytes[i]) & mask) != 0) return Match::No;
  }
  return Match::Yes;
}

/// ARNs are compared part by part, so that a * does not run over a colon (the sixth part takes all the rest).
Match match_arn(std::string_view pattern, std::string_view text, bool variables,
                const ConditionValues& context) {
  Match result = Match::Yes;
  for (int part = 0; part < 5; ++part) {
    const auto a = pattern.find(':'), b = text.find(':');
    if (a == std::string_view::npos || b == std::string_view::npos)
      return pattern == "*" && part == 0 ? Match::Yes : Match::No;
    result = both(result, match_pattern(pattern.substr(0, a), text.substr(0, b), variables, context));
    pattern.remove_prefix(a + 1);
    text.remove_prefix(b + 1);
  }
  return both(result, match_pattern(pattern, text, variables, context));
}

template <class Read, class Compare>
Match compare(const std::string& wanted, const std::string& actual, Read read, Compare holds) {
  const auto a = read(actual), b = read(wanted);
  if (!b) return Match::Unknown;  // the policy's own value makes no sense
  return a && holds(*a, *b) ? Match::Yes : Match::No;
}

/// One value of the policy against one of the request, by the operator without prefix, suffix and negation.
Match test_value(std::string_view operation, const std::string& wanted, const std::string& actual,
                 bool variables, const ConditionValues& context) {
  const auto yes = [](bool holds) { return holds ? Match::Yes : Match::No; };
  if (operation == "StringLike") return match_pattern(wanted, actual, variables, context);
  if (operation == "ArnLike" || operation == "ArnEquals")
    return match_arn(wanted, actual, variables, context);
  if (operation == "StringEquals" || operation == "StringEqualsIgnoreCase") {
    const Expanded text = variables ? expand_variables(wanted, context) : Expanded{true, wanted};
    if (!text.complete) return Match::Unknown;
    return yes(operation == "StringEquals" ? text.text == actual
                                           : base::to_lower(text.text) == base::to_lower(actual));
  }
  if (operation == "Bool") return yes(base::to_lower(wanted) == base::to_lower(actual));
  if (operation == "IpAddress") return in_network(wanted, actual);
  const bool dates = operation.starts_with("Date");
  if (dates || operation.starts_with("Numeric")) {
    const auto read = [&](const std::string& text) { return dates ? instant(text) : number(text); };
    const std::string_view relation = operation.substr(dates ? 4 : 7);
    if (relation == "Equals") return compare(wanted, actual, read, [](double a, double b) { return a == b; });
    if (relation == "LessThan")
      return compare(wanted, actual, read, [](double a, double b) { return a < b; });
    if (relation == "LessThanEquals")
      return compare(wanted, actual, read, [](double a, double b) { return a <= b; });
    if (relation == "GreaterThan")
      return compare(wanted, actual, read, [](double a, double b) { return a > b; });
    if (relation == "GreaterThanEquals")
      return compare(wanted, actual, read, [](double a, double b) { return a >= b; });
  }
  return Match::Unknown;
}

/// An operator's name taken apart.
struct Operator {
  std::string_view positive;  // the operator that a negated one negates, else itself; empty if unknown
  bool negated = false, if_exists = false, for_all = false, for_any = false;
};

constexpr std::array positive_operators = {"StringEquals",
                                           "StringEqualsIgnoreCase",
                                           "StringLike",
                                           "ArnEquals",
                                           "ArnLike",
                                           "Bool",
                                           "IpAddress",
                                           "NumericEquals",
                                           "NumericLessThan",
                                           "NumericLessThanEquals",
                                           "NumericGreaterThan",
                                           "NumericGreaterThanEquals",
                                           "DateEquals",
                                           "DateLessThan",
                                           "DateLessThanEquals",
                                           "DateGreaterThan",
                                           "DateGreaterThanEquals"};

struct Negation {
  std::string_view name, positive;
};
constexpr std::array negations = {Negation{"StringNotEquals", "StringEquals"},
                                  Negation{"StringNotEqualsIgnoreCase", "StringEqualsIgnoreCase"},
                                  Negation{"StringNotLike", "StringLike"},
                                  Negation{"ArnNotEquals", "ArnEquals"},
                                  Negation{"ArnNotLike", "ArnLike"},
                                  Negation{"NotIpAddress", "IpAddress"},
                                  Negation{"NumericNotEquals", "NumericEquals"},
                                  Negation{"DateNotEquals", "DateEquals"}};

Operator parse_operator(std::string_view name) {
  Operator parsed;
  const auto skip = [&](std::string_view prefix) {
    if (!name.starts_with(prefix)) return false;
    name.remove_prefix(prefix.size());
    return true;
  };
  parsed.for_all = skip("ForAllValues:");
  parsed.for_any = !parsed.for_all && skip("ForAnyValue:");
  if (name.ends_with("IfExists")) {
    parsed.if_exists = true;
    name.remove_suffix(8);
  }
  for (const char* known : positive_operators)
    if (name == known) parsed.positive = known;
  for (const auto& [negated, positive] : negations)
    if (name == negated) parsed.positive = positive, parsed.negated = true;
  return parsed;
}

}  // namespace

bool is_condition_operator(std::string_view name) {
  if (name == "Null" || name == "BinaryEquals" || name == "BinaryEqualsIfExists") return true;
  return !parse_operator(name).positive.empty();
}

Match match_condition(const ConditionTest& test, bool variables, const ConditionValues& context) {
  const auto found = context.find(test.key);
  if (found == context.end()) return Match::Unknown;
  const std::vector<std::string>& actual = found->second;
  if (test.operator_name == "Null") {
    Match result = Match::No;
    for (const std::string& wanted : test.values)
      result = either(result,
                      base::to_lower(wanted) == (actual.empty() ? "true" : "false") ? Match::Yes : Match::No);
    return result;
  }
  const Operator op = parse_operator(test.operator_name);
  if (op.positive.empty()) return Match::Unknown;
  if (actual.empty()) return op.negated || op.if_exists || op.for_all ? Match::Yes : Match::No;

  // A value of the request matches if any of the policy's does; a negated operator wants none of them to.
  const auto matches = [&](const std::string& value) {
    Match any = Match::No;
    for (const std::string& wanted : test.values)
      any = either(any, test_value(op.positive, wanted, value, variables, context));
    return op.negated ? opposite(any) : any;
  };
  // Without a set operator a request value list of several is treated as ForAnyValue; a negated one as
  // ForAllValues.
  const bool all = op.for_all || (op.negated && !op.for_any);
  Match result = all ? Match::Yes : Match::No;
  for (const std::string& value : actual)
    result = all ? both(result, matches(value)) : either(result, matches(value));
  return result;
}

}  // namespace berth::identity
