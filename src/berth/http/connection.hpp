/// One connection: request after request, each handed to a handler. Private to http/.
#pragma once

#include "berth/http/exchange.hpp"
#include "berth/http/server.hpp"
#include "berth/http/transport.hpp"

#include <functional>
#include <memory>
#include <string>

namespace berth::http {

/// What the connections of a server share. Immutable while it runs.
struct Site {
  Limits limits;
  std::string server_name;
  bool secure = false;
  std::function<const Handler*(std::string_view path)> handler_for;
};

class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(std::shared_ptr<const Site> site, std::unique_ptr<Transport> transport,
             std::string remote_address, base::asio::any_io_executor strand);
  ~Connection();
  /// Serves until the peer leaves, a limit is passed, or it is told to stop. Throws nothing.
  base::Async<void> serve();
  /// Ends it: at once if no exchange is running, else after it. On the strand.
  void stop_when_idle();
  /// Ends it at once. On the strand.
  void abort();

 private:
  class Session;
  std::unique_ptr<Session> session_;
};

}  // namespace berth::http
