/// Runs the built-in image on the host's own files, under bubblewrap. See docs/design/shim.md for what a
/// container sees.
#pragma once

#include "berth/run/driver.hpp"

#include <memory>
#include <string>

namespace berth::run::process {

class ProcessDriver final : public ContainerDriver {
 public:
  /// `init_program`: host path of berth-shim, which is also the init inside.
  explicit ProcessDriver(std::string init_program) : init_program_(std::move(init_program)) {}
  base::Result<std::unique_ptr<RunningContainer>> create(const CreateRequest& request) override;
  std::vector<std::string> not_enforced(const LaunchSpec& task) const override;

 private:
  std::string init_program_;
};

}  // namespace berth::run::process
