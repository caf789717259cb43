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

/// The query parameter of a URL that lets who has it read one blob, and how long it does.
inline constexpr std::string_view ticket_parameter = "ticket";
inline constexpr std::chrono::hours ticket_lifetime{1};

/// `repository` is registry::Repository::id.
std::string make_ticket(const std::string& key, std::string_view repository, std::string_view digest,
                        base::TimePoint expiry);
/// The repository of a ticket for that blob; nothing if it was not made with that key or has expired.
std::optional<std::string> read_ticket(const std::string& key, std::string_view ticket,
                                       std::string_view digest, base::TimePoint now);

}  // namespace berth::ecr
