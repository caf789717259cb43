/// Policy documents: parsing and evaluation, pure.
///
/// Understood: Effect, Action, NotAction, Resource, NotResource, Principal (trust policies), Condition; the
/// wildcards * and ?; policy variables (${aws:username}, ${key, 'default'}, ${*}).
/// What a statement says and this code cannot decide (an unknown condition operator, a condition key that
/// the caller of evaluate did not supply, NotPrincipal) makes an Allow grant nothing and a Deny deny.
///
/// Source: AWS, "IAM JSON policy element reference" and "Policy evaluation logic".
#pragma once

#include "base/result.hpp"

#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace berth::identity {

/// Condition keys compare without case.
struct IgnoreCaseLess {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const;
};

/// The values of condition keys in one request. An empty list says: this key is known, and the request has no
/// value for it. A key that does not stand here is not known, see above.
using ConditionValues = std::map<std::string, std::vector<std::string>, IgnoreCaseLess>;

struct ConditionTest {
  std::string operator_name;  ///< as written, e.g. "ForAnyValue:StringLikeIfExists"
  std::string key;
  std::vector<std::string> values;
};

/// Who a trust policy's statement speaks of.
struct PrincipalSet {
  bool anybody = false;               ///< "*" or {"AWS": "*"}
  bool negated = false;               ///< NotPrincipal: never decided here
  std::vector<std::string> services;  ///< ec2.amazonaws.com
  std::vector<std::string> aws;       ///< ARNs or account numbers
};

struct Statement {
  enum class Effect { Allow, Deny };
  std::string sid;
  Effect effect = Effect::Deny;
  bool not_action = false, not_resource = false;
  std::vector<std::string> actions, resources;
  std::vector<ConditionTest> conditions;
  PrincipalSet principals;
};

struct PolicyDocument {
  bool variables = false;  ///< Version 2012-10-17 has policy variables, 2008-10-17 has not
  std::vector<Statement> statements;
};

enum class PolicyKind {
  Identity,  ///< no Principal
  Trust,     ///< Principal, no Resource
  Resource   ///< both: a bucket's
};

/// An error's message is a sentence that names the statement and the element.
base::Result<PolicyDocument> parse_policy(std::string_view json_text, PolicyKind kind);

struct AccessRequest {
  std::string action;    ///< "ecs:RunTask"
  std::string resource;  ///< an ARN; "*" for operations that have none
  ConditionValues context;
};

enum class Decision { Allowed, DeniedExplicitly, DeniedByDefault };

/// An explicit Deny in any policy wins; else one Allow suffices; else denied by default.
Decision evaluate(std::span<const PolicyDocument* const> policies, const AccessRequest& request);

/// Who asks to use a role: an AWS service, or a principal of an account.
struct Caller {
  std::string service;                 ///< "ecs-tasks.amazonaws.com", or empty
  std::string account, arn, role_arn;  ///< of a principal; role_arn only for a role session
};

/// What a policy with principals says to a caller. `direct` is false where it trusts the whole account (ACCOUNT or its
/// :root), which leaves the decision to the caller's own policies.
struct TrustDecision {
  Decision decision = Decision::DeniedByDefault;
  bool direct = false;
};
/// A trust policy's answer to sts:AssumeRole.
TrustDecision evaluate_trust(const PolicyDocument& trust, const Caller& caller,
                             const ConditionValues& context);
/// A resource's own policy's answer; "*" trusts every caller directly.
TrustDecision evaluate_resource_policy(const PolicyDocument& policy, const Caller& caller,
                                       const AccessRequest& request);

}  // namespace berth::identity
