/// Bytes to and from one peer, plain or TLS. Private to http/.
#pragma once

#include "base/async.hpp"

#include <boost/asio/buffer.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <chrono>
#include <memory>
#include <span>
#include <string>

namespace boost::asio::ssl {
class context;
}

namespace berth::http {

/// Every wait ends when `deadline` passes; the operation then fails with error::timed_out. Runs on the
/// socket's strand.
class Transport {
 public:
  virtual ~Transport() = default;
  /// Before anything else: the TLS handshake, if there is one.
  virtual base::Async<void> open() = 0;
  /// At least one byte; 0 at the end of the stream.
  virtual base::Async<std::size_t> read_some(std::span<char> buffer) = 0;
  /// All of both, in one go where that is possible.
  virtual base::Async<void> write(std::string_view first, std::string_view second) = 0;
  /// Sends `length` bytes of a file from `offset` without copying them through this process; false if this
  /// transport cannot.
  virtual base::Async<bool> send_file(int file, std::uint64_t offset, std::uint64_t length) = 0;
  /// Says goodbye: the peer sees the end of the stream after what was written.
  virtual base::Async<void> close() = 0;

  /// From now on waits may last that long without progress.
  virtual void allow(std::chrono::milliseconds time) = 0;
  /// Ends everything at once; pending operations fail. On the strand.
  virtual void abort() = 0;
};

std::unique_ptr<Transport> make_plain_transport(boost::asio::ip::tcp::socket socket);
std::unique_ptr<Transport> make_tls_transport(boost::asio::ip::tcp::socket socket,
                                              boost::asio::ssl::context& context);

}  // namespace berth::http
