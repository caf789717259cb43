#include "berth/identity/key_ring.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"

#include <boost/json/object.hpp>

#include <utility>

namespace berth::identity {
namespace {

namespace json = boost::json;

constexpr std::size_t seal_size = 32;      // HMAC-SHA-256
constexpr std::size_t token_limit = 4096;  // ours are about 300 bytes; longer ones are not worth decoding
constexpr std::string_view key_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

std::string text_of(const json::object& object, std::string_view name) {
  const auto* member = object.if_contains(name);
  const auto* text = member != nullptr ? member->if_string() : nullptr;
  return text != nullptr ? std::string(*text) : std::string();
}

/// What a token says: version, key id, principal, expiry in epoch milliseconds.
std::string payload_of(const AccessKey& key) {
  json::object object;
  object["v"] = 1;
  object["key"] = key.id;
  object["account"] = key.principal.account;
  object["role"] = key.principal.role_name;
  object["role_id"] = key.principal.role_id;
  object["session"] = key.principal.session_name;
  object["expiry"] = key.expiry->time_since_epoch().count();
  return base::to_text(object);
}

std::optional<AccessKey> read_payload(std::string_view payload) {
  const auto value = base::parse_json(payload);
  const auto* object = value ? value->if_object() : nullptr;
  if (object == nullptr) return std::nullopt;
  const auto* version = object->if_contains("v");
  const auto* expiry = object->if_contains("expiry");
  if (version == nullptr || *version != 1 || expiry == nullptr || !expiry->is_int64()) return std::nullopt;
  AccessKey key;
  key.id = text_of(*object, "key");
  key.expiry = base::TimePoint{base::Milliseconds{expiry->get_int64()}};
  key.principal = session_of(text_of(*object, "account"), text_of(*object, "role"),
                             text_of(*object, "role_id"), text_of(*object, "session"));
  return key;
}

}  // namespace

KeyRing::KeyRing(const std::string& account, std::string id, std::string secret)
    : root_{std::move(id), std::move(secret), {}, {}, root_of(account)},
      seal_(base::hmac_sha256(root_.secret, "berth session seal 1")) {}

std::string KeyRing::secret_of(std::string_view id, std::string_view token) const {
  const std::string raw = base::hmac_sha256(seal_, "secret\n" + std::string(id) + "\n" + std::string(token));
  return base::to_base64(raw).substr(0, 40);
}

std::optional<AccessKey> KeyRing::find(std::string_view id, std::string_view session_token) const {
  if (session_token.empty()) return id == root_.id ? std::optional(root_) : std::nullopt;
  if (id == root_.id || session_token.size() > token_limit) return std::nullopt;
  const auto bytes = base::from_base64(session_token);
  if (!bytes || bytes->size() <= seal_size) return std::nullopt;
  const std::string_view payload = std::string_view(*bytes).substr(seal_size);
  const std::string expected = base::hmac_sha256(seal_, payload);
  if (!base::equal_in_constant_time(expected, std::string_view(*bytes).substr(0, seal_size)))
    return std::nullopt;
  auto key = read_payload(payload);
  if (!key || key->id != id) return std::nullopt;
  key->session_token = session_token;
  key->secret = secret_of(id, session_token);
  return key;
}

AccessKey KeyRing::issue(const Principal& principal, base::TimePoint expiry,
                         base::RandomSource& random) const {
  BERTH_CHECK(principal.kind == Principal::Kind::RoleSession, "only sessions of a role are issued");
  AccessKey key;
  key.id = "ASIA" + random.characters(16, key_alphabet);
  key.expiry = expiry;
  key.principal = principal;
  const std::string payload = payload_of(key);
  key.session_token = base::to_base64(base::hmac_sha256(seal_, payload) + payload);
  key.secret = secret_of(key.id, key.session_token);
  return key;
}

}  // namespace berth::identity
