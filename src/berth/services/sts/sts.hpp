/// AWS STS: who am I, and acting as a role.
#pragma once

#include "berth/identity/directory.hpp"
#include "berth/services/sts/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::sts {

using wire::Call;

struct Sts {
  explicit Sts(const identity::Directory& roles) : directory(roles) {}
  const identity::Directory& directory;
};

GetCallerIdentityResponse get_caller_identity(Sts&, const Call&, GetCallerIdentityRequest);
/// The role's trust policy decides, and the caller's own policies where the trust is in the whole account. Session
/// policies, MFA and source identities are refused: they would restrict what this product does not restrict.
AssumeRoleResponse assume_role(Sts&, const Call&, AssumeRoleRequest);

}  // namespace berth::sts
