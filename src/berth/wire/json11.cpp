#include "berth/wire/json11.hpp"

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/time_format.hpp"
#include "berth/wire/json_text.hpp"
#include "berth/wire/shape.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace berth::wire {

namespace {

constexpr std::string_view serialization = "SerializationException";

[[noreturn]] void refuse(std::string text) {
  throw ServiceError(std::string(serialization), std::move(text));
}

std::string_view token_name(const boost::json::value& value) {
  switch (value.kind()) {
    case boost::json::kind::string:
      return "STRING_VALUE";
    case boost::json::kind::bool_:
      return value.get_bool() ? "TRUE_VALUE" : "FALSE_VALUE";
    case boost::json::kind::double_:
      return "DECIMAL_VALUE";
    case boost::json::kind::int64:
    case boost::json::kind::uint64:
      return "NUMBER_VALUE";
    case boost::json::kind::array:
      return "START_ARRAY";
    case boost::json::kind::object:
      return "START_OBJECT";
    default:
      return "NULL";
  }
}

/// AWS's own words for a member of the wrong type.
[[noreturn]] void wrong_type(const boost::json::value& value, std::string_view wanted) {
  if (value.is_object()) refuse("Start of structure or map found where not expected.");
  if (value.is_array()) refuse("Start of list found where not expected");
  refuse(fmt::format("{} can not be converted to {} {}", token_name(value),
                     wanted.starts_with('I') ? "an" : "a", wanted));
}

class Decoder {
 public:
  Decoder(Side side, Unknown* unknown) : decoding_(side, unknown) {}

  void value(const boost::json::value& in, const Type& type, void* out, const Path& path) {
    decoding_.count(serialization);
    switch (type.kind) {
      case Kind::Structure:
        return structure(in, type, out, path);
      case Kind::List:
        return list(in, type, out, path);
      case Kind::Map:
        return map(in, type, out, path);
      case Kind::String: {
        const auto* text = in.if_string();
        if (!text) wrong_type(in, "String");
        static_cast<std::string*>(out)->assign(text->data(), text->size());
        return;
      }
      case Kind::Boolean:
        if (!in.is_bool()) wrong_type(in, "Boolean");
        *static_cast<bool*>(out) = in.get_bool();
        return;
      case Kind::Integer:
        *static_cast<int*>(out) = static_cast<int>(
            integer(in, "Integer", std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
        return;
      case Kind::Long:
        *static_cast<std::int64_t*>(out) = integer(in, "Long", std::numeric_limits<std::int64_t>::min(),
                                                   std::numeric_limits<std::int64_t>::max());
        return;
      case Kind::Double:
        *static_cast<double*>(out) = number(in, "Double");
        return;
      case Kind::Timestamp:
        return timestamp(in, *static_cast<Timestamp*>(out));
      case Kind::Blob: {
        const auto* text = in.if_string();
        if (!text) wrong_type(in, "Blob");
        auto bytes = base::from_base64(std::string_view(text->data(), text->size()));
        if (!bytes) refuse("Invalid base64-encoded data: " + path.text());
        static_cast<Blob*>(out)->bytes = std::move(*bytes);
        return;
      }
      case Kind::Document:
        static_cast<Document*>(out)->value = in;
        return;
      case Kind::RequestStream:
      case Kind::ResponseStream:
        refuse("A streaming body cannot stand in a JSON document.");
    }
  }

  void finish(std::string_view missing_code) const { decoding_.finish(missing_code); }

 private:
  void structure(const boost::json::value& in, const Type& type, void* out, const Path& path) {
    const auto* object = in.if_object();
    if (!object) {
      if (in.is_array()) refuse("Start of list found where not expected");
      refuse("Expected null");
    }
    Seen seen;
    std::size_t known = 0;
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      const Member& member = type.members[i];
      const auto* found = object->if_contains(key_of(member));
      if (!found) continue;
      ++known;
      if (found->is_null()) continue;
      seen.mark(i);
      value(*found, member.type(), member.set(out), {&path, member.name});
    }
    seen.report(type, decoding_, path);
    if (known != object->size() && decoding_.wants_unknown()) tell_unknown(*object, type, path);
  }

  static std::string_view key_of(const Member& member) {
    return member.location_name.empty() ? member.name : member.location_name;
  }

  void tell_unknown(const boost::json::object& object, const Type& type, const Path& path) {
    for (const auto& [key, item] : object) {
      const auto is_it = [name = std::string_view(key)](const Member& member) {
        return key_of(member) == name;
      };
      if (!item.is_null() && std::ranges::none_of(type.members, is_it)) decoding_.unknown(path, key);
    }
  }

  void list(const boost::json::value& in, const Type& type, void* out, const Path& path) {
    const auto* array = in.if_array();
    if (!array) {
      if (in.is_object()) refuse("Start of structure or map found where not expected.");
      refuse("Expected list or null");
    }
    const Type& element = type.element();
    std::size_t index = 0;
    for (const auto& item : *array) {
      ++index;
      if (item.is_null()) continue;  // AWS drops them too
      value(item, element, type.append(out), {&path, {}, index});
    }
  }

  void map(const boost::json::value& in, const Type& type, void* out, const Path& path) {
    const auto* object = in.if_object();
    if (!object) {
      if (in.is_array()) refuse("Start of list found where not expected");
      refuse("Expected map or null");
    }
    const Type& element = type.element();
    for (const auto& [key, item] : *object) {
      if (item.is_null()) continue;
      value(item, element, type.insert(out, std::string(key)), {&path, key});
    }
  }

  static std::int64_t integer(const boost::json::value& in, std::string_view name, std::int64_t low,
                              std::int64_t high) {
    std::int64_t whole = 0;
    if (const auto* exact = in.if_int64()) {
      whole = *exact;
    } else if (const auto* fraction = in.if_double();
               fraction && std::trunc(*fraction) == *fraction && std::abs(*fraction) < 9e15) {
      whole = static_cast<std::int64_t>(*fraction);
    } else {
      wrong_type(in, name);
    }
    if (whole < low || whole > high) refuse(fmt::format("{} is out of range for {}", whole, name));
    return whole;
  }

  static double number(const boost::json::value& in, std::string_view name) {
    if (!in.is_number()) wrong_type(in, name);
    return in.to_number<double>();
  }

  static void timestamp(const boost::json::value& in, Timestamp& out) {
    const double seconds = number(in, "Timestamp");
    // ±253402300800 s are the years 0 … 9999 roughly; beyond, milliseconds overflow sooner or later.
    if (!(std::abs(seconds) < 253'402'300'800.0)) refuse("Timestamp is out of range");
    out.time = base::from_epoch_seconds(seconds);
  }

  Decoding decoding_;
};

class Encoder {
 public:
  explicit Encoder(Side side) : side_(side) {}

  void value(const Type& type, const void* in) {
    switch (type.kind) {
      case Kind::Structure:
        return structure(type, in);
      case Kind::List:
        return list(type, in);
      case Kind::Map:
        return map(type, in);
      case Kind::String:
        return append_json_string(*static_cast<const std::string*>(in), out);
      case Kind::Boolean:
        out += *static_cast<const bool*>(in) ? "true" : "false";
        return;
      case Kind::Integer:
        append_number(*static_cast<const int*>(in));
        return;
      case Kind::Long:
        append_number(*static_cast<const std::int64_t*>(in));
        return;
      case Kind::Double:
        append_json_double(*static_cast<const double*>(in), out);
        return;
      case Kind::Timestamp:
        append_json_seconds(static_cast<const Timestamp*>(in)->time, out);
        return;
      case Kind::Blob:
        out += '"';
        out += base::to_base64(static_cast<const Blob*>(in)->bytes);
        out += '"';
        return;
      case Kind::Document:
        out += base::to_text(static_cast<const Document*>(in)->value);
        return;
      case Kind::RequestStream:
      case Kind::ResponseStream:
        out += "null";
        return;
    }
  }

  std::string out;

 private:
  void append_number(auto number) { fmt::format_to(std::back_inserter(out), "{}", number); }

  void structure(const Type& type, const void* in) {
    out += '{';
    bool first = true;
    for (const Member& member : type.members) {
      const void* found = member.get(in);
      if (!found) continue;
      const Type& member_type = member.type();
      const bool can_be_empty = member_type.kind == Kind::List || member_type.kind == Kind::Map;
      if (can_be_empty && (member.always || member.flat) && side_ == Side::Request && !member.required &&
          member_type.size(found) == 0) {
        continue;
      }
      if (!std::exchange(first, false)) out += ',';
      append_json_string(member.location_name.empty() ? member.name : member.location_name, out);
      out += ':';
      value(member_type, found);
    }
    out += '}';
  }

  void list(const Type& type, const void* in) {
    const Type& element = type.element();
    const std::size_t size = type.size(in);
    out += '[';
    for (std::size_t i = 0; i < size; ++i) {
      if (i != 0) out += ',';
      value(element, type.at(in, i));
    }
    out += ']';
  }

  void map(const Type& type, const void* in) {
    struct State {
      Encoder& encoder;
      const Type& element;
      bool first;
    } state{*this, type.element(), true};
    out += '{';
    type.each(in, &state, [](void* context, const std::string& key, const void* value) {
      auto& s = *static_cast<State*>(context);
      if (!std::exchange(s.first, false)) s.encoder.out += ',';
      append_json_string(key, s.encoder.out);
      s.encoder.out += ':';
      s.encoder.value(s.element, value);
    });
    out += '}';
  }

  Side side_;
};

}  // namespace

void decode_json_into(std::string_view body, const Type& type, void* shape, Side side,
                      std::string_view missing_code, Unknown* unknown) {
  boost::json::value document;
  if (!body.empty()) {  // no body at all is what some clients send for {}
    auto parsed = base::parse_json(body);
    if (!parsed) refuse("The body is not valid JSON: " + parsed.error().message);
    document = std::move(*parsed);
  } else {
    document.emplace_object();
  }
  if (!document.is_object()) refuse("The body must be a JSON object.");
  Decoder decoder(side, unknown);
  decoder.value(document, type, shape, {});
  decoder.finish(missing_code);
}

AnyShape decode_json(std::string_view body, const Type& type, Side side, std::string_view missing_code,
                     Unknown* unknown) {
  AnyShape shape(type);
  decode_json_into(body, type, shape.data(), side, missing_code, unknown);
  return shape;
}

std::string encode_json(const Type& type, const void* shape, Side side) {
  Encoder encoder(side);
  encoder.value(type, shape);
  return std::move(encoder.out);
}

std::string encode_json_error(const ServiceError& error) {
  std::string out = "{\"__type\":";
  append_json_string(error.code, out);
  out += ",\"message\":";
  append_json_string(error.message, out);
  for (const auto& [name, text] : error.details) {
    out += ',';
    append_json_string(name, out);
    out += ':';
    append_json_string(text, out);
  }
  out += '}';
  return out;
}

ServiceError decode_json_error(int status, std::string_view type_header, std::string_view body) {
  std::string code(type_header.substr(0, type_header.find(':')));
  std::string message;
  if (auto parsed = base::parse_json(body); parsed && parsed->is_object()) {
    const auto& object = parsed->get_object();
    const auto text = [&](std::string_view key) -> std::string {
      const auto* found = object.if_contains(key);
      return found && found->is_string() ? std::string(found->get_string()) : std::string();
    };
    if (code.empty()) code = text("__type");
    message = text("message");
    if (message.empty()) message = text("Message");
  }
  if (const auto mark = code.rfind('#'); mark != std::string::npos) code = code.substr(mark + 1);
  if (code.empty()) code = std::to_string(status);
  return {std::move(code), std::move(message), status, status >= 500};
}

}  // namespace berth::wire
