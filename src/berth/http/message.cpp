#include "berth/http/message.hpp"

#include <algorithm>
#include <charconv>

namespace berth::http {

namespace {
constexpr char to_lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }
}  // namespace

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return to_lower(x) == to_lower(y); });
}

std::optional<std::string_view> Headers::find(std::string_view name) const {
  for (const auto& [key, value] : fields_) {
    if (same_name(key, name)) return value;
  }
  return std::nullopt;
}

std::vector<std::string_view> Headers::all(std::string_view name) const {
  std::vector<std::string_view> values;
  for (const auto& [key, value] : fields_) {
    if (same_name(key, name)) values.emplace_back(value);
  }
  return values;
}

void Headers::set(std::string_view name, std::string value) {
  remove(name);
  fields_.emplace_back(name, std::move(value));
}

void Headers::remove(std::string_view name) {
  std::erase_if(fields_, [name](const Field& field) { return same_name(field.first, name); });
}

std::string_view RequestHead::path() const { return std::string_view(target).substr(0, target.find('?')); }

std::string_view RequestHead::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view{} : std::string_view(target).substr(mark + 1);
}

std::optional<std::uint64_t> RequestHead::content_length() const {
  const auto text = headers.find("content-length");
  if (!text) return std::nullopt;
  std::uint64_t length = 0;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), length);
  if (error != std::errc{} || end != text->data() + text->size()) return std::nullopt;
  return length;
}

std::string_view reason_phrase(int status) {
  switch (status) {
    case 100:
      return "Continue";
    case 200:
      return "OK";
    case 201:
      return "Created";
    case 202:
      return "Accepted";
    case 204:
      return "No Content";
    case 206:
      return "Partial Content";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 303:
      return "See Other";
    case 304:
      return "Not Modified";
    case 307:
      return "Temporary Redirect";
    case 308:
      return "Permanent Redirect";
    case 400:
      return "Bad Request";
    case 401:
      return "Unauthorized";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 406:
      return "Not Acceptable";
    case 408:
      return "Request Timeout";
    case 409:
      return "Conflict";
    case 411:
      return "Length Required";
    case 412:
      return "Precondition Failed";
    case 413:
      return "Content Too Large";
    case 414:
      return "URI Too Long";
    case 415:
      return "Unsupported Media Type";
    case 416:
      return "Range Not Satisfiable";
    case 417:
      return "Expectation Failed";
    case 429:
      return "Too Many Requests";
    case 431:
      return "Request Header Fields Too Large";
    case 500:
      return "Internal Server Error";
    case 501:
      return "Not Implemented";
    case 502:
      return "Bad Gateway";
    case 503:
      return "Service Unavailable";
    case 504:
      return "Gateway Timeout";
    case 507:
      return "Insufficient Storage";
    default:
      // botocore loses an answer without a phrase if it comes instead of 100 Continue.
      return status < 400 ? "Other" : "Error";
  }
}

}  // namespace berth::http
