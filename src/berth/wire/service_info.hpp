/// What a service is called on the wire.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

namespace berth::wire {

enum class Protocol : std::uint8_t { Json11, Query, Ec2, RestXml };

///   inline constexpr ServiceInfo info{.name = "ecs", .protocol = Protocol::Json11,
///                                     .target_prefix = "AmazonEC2ContainerServiceV20141113",
///                                     .version = "2014-11-13"};
struct ServiceInfo {
  std::string_view name{};  ///< in the signing scope and before the ':' of its IAM actions
  Protocol protocol = Protocol::Json11;
  std::string_view target_prefix{};  ///< JSON: before the '.' of X-Amz-Target
  std::string_view version{};        ///< "2010-05-15"; query protocols are routed by it
  std::string_view xml_namespace{};  ///< of XML answers
  /// Code of the error for an absent required member; "" is the protocol's usual one
  /// (InvalidParameterException for JSON, ValidationError for query, MissingParameter for EC2, InvalidRequest
  /// for REST).
  std::string_view missing_member_code{};
  /// REST: query keys that select another operation. Where no operation of that name is there, the answer is
  /// NotImplemented.
  std::span<const std::string_view> sub_resources{};
};

}  // namespace berth::wire
