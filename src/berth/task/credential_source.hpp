/// Credentials of a task's role, as tasks see them. Implemented by the daemon, which serves them at the URL.
#pragma once

#include "base/result.hpp"

#include <optional>
#include <string>

namespace berth::task {

struct CredentialRequest {
  std::string account;
  std::string region;
  std::string task_id;
  std::string task_role_arn;  ///< empty: none
  std::string
      instance_profile;  ///< of the task's instance, name or ARN; in force without a task role; empty: none
};

struct Credentials {
  std::string url;    ///< AWS_CONTAINER_CREDENTIALS_FULL_URI
  std::string token;  ///< AWS_CONTAINER_AUTHORIZATION_TOKEN
};

class CredentialSource {
 public:
  virtual ~CredentialSource() = default;
  /// Whether tasks of the account can have the role (name or ARN) at all; an error says why not: there is
  /// none, or it does not trust them. State lane.
  virtual base::Status check_role(const std::string& account, const std::string& role) const = 0;
  /// Begins to serve credentials for the task; nothing if neither role nor profile gives any. The same task
  /// gets the same URL and token at every call, also after a restart, when this is called again for each task
  /// that lives: the token is in the environment of processes that outlive us (derive it from the task's id
  /// and a key that is kept). State lane.
  virtual std::optional<Credentials> issue(const CredentialRequest& request) = 0;
  /// The task's last process is gone: its token is worth nothing from now on. No error if there is none.
  virtual void withdraw(const std::string& task_id) = 0;
};

}  // namespace berth::task
