/// What an image reference stands for, as tasks see it. Implemented over the registry by the daemon.
#pragma once

#include "berth/run/launch_spec.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::task {

struct ResolvedImage {
  bool found = false;
  run::ImageKind kind = run::ImageKind::BUILTIN;
  std::string digest;  ///< "sha256:…"
  /// The image's own configuration, in force where the task definition says nothing.
  std::vector<std::string> entry_point;
  std::vector<std::string> command;
  std::map<std::string, std::string> environment;
  std::string working_directory;
  std::string user;
  /// Why it was not found or cannot be run: one sentence for stoppedReason, without
  /// "CannotPullContainerError: ".
  std::string reason;
};

class ImageResolver {
 public:
  virtual ~ImageResolver() = default;
  /// `reference` as the task definition has it: "fathom", "ACCOUNT.dkr.ecr.REGION.amazonaws.com/REPO:TAG",
  /// "HOST:PORT/REPO@sha256:…". Account and region are the task's. State lane.
  virtual ResolvedImage resolve(std::string_view reference, const std::string& account,
                                const std::string& region) = 0;
};

}  // namespace berth::task
