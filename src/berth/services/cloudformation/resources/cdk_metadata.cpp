#include "berth/services/cloudformation/resources/resource_types.hpp"

namespace berth::cloudformation {
namespace {

/// What CDK puts into every template: which of its constructs were used, for statistics. Nothing is made of it.
struct MetadataProperties {
  std::optional<std::string> Analytics;
};
AWS_SHAPE(MetadataProperties, Analytics)

constexpr PropertyRow rows[] = {
    {"Analytics", Standing::Ignored, "CDK's statistics of itself; nobody is told"},
};

Making create(Environment&, const Call&, ResourceRequest& request, MetadataProperties) {
  request.initiated(request.suggested_name);
  co_return Attributes{};
}

Making update(Environment&, const Call&, ResourceRequest&, MetadataProperties, MetadataProperties) {
  co_return Attributes{};
}

Removing remove(Environment&, const Call&, const ResourceRequest&) { co_return; }

/// It is nothing, so nobody needs leave for it.
std::vector<std::string> arns(const Environment&, const ResourceRequest&, const std::string&) { return {}; }

}  // namespace

const ResourceType cdk_metadata = resource_type<&create, &remove, &update>(
    {"AWS::CDK::Metadata", rows, {}}, {},
    {"cloudformation:CreateStack", "cloudformation:DeleteStack", &arns});

}  // namespace berth::cloudformation
