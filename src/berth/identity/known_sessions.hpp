/// Session tokens that were opened lately, with the keys that they hold: opening one (decoding, two hashes, parsing)
/// costs more than everything else that a small call does.
#pragma once

#include "berth/identity/key_ring.hpp"

#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace berth::identity {

/// Any thread may ask. Only tokens of the ring's own get in, so that strangers cannot fill it.
class KnownSessions {
 public:
  /// `keys` must outlive this.
  explicit KnownSessions(const KeyRing& keys) : keys_(keys) {}
  /// As KeyRing::find.
  std::optional<AccessKey> find(std::string_view id, std::string_view session_token);

 private:
  static constexpr std::size_t most = 256;
  const KeyRing& keys_;
  std::mutex mutex_;
  std::map<std::string, AccessKey, std::less<>> opened_;  // by token
};

}  // namespace berth::identity
