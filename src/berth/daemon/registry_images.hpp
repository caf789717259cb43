/// Joins tasks to images: the built-in one, and those that were pushed into our registry.
#pragma once

#include "berth/registry/registry.hpp"
#include "berth/task/image_resolver.hpp"

namespace berth::daemon {

class RegistryImages final : public task::ImageResolver {
 public:
  explicit RegistryImages(const registry::Registry& registry) : registry_(registry) {}
  task::ResolvedImage resolve(std::string_view reference, const std::string& account,
                              const std::string& region) override;

 private:
  const registry::Registry& registry_;
};

}  // namespace berth::daemon
