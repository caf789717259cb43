// Attributes as the JSON document of their row. The only file here that knows JSON.
#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/json.hpp"
#include "berth/objects/rows.hpp"

#include <boost/json/object.hpp>

namespace berth::objects::rows {
namespace {

namespace json = boost::json;

/// Header values may be any bytes, a JSON string only text: what is not plain ASCII is escaped.
constexpr std::string_view plain = " !\"#$&'()*+,/:;<=>?@[\\]^`{|}";

json::object to_object(const std::map<std::string, std::string>& map) {
  json::object object;
  for (const auto& [name, value] : map) {
    object[base::percent_encode(name, plain)] = base::percent_encode(value, plain);
  }
  return object;
}

std::map<std::string, std::string> to_map(const json::object& document, std::string_view member) {
  std::map<std::string, std::string> map;
  if (const json::value* found = document.if_contains(member)) {
    for (const auto& [name, value] : found->as_object()) {
      map[base::percent_decode(name).value_or("")] = base::percent_decode(value.as_string()).value_or("");
    }
  }
  return map;
}

}  // namespace

std::string map_to_json(const std::map<std::string, std::string>& map) {
  json::object document{{"map", to_object(map)}};
  return base::to_text(document);
}

std::map<std::string, std::string> map_from_json(const std::string& text) {
  auto parsed = base::parse_json(text);
  BERTH_CHECK(parsed && parsed->is_object(), "maps are written by map_to_json alone");
  return to_map(parsed->as_object(), "map");
}

std::string to_json(const Attributes& attributes) {
  json::object document;
  if (!attributes.headers.empty()) document["headers"] = to_object(attributes.headers);
  if (!attributes.metadata.empty()) document["metadata"] = to_object(attributes.metadata);
  if (!attributes.checksums.empty()) {
    json::object checksums;
    for (const auto& [kind, value] : attributes.checksums) checksums[algorithm(kind)] = value;
    document["checksums"] = std::move(checksums);
  }
  if (!attributes.checksum_of_whole) document["composite"] = true;
  if (!attributes.tags.empty()) document["tags"] = to_object(attributes.tags);
  if (!attributes.upload.empty()) document["upload"] = attributes.upload;
  return base::to_text(document);
}

Attributes attributes_from_json(const std::string& text) {
  auto parsed = base::parse_json(text);
  BERTH_CHECK(parsed && parsed->is_object(), "attributes are written by to_json alone");
  const json::object& document = parsed->as_object();
  Attributes attributes;
  attributes.headers = to_map(document, "headers");
  attributes.metadata = to_map(document, "metadata");
  attributes.tags = to_map(document, "tags");
  for (const auto& [name, value] : to_map(document, "checksums")) {
    if (auto kind = parse_algorithm(name)) attributes.checksums[*kind] = value;
  }
  attributes.checksum_of_whole = !document.contains("composite");
  if (const json::value* upload = document.if_contains("upload")) attributes.upload = upload->as_string();
  return attributes;
}

}  // namespace berth::objects::rows
