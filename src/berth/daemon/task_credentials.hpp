/// Credentials of tasks: a task proves itself with a token from its environment and gets a key for a session
/// of its role, or of its instance's profile role, at /_berth/credentials/TASK-ID.
///
/// The token is HMAC(key of this state directory, task id): the same after a restart, so that processes that
/// outlive the daemon go on. It is good only while the task lives.
#pragma once

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/identity/directory.hpp"
#include "berth/task/credential_source.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace berth::daemon {

/// The key that tokens are made with: DIR/task-token-key, made at first use.
base::Result<std::string> load_token_key(const base::Folder& state_dir, base::RandomSource& random);

class TaskCredentials final : public task::CredentialSource {
 public:
  TaskCredentials(const identity::Directory& directory, std::string token_key)
      : directory_(directory), token_key_(std::move(token_key)) {}

  /// "http://127.0.0.1:4566"; known once the server listens, before the first task starts.
  void set_endpoint(std::string endpoint) { endpoint_ = std::move(endpoint); }

  base::Status check_role(const std::string& account, const std::string& role) const override;
  std::optional<task::Credentials> issue(const task::CredentialRequest& request) override;
  void withdraw(const std::string& task_id) override { requests_.erase(task_id); }

  /// What the URL answers: the JSON of the container credential provider, or an error's sentence. Nothing if
  /// the token is not the task's, or no such task lives. State lane.
  std::optional<base::Result<std::string>> answer(const std::string& task_id, std::string_view token) const;

 private:
  std::string token_of(const std::string& task_id) const;
  base::Result<identity::AccessKey> key_for(const task::CredentialRequest& request) const;

  const identity::Directory& directory_;
  std::string token_key_;
  std::string endpoint_;
  std::map<std::string, task::CredentialRequest> requests_;  ///< of tasks that live, by id
};

}  // namespace berth::daemon
