/// From an HTTP request to an operation and back: finds the service, checks the signature, decodes,
/// authorizes, runs on the state lane, waits until what the operation changed is durable, encodes.
///
///   Router router({.state = state_executor, .authorizer = &policies, .clock = &clock, .random = &random,
///                  .credentials = [&keys](auto id, auto token) { return keys.find(id, token); },
///                  .committed = [&store] { return store.committed(store.last()); }});
///   router.add(ecs::service, ecs::operations(), ecs);
///   server.handle_rest([&router](http::Exchange& exchange) { return router.serve(exchange); });
///
/// Which service: X-Amz-Target's prefix (JSON), Version and Action of the form (query; the credential scope
/// decides where two services fit), else the REST service. Everything up to the operation and after it
/// happens on the connection's strand.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/http/exchange.hpp"
#include "berth/wire/operation.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

namespace berth::wire {

using CredentialLookup =
    std::function<std::optional<identity::AccessKey>(std::string_view id, std::string_view session_token)>;

struct RouterOptions {
  base::asio::any_io_executor state;  ///< where operations and the authorizer run
  /// The key that a request names, by its id and session token ("" if it brings none); nothing if there is
  /// none or the token is not its own. Called on edge threads, several at once. identity::KeyRing::find has
  /// this form.
  CredentialLookup credentials;
  const Authorizer* authorizer = nullptr;  ///< asked on the state lane
  const base::Clock* clock = nullptr;
  base::RandomSource* random =
      nullptr;  ///< request ids; used on the state lane and edge: must be safe for both
  std::function<base::Async<void>()>
      committed;               ///< awaited on the state lane after each operation; may be empty
  std::string s3_base_domain;  ///< "s3.example": then BUCKET.s3.example names a bucket; "" = path style only
  std::size_t body_limit = 8 * 1024 * 1024;  ///< of bodies that are decoded whole (JSON, query, XML)
};

class Router {
 public:
  explicit Router(RouterOptions options);
  ~Router();
  Router(const Router&) = delete;
  Router& operator=(const Router&) = delete;

  /// Adds a service; `table` and `service` must outlive the router. Before the first serve().
  template <class S>
  void add(const ServiceInfo& info, std::span<const Operation<S>> table, S& service) {
    for (const Operation<S>& operation : table) add(info, operation, &service);
  }
  template <class S, std::size_t N>
  void add(const ServiceInfo& info, const Operation<S> (&table)[N], S& service) {
    add(info, std::span<const Operation<S>>(table), service);
  }

  /// Answers the exchange, with an AWS error if need be. Throws only what the connection throws.
  base::Async<void> serve(http::Exchange& exchange);

 private:
  void add(const ServiceInfo& info, const OperationEntry& operation, void* service);
  struct Core;
  std::unique_ptr<Core> core_;
};

}  // namespace berth::wire
