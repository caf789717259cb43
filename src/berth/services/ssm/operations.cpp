#include "berth/services/ssm/operations.hpp"

namespace berth::ssm {

namespace {

using wire::Action;
using wire::op;
using wire::resource;

std::string one(const Call& call, const GetParameterRequest& in) { return parameter_arn(call, in.Name); }
/// The others are asked about by the operation.
std::string first(const Call& call, const GetParametersRequest& in) {
  return in.Names.empty() ? "*" : parameter_arn(call, in.Names.front());
}
std::string path(const Call& call, const GetParametersByPathRequest& in) {
  return parameter_arn(call, in.Path);
}

// Nothing here is encrypted.
constexpr std::string_view without_effect[] = {"WithDecryption"};

constexpr wire::Operation<Ssm> table[] = {
    op<&get_parameter>("GetParameter", Action{"ssm:GetParameter"}, resource<&one>).ignoring(without_effect),
    op<&get_parameters>("GetParameters", Action{"ssm:GetParameters"}, resource<&first>)
        .ignoring(without_effect),
    op<&get_parameters_by_path>("GetParametersByPath", Action{"ssm:GetParametersByPath"}, resource<&path>)
        .ignoring(without_effect),
};

}  // namespace

std::span<const wire::Operation<Ssm>> operations() { return table; }

}  // namespace berth::ssm
