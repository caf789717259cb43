/// The daemon's folder: one daemon at a time, its root credentials, and where it answers.
///
///   DIR/lock         held while a daemon runs (flock)
///   DIR/credentials  INI, mode 0600: aws_access_key_id, aws_secret_access_key; made at first start
///   DIR/endpoint     the URL that the running daemon answers on
///   DIR/pid          its process id
///   DIR/reset        a reset was begun: everything but lock and keys goes at the next start
#pragma once

#include "base/files.hpp"
#include "base/random.hpp"
#include "base/result.hpp"

#include <string>

namespace berth::daemon {

struct RootKey {
  std::string id, secret;
};

class StateDir {
 public:
  /// Opens (and makes) the folder and takes its lock; an error says that another daemon holds it.
  static base::Result<StateDir> open(const std::string& path);

  /// The root key: from the given values (BERTH_ROOT_ACCESS_KEY and _SECRET_KEY) when both are set, else the
  /// stored one, else a fresh one. What it returns is stored for `berth env`.
  base::Result<RootKey> root_key(const std::string& given_id, const std::string& given_secret,
                                 base::RandomSource& random);

  base::Status announce(const std::string& endpoint);  ///< writes endpoint and pid
  void withdraw();                                     ///< removes them at a clean end
  /// A reset in two steps, so that a kill between them loses nothing half: mark it, then (at the next start) remove
  /// everything but the lock and the keys.
  base::Status begin_reset() const;
  base::Status finish_reset() const;
  const base::Folder& folder() const { return folder_; }

 private:
  StateDir(base::Folder folder, base::Fd lock) : folder_(std::move(folder)), lock_(std::move(lock)) {}
  base::Folder folder_;
  base::Fd lock_;
};

}  // namespace berth::daemon
