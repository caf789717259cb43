/// Access keys: root's own, and those of role sessions, which carry all they mean in their session token.
///
/// A session token is the session's principal and expiry, sealed with a key that is derived from root's
/// secret; the session's secret is derived from the token. So nothing is kept for a session: memory is
/// bounded, sessions survive a restart of the daemon, and replacing root's key ends them all. What a session
/// may do is decided at each call by its role (directory.hpp), so deleting the role ends its sessions' rights
/// at once.
#pragma once

#include "base/random.hpp"
#include "berth/identity/principal.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::identity {

/// Immutable after construction: any thread may call it.
class KeyRing {
 public:
  /// `account` is root's account, `id` and `secret` its only key.
  KeyRing(const std::string& account, std::string id, std::string secret);

  /// The key that a request names. `session_token` is the request's X-Amz-Security-Token, empty if it has
  /// none. Nothing if the id is unknown, the token is missing where one belongs, present where none does, or
  /// not one of ours. An expired session is found: whoever asks checks `AccessKey::expired`, since that is
  /// another error.
  std::optional<AccessKey> find(std::string_view id, std::string_view session_token) const;

  /// A fresh key for a session of a role. `principal` must be a RoleSession.
  AccessKey issue(const Principal& principal, base::TimePoint expiry, base::RandomSource& random) const;

  const AccessKey& root() const { return root_; }

 private:
  std::string secret_of(std::string_view id, std::string_view token) const;

  AccessKey root_;
  std::string seal_;  ///< signs tokens
};

}  // namespace berth::identity
