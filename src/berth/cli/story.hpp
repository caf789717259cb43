/// An explanation as it is printed: a headline, and short paragraphs behind labels. Pure.
#pragma once

#include "base/json.hpp"

#include <string>
#include <vector>

namespace berth::cli {

struct Story {
  struct Part {
    std::string label;               ///< "why", "do", "limits"; at most eight characters
    std::vector<std::string> lines;  ///< each a sentence or a row
  };
  std::string headline;
  std::vector<Part> parts;

  /// Adds a line behind `label`, to the last part if that has it already. Nothing is added for an empty line.
  void say(const std::string& label, const std::string& line);
};

/// For a terminal of `width` columns: lines go on below themselves; 0 is a pipe, where nothing is broken. Control
/// sequences are removed.
std::string story_text(const Story& story, std::size_t width);

/// {"headline": …, "why": [ … ], "do": [ … ]}.
base::json::object story_json(const Story& story);

}  // namespace berth::cli
