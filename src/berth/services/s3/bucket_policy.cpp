// A bucket's own policy: kept as it was sent, and decided by with every call on the bucket (the authorizer reads it from
// the object store).
#include "base/ascii.hpp"
#include "berth/identity/policy.hpp"
#include "berth/services/s3/kept_setting.hpp"
#include "berth/services/s3/settings.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::s3 {
namespace {

using identity::PolicyDocument;
using identity::Statement;

constexpr std::size_t longest_policy = 20 * 1024;

wire::ServiceError malformed_policy(std::string message) {
  return {"MalformedPolicy", std::move(message), 400};
}

/// Within the bucket, as far as it is written out.
bool is_of_bucket(std::string_view resource, const std::string& bucket) {
  const std::string own = "arn:aws:s3:::" + bucket;
  return resource == own || resource.starts_with(own + "/") || resource == own + "*" || resource == "*";
}

/// The keys that every call has a value for: what the authorizer and the directory know of it.
bool is_judged(const std::string& key) {
  constexpr std::string_view keys[] = {"aws:requestedregion", "aws:securetransport", "aws:sourceip",
                                       "aws:useragent",       "aws:principalarn",    "aws:principalaccount",
                                       "aws:principaltype",   "aws:userid",          "aws:username",
                                       "aws:resourceaccount", "aws:currenttime",     "aws:epochtime"};
  return std::ranges::find(keys, base::to_lower(key)) != std::end(keys);
}

PolicyDocument checked_policy(const std::string& text, const std::string& bucket) {
  if (text.size() > longest_policy)
    throw malformed_policy("Policy exceeds the maximum allowed document size of 20480 bytes.");
  auto policy = identity::parse_policy(text, identity::PolicyKind::Resource);
  if (!policy) throw malformed_policy(policy.error().message);
  if (policy->statements.empty()) throw malformed_policy("Could not parse the policy: Statement is empty!");
  for (const Statement& statement : policy->statements) {
    for (const std::string& action : statement.actions) {
      if (action != "*" && !action.starts_with("s3:"))
        throw malformed_policy("Policy has invalid action: " + action);
    }
    for (const identity::ConditionTest& test : statement.conditions) {
      if (!is_judged(test.key))
        throw malformed_policy(
            "Policy has an invalid condition key: " + test.key +
            " is not known here, and a statement that cannot be judged would deny everybody");
    }
    for (const std::string& resource : statement.resources) {
      if (!is_of_bucket(resource, bucket)) throw malformed_policy("Policy has invalid resource: " + resource);
    }
  }
  return std::move(*policy);
}

/// Keys of conditions that tie a statement to somebody, if they are given values without wildcards.
bool ties_down(const identity::ConditionTest& test) {
  constexpr std::string_view keys[] = {"aws:sourcearn",       "aws:sourceaccount",  "aws:sourceip",
                                       "aws:sourcevpc",       "aws:sourcevpce",     "aws:sourceowner",
                                       "aws:userid",          "aws:principalorgid", "aws:principalarn",
                                       "aws:principalaccount"};
  const std::string key = base::to_lower(test.key);
  const bool is_positive =
      test.operator_name.find("Not") == std::string::npos && test.operator_name != "Null";
  const bool is_fixed = std::ranges::none_of(test.values, [](const std::string& value) {
    return value == "0.0.0.0/0" || value == "::/0" || value.find_first_of("*?$") != std::string::npos;
  });
  return is_positive && is_fixed && std::ranges::find(keys, key) != std::end(keys);
}

/// Whether it lets everybody do something. Source: AWS, "The meaning of public".
bool is_public(const PolicyDocument& policy) {
  return std::ranges::any_of(policy.statements, [](const Statement& statement) {
    return statement.effect == Statement::Effect::Allow &&
           (statement.principals.anybody || statement.principals.negated) &&
           std::ranges::none_of(statement.conditions, ties_down);
  });
}

Async<std::string> kept_policy(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  auto policy =
      co_await as_s3(name, s3.objects.bucket_setting(name.bucket, objects::policy_setting, call.account));
  if (!policy) throw not_set("NoSuchBucketPolicy", "The bucket policy does not exist", in.Bucket);
  co_return std::move(*policy);
}

}  // namespace

Async<void> put_bucket_policy(S3& s3, const Call& call, PutBucketPolicyRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  std::optional<std::string> text = in.Policy.value_or("");
  const PolicyDocument policy = checked_policy(*text, name.bucket);
  const auto access = co_await public_access(s3, call, name);
  if (access.BlockPublicPolicy.value_or(false) && is_public(policy)) {
    throw wire::ServiceError(
        "AccessDenied",
        fmt::format("User: {} is not authorized to perform: s3:PutBucketPolicy on resource: "
                    "\"arn:aws:s3:::{}\" because "
                    "public policies are blocked by the BlockPublicPolicy block public access setting.",
                    call.principal.arn, name.bucket),
        403);
  }
  co_await as_s3(name, s3.objects.set_bucket_setting(name.bucket, objects::policy_setting, std::move(text),
                                                     call.account));
}

Async<GetBucketPolicyOutput> get_bucket_policy(S3& s3, const Call& call, BucketRequest in) {
  GetBucketPolicyOutput out;
  out.Policy = co_await kept_policy(s3, call, std::move(in));
  co_return out;
}

Async<GetBucketPolicyStatusOutput> get_bucket_policy_status(S3& s3, const Call& call, BucketRequest in) {
  const std::string text = co_await kept_policy(s3, call, std::move(in));
  const auto policy = identity::parse_policy(text, identity::PolicyKind::Resource);
  GetBucketPolicyStatusOutput out;
  out.PolicyStatus.emplace().IsPublic = policy && is_public(*policy);
  co_return out;
}

Async<void> delete_bucket_policy(S3& s3, const Call& call, BucketRequest in) {
  objects::ObjectName name = named_bucket(call, in);
  co_await as_s3(name, s3.objects.set_bucket_setting(name.bucket, objects::policy_setting, {}, call.account));
}

}  // namespace berth::s3
