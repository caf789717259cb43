#include "berth/shim/control.hpp"

#include "base/json.hpp"

#include <fcntl.h>
#include <sys/socket.h>

#include <cerrno>
#include <optional>
#include <string_view>

namespace berth::shim {
namespace {

constexpr std::size_t line_limit = 65536;
constexpr std::size_t connection_limit = 16;

/// The reason in {"version":1,"stop":"reason"}; nothing for any other line.
std::optional<std::string> parse_stop(std::string_view line) {
  const auto document = base::parse_json(line);
  if (!document || !document->is_object()) return std::nullopt;
  const auto* version = document->get_object().if_contains("version");
  const auto* stop = document->get_object().if_contains("stop");
  if (version == nullptr || !version->is_int64() || version->get_int64() != 1) return std::nullopt;
  if (stop == nullptr || !stop->is_string()) return std::nullopt;
  return std::string(stop->get_string());
}

}  // namespace

void ControlServer::add(base::Fd connection) {
  if (connections_.size() >= connection_limit) return;
  ::fcntl(connection.get(), F_SETFL, O_NONBLOCK);
  Connection& added = connections_.emplace_back();
  added.fd = std::move(connection);
  added.behind = !record_.empty();
  if (!send(added)) connections_.pop_back();
}

void ControlServer::publish(const std::string& record) {
  record_ = record + "\n";
  for (auto it = connections_.begin(); it != connections_.end();) {
    it->behind = true;
    it = send(*it) ? std::next(it) : connections_.erase(it);
  }
}

/// Sends what it can; false if the other end is gone.
bool ControlServer::send(Connection& connection) const {
  while (true) {
    if (connection.output.empty()) {
      if (!connection.behind) return true;
      connection.output = record_;
      connection.behind = false;
    }
    const ssize_t sent = ::send(connection.fd.get(), connection.output.data(), connection.output.size(),
                                MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent < 0 && errno == EINTR) continue;
    if (sent < 0) return errno == EAGAIN || errno == EWOULDBLOCK;
    connection.output.erase(0, static_cast<std::size_t>(sent));
  }
}

/// False if the other end is gone or talks nonsense without end.
bool ControlServer::receive(Connection& connection, std::vector<std::string>& stops) {
  char bytes[4096];
  const ssize_t got = ::recv(connection.fd.get(), bytes, sizeof bytes, MSG_DONTWAIT);
  if (got < 0) return errno == EINTR || errno == EAGAIN;
  if (got == 0) return false;
  connection.input.append(bytes, static_cast<std::size_t>(got));
  for (std::size_t end; (end = connection.input.find('\n')) != std::string::npos;) {
    const std::string line = connection.input.substr(0, end);
    connection.input.erase(0, end + 1);
    if (const auto reason = parse_stop(line)) stops.push_back(*reason);
  }
  return connection.input.size() <= line_limit;
}

void ControlServer::accept_all() {
  for (int fd; (fd = ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK)) >= 0;)
    add(base::Fd(fd));
}

void ControlServer::add_to_poll(std::vector<pollfd>& polled) const {
  polled.push_back({listener_.get(), POLLIN, 0});
  for (const Connection& connection : connections_) {
    const bool waiting = !connection.output.empty() || connection.behind;
    polled.push_back({connection.fd.get(), static_cast<short>(waiting ? POLLIN | POLLOUT : POLLIN), 0});
  }
}

void ControlServer::handle(const std::vector<pollfd>& polled, std::size_t first) {
  std::vector<std::string> stops;
  std::size_t index = first + 1;
  for (auto it = connections_.begin(); it != connections_.end() && index < polled.size(); ++index) {
    bool alive = true;
    if ((polled[index].revents & (POLLIN | POLLHUP | POLLERR)) != 0) alive = receive(*it, stops);
    if (alive && (polled[index].revents & POLLOUT) != 0) alive = send(*it);
    it = alive ? std::next(it) : connections_.erase(it);
  }
  if (polled[first].revents != 0) accept_all();
  for (const std::string& reason : stops) on_stop_(reason);  // may publish, so not while walking the list
}

void ControlServer::flush(int milliseconds) {
  accept_all();
  for (Connection& connection : connections_) {
    pollfd polled{connection.fd.get(), POLLOUT, 0};
    if (!connection.output.empty() && ::poll(&polled, 1, milliseconds) > 0) send(connection);
  }
}

}  // namespace berth::shim
