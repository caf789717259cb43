/// A reply's shape as JSON, as AWS's JSON protocol writes it.
#pragma once

#include "base/json.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/json11.hpp"

namespace berth::cli {

template <class T>
base::json::value json_of(const T& shape) {
  return base::parse_json(wire::encode_json(wire::describe<T>(), &shape, wire::Side::Response)).value();
}

}  // namespace berth::cli
