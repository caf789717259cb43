/// Keys that stand twice in an object of a JSON text, which a parsed document no longer shows. Internal to the
/// configuration parser.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fathom::model {

struct DuplicateKey {
  std::string key;
  std::string path;      ///< of the second one: "$.Layers[1].Name"
  std::size_t line = 1;  ///< where that stands
};

/// The first key that stands again in the same object. `text` is JSON with comments that has been parsed without error.
std::optional<DuplicateKey> find_duplicate_key(std::string_view text);

}  // namespace fathom::model
