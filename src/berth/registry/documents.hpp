/// Rows of the registry as JSON. Private to this folder.
#pragma once

#include "berth/registry/registry.hpp"

#include <string>
#include <string_view>

namespace berth::registry {

std::string to_json(const Repository& repository);  ///< without images and tags
Repository repository_from_json(std::string_view text);
std::string to_json(const Image& image);
Image image_from_json(std::string_view text);
std::string digest_to_json(const std::string& digest);
std::string digest_from_json(std::string_view text);

}  // namespace berth::registry
