/// What an operation may know about the request that it serves, besides its shape.
#pragma once

#include "base/clock.hpp"
#include "berth/identity/principal.hpp"
#include "berth/wire/authorizer.hpp"
#include "berth/wire/service_info.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

struct Call {
  std::string request_id;  ///< a UUID; in every answer
  Protocol protocol =
      Protocol::Json11;   ///< for errors whose code depends on it: access_denied(call.protocol, …)
  std::string service;    ///< "ecs", "s3", …: ServiceInfo::name
  std::string operation;  ///< "StopTask"
  std::string account;    ///< the principal's
  std::string region;     ///< of the signing scope
  identity::Principal principal;
  std::string host;  ///< HOST[:PORT] as received
  std::string scheme = "http";
  std::string remote_address;
  std::string user_agent;
  base::TimePoint time{};                  ///< when the request was accepted
  const Authorizer* authorizer = nullptr;  ///< null allows: calls that the product makes on its own behalf

  /// Throws ServiceError unless the caller may also do `action` on `resource`. On the state lane.
  void authorize(std::string_view action, const std::string& resource,
                 const ConditionValues& conditions = {}) const {
    if (authorizer) authorizer->authorize(*this, Action{action}, resource, conditions);
  }
};

}  // namespace berth::wire
