#include "berth/wire/scalar_text.hpp"

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/time_format.hpp"
#include "berth/wire/json_text.hpp"
#include "berth/wire/shape.hpp"

#include <charconv>

namespace berth::wire {

namespace {

template <class Number>
bool read_number(std::string_view text, void* value) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return false;
  *static_cast<Number*>(value) = number;
  return true;
}

bool read_time(std::string_view text, Timestamp& value) {
  auto time = base::parse_iso8601(text);
  if (!time) time = base::parse_http_date(text);
  if (time) value.time = *time;
  return time.has_value();
}

}  // namespace

bool is_scalar(Kind kind) {
  return kind == Kind::String || kind == Kind::Boolean || kind == Kind::Integer || kind == Kind::Long ||
         kind == Kind::Double || kind == Kind::Timestamp || kind == Kind::Blob || kind == Kind::Document;
}

std::string to_text(const Type& type, const void* value, TimeForm form) {
  switch (type.kind) {
    case Kind::String:
      return *static_cast<const std::string*>(value);
    case Kind::Boolean:
      return *static_cast<const bool*>(value) ? "true" : "false";
    case Kind::Integer:
      return std::to_string(*static_cast<const int*>(value));
    case Kind::Long:
      return std::to_string(*static_cast<const std::int64_t*>(value));
    case Kind::Double: {
      std::string text;
      append_json_double(*static_cast<const double*>(value), text);
      return text;
    }
    case Kind::Timestamp: {
      const base::TimePoint time = static_cast<const Timestamp*>(value)->time;
      return form == TimeForm::HttpDate ? base::to_http_date(time) : base::to_iso8601(time);
    }
    case Kind::Blob:
      return base::to_base64(static_cast<const Blob*>(value)->bytes);
    case Kind::Document:
      return base::to_text(static_cast<const Document*>(value)->value);
    default:
      return {};
  }
}

bool from_text(std::string_view text, const Type& type, void* value) {
  switch (type.kind) {
    case Kind::String:
      static_cast<std::string*>(value)->assign(text);
      return true;
    case Kind::Boolean:
      if (text != "true" && text != "false" && text != "True" && text != "False") return false;
      *static_cast<bool*>(value) = text.ends_with("rue");
      return true;
    case Kind::Integer:
      return read_number<int>(text, value);
    case Kind::Long:
      return read_number<std::int64_t>(text, value);
    case Kind::Double:
      return read_number<double>(text, value);
    case Kind::Timestamp:
      return read_time(text, *static_cast<Timestamp*>(value));
    case Kind::Blob: {
      auto bytes = base::from_base64(text);
      if (bytes) static_cast<Blob*>(value)->bytes = std::move(*bytes);
      return bytes.has_value();
    }
    case Kind::Document: {
      auto parsed = base::parse_json(text);
      if (parsed) static_cast<Document*>(value)->value = std::move(*parsed);
      return parsed.has_value();
    }
    default:
      return false;
  }
}

std::string_view kind_words(Kind kind) {
  switch (kind) {
    case Kind::Boolean:
      return "a boolean (true or false)";
    case Kind::Integer:
      return "an integer";
    case Kind::Long:
      return "a long integer";
    case Kind::Double:
      return "a number";
    case Kind::Timestamp:
      return "a timestamp in ISO 8601 format";
    case Kind::Blob:
      return "base64 data";
    case Kind::Document:
      return "a JSON document";
    default:
      return "a string";
  }
}

std::string capitalised(std::string_view name) {
  std::string out(name);
  if (!out.empty() && out[0] >= 'a' && out[0] <= 'z') out[0] = static_cast<char>(out[0] - 'a' + 'A');
  return out;
}

std::string uncapitalised(std::string_view name) {
  std::string out(name);
  if (!out.empty() && out[0] >= 'A' && out[0] <= 'Z') out[0] = static_cast<char>(out[0] - 'A' + 'a');
  return out;
}

}  // namespace berth::wire
