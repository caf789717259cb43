/// Templates as operations get them: from the body or one of our buckets, parsed and checked against the resource
/// types that are here.
#pragma once

#include "base/async.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/stack/template.hpp"

#include <optional>
#include <string>

namespace berth::cloudformation {

/// Exactly one of body and URL must be given. Throws ServiceError.
base::Async<std::string> read_template(CloudFormation& service, const Call& call,
                                       std::optional<std::string> body, std::optional<std::string> url);

/// A stack policy from the body or one of our buckets, checked; nothing if neither is given. Throws ServiceError.
base::Async<std::optional<std::string>> read_policy(CloudFormation& service, const Call& call,
                                                    std::optional<std::string> body,
                                                    std::optional<std::string> url);

/// Structure, references, resource types and attributes. Throws ServiceError with CloudFormation's sentence.
stack::Template check_template(const CloudFormation& service, const std::string& text);

}  // namespace berth::cloudformation
