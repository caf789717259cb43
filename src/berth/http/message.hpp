/// Heads of requests and responses. Free of coroutines and of any HTTP library.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::http {

/// Fields in the order in which they came; names compare without regard to case, and may repeat.
class Headers {
 public:
  using Field = std::pair<std::string, std::string>;
  Headers() = default;
  Headers(std::initializer_list<Field> fields) : fields_(fields) {}

  /// The first value of `name`, or nothing.
  std::optional<std::string_view> find(std::string_view name) const;
  /// The first value of `name`, or "".
  std::string_view get(std::string_view name) const { return find(name).value_or(std::string_view{}); }
  bool has(std::string_view name) const { return find(name).has_value(); }
  std::vector<std::string_view> all(std::string_view name) const;
  void add(std::string name, std::string value) { fields_.emplace_back(std::move(name), std::move(value)); }
  /// Replaces every field of that name by this one.
  void set(std::string_view name, std::string value);
  void remove(std::string_view name);

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }
  std::size_t size() const { return fields_.size(); }
  bool empty() const { return fields_.empty(); }

 private:
  std::vector<Field> fields_;
};

/// True if the two are equal when A-Z count as a-z.
bool same_name(std::string_view a, std::string_view b);

struct RequestHead {
  std::string method;  ///< "GET"
  std::string target;  ///< as sent: path, and query after '?'; still percent-encoded
  Headers headers;
  std::string remote_address;  ///< of the peer, "127.0.0.1"
  bool secure = false;         ///< came over TLS

  std::string_view path() const;                                 ///< the target before '?'
  std::string_view query() const;                                ///< the target after '?', or ""
  std::string_view host() const { return headers.get("host"); }  ///< HOST[:PORT] as received
  std::optional<std::uint64_t> content_length() const;           ///< nothing if absent (chunked or no body)
};

struct ResponseHead {
  int status = 200;
  Headers headers{};  ///< without Content-Length, Transfer-Encoding, Connection, Date, Server: the server
                      ///< writes those
  /// For HEAD and 304: the Content-Length that a GET would have had. Ignored where there is a body.
  std::optional<std::uint64_t> length_without_body{};
};

/// "Not Found" for 404; never empty, also if the number has no standard phrase.
std::string_view reason_phrase(int status);

}  // namespace berth::http
