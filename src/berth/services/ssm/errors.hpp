/// The errors of SSM's parameters, each text once. Source: AWS Systems Manager API Reference.
#pragma once

#include "berth/wire/error.hpp"

#include <string>

namespace berth::ssm {

inline wire::ServiceError parameter_not_found(const std::string& name) {
  return {"ParameterNotFound", "Parameter " + name + " not found."};
}
inline wire::ServiceError version_not_found(const std::string& selector, const std::string& name) {
  return {"ParameterVersionNotFound", "Systems Manager could not find version " + selector + " of " + name +
                                          ". Verify the version and try again."};
}
inline wire::ServiceError validation_failed(std::string message) {
  return {"ValidationException", std::move(message)};
}
inline wire::ServiceError constraint_broken(const std::string& value, const std::string& member,
                                            const std::string& constraint) {
  return validation_failed("1 validation error detected: Value '" + value + "' at '" + member +
                           "' failed to satisfy constraint: Member must " + constraint);
}
inline wire::ServiceError path_without_slash() {
  return validation_failed(
      "The parameter doesn't meet the parameter name requirements. The parameter name must begin with a "
      "forward slash \"/\". It can't be prefixed with \"aws\" or \"ssm\" (case-insensitive). It must use "
      "only letters, numbers, or the following symbols: . (period), - (hyphen), _ (underscore). Special "
      "characters are not allowed. All sub-paths, if specified, must use the forward slash symbol \"/\". "
      "Valid example: /get/parameters2-/by1./path0_.");
}
inline wire::ServiceError invalid_filter_key(const std::string& key) {
  return {"InvalidFilterKey", "The following filter key is not valid: " + key +
                                  ". Valid filter keys include: [Type, KeyId, Label]."};
}
inline wire::ServiceError invalid_described_key(const std::string& key) {
  return {"InvalidFilterKey",
          "The following filter key is not valid: " + key +
              ". Valid filter keys include: [Path, Name, Type, KeyId, Label, Tier, DataType, tag:KEY]."};
}
inline wire::ServiceError invalid_name() {
  return validation_failed(
      "Parameter name: can't be prefixed with \"aws\" or \"ssm\" (case-insensitive). If formed as a path, it "
      "can "
      "consist of sub-paths divided by slash symbol; each sub-path can be formed as a mix of letters, "
      "numbers "
      "and the following 3 symbols .-_");
}
inline wire::ServiceError too_many_levels() {
  return {
      "HierarchyLevelLimitExceededException",
      "A hierarchy can have a maximum of 15 levels. For more information, see Requirements and constraints "
      "for parameter names."};
}
inline wire::ServiceError parameter_exists() {
  return {"ParameterAlreadyExists",
          "The parameter already exists. To overwrite this value, set the overwrite option in the request to "
          "true."};
}
inline wire::ServiceError type_required() {
  return validation_failed("A parameter type is required when you create a parameter.");
}
inline wire::ServiceError type_changed() {
  return {"HierarchyTypeMismatchException",
          "A parameter's type cannot be changed. Create a new parameter under another name."};
}
inline wire::ServiceError tags_with_overwrite() {
  return validation_failed(
      "Invalid request: tags and overwrite can't be used together. To create a parameter with tags, please "
      "remove overwrite flag. To update tags for an existing parameter, please use AddTagsToResource or "
      "RemoveTagsFromResource.");
}
inline wire::ServiceError value_too_long(bool advanced) {
  return validation_failed(
      advanced ? "Advanced tier parameters support a maximum parameter value of 8192 characters."
               : "Standard tier parameters support a maximum parameter value of 4096 "
                 "characters. To create a larger parameter value, upgrade the parameter to "
                 "use the advanced-parameter tier.");
}
inline wire::ServiceError invalid_token() { return {"InvalidNextToken", "The specified token isn't valid."}; }

}  // namespace berth::ssm
