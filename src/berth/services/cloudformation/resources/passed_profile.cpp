#include "berth/services/cloudformation/resources/passed_profile.hpp"

#include "berth/identity/directory.hpp"
#include "berth/services/iam/errors.hpp"
#include "berth/services/iam/iam.hpp"

namespace berth::cloudformation {

void authorize_profile(const Environment& environment, const wire::Call& call,
                       const std::string& name_or_arn) {
  const auto& directory = environment.iam.directory();
  const identity::InstanceProfile* profile = directory.find_instance_profile(call.account, name_or_arn);
  if (profile == nullptr) throw iam::no_such_instance_profile(name_or_arn);
  if (const identity::Role* role = directory.find_role(call.account, profile->role))
    call.authorize("iam:PassRole", role->arn(), {{"iam:PassedToService", {"ec2.amazonaws.com"}}});
}

}  // namespace berth::cloudformation
