/// One HTTP request and its answer, as handlers see them. No HTTP library shows here.
///
/// A handler runs on the edge: on the strand of its connection, never on the state lane. It reads the body
/// (or not), then responds exactly once. Everything in an Exchange belongs to that strand.
#pragma once

#include "base/async.hpp"
#include "berth/http/body.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
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

/// Bytes that arrive. A body filter (signature check, checksum) is a BodyReader around another one.
class BodyReader {
 public:
  virtual ~BodyReader() = default;
  /// Waits for some bytes, at most buffer.size(); 0 means the end. Throws boost::system::system_error if the
  /// peer went away or is too slow, and wire::ServiceError from filters (bad digest, bad chunk signature):
  /// what was read before must then not be kept. Call it on executor() only.
  virtual base::Async<std::size_t> read_some(std::span<char> buffer) = 0;
  /// Bytes that the whole body will have, where that is known beforehand.
  virtual std::optional<std::uint64_t> size() const = 0;
  /// The strand on which read_some must run (the connection's).
  virtual base::asio::any_io_executor executor() const = 0;
};

/// The whole of a body, if it has at most `limit` bytes; nothing if it has more.
base::Async<std::optional<std::string>> read_all(BodyReader& body, std::size_t limit);

/// Bytes made while they are sent; pulled only as fast as the peer takes them.
class BodySource {
 public:
  virtual ~BodySource() = default;
  /// At most buffer.size() bytes; 0 means the end. Called on the connection's strand.
  virtual base::Async<std::size_t> read_some(std::span<char> buffer) = 0;
};

struct ResponseHead {
  int status = 200;
  Headers headers;  ///< without Content-Length, Transfer-Encoding, Connection, Date, Server: the server
                    ///< writes those
  /// For HEAD and 304: the Content-Length that a GET would have had. Ignored where there is a body.
  std::optional<std::uint64_t> length_without_body;
};

class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual const RequestHead& request() const = 0;
  /// The request's body; empty if it has none. The first read answers `Expect: 100-continue`.
  virtual BodyReader& body() = 0;
  /// Sends the answer and returns when the last byte was handed to the system. Once per exchange.
  virtual base::Async<void> respond(ResponseHead head, Body body) = 0;
  virtual bool responded() const = 0;
  /// The connection's strand.
  virtual base::asio::any_io_executor executor() const = 0;
};

/// Runs on the connection's strand. What it throws becomes a bare 500 if nothing was sent yet.
using Handler = std::function<base::Async<void>(Exchange&)>;

}  // namespace berth::http
