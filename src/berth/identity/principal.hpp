/// Who makes a call: the account's root, or a session of a role.
#pragma once

#include "base/clock.hpp"

#include <optional>
#include <string>

namespace berth::identity {

struct Principal {
  enum class Kind { Root, RoleSession };

  Kind kind = Kind::Root;
  std::string account;    ///< twelve digits
  std::string arn;        ///< arn:aws:iam::ACCOUNT:root, or arn:aws:sts::ACCOUNT:assumed-role/ROLE/SESSION
  std::string user_id;    ///< ACCOUNT, or ROLEID:SESSION (AWS's aws:userid)
  std::string role_name;  ///< of a role session; else empty
  std::string role_id;  ///< AROA…; a role deleted and made anew has another, and old sessions lose its rights
  std::string session_name;  ///< of a role session; else empty

  bool is_root() const { return kind == Kind::Root; }
  bool operator==(const Principal&) const = default;
};

Principal root_of(const std::string& account);
Principal session_of(const std::string& account, const std::string& role_name, const std::string& role_id,
                     const std::string& session_name);

/// What signs a call. `session_token` and `expiry` are set for role sessions only.
struct AccessKey {
  std::string id;             ///< AKIA… or ASIA…
  std::string secret;         ///< never printed
  std::string session_token;  ///< empty for root
  std::optional<base::TimePoint> expiry;
  Principal principal;

  bool expired(base::TimePoint now) const { return expiry && *expiry <= now; }
};

}  // namespace berth::identity
