/// The shim's side of control.sock: sends each listener the newest record as a line of JSON, takes requests
/// to stop.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"

#include <poll.h>

#include <functional>
#include <list>
#include <string>
#include <vector>

namespace berth::shim {

class ControlServer {
 public:
  using StopHandler = std::function<void(const std::string& reason)>;

  explicit ControlServer(StopHandler on_stop) : on_stop_(std::move(on_stop)) {}
  /// Takes new connections from `listener`.
  void listen(base::Fd listener) { listener_ = std::move(listener); }
  /// A connection that is there already (the daemon's, made when it started this shim).
  void add(base::Fd connection);

  /// Remembers the record and sends it to everybody. Who does not read gets the newest one when he does.
  void publish(const std::string& record);

  void add_to_poll(std::vector<pollfd>& polled) const;
  /// Handles what poll() found; `polled` as filled by add_to_poll, `first` being the index where that began.
  void handle(const std::vector<pollfd>& polled, std::size_t first);
  /// Waits up to `milliseconds` until everybody has the last record.
  void flush(int milliseconds);

 private:
  struct Connection {
    base::Fd fd;
    std::string input, output;
    bool behind = false;  // a newer record than what is being sent is there
  };
  void accept_all();
  bool receive(Connection& connection, std::vector<std::string>& stops);
  bool send(Connection& connection) const;

  StopHandler on_stop_;
  base::Fd listener_;
  std::list<Connection> connections_;
  std::string record_;
};

}  // namespace berth::shim
