// Tags of what has an id here: parts of networks, security groups, launch templates. Instances have ECS's tags only.
#include "berth/services/ec2/errors.hpp"
#include "berth/services/ec2/filters.hpp"
#include "berth/services/ec2/network_parts.hpp"

#include <algorithm>
#include <functional>

namespace berth::ec2 {

namespace {

struct Tagged {
  std::string id, type;
  Tags tags;
  std::function<void(Tags)> set;
};

/// Everything that can have tags. Few things, so nothing is indexed.
std::vector<Tagged> all_tagged(Ec2& ec2, const Call& call) {
  std::vector<Tagged> all;
  fleet::NetworkThings& network = ec2.fleet.network();
  for (const char* kind : {"vpc", "subnet", "route-table", "internet-gateway", "elastic-ip", "natgateway",
                           "security-group-rule"})
    for (const auto* each : network.all(call.account, call.region, kind)) {
      const fleet::Key key{call.account, call.region, each->id};
      all.push_back({each->id, kind, each->tags,
                     [&network, key](Tags tags) { network.set_tags(key, std::move(tags)); }});
    }
  for (const fleet::SecurityGroup& group : ec2.security_groups.all(call.account, call.region)) {
    const fleet::Key key{call.account, call.region, group.id};
    all.push_back({group.id, "security-group", group.tags,
                   [&ec2, key](Tags tags) { ec2.security_groups.set_tags(key, std::move(tags)); }});
  }
  for (const auto* each : ec2.fleet.launch_templates().all(call.account, call.region)) {
    const fleet::Key key{call.account, call.region, each->id};
    all.push_back({each->id, "launch-template", each->tags,
                   [&ec2, key](Tags tags) { ec2.fleet.launch_templates().set_tags(key, std::move(tags)); }});
  }
  return all;
}

/// Throws InvalidID for one that is not there.
std::vector<Tagged> named(Ec2& ec2, const Call& call, const std::vector<std::string>& ids) {
  auto all = all_tagged(ec2, call);
  std::vector<Tagged> found;
  for (const std::string& id : ids) {
    const auto it = std::ranges::find(all, id, &Tagged::id);
    if (it == all.end())
      throw wire::ServiceError("InvalidID",
                               "The ID '" + id + "' is not valid: nothing that can be tagged here has it");
    found.push_back(*it);
  }
  return found;
}

}  // namespace

void create_tags(Ec2& ec2, const Call& call, CreateTagsRequest in) {
  check_dry_run(in.DryRun);
  for (Tagged& each : named(ec2, call, in.Resources)) {
    for (const Tag& tag : in.Tags) each.tags[tag.Key.value_or("")] = tag.Value.value_or("");
    if (each.tags.size() > 50)
      throw wire::ServiceError("TagLimitExceeded",
                               "The maximum number of Tags for a resource has been reached.");
    each.set(std::move(each.tags));
  }
}

void delete_tags(Ec2& ec2, const Call& call, DeleteTagsRequest in) {
  check_dry_run(in.DryRun);
  for (Tagged& each : named(ec2, call, in.Resources)) {
    if (in.Tags.empty()) each.tags.clear();
    for (const Tag& tag : in.Tags) {
      const auto found = each.tags.find(tag.Key.value_or(""));
      // A tag that is named with a value goes only if it has that value.
      if (found != each.tags.end() && (!tag.Value || found->second == *tag.Value)) each.tags.erase(found);
    }
    each.set(std::move(each.tags));
  }
}

DescribeTagsResult describe_tags(Ec2& ec2, const Call& call, DescribeTagsRequest in) {
  check_dry_run(in.DryRun);
  DescribeTagsResult out;
  for (const Tagged& each : all_tagged(ec2, call))
    for (const auto& [key, value] : each.tags)
      if (matches(in.Filters,
                  {{"resource-id", each.id}, {"resource-type", each.type}, {"key", key}, {"value", value}}))
        out.Tags.push_back({.Key = key, .ResourceId = each.id, .ResourceType = each.type, .Value = value});
  return out;
}

}  // namespace berth::ec2
