/// Errors that AWS defines. Operations throw them; the dispatcher writes them as each protocol wants.
///
///   throw ServiceError("ClusterNotFoundException", "Cluster not found.");
///   throw ServiceError("NoSuchKey", "The specified key does not exist.", 404).with("Key", key);
///
/// A service keeps its texts in one place, as named functions: `throw cluster_not_found(name);`
#pragma once

#include <exception>
#include <string>
#include <utility>
#include <vector>

namespace berth::wire {

struct ServiceError : std::exception {
  ServiceError(std::string error_code, std::string text, int status = 400, bool fault_of_receiver = false)
      : code(std::move(error_code)),
        message(std::move(text)),
        http_status(status),
        receiver_fault(fault_of_receiver) {}

  /// Adds an element (REST-XML: <Key>…</Key> beside <Code>) or a JSON member to the error's body.
  ServiceError&& with(std::string name, std::string value) && {
    details.emplace_back(std::move(name), std::move(value));
    return std::move(*this);
  }
  const char* what() const noexcept override { return message.c_str(); }

  std::string code;  ///< as AWS spells it
  std::string message;
  int http_status = 400;
  bool receiver_fault = false;  ///< query protocols: <Type>Receiver</Type> instead of Sender
  std::vector<std::pair<std::string, std::string>> details;
};

}  // namespace berth::wire
