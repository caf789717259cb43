/// The control plane: everything that berthd is made of, built in the order of dependence, and the only place
/// that knows every concrete type.
///
///   auto plane = Plane::build(settings, state_dir, root_key, lanes).value();
///   plane->open();                  // listens, takes tasks and stacks up where they were; lanes.start() follows
///   … plane->endpoint() …
///   plane->close();                 // stops answering; tasks go on in their shims
#pragma once

#include "base/result.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/daemon/state_dir.hpp"

#include <functional>
#include <memory>
#include <string>

namespace berth::daemon {

class Plane {
 public:
  /// `restart` is called on the state lane when a reset was asked for and all tasks have stopped.
  static base::Result<std::unique_ptr<Plane>> build(const Settings& settings, const StateDir& state_dir,
                                                    const RootKey& root_key, Lanes& lanes,
                                                    std::function<void()> restart);
  ~Plane();
  Plane(const Plane&) = delete;
  Plane& operator=(const Plane&) = delete;

  /// Before the state lane runs.
  base::Status open();
  /// After it has stopped answering nothing else is called.
  void close();
  const std::string& endpoint() const;

 private:
  struct Parts;
  explicit Plane(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

/// Every operation of every service with its members, as JSON, for the audit against the published models.
std::string describe_operations();

}  // namespace berth::daemon
