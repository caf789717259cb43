/// Why a stack is where it is, and what to do. Pure.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "berth/cli/story.hpp"
#include "berth/services/cloudformation/shapes.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace berth::cli {

/// What of a stack CloudFormation does not tell.
struct StackSurroundings {
  struct Group {
    std::string logical_id;
    int instances = 0, desired = 0;
    std::string reason;  ///< of its last scaling activity that did not succeed; may be empty
  };
  std::vector<Group> groups;
  struct Content {
    std::string logical_id, type, name;
    std::string what;  ///< "12 images", "objects"
  };
  std::vector<Content> contents;  ///< of buckets and repositories that are not empty
  base::json::value report;       ///< of /_berth/stacks/NAME/report; null if there is none
};

/// `events` oldest first.
Story tell_stack(const cloudformation::Stack& stack, const std::vector<cloudformation::StackEvent>& events,
                 const std::vector<cloudformation::StackResourceSummary>& resources,
                 const StackSurroundings& surroundings, base::TimePoint now);

}  // namespace berth::cli
