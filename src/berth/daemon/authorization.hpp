/// Decides calls by IAM: the directory's answer, said with each protocol's error.
#pragma once

#include "berth/identity/directory.hpp"
#include "berth/wire/authorizer.hpp"

namespace berth::daemon {

class IamAuthorizer final : public wire::Authorizer {
 public:
  /// `region` and account complete resources that are not ARNs. The directory outlives this.
  explicit IamAuthorizer(const identity::Directory& directory) : directory_(directory) {}
  void authorize(const wire::Call& call, const wire::Action& action, const std::string& resource,
                 const wire::ConditionValues& conditions) const override;

 private:
  const identity::Directory& directory_;
};

}  // namespace berth::daemon
