/// A shape with everything in it, for the codecs' fuzzers.
#pragma once

#include "berth/wire/describe.hpp"
#include "berth/wire/shape.hpp"

namespace berth::wire::fuzz {

struct Everything {
  std::optional<std::string> text;
  std::optional<bool> flag;
  std::optional<int> number;
  std::optional<std::int64_t> large;
  std::optional<double> real;
  std::optional<Timestamp> time;
  std::optional<Blob> blob;
  std::optional<Document> document;
  std::vector<std::string> texts;
  Flat<std::string, "Flat"> flat;
  std::map<std::string, std::string> map;
  std::vector<Everything> nested;
  std::map<std::string, Everything> deep;
};
AWS_SHAPE(Everything, text, flag, number, large, real, time, blob, document, texts, flat, map, nested, deep)

/// What is read back exactly in every protocol (doubles are not: Boost.JSON reads them to the last bit but one).
struct Exact {
  std::optional<std::string> text;
  std::optional<std::int64_t> large;
  std::optional<Timestamp> time;
  std::optional<Blob> blob;
  std::vector<std::string> texts;
  std::map<std::string, std::string> map;
  std::vector<Exact> nested;
};
AWS_SHAPE(Exact, text, large, time, blob, texts, map, nested)

}  // namespace berth::wire::fuzz
