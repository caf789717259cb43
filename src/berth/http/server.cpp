#include "berth/http/server.hpp"

#include "base/log.hpp"
#include "berth/http/connection.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ssl/context.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/strand.hpp>
#include <fmt/format.h>

#include <condition_variable>
#include <map>
#include <mutex>
#include <set>

namespace berth::http {

namespace asio = boost::asio;
using asio::ip::tcp;

struct Server::Core : std::enable_shared_from_this<Server::Core> {
  explicit Core(Listen wanted)
      : listen(std::move(wanted)), pool(static_cast<std::size_t>(std::max(1, listen.threads))) {}

  const Handler* handler_for(std::string_view path) const;
  base::Status bind();
  base::Async<void> accept();
  void admit(tcp::socket socket);
  base::Async<void> turn_away(tcp::socket socket);

  Listen listen;
  std::map<std::string, Handler, std::less<>> mounts;
  Handler rest;
  std::unique_ptr<asio::ssl::context> tls;
  asio::thread_pool pool;
  std::unique_ptr<tcp::acceptor> acceptor;
  std::uint16_t port = 0;
  std::shared_ptr<const Site> site;

  mutable std::mutex mutex;  ///< guards what follows
  std::condition_variable ended;
  struct Open {
    std::shared_ptr<Connection> connection;
    asio::any_io_executor strand;
  };
  std::map<Connection*, Open> open;
  bool stopping = false, accepting = false;
};

const Handler* Server::Core::handler_for(std::string_view path) const {
  const Handler* best = rest ? &rest : nullptr;
  std::size_t length = 0;
  for (const auto& [prefix, handler] : mounts) {
    if (path.starts_with(prefix) && prefix.size() > length) {
      best = &handler;
      length = prefix.size();
    }
  }
  return best;
}

base::Status Server::Core::bind() {
  const std::string where = fmt::format("{}:{}", listen.host, listen.port);
  boost::system::error_code error;
  const auto failed = [&](std::string_view what) {
    return base::failure(fmt::format("cannot {} on {}: {}", what, where, error.message()));
  };
  tcp::resolver resolver(pool);
  const auto found =
      resolver.resolve(listen.host, std::to_string(listen.port), tcp::resolver::passive, error);
  if (error || found.empty()) return failed("listen");
  const tcp::endpoint endpoint = found.begin()->endpoint();
  acceptor = std::make_unique<tcp::acceptor>(asio::make_strand(pool));
  acceptor->open(endpoint.protocol(), error);
  if (!error) acceptor->set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor->bind(endpoint, error);
  if (!error) acceptor->listen(asio::socket_base::max_listen_connections, error);
  if (error) return failed("listen");
  port = acceptor->local_endpoint().port();
  if (!listen.certificate_file.empty()) {
    tls = std::make_unique<asio::ssl::context>(asio::ssl::context::tls_server);
    tls->set_options(asio::ssl::context::default_workarounds | asio::ssl::context::no_tlsv1 |
                         asio::ssl::context::no_tlsv1_1,
                     error);
    tls->use_certificate_chain_file(listen.certificate_file, error);
    if (error)
      return base::failure(
          fmt::format("cannot use the certificate {}: {}", listen.certificate_file, error.message()));
    tls->use_private_key_file(listen.key_file, asio::ssl::context::pem, error);
    if (error)
      return base::failure(fmt::format("cannot use the key {}: {}", listen.key_file, error.message()));
  }
  return {};
}

base::Async<void> Server::Core::accept() {
  const auto self = shared_from_this();
  while (true) {
    auto strand = asio::make_strand(pool.get_executor());
    auto [error, socket] = co_await acceptor->async_accept(strand, asio::as_tuple(asio::use_awaitable));
    if (error == asio::error::operation_aborted || !acceptor->is_open()) co_return;
    if (!error) {
      admit(tcp::socket(std::move(socket)));
      continue;
    }
    if (error == asio::error::connection_aborted) continue;
    // Out of descriptors or memory: those that are open must end before a new one makes sense.
    base::log::warn("cannot accept a connection: {}", error.message());
    asio::steady_timer pause(acceptor->get_executor(), std::chrono::milliseconds(100));
    co_await pause.async_wait(asio::as_tuple(asio::use_awaitable));
  }
}

void Server::Core::admit(tcp::socket socket) {
  boost::system::error_code error;
  socket.set_option(tcp::no_delay(true), error);
  const auto peer = socket.remote_endpoint(error);
  if (error) return;  // gone already
  const asio::any_io_executor strand = socket.get_executor();
  std::shared_ptr<Connection> connection;
  {
    const std::lock_guard lock(mutex);
    if (stopping) return;
    if (open.size() < listen.limits.connections) {
      auto transport =
          tls ? make_tls_transport(std::move(socket), *tls) : make_plain_transport(std::move(socket));
      connection =
          std::make_shared<Connection>(site, std::move(transport), peer.address().to_string(), strand);
      open.emplace(connection.get(), Open{connection, strand});
    }
  }
  if (!connection) {
    asio::co_spawn(strand, turn_away(std::move(socket)), asio::detached);
    return;
  }
  asio::co_spawn(strand, connection->serve(),
                 [self = shared_from_this(), key = connection.get()](const std::exception_ptr&) {
                   const std::lock_guard lock(self->mutex);
                   self->open.erase(key);
                   self->ended.notify_all();
                 });
}

base::Async<void> Server::Core::turn_away(tcp::socket socket) {
  constexpr std::string_view answer =
      "HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n";
  if (!tls) co_await socket.async_write_some(asio::buffer(answer), asio::as_tuple(asio::use_awaitable));
  boost::system::error_code ignored;
  socket.close(ignored);
}

Server::Server(Listen listen) : core_(std::make_shared<Core>(std::move(listen))) {}
Server::~Server() { stop(); }

void Server::mount(std::string prefix, Handler handler) {
  core_->mounts[std::move(prefix)] = std::move(handler);
}
void Server::handle_rest(Handler handler) { core_->rest = std::move(handler); }

base::Status Server::start() {
  if (auto bound = core_->bind(); !bound) return bound;
  core_->site = std::make_shared<const Site>(
      Site{core_->listen.limits, core_->listen.server_name, core_->tls != nullptr,
           [core = core_.get()](std::string_view path) { return core->handler_for(path); }});
  core_->accepting = true;
  asio::co_spawn(core_->acceptor->get_executor(), core_->accept(), [core = core_](const std::exception_ptr&) {
    const std::lock_guard lock(core->mutex);
    core->accepting = false;
    core->ended.notify_all();
  });
  return {};
}

void Server::stop() {
  Core& core = *core_;
  {
    const std::lock_guard lock(core.mutex);
    if (core.stopping) return;
    core.stopping = true;
  }
  if (core.acceptor) {
    asio::post(core.acceptor->get_executor(), [self = core_] {
      boost::system::error_code ignored;
      self->acceptor->close(ignored);
    });
    std::unique_lock lock(core.mutex);
    const auto over = [&] { return core.open.empty() && !core.accepting; };
    for (const auto& [key, one] : core.open)
      asio::post(one.strand, [c = one.connection] { c->stop_when_idle(); });
    core.ended.wait_for(lock, core.listen.limits.shutdown, over);
    for (const auto& [key, one] : core.open) asio::post(one.strand, [c = one.connection] { c->abort(); });
    // An exchange that waits for another lane cannot be ended from here; it holds nothing that the pool
    // needs.
    core.ended.wait_for(lock, std::chrono::milliseconds(100), over);
    if (!core.open.empty()) base::log::warn("{} exchanges were cut at shutdown", core.open.size());
  }
  core.pool.stop();
  core.pool.join();
}

std::uint16_t Server::port() const { return core_->port; }
std::string Server::endpoint() const {
  const bool v6 = core_->listen.host.find(':') != std::string::npos;
  return fmt::format("{}://{}{}{}:{}", core_->tls ? "https" : "http", v6 ? "[" : "", core_->listen.host,
                     v6 ? "]" : "", core_->port);
}
std::size_t Server::connections() const {
  const std::lock_guard lock(core_->mutex);
  return core_->open.size();
}
asio::any_io_executor Server::executor() const { return core_->pool.get_executor(); }

}  // namespace berth::http
