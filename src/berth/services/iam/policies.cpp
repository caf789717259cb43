#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/time_format.hpp"
#include "berth/identity/managed_policies.hpp"
#include "berth/services/iam/api.hpp"
#include "berth/services/iam/describe.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/pages.hpp"

#include <algorithm>

namespace berth::iam {

namespace {

/// A managed policy, of AWS or of the account, as the operations see it.
struct Managed {
  std::string arn, name, path, id, description, text;
  base::TimePoint created{}, changed{};
  int version = 1;
  std::map<std::string, std::string> tags;

  std::string version_id() const { return "v" + std::to_string(version); }
};

Managed of_aws(std::string_view arn) {
  Managed policy;
  policy.arn = arn;
  policy.name = arn.substr(arn.rfind('/') + 1);
  const std::size_t begin = std::string_view("arn:aws:iam::aws:policy").size();
  policy.path = arn.substr(begin, arn.rfind('/') + 1 - begin);
  // AWS's ids are secrets of nobody, but not in its reference: made from the ARN, always the same.
  std::string digits = base::to_hex(base::sha256(arn)).substr(0, 17);
  std::ranges::transform(digits, digits.begin(),
                         [](char c) { return c >= 'a' ? static_cast<char>(c - 32) : c; });
  policy.id = "ANPA" + digits;
  policy.text = identity::managed_policy_text(arn);
  policy.created = policy.changed = base::parse_iso8601("2015-02-06T18:40:00Z").value();
  return policy;
}

Managed of_account(const identity::ManagedPolicy& own) {
  return {own.arn(),       own.name,    own.path,    own.id,      own.description,
          own.policy.text, own.created, own.changed, own.version, own.tags};
}

Managed find(const Iam& iam, const Call& call, const std::string& arn) {
  if (!arn.starts_with("arn:aws:iam::") || arn.find(":policy/") == std::string::npos) throw invalid_arn(arn);
  if (identity::managed_policy(arn) != nullptr) return of_aws(arn);
  const identity::ManagedPolicy* own = iam.directory().find_policy(call.account, arn);
  if (own == nullptr) throw no_such_policy(arn);
  return of_account(*own);
}

int attachments(const Iam& iam, const Call& call, const std::string& arn) {
  int count = 0;
  for (const identity::Role* role : iam.directory().roles(call.account))
    count += static_cast<int>(std::ranges::count(role->attached, arn));
  return count;
}

/// Lists show neither description nor tags.
Policy show(const Iam& iam, const Call& call, const Managed& policy, bool whole) {
  Policy shape;
  shape.PolicyName = policy.name;
  shape.PolicyId = policy.id;
  shape.Arn = policy.arn;
  shape.Path = policy.path;
  shape.DefaultVersionId = policy.version_id();
  shape.AttachmentCount = attachments(iam, call, policy.arn);
  shape.PermissionsBoundaryUsageCount = 0;
  shape.IsAttachable = true;
  shape.CreateDate = wire::Timestamp{policy.created};
  shape.UpdateDate = wire::Timestamp{policy.changed};
  if (whole && !policy.description.empty()) shape.Description = policy.description;
  if (whole && !policy.tags.empty()) shape.Tags = to_shape(policy.tags);
  return shape;
}

PolicyVersion version_of(const Managed& policy, bool with_document) {
  PolicyVersion shape;
  if (with_document) shape.Document = encoded(policy.text);
  shape.VersionId = policy.version_id();
  shape.IsDefaultVersion = true;
  shape.CreateDate = wire::Timestamp{policy.changed};
  return shape;
}

}  // namespace

CreatePolicyResponse create_policy(Iam& iam, const Call& call, CreatePolicyRequest in) {
  NewPolicy policy;
  policy.name = std::move(in.PolicyName);
  policy.path = in.Path.value_or("/");
  policy.description = in.Description.value_or("");
  policy.document = std::move(in.PolicyDocument);
  policy.tags = read_tags(in.Tags);
  return {.Policy = show(iam, call, of_account(iam.create_policy(call.account, std::move(policy))), true)};
}

GetPolicyResponse get_policy(Iam& iam, const Call& call, GetPolicyRequest in) {
  return {.Policy = show(iam, call, find(iam, call, in.PolicyArn), true)};
}

GetPolicyVersionResponse get_policy_version(Iam& iam, const Call& call, GetPolicyVersionRequest in) {
  const Managed policy = find(iam, call, in.PolicyArn);
  if (in.VersionId != policy.version_id()) throw no_such_policy_version(in.PolicyArn, in.VersionId);
  return {.PolicyVersion = version_of(policy, true)};
}

ListPolicyVersionsResponse list_policy_versions(Iam& iam, const Call& call, ListPolicyVersionsRequest in) {
  ListPolicyVersionsResponse out;
  fill_page(in, out, &ListPolicyVersionsResponse::Versions,
            std::vector<PolicyVersion>{version_of(find(iam, call, in.PolicyArn), false)},
            [](const PolicyVersion& each) { return *each.VersionId; });
  return out;
}

ListPoliciesResponse list_policies(Iam& iam, const Call& call, ListPoliciesRequest in) {
  const std::string scope = in.Scope.value_or("All");
  if (scope != "All" && scope != "AWS" && scope != "Local")
    throw invalid_choice("scope", scope, "All, AWS, Local");
  const std::string usage = in.PolicyUsageFilter.value_or("PermissionsPolicy");
  if (usage != "PermissionsPolicy" && usage != "PermissionsBoundary")
    throw invalid_choice("policyUsageFilter", usage, "PermissionsPolicy, PermissionsBoundary");
  std::vector<Managed> all;
  if (scope != "Local")
    for (const std::string_view arn : identity::managed_policy_arns()) all.push_back(of_aws(arn));
  if (scope != "AWS")
    for (const identity::ManagedPolicy* own : iam.directory().policies(call.account))
      all.push_back(of_account(*own));
  std::vector<Policy> shapes;
  for (const Managed& each : all) {
    if (!is_below(in.PathPrefix, each.path) || usage == "PermissionsBoundary") continue;
    if (in.OnlyAttached.value_or(false) && attachments(iam, call, each.arn) == 0) continue;
    shapes.push_back(show(iam, call, each, false));
  }
  const auto key = [](const Policy& each) { return *each.Arn; };
  std::ranges::sort(shapes, {}, key);
  ListPoliciesResponse out;
  fill_page(in, out, &ListPoliciesResponse::Policies, std::move(shapes), key);
  return out;
}

void delete_policy(Iam& iam, const Call& call, DeletePolicyRequest in) {
  find(iam, call, in.PolicyArn);
  if (identity::managed_policy(in.PolicyArn) != nullptr) throw policy_of_aws(in.PolicyArn);
  iam.delete_policy(call.account, in.PolicyArn);
}

}  // namespace berth::iam
