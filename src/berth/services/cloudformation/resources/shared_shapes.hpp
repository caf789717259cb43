/// Property shapes that several types share.
#pragma once

#include "berth/wire/shape.hpp"

#include <map>
#include <string>
#include <vector>

namespace berth::cloudformation {

struct ResourceTag {
  std::string Key;
  std::string Value;
};
AWS_SHAPE(ResourceTag, Key, Value)

/// The stack's tags and the resource's own, which win.
inline std::map<std::string, std::string> merge_tags(std::map<std::string, std::string> of_stack,
                                                     const std::vector<ResourceTag>& own) {
  for (const ResourceTag& tag : own) of_stack[tag.Key] = tag.Value;
  return of_stack;
}

}  // namespace berth::cloudformation
