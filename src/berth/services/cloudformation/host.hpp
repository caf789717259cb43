/// What CloudFormation asks of the rest of the product. resources/ answers it; tests answer it with fakes.
#pragma once

#include "base/async.hpp"
#include "berth/services/cloudformation/resource_type.hpp"
#include "berth/stack/parameters.hpp"
#include "berth/wire/call.hpp"

#include <boost/json/object.hpp>

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace berth::cloudformation {

/// On the state lane.
class Host {
 public:
  virtual ~Host() = default;

  /// Null if there is no such type here.
  virtual const ResourceTypeInfo* find_type(std::string_view name) const = 0;

  virtual std::unique_ptr<stack::Surroundings> surroundings(const std::string& account,
                                                            const std::string& region) const = 0;

  /// An object of our own buckets, as the caller may read it. Throws ServiceError.
  virtual base::Async<std::string> read_object(const wire::Call& call, std::string bucket,
                                               std::string key) = 0;

  /// The physical id of what these resolved properties name, if it is there, and of a type that a stack can take over.
  virtual base::Async<std::optional<std::string>> find_existing(std::string account, std::string region,
                                                                std::string type,
                                                                boost::json::object properties) = 0;

  /// Who makes a stack's resources, as the engine keeps it: the caller, or the role that it passes. Throws
  /// ServiceError if the role may not be passed or does not trust CloudFormation.
  virtual std::string acting_as(const wire::Call& call, const std::string& role_arn) const = 0;
};

}  // namespace berth::cloudformation
