/// The AWS-specific parameter types in terms of this machine: its default VPC and subnets, the security groups that
/// stacks have made, any key name, and the parameters of SSM.
#pragma once

#include "berth/fleet/network.hpp"
#include "berth/services/cloudformation/resources/environment.hpp"
#include "berth/stack/parameters.hpp"

#include <string>

namespace berth::cloudformation {

class MachineSurroundings final : public stack::Surroundings {
 public:
  MachineSurroundings(const Environment& environment, std::string account, std::string region);

  bool knows_type(std::string_view type) const override;
  bool has(std::string_view type, const std::string& value) const override;
  std::optional<std::string> stand_in(std::string_view type, bool list) const override;
  std::optional<std::string> stored_parameter(const std::string& name) const override;

 private:
  const Environment& environment_;
  std::string account_, region_;
  fleet::Network network_;
};

}  // namespace berth::cloudformation
