/// The errors of EC2, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <string>

namespace berth::ec2 {

inline wire::ServiceError vpc_not_found(const std::string& id) {
  return {"InvalidVpcID.NotFound", "The vpc ID '" + id + "' does not exist"};
}
inline wire::ServiceError subnet_not_found(const std::string& id) {
  return {"InvalidSubnetID.NotFound", "The subnet ID '" + id + "' does not exist"};
}
inline wire::ServiceError group_not_found(const std::string& id) {
  return {"InvalidGroup.NotFound", "The security group '" + id + "' does not exist"};
}
inline wire::ServiceError zone_not_found(const std::string& name) {
  return {"InvalidParameterValue", "Invalid availability zone: [" + name + "]"};
}
inline wire::ServiceError invalid_filter(const std::string& name) {
  return {"InvalidParameterValue", "The filter '" + name + "' is invalid"};
}
inline wire::ServiceError dry_run() {
  return {"DryRunOperation", "Request would have succeeded, but DryRun flag is set.", 412};
}

}  // namespace berth::ec2
