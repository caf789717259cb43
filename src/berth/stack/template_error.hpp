/// What is wrong with a template or its parameters, in CloudFormation's words. The caller's mistake: the
/// service answers it as a ValidationError.
#pragma once

#include <stdexcept>

namespace berth::stack {

struct TemplateError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace berth::stack
