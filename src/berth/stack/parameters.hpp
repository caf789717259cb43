/// Parameters: what the caller gave, the defaults and this machine's answers, checked against the
/// declarations.
#pragma once

#include "berth/stack/template.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

/// What the AWS-specific parameter types mean on this machine: its VPC, subnets, security groups, key names.
/// `type` is the element type for lists, e.g. "AWS::EC2::Subnet::Id".
class Surroundings {
 public:
  virtual ~Surroundings() = default;
  virtual bool knows_type(std::string_view type) const = 0;
  virtual bool has(std::string_view type, const std::string& value) const = 0;
  /// What stands in where the caller gave nothing and there is no default, e.g. the default VPC (for a list:
  /// separated by commas). CloudFormation would refuse; the stack's report tells.
  virtual std::optional<std::string> stand_in(std::string_view type, bool list) const = 0;
  /// AWS::SSM::Parameter::Value<…>: the value stored under that name.
  virtual std::optional<std::string> stored_parameter(const std::string& name) const = 0;
};

struct GivenParameter {
  std::string name, value;
};

struct BoundParameter {
  std::string name;
  std::string text;       ///< as given, for DescribeStacks
  json::value value;      ///< what Ref returns: a string, or an array of strings
  bool no_echo = false;   ///< `text` is shown as ****
  bool stood_in = false;  ///< by Surroundings::stand_in
};

/// In the template's order. Throws TemplateError with CloudFormation's sentence.
std::vector<BoundParameter> bind_parameters(const Template& definition,
                                            const std::vector<GivenParameter>& given,
                                            const Surroundings& surroundings);

}  // namespace berth::stack
