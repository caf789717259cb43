/// The errors of EC2, each text once.
#pragma once

#include "berth/wire/error.hpp"

#include <string>

namespace berth::ec2 {

inline wire::ServiceError vpc_not_found(const std::string& id) {
  return {"InvalidVpcID.NotFound", "The vpc ID '" + id + "' does not exist"};
}
inline wire::ServiceError invalid_attribute(const std::string& name) {
  return {"InvalidParameterValue", "Value (" + name + ") for parameter attribute is invalid."};
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
inline wire::ServiceError dependency_violation(std::string sentence) {
  return {"DependencyViolation", std::move(sentence)};
}
inline wire::ServiceError invalid_filter(const std::string& name) {
  return {"InvalidParameterValue", "The filter '" + name + "' is invalid"};
}
inline wire::ServiceError key_pair_not_found(const std::string& name) {
  return {"InvalidKeyPair.NotFound", "The key pair '" + name + "' does not exist"};
}
inline wire::ServiceError image_not_found(const std::string& id) {
  return {"InvalidAMIID.NotFound", "The image id '[" + id + "]' does not exist"};
}
inline wire::ServiceError instance_not_found(const std::string& id) {
  return {"InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist"};
}
inline wire::ServiceError invalid_instance_type(const std::string& name) {
  return {"InvalidInstanceType", "The following supplied instance types do not exist: [" + name + "]"};
}
inline wire::ServiceError invalid_instance_profile(const std::string& name) {
  return {"InvalidParameterValue", "Value (" + name +
                                       ") for parameter iamInstanceProfile is invalid. Invalid IAM Instance "
                                       "Profile"};
}
inline wire::ServiceError malformed_template_name() {
  return {
      "InvalidLaunchTemplateName.MalformedException",
      "A launch template name must be between 3 and 128 characters, and may contain letters, numbers, and "
      "the following characters: - ( ) . / _."};
}
inline wire::ServiceError template_name_taken() {
  return {"InvalidLaunchTemplateName.AlreadyExistsException", "Launch template name already in use."};
}
inline wire::ServiceError template_not_named() {
  return {"MissingParameter",
          "The request must contain either a launch template ID or a launch template name."};
}
inline wire::ServiceError template_not_found(const std::string& id) {
  return {"InvalidLaunchTemplateId.NotFound",
          "The specified launch template, with template ID " + id + ", does not exist."};
}
inline wire::ServiceError template_name_not_found(const std::string& name) {
  return {"InvalidLaunchTemplateName.NotFoundException",
          "The specified launch template, with template name " + name + ", does not exist."};
}
inline wire::ServiceError template_version_not_found() {
  return {"InvalidLaunchTemplateId.VersionNotFound", "Could not find launch template version"};
}
inline wire::ServiceError unsupported_template_member(const std::string& member, const std::string& instead) {
  return {"UnsupportedOperation",
          "LaunchTemplateData." + member + " is not supported here: " + instead + "."};
}
inline wire::ServiceError invalid_tag_resource(const std::string& type) {
  return {"InvalidParameterValue",
          "'" + type + "' is not a valid taggable resource type for this operation."};
}
/// As EC2 says it of most lists, and of launch templates, whose pages may have a single entry (both observed; for too
/// large a page only the latter was).
inline wire::ServiceError page_size_out_of_range(int size, int least, int most) {
  if (least == 1)
    return {"InvalidParameterValue", "Maximum results allowed are between 1 and " + std::to_string(most)};
  const std::string bound =
      size < least ? "greater than " + std::to_string(least) : "smaller than " + std::to_string(most);
  return {"InvalidParameterValue", "Value ( " + std::to_string(size) +
                                       " ) for parameter maxResults is invalid. Expecting a value " + bound +
                                       "."};
}
inline wire::ServiceError named_and_paged(const std::string& named, const std::string& size) {
  return {"InvalidParameterCombination",
          "The parameter " + named + " cannot be used with the parameter " + size};
}
inline wire::ServiceError invalid_token(const std::string& token) {
  return {"InvalidNextToken", "The token '" + token + "' is invalid"};
}
inline wire::ServiceError dry_run() {
  return {"DryRunOperation", "Request would have succeeded, but DryRun flag is set.", 412};
}

}  // namespace berth::ec2
