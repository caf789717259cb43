/// How the store keeps lists that have another name on the wire. Private to this folder.
#pragma once

#include "base/described_json.hpp"
#include "berth/services/ec2/launch_template_shapes.hpp"
#include "berth/wire/shape.hpp"

namespace base {

template <class T, berth::wire::FixedText Name>
struct DocumentCodec<berth::wire::Named<T, Name>> {
  static json::value encode(const berth::wire::Named<T, Name>& value) {
    return described::encode(static_cast<const T&>(value));
  }
  static void decode(const json::value& document, berth::wire::Named<T, Name>& value) {
    described::decode(document, static_cast<T&>(value));
  }
};

}  // namespace base
