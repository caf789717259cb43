/// A peer that speaks bytes, for tests of the server.
#pragma once

#include "base/files.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cstdint>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace berth::http {

struct RawReply {
  int status = 0;
  std::string head, body;
};

class RawPeer {
 public:
  explicit RawPeer(std::uint16_t port) : fd_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const timeval limit{10, 0};  // a test that waits longer has failed
    ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(fd_.get(), reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error("cannot connect");
    }
  }

  void send(std::string_view bytes) {
    while (!bytes.empty()) {
      const ssize_t count = ::send(fd_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count <= 0) return;  // cut by the server: the test sees it when reading
      bytes.remove_prefix(static_cast<std::size_t>(count));
    }
  }

  /// What comes up to and with `end`, or up to the end of the stream.
  std::string until(std::string_view end) {
    std::size_t at = 0;
    while ((at = input_.find(end)) == std::string::npos) {
      if (!fill()) return std::exchange(input_, {});
    }
    std::string text = input_.substr(0, at + end.size());
    input_.erase(0, at + end.size());
    return text;
  }

  RawReply reply() {
    RawReply reply;
    reply.head = until("\r\n\r\n");
    reply.status = reply.head.size() > 12 ? std::atoi(reply.head.c_str() + 9) : 0;
    if (reply.head.find("Transfer-Encoding: chunked") != std::string::npos) {
      while (true) {
        const auto size = std::strtoul(until("\r\n").c_str(), nullptr, 16);
        reply.body += take(size);
        until("\r\n");
        if (size == 0) return reply;
      }
    }
    const std::size_t at = reply.head.find("Content-Length: ");
    if (at != std::string::npos) reply.body = take(std::strtoul(reply.head.c_str() + at + 16, nullptr, 10));
    return reply;
  }

  std::string rest() {
    while (fill()) {
    }
    return std::exchange(input_, {});
  }

  /// True if the server has ended the stream (or cut it) and nothing more came.
  bool closed() {
    const bool ended = !fill();
    return ended && input_.empty();
  }

  void shrink_receive_buffer() {
    const int size = 4096;
    ::setsockopt(fd_.get(), SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
  }

 private:
  std::string take(std::size_t size) {
    while (input_.size() < size && fill()) {
    }
    std::string bytes = input_.substr(0, size);
    input_.erase(0, size);
    return bytes;
  }
  bool fill() {
    char block[64 * 1024];
    const ssize_t count = ::recv(fd_.get(), block, sizeof block, 0);
    if (count < 0 && errno == EAGAIN) throw std::runtime_error("the server neither answered nor closed");
    if (count <= 0) return false;
    input_.append(block, static_cast<std::size_t>(count));
    return true;
  }

  base::Fd fd_;
  std::string input_;
};

}  // namespace berth::http
