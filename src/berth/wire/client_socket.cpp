#include "berth/wire/client_socket.hpp"

#include "base/files.hpp"
#include "base/result.hpp"

#include <fmt/format.h>
#include <netdb.h>
#include <netinet/tcp.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <cerrno>
#include <csignal>

namespace berth::wire {

struct ClientSocket::State {
  std::string where;
  base::Fd fd;
  SSL_CTX* context = nullptr;
  SSL* ssl = nullptr;

  ~State() {
    if (ssl) SSL_free(ssl);
    if (context) SSL_CTX_free(context);
  }
  [[noreturn]] void fail(std::string_view what, int error_number) const {
    if (error_number == EAGAIN || error_number == EWOULDBLOCK || error_number == EINPROGRESS)
      error_number = ETIMEDOUT;
    throw base::Failure(base::system_error(fmt::format("cannot {} {}", what, where), error_number));
  }
  [[noreturn]] void fail_tls(std::string_view what) const {
    char text[256] = "the connection broke";
    if (const auto code = ERR_get_error(); code != 0) ERR_error_string_n(code, text, sizeof text);
    throw base::Failure(base::failure(fmt::format("cannot {} {}: {}", what, where, text)));
  }
  void connect(const SocketTarget& target);
  void start_tls(const SocketTarget& target);
};

void ClientSocket::State::connect(const SocketTarget& target) {
  addrinfo hints{};
  hints.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  if (const int code = ::getaddrinfo(target.host.c_str(), target.port.c_str(), &hints, &found); code != 0) {
    throw base::Failure(base::failure(fmt::format("cannot find {}: {}", where, ::gai_strerror(code))));
  }
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> addresses(found, ::freeaddrinfo);
  int error = ECONNREFUSED;
  for (const addrinfo* one = found; one != nullptr; one = one->ai_next) {
    base::Fd candidate(::socket(one->ai_family, one->ai_socktype | SOCK_CLOEXEC, one->ai_protocol));
    if (!candidate) {
      error = errno;
      continue;
    }
    const timeval limit{target.timeout.count() / 1000, (target.timeout.count() % 1000) * 1000};
    ::setsockopt(candidate.get(), SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    ::setsockopt(candidate.get(), SOL_SOCKET, SO_SNDTIMEO, &limit, sizeof limit);
    const int on = 1;
    ::setsockopt(candidate.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    if (::connect(candidate.get(), one->ai_addr, one->ai_addrlen) == 0) {
      fd = std::move(candidate);
      return;
    }
    error = errno;
  }
  fail("connect to", error);
}

void ClientSocket::State::start_tls(const SocketTarget& target) {
  context = SSL_CTX_new(TLS_client_method());
  if (!context) fail_tls("prepare TLS for");
  SSL_CTX_set_min_proto_version(context, TLS1_2_VERSION);
  SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nullptr);
  const int trusted = target.authority_file.empty()
                          ? SSL_CTX_set_default_verify_paths(context)
                          : SSL_CTX_load_verify_locations(context, target.authority_file.c_str(), nullptr);
  if (trusted != 1) fail_tls("read the certificates to trust for");
  ssl = SSL_new(context);
  // What SSL_set_tlsext_host_name does, without its old cast.
  std::string name = target.host;
  if (!ssl || SSL_ctrl(ssl, SSL_CTRL_SET_TLSEXT_HOSTNAME, TLSEXT_NAMETYPE_host_name, name.data()) != 1 ||
      SSL_set_fd(ssl, fd.get()) != 1) {
    fail_tls("prepare TLS for");
  }
  X509_VERIFY_PARAM* wanted = SSL_get0_param(ssl);
  if (X509_VERIFY_PARAM_set1_ip_asc(wanted, target.host.c_str()) != 1)
    SSL_set1_host(ssl, target.host.c_str());
  if (SSL_connect(ssl) != 1) fail_tls("agree on TLS with");
}

ClientSocket::ClientSocket(const SocketTarget& target) : state_(std::make_unique<State>()) {
  state_->where = fmt::format("{}:{}", target.host, target.port);
  state_->connect(target);
  if (target.tls) state_->start_tls(target);
}
ClientSocket::~ClientSocket() = default;

void ClientSocket::write(std::string_view bytes) {
  while (!bytes.empty()) {
    std::size_t count = 0;
    if (state_->ssl) {
      if (SSL_write_ex(state_->ssl, bytes.data(), bytes.size(), &count) != 1) state_->fail_tls("send to");
    } else {
      const ssize_t sent = ::send(state_->fd.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (sent < 0 && errno == EINTR) continue;
      if (sent < 0) state_->fail("send to", errno);
      count = static_cast<std::size_t>(sent);
    }
    bytes.remove_prefix(count);
  }
}

std::size_t ClientSocket::read(std::span<char> buffer) {
  if (state_->ssl) {
    std::size_t count = 0;
    if (SSL_read_ex(state_->ssl, buffer.data(), buffer.size(), &count) == 1) return count;
    if (SSL_get_error(state_->ssl, 0) == SSL_ERROR_ZERO_RETURN) return 0;
    state_->fail_tls("hear from");
  }
  while (true) {
    const ssize_t count = ::recv(state_->fd.get(), buffer.data(), buffer.size(), 0);
    if (count >= 0) return static_cast<std::size_t>(count);
    if (errno != EINTR) state_->fail("hear from", errno);
  }
}

bool ClientSocket::usable() const {
  pollfd poll{state_->fd.get(), POLLIN, 0};
  return ::poll(&poll, 1, 0) == 0;
}

}  // namespace berth::wire
