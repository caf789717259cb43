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
inline wire::ServiceError invalid_token() { return {"InvalidNextToken", "The specified token isn't valid."}; }

}  // namespace berth::ssm
