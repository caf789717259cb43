/// The HTTP/1.1 server: an edge pool of threads, one strand a connection, limits on everything that a peer
/// controls.
///
///   http::Server server({.host = "127.0.0.1", .port = 0});
///   server.mount("/_berth/", status_handler);
///   server.handle_rest(router_handler);
///   auto started = server.start();               // listens; port() now says which port was picked
///   …
///   server.stop();                               // at most Limits::shutdown, then connections are cut
#pragma once

#include "base/result.hpp"
#include "berth/http/exchange.hpp"

#include <chrono>
#include <memory>
#include <string>

namespace berth::http {

struct Limits {
  std::size_t header_bytes = 32 * 1024;       ///< request line and fields together; more is 431
  std::size_t header_count = 128;             ///< more is 431
  std::size_t connections = 1024;             ///< more are answered 503 and closed
  std::chrono::milliseconds idle{65'000};     ///< between two requests of a connection
  std::chrono::milliseconds header{10'000};   ///< from a request's first byte to the end of its head
  std::chrono::milliseconds stall{30'000};    ///< without one byte moving, while a body is read or written
  std::chrono::milliseconds shutdown{1'000};  ///< that running exchanges have after stop()
  std::size_t unread_body =
      256 * 1024;  ///< read and dropped after an early answer; more closes the connection
};

struct Listen {
  std::string host = "127.0.0.1";
  std::uint16_t port = 0;        ///< 0 picks one
  std::string certificate_file;  ///< PEM; with key_file: TLS
  std::string key_file;
  int threads = 2;  ///< of the edge pool
  std::string server_name = "Berth";
  Limits limits;
};

class Server {
 public:
  explicit Server(Listen listen);
  ~Server();  ///< stops
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Sends requests whose path begins with `prefix` to `handler`; the longest prefix wins. Before start().
  void mount(std::string prefix, Handler handler);
  /// Everything that no prefix takes. Before start().
  void handle_rest(Handler handler);

  /// Binds, listens and accepts. The error names the address.
  base::Status start();
  /// Ends accepting and idle connections at once, and waits for running exchanges up to Limits::shutdown.
  void stop();

  std::uint16_t port() const;                    ///< the one in use, after start()
  std::string endpoint() const;                  ///< "http://127.0.0.1:4566", after start()
  std::size_t connections() const;               ///< open now
  base::asio::any_io_executor executor() const;  ///< of the edge pool

 private:
  struct Core;
  std::shared_ptr<Core> core_;
};

}  // namespace berth::http
