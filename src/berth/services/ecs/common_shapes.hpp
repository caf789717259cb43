/// Shapes that several groups of ECS operations share.
#pragma once

#include "berth/wire/shape.hpp"

namespace berth::ecs {

struct KeyValuePair {
  std::optional<std::string> name;
  std::optional<std::string> value;
};
AWS_SHAPE(KeyValuePair, name, value)

struct Tag {
  std::optional<std::string> key;
  std::optional<std::string> value;
};
AWS_SHAPE(Tag, key, value)

struct Attribute {
  std::string name;
  std::optional<std::string> value;
  std::optional<std::string> targetType;
  std::optional<std::string> targetId;
};
AWS_SHAPE(Attribute, name, value, targetType, targetId)

struct Failure {
  std::optional<std::string> arn;
  std::optional<std::string> reason;
  std::optional<std::string> detail;
};
AWS_SHAPE(Failure, arn, reason, detail)

struct Attachment {
  std::optional<std::string> id;
  std::optional<std::string> type;
  std::optional<std::string> status;
  std::optional<std::vector<KeyValuePair>> details;
};
AWS_SHAPE(Attachment, id, type, status, details)

struct ResourceRequirement {
  std::string value;
  std::string type;
};
AWS_SHAPE(ResourceRequirement, value, type)

struct EnvironmentFile {
  std::string value;
  std::string type;
};
AWS_SHAPE(EnvironmentFile, value, type)

struct EphemeralStorage {
  int sizeInGiB = 0;
};
AWS_SHAPE(EphemeralStorage, sizeInGiB)

struct CapacityProviderStrategyItem {
  std::string capacityProvider;
  std::optional<int> weight;
  std::optional<int> base;
};
AWS_SHAPE(CapacityProviderStrategyItem, capacityProvider, weight, base)

}  // namespace berth::ecs
