// Policy documents of roles: whatever they say they are refused or evaluated, never with more rights than a plain reading of
// them gives.
#include "input.hpp"
#include "naive_pattern.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "berth/identity/policy.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <algorithm>

namespace {

using namespace berth::identity;
namespace json = boost::json;

const AccessRequest request{
    "s3:GetObject",
    "arn:aws:s3:::results/a",
    {{"aws:username", {"fuzz"}}, {"aws:SourceIp", {"10.1.2.3"}}, {"s3:prefix", {"a", "b"}}, {"none", {}}}};

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(),
                         [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  return text;
}

bool any(const json::value& patterns, const std::string& text, bool any_case) {
  const auto matches = [&](const json::value& each) {
    const std::string pattern(each.get_string());
    return fuzz::matches_naively(text, any_case ? lower(pattern) : pattern);
  };
  return patterns.is_array() ? std::ranges::any_of(patterns.get_array(), matches) : matches(patterns);
}

/// Whether the statement speaks of the request, if it has no condition and no variable.
bool applies(const json::object& statement) {
  const auto one_of = [&](const char* is, const char* is_not, const std::string& text, bool any_case) {
    const json::value* patterns = statement.if_contains(is);
    return patterns != nullptr ? any(*patterns, text, any_case) : !any(statement.at(is_not), text, any_case);
  };
  return one_of("Action", "NotAction", lower(request.action), true) &&
         one_of("Resource", "NotResource", request.resource, false);
}

void check_form(const json::object& statement, bool trust) {
  const auto exactly_one = [&](const char* a, const char* b) {
    return statement.contains(a) != statement.contains(b);
  };
  BERTH_CHECK(statement.at("Effect") == "Allow" || statement.at("Effect") == "Deny", "an effect");
  BERTH_CHECK(exactly_one("Action", "NotAction"), "either Action or NotAction");
  BERTH_CHECK(trust || exactly_one("Resource", "NotResource"), "either Resource or NotResource");
  BERTH_CHECK(!trust || exactly_one("Principal", "NotPrincipal"), "either Principal or NotPrincipal");
}

json::array statements_of(std::string_view text) {
  const json::value statements = base::parse_json(text).value().at("Statement");
  return statements.is_array() ? statements.get_array() : json::array{statements};
}

void check_role_policy(std::string_view text) {
  const auto policy = parse_policy(text, PolicyKind::Identity);
  if (!policy) return;
  const PolicyDocument* policies[] = {&*policy};
  const Decision decision = evaluate(policies, request);
  bool simple = text.find("${") == text.npos && text.find("\\u") == text.npos, allowed = false,
       denied = false;
  for (const json::value& each : statements_of(text)) {
    const json::object& statement = each.get_object();
    check_form(statement, false);
    simple = simple && !statement.contains("Condition");
    if (simple && applies(statement)) (statement.at("Effect") == "Allow" ? allowed : denied) = true;
  }
  if (simple)
    BERTH_CHECK(decision == (denied    ? Decision::DeniedExplicitly
                             : allowed ? Decision::Allowed
                                       : Decision::DeniedByDefault),
                "decided as a plain reading decides");
  static const PolicyDocument deny_all =
      parse_policy(R"({"Statement":{"Effect":"Deny","Action":"*","Resource":"*"}})", PolicyKind::Identity)
          .value();
  const PolicyDocument* both[] = {&*policy, &deny_all};
  BERTH_CHECK(evaluate(both, request) == Decision::DeniedExplicitly, "a Deny wins");
}

void check_trust_policy(std::string_view text) {
  const auto policy = parse_policy(text, PolicyKind::Trust);
  if (!policy) return;
  for (const json::value& statement : statements_of(text)) check_form(statement.get_object(), true);
  const Caller service{"ecs-tasks.amazonaws.com", "", "", ""};
  const Caller user{"", "000000000000", "arn:aws:iam::000000000000:user/a", ""};
  const bool open = evaluate_trust(*policy, service, request.context).decision == Decision::Allowed ||
                    evaluate_trust(*policy, user, request.context).decision == Decision::Allowed;
  BERTH_CHECK(!open || text.find("Allow") != text.npos || text.find("\\u") != text.npos, "only Allow opens");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text = fuzz::text(bytes, size);
  check_role_policy(text);
  check_trust_policy(text);
  return 0;
}
