#include "berth/identity/known_sessions.hpp"

namespace berth::identity {

std::optional<AccessKey> KnownSessions::find(std::string_view id, std::string_view session_token) {
  if (session_token.empty()) return keys_.find(id, session_token);
  {
    const std::lock_guard lock(mutex_);
    if (const auto known = opened_.find(session_token); known != opened_.end())
      return known->second.id == id ? std::optional(known->second) : std::nullopt;
  }
  auto key = keys_.find(id, session_token);
  if (!key) return std::nullopt;
  const std::lock_guard lock(mutex_);
  if (opened_.size() >= most) opened_.clear();  // those that are over go, too
  opened_.emplace(session_token, *key);
  return key;
}

}  // namespace berth::identity
