#include "load_loop.hpp"

#include "base/files.hpp"
#include "base/result.hpp"

#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <span>

namespace bench {

namespace {

using Clock = std::chrono::steady_clock;

[[noreturn]] void fail(const std::string& what) { throw base::Failure(base::system_error(what)); }

base::Fd connect(const std::string& host, const std::string& port) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (::getaddrinfo(host.c_str(), port.c_str(), &hints, &found) != 0) fail("cannot find " + host);
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
  base::Fd fd(::socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0));
  if (!fd || ::connect(fd.get(), found->ai_addr, found->ai_addrlen) != 0) fail("cannot connect to " + host);
  const int on = 1;
  ::setsockopt(fd.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  return fd;
}

/// What of an answer has come.
class Answer {
 public:
  explicit Answer(std::string_view expected) : expected_(expected) {}
  /// True when it is whole.
  bool take(std::string_view bytes) {
    text_ += bytes;
    if (whole_ == 0) {
      const std::size_t end = text_.find("\r\n\r\n");
      if (end == std::string::npos) return false;
      whole_ = end + 4 + length_in(std::string_view(text_).substr(0, end));
    }
    return text_.size() >= whole_;
  }
  bool is_good() const { return text_.compare(9, 1, "2") == 0 && text_.find(expected_) != std::string::npos; }
  const std::string& text() const { return text_; }
  void clear() {
    text_.clear();
    whole_ = 0;
  }

 private:
  /// Berth says Content-Length in every answer that the load asks for.
  static std::size_t length_in(std::string_view head) {
    constexpr std::string_view name = "\r\nContent-Length: ";
    const std::size_t at = head.find(name);
    std::size_t length = 0;
    if (at == std::string_view::npos ||
        std::from_chars(head.data() + at + name.size(), head.data() + head.size(), length).ec != std::errc{})
      throw base::Failure(base::failure("an answer without Content-Length: " + std::string(head)));
    return length;
  }

  std::string_view expected_;
  std::string text_;
  std::size_t whole_ = 0;
};

struct Connection {
  base::Fd fd;
  Answer answer;
  Clock::time_point began{};
};

/// Requests are small beside the socket's buffer, so sending blocks for no longer than the server takes to read.
void send_all(const Connection& connection, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(connection.fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent < 0 && errno != EINTR) fail("cannot send");
    if (sent > 0) bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
}

}  // namespace

void Tally::add(Tally other) {
  answered += other.answered;
  refused += other.refused;
  if (refusal.empty()) refusal = std::move(other.refusal);
  microseconds.insert(microseconds.end(), other.microseconds.begin(), other.microseconds.end());
}

Tally run_load(const std::string& host, const std::string& port, int connections, const NextRequest& next,
               std::string_view expected, Limit& limit) {
  const base::Fd poll(::epoll_create1(EPOLL_CLOEXEC));
  if (!poll) fail("cannot make an epoll");
  std::vector<std::unique_ptr<Connection>> all;
  for (int i = 0; i < connections; ++i)
    all.push_back(std::make_unique<Connection>(Connection{connect(host, port), Answer(expected)}));
  Tally tally;
  int busy = 0;
  const auto ask = [&](Connection& connection) {
    if (!limit.take()) return false;
    connection.answer.clear();
    connection.began = Clock::now();
    send_all(connection, next());
    return true;
  };
  for (const auto& connection : all) {
    epoll_event event{.events = EPOLLIN, .data = {.ptr = connection.get()}};
    if (::epoll_ctl(poll.get(), EPOLL_CTL_ADD, connection->fd.get(), &event) != 0) fail("cannot wait");
    if (ask(*connection)) ++busy;
  }
  std::array<epoll_event, 64> events{};
  std::array<char, 65536> buffer{};
  while (busy > 0) {
    const int count = ::epoll_wait(poll.get(), events.data(), static_cast<int>(events.size()), 60'000);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) fail("no answer within a minute");
    for (const epoll_event& event : std::span(events).first(static_cast<std::size_t>(count))) {
      auto& connection = *static_cast<Connection*>(event.data.ptr);
      const ssize_t got = ::recv(connection.fd.get(), buffer.data(), buffer.size(), 0);
      if (got <= 0) fail("the server closed a connection");
      if (!connection.answer.take({buffer.data(), static_cast<std::size_t>(got)})) continue;
      const auto took =
          std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - connection.began);
      tally.microseconds.push_back(static_cast<std::uint32_t>(took.count()));
      if (connection.answer.is_good()) {
        ++tally.answered;
      } else if (++tally.refused == 1) {
        tally.refusal = connection.answer.text();
      }
      if (!ask(connection)) --busy;
    }
  }
  return tally;
}

}  // namespace bench
