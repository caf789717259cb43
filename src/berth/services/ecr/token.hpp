/// Passwords for the registry: who may use it and until when, signed. Nothing is kept for them. Pure.
#pragma once

#include "base/clock.hpp"
#include "berth/identity/principal.hpp"

#include <chrono>
#include <optional>
#include <string>
#include <string_view>

namespace berth::ecr {

struct TokenClaims {
  identity::Principal principal;
  std::string region;
  base::TimePoint expiry{};
};

inline constexpr std::chrono::hours token_lifetime{12};

std::string make_token(const std::string& key, const TokenClaims& claims);
/// Nothing if the token was not made with that key or has expired.
std::optional<TokenClaims> read_token(const std::string& key, std::string_view token, base::TimePoint now);

}  // namespace berth::ecr
