#include "berth/stack/policy.hpp"

#include "base/json.hpp"
#include "berth/stack/template_error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::stack {
namespace {

namespace json = boost::json;

[[noreturn]] void refuse(const std::string& why) {
  throw TemplateError("Error validating stack policy: " + why);
}

bool is_same_letter(char a, char b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return lower(a) == lower(b);
}

/// * stands for any text, ? for one character.
bool matches(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = std::string_view::npos, from = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] != '*' &&
        (pattern[p] == '?' || is_same_letter(pattern[p], text[t]))) {
      ++p, ++t;
    } else if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      from = t;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      t = ++from;
    } else {
      return false;
    }
  }
  return pattern.find_first_not_of('*', p) == std::string_view::npos;
}

/// A text or a list of texts.
bool is_texts(const json::value& value) {
  if (value.is_string()) return true;
  const auto* list = value.if_array();
  return list != nullptr &&
         std::ranges::all_of(*list, [](const json::value& each) { return each.is_string(); });
}

bool any_matches(const json::value& patterns, std::string_view text) {
  if (const auto* one = patterns.if_string()) return matches(*one, text);
  return std::ranges::any_of(patterns.get_array(),
                             [&](const json::value& each) { return matches(each.get_string(), text); });
}

void check_statement(const json::value& value) {
  const auto* statement = value.if_object();
  if (statement == nullptr) refuse("every Statement must be an object");
  constexpr std::array known = {"Effect",   "Action",      "NotAction", "Principal",
                                "Resource", "NotResource", "Condition", "Sid"};
  for (const auto& [name, member] : *statement)
    if (std::ranges::find(known, std::string_view(name)) == known.end())
      refuse("Unknown member " + std::string(name));
  const auto* effect = statement->if_contains("Effect");
  if (effect == nullptr || (*effect != "Allow" && *effect != "Deny")) refuse("Effect must be Allow or Deny");
  for (const auto& [one, other] : {std::pair("Action", "NotAction"), std::pair("Resource", "NotResource")}) {
    const auto *is = statement->if_contains(one), *is_not = statement->if_contains(other);
    if ((is == nullptr) == (is_not == nullptr)) refuse(fmt::format("one of {} and {} is needed", one, other));
    if (!is_texts(is != nullptr ? *is : *is_not)) refuse(fmt::format("{} must be a text or a list", one));
  }
  if (const auto* principal = statement->if_contains("Principal"); principal != nullptr && *principal != "*")
    refuse("Principal must be *");
  const auto* condition = statement->if_contains("Condition");
  if (condition == nullptr) return;
  if (!condition->is_object()) refuse("Condition must be an object");
  for (const auto& [test, operand] : condition->get_object()) {
    if (test != "StringEquals" && test != "StringLike")
      refuse("Condition must be StringEquals or StringLike");
    const auto* types = operand.is_object() && operand.get_object().size() == 1
                            ? operand.get_object().if_contains("ResourceType")
                            : nullptr;
    if (types == nullptr || !is_texts(*types)) refuse("Condition must be of ResourceType");
  }
}

bool applies(const json::object& statement, std::string_view action, std::string_view logical_id,
             std::string_view type) {
  const std::string resource = fmt::format("LogicalResourceId/{}", logical_id);
  const auto holds = [&](const char* is, const char* is_not, std::string_view text) {
    if (const auto* patterns = statement.if_contains(is)) return any_matches(*patterns, text);
    return !any_matches(statement.at(is_not), text);
  };
  if (!holds("Action", "NotAction", action) || !holds("Resource", "NotResource", resource)) return false;
  const auto* condition = statement.if_contains("Condition");
  return condition == nullptr || std::ranges::all_of(condition->get_object(), [&](const auto& test) {
           return any_matches(test.value().at("ResourceType"), type);
         });
}

}  // namespace

void check_policy(std::string_view document) {
  const auto parsed = base::parse_json(document);
  const auto* policy = parsed ? parsed->if_object() : nullptr;
  if (policy == nullptr) refuse("Invalid stack policy");
  const auto* statements = policy->if_contains("Statement");
  if (statements == nullptr || !statements->is_array()) refuse("Invalid stack policy");
  for (const json::value& statement : statements->get_array()) check_statement(statement);
}

std::optional<std::string> refused_by_policy(std::string_view document, std::string_view action,
                                             std::string_view logical_id, std::string_view type) {
  if (document.empty()) return std::nullopt;
  const json::value policy = base::parse_json(document).value();
  bool allowed = false;
  int number = 0;
  for (const json::value& statement : policy.at("Statement").get_array()) {
    ++number;
    if (!applies(statement.get_object(), action, logical_id, type)) continue;
    if (statement.at("Effect") == "Deny")
      return fmt::format(
          "Action denied by stack policy: Statement [#{}] does not allow [{}] for resource "
          "[LogicalResourceId/{}]",
          number, action, logical_id);
    allowed = true;
  }
  if (allowed) return std::nullopt;
  return fmt::format("Action not allowed by stack policy: [{}] for resource [LogicalResourceId/{}]", action,
                     logical_id);
}

}  // namespace berth::stack
