#include "berth/daemon/guard.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/wire/sigv4.hpp"

namespace berth::daemon {
namespace {

/// HOST of "HOST:PORT", "[::1]:PORT" or "HOST".
std::string host_of(std::string_view authority) {
  if (authority.starts_with('[')) return std::string(authority.substr(1, authority.find(']') - 1));
  return std::string(authority.substr(0, authority.find(':')));
}

}  // namespace

std::optional<Refusal> check_origin(const http::RequestHead& request, const std::string& listen_host) {
  const std::string host = host_of(request.host());
  if (!is_loopback(host) && host != listen_host) {
    return Refusal{403,
                   "this server does not answer to that Host; call it by the address that it listens on"};
  }
  if (const auto origin = request.headers.find("origin")) {
    const std::size_t scheme_end = origin->find("://");
    if (scheme_end == std::string_view::npos || origin->substr(scheme_end + 3) != request.host()) {
      return Refusal{403, "requests of foreign web pages are refused"};
    }
  }
  return std::nullopt;
}

std::optional<Refusal> check_root_signature(const http::RequestHead& request, std::string_view body,
                                            const identity::KeyRing& keys, base::TimePoint now) {
  try {
    const wire::SignedBy by = wire::read_signature(request);
    const auto key = keys.find(by.scope.access_key_id, by.session_token);
    if (!key || !key->principal.is_root() || by.scope.service != "berth") {
      return Refusal{403, "sign this request with root's key for the service berth"};
    }
    wire::check_time(by, now);
    wire::check_signature(by, request, base::to_hex(base::sha256(body)), key->secret,
                          wire::PathStyle::Normalised);
  } catch (const wire::AuthFailure& failure) {
    return Refusal{403, failure.message};
  }
  return std::nullopt;
}

}  // namespace berth::daemon
