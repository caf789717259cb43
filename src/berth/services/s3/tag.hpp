/// A tag of an object or a bucket.
#pragma once

#include "berth/wire/shape.hpp"

#include <string>

namespace berth::s3 {

struct Tag {
  std::string Key, Value;
};
AWS_SHAPE(Tag, Key, Value)

}  // namespace berth::s3
