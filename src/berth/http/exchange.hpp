/// One HTTP request and its answer, as handlers see them. No HTTP library shows here.
///
/// A handler runs on the edge: on the strand of its connection, never on the state lane. It reads the body
/// (or not), then responds exactly once. Everything in an Exchange belongs to that strand.
#pragma once

#include "base/async.hpp"
#include "berth/http/body.hpp"
#include "berth/http/message.hpp"

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
