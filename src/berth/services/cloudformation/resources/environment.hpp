/// Everything that resources act on.
#pragma once

#include "base/clock.hpp"
#include "berth/wire/authorizer.hpp"

#include <boost/asio/any_io_executor.hpp>

namespace berth::ec2 {
struct Ec2;
}
namespace berth::ecs {
struct Ecs;
}
namespace berth::ecr {
struct Ecr;
}
namespace berth::fleet {
class Fleet;
class SecurityGroups;
}  // namespace berth::fleet
namespace berth::iam {
class Iam;
}
namespace berth::logstore {
class LogStore;
}
namespace berth::objects {
class ObjectStore;
}
namespace berth::ssm {
struct Ssm;
}

namespace berth::cloudformation {

class Host;

/// The references outlive it.
struct Environment {
  boost::asio::any_io_executor state;
  const base::Clock& clock;
  const wire::Authorizer* authorizer;  ///< null allows everything (tests)
  ec2::Ec2& ec2;
  ssm::Ssm& ssm;
  ecs::Ecs& ecs;
  ecr::Ecr& ecr;
  fleet::Fleet& fleet;
  fleet::SecurityGroups& security_groups;
  iam::Iam& iam;
  logstore::LogStore& logs;
  objects::ObjectStore& objects;
  Host* host = nullptr;  ///< for stacks in stacks; StackHost sets itself
};

}  // namespace berth::cloudformation
