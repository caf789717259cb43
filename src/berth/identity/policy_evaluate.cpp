#include "base/pattern.hpp"
#include "berth/identity/match.hpp"
#include "berth/identity/policy.hpp"

#include <algorithm>

namespace berth::identity {
namespace {

/// Actions compare without case and have no variables.
Match match_actions(const Statement& statement, std::string_view action) {
  const auto lower = [](std::string_view text) {
    std::string out(text);
    std::ranges::transform(out, out.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    return out;
  };
  const std::string wanted = lower(action);
  const bool any = std::ranges::any_of(statement.actions, [&](const std::string& pattern) {
    return base::matches_pattern(wanted, lower(pattern));
  });
  return any != statement.not_action ? Match::Yes : Match::No;
}

Match match_resources(const Statement& statement, const AccessRequest& request, bool variables) {
  Match any = Match::No;
  for (const std::string& pattern : statement.resources)
    any = either(any, match_pattern(pattern, request.resource, variables, request.context));
  return statement.not_resource ? opposite(any) : any;
}

Match match_conditions(const Statement& statement, bool variables, const ConditionValues& context) {
  Match all = Match::Yes;
  for (const ConditionTest& test : statement.conditions)
    all = both(all, match_condition(test, variables, context));
  return all;
}

/// What a statement adds to the decision.
enum class Effect { None, Allows, Denies };
Effect effect_of(const Statement& statement, Match match) {
  if (statement.effect == Statement::Effect::Deny) return match == Match::No ? Effect::None : Effect::Denies;
  return match == Match::Yes ? Effect::Allows : Effect::None;
}

/// `caller` names itself, its role or its account; only the last is indirect.
struct PrincipalMatch {
  Match match = Match::No;
  bool direct = false;
};

PrincipalMatch match_principals(const PrincipalSet& principals, const Caller& caller) {
  if (principals.negated) return {Match::Unknown, false};
  if (principals.anybody) return {Match::Yes, false};
  if (!caller.service.empty())
    return {std::ranges::find(principals.services, caller.service) != principals.services.end() ? Match::Yes
                                                                                                : Match::No,
            true};
  PrincipalMatch result;
  const std::string root = "arn:aws:iam::" + caller.account + ":root";
  for (const std::string& principal : principals.aws) {
    if (principal == caller.account || principal == root)
      result.match = Match::Yes;
    else if (principal == caller.arn || (!caller.role_arn.empty() && principal == caller.role_arn))
      result = {Match::Yes, true};
  }
  return result;
}

/// The decision over all statements; `match` says what of a statement concerns the request and whom it trusts.
template <class F>
TrustDecision decide_all(const PolicyDocument& policy, const Caller& caller, F match) {
  TrustDecision result;
  for (const Statement& statement : policy.statements) {
    const PrincipalMatch principal = match_principals(statement.principals, caller);
    const Effect effect = effect_of(statement, both(principal.match, match(statement)));
    if (effect == Effect::Denies) return {Decision::DeniedExplicitly, false};
    if (effect == Effect::Allows) {
      result.decision = Decision::Allowed;
      result.direct = result.direct || principal.direct;
    }
  }
  return result;
}

}  // namespace

Decision evaluate(std::span<const PolicyDocument* const> policies, const AccessRequest& request) {
  bool allowed = false;
  for (const PolicyDocument* policy : policies) {
    for (const Statement& statement : policy->statements) {
      const Match match = both(both(match_actions(statement, request.action),
                                    match_resources(statement, request, policy->variables)),
                               match_conditions(statement, policy->variables, request.context));
      const Effect effect = effect_of(statement, match);
      if (effect == Effect::Denies) return Decision::DeniedExplicitly;
      allowed = allowed || effect == Effect::Allows;
    }
  }
  return allowed ? Decision::Allowed : Decision::DeniedByDefault;
}

TrustDecision evaluate_trust(const PolicyDocument& trust, const Caller& caller,
                             const ConditionValues& context) {
  return decide_all(trust, caller, [&](const Statement& statement) {
    return both(match_actions(statement, "sts:AssumeRole"),
                match_conditions(statement, trust.variables, context));
  });
}

TrustDecision evaluate_resource_policy(const PolicyDocument& policy, const Caller& caller,
                                       const AccessRequest& request) {
  bool by_anybody = false;
  auto result = decide_all(policy, caller, [&](const Statement& statement) {
    const Match match = both(
        both(match_actions(statement, request.action), match_resources(statement, request, policy.variables)),
        match_conditions(statement, policy.variables, request.context));
    if (statement.effect == Statement::Effect::Allow && match == Match::Yes)
      by_anybody = by_anybody || statement.principals.anybody;
    return match;
  });
  result.direct = result.decision == Decision::Allowed && (result.direct || by_anybody);
  return result;
}

}  // namespace berth::identity
