/// The errors of CloudWatch Logs, each text once. Source: Amazon CloudWatch Logs API Reference.
#pragma once

#include "berth/wire/error.hpp"

#include <string>

namespace berth::logs {

inline wire::ServiceError invalid_parameter(std::string message) {
  return {"InvalidParameterException", std::move(message)};
}
inline wire::ServiceError constraint_broken(const std::string& value, const std::string& member,
                                            const std::string& constraint) {
  return invalid_parameter("1 validation error detected: Value '" + value + "' at '" + member +
                           "' failed to satisfy constraint: " + constraint);
}
inline wire::ServiceError group_not_found() {
  return {"ResourceNotFoundException", "The specified log group does not exist."};
}
inline wire::ServiceError stream_not_found() {
  return {"ResourceNotFoundException", "The specified log stream does not exist."};
}
inline wire::ServiceError group_exists() {
  return {"ResourceAlreadyExistsException", "The specified log group already exists"};
}
inline wire::ServiceError stream_exists() {
  return {"ResourceAlreadyExistsException", "The specified log stream already exists"};
}
inline wire::ServiceError stream_in_use() {
  return {"OperationAbortedException",
          "A running container is writing to this log stream; use another stream."};
}
inline wire::ServiceError unavailable(const std::string& why) {
  return {"ServiceUnavailableException", "The service cannot complete the request: " + why, 500, true};
}

}  // namespace berth::logs
