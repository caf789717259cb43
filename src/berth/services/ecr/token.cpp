#include "berth/services/ecr/token.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"

#include <boost/json/object.hpp>

#include <charconv>

namespace berth::ecr {
namespace {

namespace json = boost::json;

std::string sign(const std::string& key, std::string_view body) {
  return base::to_hex(base::hmac_sha256(key, "registry token " + std::string(body)));
}

std::string text_of(const json::object& document, std::string_view member) {
  const json::value* found = document.if_contains(member);
  return found && found->is_string() ? std::string(found->as_string()) : std::string();
}

}  // namespace

// BODY.SIGNATURE: base64 of a JSON document, and the HMAC of that text in hexadecimal.

std::string make_token(const std::string& key, const TokenClaims& claims) {
  const identity::Principal& who = claims.principal;
  json::object document{{"account", who.account},
                        {"arn", who.arn},
                        {"userId", who.user_id},
                        {"region", claims.region},
                        {"expiry", claims.expiry.time_since_epoch().count()}};
  if (!who.is_root()) {
    document["role"] = who.role_name;
    document["roleId"] = who.role_id;
    document["session"] = who.session_name;
  }
  std::string body = base::to_base64(base::to_text(document));
  return body + "." + sign(key, body);
}

std::optional<TokenClaims> read_token(const std::string& key, std::string_view token, base::TimePoint now) {
  std::size_t dot = token.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  std::string_view body = token.substr(0, dot);
  if (!base::equal_in_constant_time(sign(key, body), token.substr(dot + 1))) return std::nullopt;
  auto bytes = base::from_base64(body);
  auto parsed = bytes ? base::parse_json(*bytes) : base::Result<json::value>(base::failure("not base64"));
  if (!parsed || !parsed->is_object()) return std::nullopt;
  const json::object& document = parsed->as_object();

  const json::value* expiry = document.if_contains("expiry");
  if (!expiry || !expiry->is_int64()) return std::nullopt;
  TokenClaims claims;
  claims.expiry = base::TimePoint{base::Milliseconds{expiry->as_int64()}};
  if (claims.expiry <= now) return std::nullopt;
  claims.region = text_of(document, "region");
  identity::Principal& who = claims.principal;
  who.kind =
      document.contains("role") ? identity::Principal::Kind::RoleSession : identity::Principal::Kind::Root;
  who.account = text_of(document, "account");
  who.arn = text_of(document, "arn");
  who.user_id = text_of(document, "userId");
  who.role_name = text_of(document, "role");
  who.role_id = text_of(document, "roleId");
  who.session_name = text_of(document, "session");
  return claims;
}

// REPOSITORY.EXPIRY.SIGNATURE: the expiry in milliseconds, the signature over both and the blob's digest.

std::string make_ticket(const std::string& key, std::string_view repository, std::string_view digest,
                        base::TimePoint expiry) {
  std::string body = std::string(repository) + "." + std::to_string(expiry.time_since_epoch().count());
  return body + "." +
         base::to_hex(base::hmac_sha256(key, "layer ticket " + body + " " + std::string(digest)));
}

std::optional<std::string> read_ticket(const std::string& key, std::string_view ticket,
                                       std::string_view digest, base::TimePoint now) {
  std::size_t first = ticket.find('.'), last = ticket.rfind('.');
  if (first == std::string_view::npos || first == last) return std::nullopt;
  std::string_view number = ticket.substr(first + 1, last - first - 1);
  std::int64_t milliseconds = 0;
  auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), milliseconds);
  if (error != std::errc{} || end != number.data() + number.size()) return std::nullopt;
  base::TimePoint expiry{base::Milliseconds{milliseconds}};
  std::string repository(ticket.substr(0, first));
  if (!base::equal_in_constant_time(make_ticket(key, repository, digest, expiry), ticket))
    return std::nullopt;
  if (expiry <= now) return std::nullopt;
  return repository;
}

}  // namespace berth::ecr
