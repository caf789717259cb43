/// Tags of whatever has an id.
#pragma once

#include "berth/services/ec2/shapes.hpp"
#include "berth/wire/shape.hpp"

#include <optional>
#include <string>
#include <vector>

namespace berth::ec2 {

struct CreateTagsRequest {
  std::optional<bool> DryRun;
  Named<wire::Required<std::vector<std::string>>, "ResourceId"> Resources;
  Named<wire::Required<std::vector<Tag>>, "Tag"> Tags;
};
AWS_SHAPE(CreateTagsRequest, DryRun, Resources, Tags)

struct DeleteTagsRequest {
  std::optional<bool> DryRun;
  Named<wire::Required<std::vector<std::string>>, "ResourceId"> Resources;
  Named<std::vector<Tag>, "Tag"> Tags;
};
AWS_SHAPE(DeleteTagsRequest, DryRun, Resources, Tags)

struct DescribeTagsRequest {
  std::optional<bool> DryRun;
  Named<std::vector<Filter>, "Filter"> Filters;
  std::optional<int> MaxResults;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeTagsRequest, DryRun, Filters, MaxResults, NextToken)

struct TagDescription {
  std::optional<std::string> Key;
  std::optional<std::string> ResourceId;
  std::optional<std::string> ResourceType;
  std::optional<std::string> Value;
};
AWS_SHAPE(TagDescription, Key, ResourceId, ResourceType, Value)

struct DescribeTagsResult {
  Named<std::vector<TagDescription>, "tagSet"> Tags;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeTagsResult, Tags, NextToken)

}  // namespace berth::ec2
