/// Who may reach /_berth/…: requests that name this server as Host, that no foreign web page made, and that
/// root signed (SigV4, service `berth`). Pure but for the key look-up.
#pragma once

#include "base/clock.hpp"
#include "berth/http/exchange.hpp"
#include "berth/identity/key_ring.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::daemon {

/// A refusal: the status and the sentence to answer with.
struct Refusal {
  int status = 403;
  std::string message;
};

/// Host must be a loopback name or address, or `listen_host`: a web page that rebinds its own name to
/// 127.0.0.1 is refused. An Origin must name the same host.
std::optional<Refusal> check_origin(const http::RequestHead& request, const std::string& listen_host);

/// The request's signature must be root's, over `body`, made within 15 minutes of `now`.
std::optional<Refusal> check_root_signature(const http::RequestHead& request, std::string_view body,
                                            const identity::KeyRing& keys, base::TimePoint now);

}  // namespace berth::daemon
