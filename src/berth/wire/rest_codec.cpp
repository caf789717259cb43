#include "berth/wire/rest_codec.hpp"

#include "base/ascii.hpp"
#include "base/encoding.hpp"
#include "berth/wire/request_body.hpp"
#include "berth/wire/scalar_text.hpp"
#include "berth/wire/shape.hpp"
#include "berth/wire/xml.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace berth::wire {

namespace {

[[noreturn]] void invalid_argument(const Member& member, std::string_view value) {
  const std::string_view what = member.type().kind == Kind::Integer || member.type().kind == Kind::Long
                                    ? "Provided {} not an integer or within integer range"
                                    : "Invalid value for {}";
  throw ServiceError("InvalidArgument", fmt::format(fmt::runtime(what), member.location_name))
      .with("ArgumentName", std::string(member.location_name))
      .with("ArgumentValue", std::string(value));
}

void fill_text(const Member& member, std::string_view text, void* shape) {
  if (!from_text(text, member.type(), member.set(shape))) invalid_argument(member, text);
}

void fill_header_map(const Member& member, const http::Headers& headers, void* shape) {
  const Type& type = member.type();
  void* map = member.set(shape);
  for (const auto& [name, value] : headers) {
    const std::string known = base::to_lower(name);
    if (!known.starts_with(member.location_name) || known.size() == member.location_name.size()) continue;
    auto* place = static_cast<std::string*>(type.insert(map, known.substr(member.location_name.size())));
    if (!place->empty()) *place += ',';  // the same name twice
    *place += value;
  }
}

/// Fills a payload member from a whole body; an empty body of a structure leaves it absent.
bool fill_payload(const Member& member, std::string_view body, void* shape, Side side,
                  Unknown* unknown = nullptr) {
  const Type& type = member.type();
  switch (type.kind) {
    case Kind::Structure:
      if (body.empty()) return false;
      decode_xml(body, {}, type, member.set(shape), side, {}, unknown);
      return true;
    case Kind::String:
      static_cast<std::string*>(member.set(shape))->assign(body);
      return true;
    case Kind::Blob:
      static_cast<Blob*>(member.set(shape))->bytes.assign(body);
      return true;
    default:
      return false;
  }
}

bool has_body_members(const Type& type) {
  for (const Member& member : type.members) {
    if (member.location == Location::Body) return true;
  }
  return false;
}

}  // namespace

AnyShape decode_rest_request(const Type& type, const http::RequestHead& request, const Pairs& labels,
                             const Pairs& query, std::string_view body,
                             std::shared_ptr<http::BodyReader> reader, std::string_view missing_code,
                             Unknown* unknown) {
  AnyShape shape(type);
  Decoding decoding(Side::Request);
  if (has_body_members(type) && !body.empty())
    decode_xml(body, {}, type, shape.data(), Side::Request, {}, unknown);
  for (const Member& member : type.members) {
    std::optional<std::string_view> text;
    switch (member.location) {
      case Location::Label:
        text = find(labels, member.location_name);
        break;
      case Location::Header:
        text = request.headers.find(member.location_name);
        break;
      case Location::Query:
        text = find(query, member.location_name);
        break;
      case Location::HeaderMap:
        fill_header_map(member, request.headers, shape.data());
        continue;
      case Location::Payload:
        if (member.type().kind == Kind::RequestStream) {
          *static_cast<RequestBody*>(member.set(shape.data())) = RequestBody(reader);
        } else {
          fill_payload(member, body, shape.data(), Side::Request, unknown);
        }
        continue;
      case Location::Body:
        if (member.required && body.empty()) decoding.missing({nullptr, member.name});
        continue;
      case Location::Status:
        continue;
    }
    if (text) {
      fill_text(member, *text, shape.data());
    } else if (member.required) {
      decoding.missing({nullptr, member.name});
    }
  }
  decoding.finish(missing_code);
  return shape;
}

namespace {

/// What signatures, checksums and framings are made of, and what SDKs add to every request.
bool is_of_the_protocol(std::string_view name) {
  constexpr std::string_view whole[] = {"x-amz-content-sha256",
                                        "x-amz-date",
                                        "x-amz-decoded-content-length",
                                        "x-amz-security-token",
                                        "x-amz-trailer",
                                        "x-amz-user-agent",
                                        "x-amz-sdk-checksum-algorithm",
                                        "x-amz-algorithm",
                                        "x-amz-credential",
                                        "x-amz-expires",
                                        "x-amz-signature",
                                        "x-amz-signedheaders",
                                        "x-id",
                                        "awsaccesskeyid",
                                        "signature",
                                        "expires"};
  return std::ranges::find(whole, name) != std::end(whole) ||
         (name.starts_with("x-amz-checksum-") && name != "x-amz-checksum-mode" &&
          name != "x-amz-checksum-algorithm" && name != "x-amz-checksum-type");
}

bool has_member(const Type& type, Location location, std::string_view name) {
  return std::ranges::any_of(type.members, [&](const Member& member) {
    if (location == Location::Header && member.location == Location::HeaderMap)
      return name.starts_with(member.location_name);
    return member.location == location &&
           (location == Location::Header ? http::same_name(member.location_name, name)
                                         : member.location_name == name);
  });
}

}  // namespace

void find_unknown(const Type& type, const Rest& binding, const http::RequestHead& request, const Pairs& query,
                  Unknown& unknown) {
  for (const auto& [name, value] : query) {
    const auto* end = binding.markers.data() + binding.marker_count;
    const bool is_marker =
        std::any_of(binding.markers.data(), end, [&](const auto& marker) { return marker.key == name; });
    if (!is_marker && !is_of_the_protocol(base::to_lower(name)) && !has_member(type, Location::Query, name))
      unknown.add({}, name);
  }
  for (const auto& [name, value] : request.headers) {
    const std::string known = base::to_lower(name);
    if (known.starts_with("x-amz-") && !is_of_the_protocol(known) && known != binding.header_name &&
        !has_member(type, Location::Header, known))
      unknown.add({}, known);
  }
}

void encode_rest_reply(const ServiceInfo& info, const Rest& binding, const Type& type, void* shape,
                       http::ResponseHead& head, http::Body& body) {
  head.status = binding.success;
  const Member* payload = nullptr;
  for (const Member& member : type.members) {
    if (member.location == Location::Payload) payload = &member;
    const void* found = member.get(shape);
    if (!found) continue;
    switch (member.location) {
      case Location::Status:
        head.status = *static_cast<const int*>(found);
        break;
      case Location::Header:
        if (http::same_name(member.location_name,
                            "content-length")) {  // the server counts bodies itself; HEAD has none
          head.length_without_body = static_cast<std::uint64_t>(*static_cast<const std::int64_t*>(found));
        } else {
          head.headers.add(std::string(member.location_name),
                           to_text(member.type(), found, TimeForm::HttpDate));
        }
        break;
      case Location::HeaderMap: {
        struct State {
          http::Headers& headers;
          std::string_view prefix;
        } state{head.headers, member.location_name};
        member.type().each(found, &state, [](void* context, const std::string& key, const void* value) {
          auto& s = *static_cast<State*>(context);
          s.headers.add(std::string(s.prefix) + key, *static_cast<const std::string*>(value));
        });
        break;
      }
      default:
        break;
    }
  }
  std::string_view content_type = "application/xml";
  if (payload && payload->type().kind != Kind::Structure) {
    content_type = "binary/octet-stream";
    if (void* found = payload->get(shape) ? payload->set(shape) : nullptr) {
      switch (payload->type().kind) {
        case Kind::ResponseStream:
          body = std::move(*static_cast<http::Body*>(found));
          break;
        case Kind::String:
          body = std::move(*static_cast<std::string*>(found));
          break;
        case Kind::Blob:
          body = std::move(static_cast<Blob*>(found)->bytes);
          break;
        default:
          break;
      }
    }
  } else if (payload ? payload->get(shape) != nullptr : has_body_members(type)) {
    const Type& root = payload ? payload->type() : type;
    const void* content = payload ? payload->get(shape) : shape;
    const std::string_view name = binding.root_name.empty() ? root.name : binding.root_name;
    XmlWriter writer;
    writer.open(name, info.xml_namespace);
    writer.members(root, content, {});
    writer.close(name);
    body = writer.take();
  }
  if (!std::holds_alternative<std::monostate>(body) && !head.headers.has("content-type")) {
    head.headers.add("Content-Type", std::string(content_type));
  }
}

namespace {

std::string fill_pattern(std::string_view pattern, const Pairs& labels) {
  std::string path;
  while (!pattern.empty()) {
    const std::size_t open = pattern.find('{');
    path += pattern.substr(0, open);
    if (open == std::string_view::npos) break;
    const std::size_t close = pattern.find('}', open);
    std::string_view name = pattern.substr(open + 1, close - open - 1);
    const bool greedy = name.ends_with('+');
    if (greedy) name.remove_suffix(1);
    path += base::percent_encode(find(labels, name).value_or(""), greedy ? "/" : "");
    pattern.remove_prefix(close + 1);
  }
  return path;
}

}  // namespace

void encode_rest_request(const ServiceInfo& info, const Rest& binding, const Type& type, const void* shape,
                         http::RequestHead& request, std::string& body) {
  Pairs labels, query;
  for (std::size_t i = 0; i < binding.marker_count; ++i) {
    const auto& [key, value] = binding.markers[i];
    query.emplace_back(key, value);
  }
  for (const Member& member : type.members) {
    const void* found = member.get(shape);
    if (!found) continue;
    const Type& member_type = member.type();
    switch (member.location) {
      case Location::Label:
        labels.emplace_back(member.location_name, to_text(member_type, found, TimeForm::Iso8601));
        break;
      case Location::Header:
        request.headers.set(member.location_name, to_text(member_type, found, TimeForm::HttpDate));
        break;
      case Location::Query: {
        std::erase_if(query, [&](const auto& pair) {
          return pair.first == member.location_name;
        });  // a marker with a value
        query.emplace_back(member.location_name, to_text(member_type, found, TimeForm::Iso8601));
        break;
      }
      case Location::HeaderMap: {
        struct State {
          http::Headers& headers;
          std::string_view prefix;
        } state{request.headers, member.location_name};
        member_type.each(found, &state, [](void* context, const std::string& key, const void* value) {
          auto& s = *static_cast<State*>(context);
          s.headers.set(std::string(s.prefix) + key, *static_cast<const std::string*>(value));
        });
        break;
      }
      case Location::Payload:
        if (member_type.kind == Kind::String) body = *static_cast<const std::string*>(found);
        if (member_type.kind == Kind::Blob) body = static_cast<const Blob*>(found)->bytes;
        if (member_type.kind == Kind::Structure) {
          XmlWriter writer;
          writer.open(member_type.name, info.xml_namespace);
          writer.members(member_type, found, {});
          writer.close(member_type.name);
          body = writer.take();
        }
        break;
      default:
        break;
    }
  }
  request.method = binding.method;
  request.target = fill_pattern(binding.path, labels);
  if (!query.empty()) request.target += "?" + to_query(query);
}

void decode_rest_reply(const Type& type, int status, const http::Headers& headers, std::string body,
                       void* shape) {
  if (has_body_members(type) && !body.empty()) decode_xml(body, {}, type, shape, Side::Response, {});
  for (const Member& member : type.members) {
    switch (member.location) {
      case Location::Header:
        if (const auto text = headers.find(member.location_name)) fill_text(member, *text, shape);
        break;
      case Location::HeaderMap:
        fill_header_map(member, headers, shape);
        break;
      case Location::Status:
        *static_cast<int*>(member.set(shape)) = status;
        break;
      case Location::Payload:
        if (member.type().kind == Kind::ResponseStream) {
          *static_cast<http::Body*>(member.set(shape)) = std::move(body);
        } else {
          fill_payload(member, body, shape, Side::Response);
        }
        break;
      default:
        break;
    }
  }
}

}  // namespace berth::wire
