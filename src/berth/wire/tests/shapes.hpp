/// Shapes for the codecs' tests, and a generator of random ones.
#pragma once

#include "berth/wire/describe.hpp"
#include "berth/wire/shape.hpp"

#include <rapidcheck.h>

namespace berth::wire::test {

struct Inner {
  std::optional<std::string> name_;
  std::optional<int> count;
  std::vector<Inner> children;
  bool operator==(const Inner&) const = default;
};
AWS_SHAPE(Inner, name_, count, children)

struct Everything {
  std::string text;
  bool flag = false;
  int number = 0;
  std::int64_t large = 0;
  double real = 0;
  Timestamp time;
  Blob blob;
  std::optional<std::string> maybe;
  std::vector<std::string> texts;
  Flat<std::string, "Flat"> flat;
  Items<std::string, "entry"> items;
  std::map<std::string, std::string> map;
  std::optional<std::vector<int>> numbers;
  std::optional<Inner> inner;
  std::vector<Inner> inners;
  bool operator==(const Everything&) const = default;
};
AWS_SHAPE(Everything, text, flag, number, large, real, time, blob, maybe, texts, flat, items, map, numbers,
          inner, inners)

struct Order {
  std::string stackName;
  Required<std::vector<Inner>> parts;
  std::optional<int> limit;
};
AWS_SHAPE(Order, stackName, parts, limit)

/// Text as clients send it: any valid UTF-8; without what XML 1.0 cannot hold if `xml`.
inline rc::Gen<std::string> any_text(bool xml) {
  return rc::gen::map(
      rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 0x300)),
      [xml](const std::vector<std::uint32_t>& codes) {
        std::string text;
        for (const std::uint32_t code : codes) {
          if (code < 0x80) {
            if (xml && code < 0x20 && code != '\t' && code != '\n') continue;
            text += static_cast<char>(code);
          } else {
            text += static_cast<char>(0xC0 | (code >> 6));
            text += static_cast<char>(0x80 | (code & 0x3F));
          }
        }
        return text;
      });
}

/// Its name is always there: a form cannot say that a structure is there and empty.
inline Inner any_inner(int depth, bool xml) {
  Inner inner;
  inner.name_ = *any_text(xml);
  if (*rc::gen::arbitrary<bool>()) inner.count = *rc::gen::arbitrary<int>();
  for (int i = *rc::gen::inRange(0, depth); i > 0; --i) inner.children.push_back(any_inner(depth - 1, xml));
  return inner;
}

inline Everything any_everything(bool xml) {
  Everything all;
  all.text = *any_text(xml);
  all.flag = *rc::gen::arbitrary<bool>();
  all.number = *rc::gen::arbitrary<int>();
  all.large = *rc::gen::arbitrary<std::int64_t>();
  all.real = *rc::gen::inRange(-1'000'000, 1'000'000) / 64.0;  // what Boost.JSON reads exactly
  all.time.time = base::TimePoint{base::Milliseconds{*rc::gen::inRange<std::int64_t>(0, 4'000'000'000'000)}};
  all.blob.bytes = *rc::gen::arbitrary<std::string>();
  if (*rc::gen::arbitrary<bool>()) all.maybe = *any_text(xml);
  all.texts = *rc::gen::container<std::vector<std::string>>(any_text(xml));
  all.flat = *rc::gen::container<std::vector<std::string>>(any_text(xml));
  all.items = *rc::gen::container<std::vector<std::string>>(any_text(xml));
  all.map = *rc::gen::container<std::map<std::string, std::string>>(any_text(xml), any_text(xml));
  if (*rc::gen::arbitrary<bool>()) all.numbers = *rc::gen::arbitrary<std::vector<int>>();
  if (*rc::gen::arbitrary<bool>()) all.inner = any_inner(3, xml);
  for (int i = *rc::gen::inRange(0, 3); i > 0; --i) all.inners.push_back(any_inner(3, xml));
  return all;
}

}  // namespace berth::wire::test
