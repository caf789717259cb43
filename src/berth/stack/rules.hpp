/// A template's rules: what must hold of its parameters before anything is made. The CDK writes one into every
/// template of its default synthesizer.
///
///   Rules:
///     Production:
///       RuleCondition: !Equals [!Ref Stage, prod]                      # optional: else the assertions always count
///       Assertions:
///       - Assert: !Contains [[p3.2xlarge, g5.xlarge], !Ref Type]
///         AssertDescription: production needs a GPU
///
/// Pure. Source: CloudFormation's user guide, "Rules" and "Rule-specific intrinsic functions".
#pragma once

#include "berth/stack/intrinsics.hpp"
#include "berth/stack/template.hpp"

namespace berth::stack {

/// The form of the section, and that its functions are known here. Throws TemplateError.
void check_rules(const json::object& rules);

/// Throws TemplateError with the description of the first assertion that does not hold. `scope` has the values of
/// parameters; resources may not be named.
void apply_rules(const Template& definition, const Scope& scope);

}  // namespace berth::stack
