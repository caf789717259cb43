#include "berth/services/sts/operations.hpp"

namespace berth::sts {

using wire::Action;
using wire::op;
using wire::resource_of;

namespace {

constexpr std::string_view without_effect[] = {"Tags", "TransitiveTagKeys", "ProvidedContexts"};

constexpr wire::Operation<Sts> table[] = {
    op<&get_caller_identity>("GetCallerIdentity", Action{"sts:GetCallerIdentity"}),
    op<&assume_role>("AssumeRole", Action{"sts:AssumeRole"}, resource_of<&AssumeRoleRequest::RoleArn>)
        .ignoring(without_effect),
};

}  // namespace

std::span<const wire::Operation<Sts>> operations() { return table; }

}  // namespace berth::sts
