/// A blocking connection, plain or TLS, whose waits end. Private to wire/.
#pragma once

#include <chrono>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace berth::wire {

struct SocketTarget {
  bool tls = false;
  std::string host, port;
  std::string authority_file;
  std::chrono::milliseconds timeout{60'000};
};

class ClientSocket {
 public:
  /// Connects. Throws base::Failure that names the address.
  explicit ClientSocket(const SocketTarget& target);
  ~ClientSocket();
  ClientSocket(const ClientSocket&) = delete;
  /// All of it. Throws base::Failure.
  void write(std::string_view bytes);
  /// Some bytes; 0 at the end of the stream. Throws base::Failure.
  std::size_t read(std::span<char> buffer);
  /// False if the peer has closed it, or sent what nobody asked for.
  bool usable() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace berth::wire
