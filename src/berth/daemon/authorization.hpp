/// Decides calls by IAM: the directory's answer, and that of the bucket's policy where there is one, said with each
/// protocol's error.
#pragma once

#include "berth/identity/directory.hpp"
#include "berth/wire/authorizer.hpp"

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace berth::daemon {

class IamAuthorizer final : public wire::Authorizer {
 public:
  /// `region` and account complete resources that are not ARNs. The directory outlives this.
  explicit IamAuthorizer(const identity::Directory& directory) : directory_(directory) {}
  void authorize(const wire::Call& call, const wire::Action& action, const std::string& resource,
                 const wire::ConditionValues& conditions) const override;

  /// Where a bucket's policy is found: nullptr if it has none. Set before the first call.
  using PolicyOf = std::function<std::shared_ptr<const std::string>(const std::string& bucket)>;
  void ask_buckets(PolicyOf policy_of) { policy_of_ = std::move(policy_of); }

 private:
  const identity::PolicyDocument* policy_of(const std::string& resource) const;

  const identity::Directory& directory_;
  PolicyOf policy_of_;
  struct Parsed {
    std::shared_ptr<const std::string> text;
    identity::PolicyDocument document;
  };
  mutable std::map<std::string, Parsed> parsed_;  ///< by bucket, while its text is the same. State lane
};

}  // namespace berth::daemon
