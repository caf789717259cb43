/// A manifest that is being pushed, held against what its repository has. Of both ways to push.
#pragma once

#include "base/async.hpp"
#include "berth/registry/content.hpp"
#include "berth/registry/manifest.hpp"
#include "berth/registry/registry.hpp"

#include <string>
#include <vector>

namespace berth::ecr {

inline constexpr std::size_t largest_manifest = std::size_t{4} << 20;

struct Examined {
  std::string problem;  ///< why it cannot be taken, in one sentence; empty if it can
  registry::Manifest manifest;
  registry::Image image;
  std::vector<std::string>
      missing;  ///< blobs that it names and the repository does not have. (Of an index: none.)
};

/// `repository` is Repository::id, `media_type` what came with the manifest (or empty). Any lane.
base::Async<Examined> examine(registry::Content& content, std::string repository, std::string bytes,
                              std::string media_type);

/// The manifests that an index names and the repository does not have.
std::vector<std::string> missing_manifests(const registry::Repository& repository,
                                           const registry::Manifest& index);

/// With commas between them.
std::string joined(const std::vector<std::string>& digests);

}  // namespace berth::ecr
