/// How the store keeps the wire's own types inside shapes.
#pragma once

#include "base/described_json.hpp"
#include "berth/wire/shape.hpp"

namespace base {

template <>
struct DocumentCodec<berth::wire::Timestamp> {
  static json::value encode(const berth::wire::Timestamp& value) { return described::encode(value.time); }
  static void decode(const json::value& document, berth::wire::Timestamp& value) {
    described::decode(document, value.time);
  }
};

template <>
struct DocumentCodec<berth::wire::Document> {
  static json::value encode(const berth::wire::Document& value) { return value.value; }
  static void decode(const json::value& document, berth::wire::Document& value) { value.value = document; }
};

template <class T>
struct DocumentCodec<berth::wire::Required<T>> {
  static json::value encode(const berth::wire::Required<T>& value) {
    return described::encode(static_cast<const T&>(value));
  }
  static void decode(const json::value& document, berth::wire::Required<T>& value) {
    described::decode(document, static_cast<T&>(value));
  }
};

}  // namespace base
