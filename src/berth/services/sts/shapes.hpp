/// STS as it travels.
#pragma once

#include "berth/wire/shape.hpp"

namespace berth::sts {

struct GetCallerIdentityRequest {};
BOOST_DESCRIBE_STRUCT(GetCallerIdentityRequest, (), ())

struct GetCallerIdentityResponse {
  std::optional<std::string> UserId;
  std::optional<std::string> Account;
  std::optional<std::string> Arn;
};
AWS_SHAPE(GetCallerIdentityResponse, UserId, Account, Arn)

struct PolicyDescriptor {
  std::optional<std::string> arn;
};
AWS_SHAPE(PolicyDescriptor, arn)

struct Tag {
  std::string Key;
  std::string Value;
};
AWS_SHAPE(Tag, Key, Value)

struct ProvidedContext {
  std::optional<std::string> ProviderArn;
  std::optional<std::string> ContextAssertion;
};
AWS_SHAPE(ProvidedContext, ProviderArn, ContextAssertion)

struct AssumeRoleRequest {
  std::string RoleArn;
  std::string RoleSessionName;
  std::vector<PolicyDescriptor> PolicyArns;
  std::optional<std::string> Policy;
  std::optional<int> DurationSeconds;
  std::vector<Tag> Tags;
  std::vector<std::string> TransitiveTagKeys;
  std::optional<std::string> ExternalId;
  std::optional<std::string> SerialNumber;
  std::optional<std::string> TokenCode;
  std::optional<std::string> SourceIdentity;
  std::vector<ProvidedContext> ProvidedContexts;
};
AWS_SHAPE(AssumeRoleRequest, RoleArn, RoleSessionName, PolicyArns, Policy, DurationSeconds, Tags,
          TransitiveTagKeys, ExternalId, SerialNumber, TokenCode, SourceIdentity, ProvidedContexts)

struct Credentials {
  std::string AccessKeyId;
  std::string SecretAccessKey;
  std::string SessionToken;
  wire::Timestamp Expiration;
};
AWS_SHAPE(Credentials, AccessKeyId, SecretAccessKey, SessionToken, Expiration)

struct AssumedRoleUser {
  std::string AssumedRoleId;
  std::string Arn;
};
AWS_SHAPE(AssumedRoleUser, AssumedRoleId, Arn)

struct AssumeRoleResponse {
  std::optional<sts::Credentials> Credentials;
  std::optional<sts::AssumedRoleUser> AssumedRoleUser;
  std::optional<int> PackedPolicySize;
  std::optional<std::string> SourceIdentity;
};
AWS_SHAPE(AssumeRoleResponse, Credentials, AssumedRoleUser, PackedPolicySize, SourceIdentity)

}  // namespace berth::sts
