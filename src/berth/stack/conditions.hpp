/// A template's conditions: Fn::Equals, Fn::And, Fn::Or, Fn::Not, and conditions that name others.
#pragma once

#include "berth/stack/intrinsics.hpp"
#include "berth/stack/template.hpp"

#include <functional>
#include <map>
#include <string>

namespace berth::stack {

/// No condition needs itself, directly or through others, and those that they name are there: also of conditions that
/// nothing uses, which evaluation would not come across in a template that is only validated. Throws TemplateError.
void check_conditions(const Template& definition);

/// Every condition of the template, each evaluated once, in terms of parameters and mappings. Throws
/// TemplateError for one that is unknown, needs itself, or is not made of condition functions.
std::map<std::string, bool, std::less<>> evaluate_conditions(const Template& definition, const Scope& scope);

}  // namespace berth::stack
