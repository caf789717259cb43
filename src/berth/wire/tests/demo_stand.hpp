/// A server, a router and the demonstration services on threads of their own, for tests.
#pragma once

#include "demo_services.hpp"

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/http/server.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>

#include <atomic>
#include <memory>
#include <thread>

namespace berth::wire::demo {

/// Root's key is AKIDROOT / rootsecret. ASIASESSION / sessionsecret with token "token" is a role that may call only what begins
/// with "Describe" or "Get"; ASIAEXPIRED / expiredsecret with token "old" has expired.
class Stand {
 public:
  explicit Stand(http::Listen listen = {});
  ~Stand();

  const std::string& endpoint() const { return endpoint_; }
  std::uint16_t port() const { return server_->port(); }
  http::Server& server() { return *server_; }
  Services& services() { return services_; }
  int commits() const { return commits_; }

 private:
  class Policies;
  base::SystemClock clock_;
  base::SystemRandom random_;
  boost::asio::io_context state_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  Services services_;
  std::unique_ptr<Policies> policies_;
  std::unique_ptr<Router> router_;
  std::unique_ptr<http::Server> server_;
  std::thread thread_;
  std::string endpoint_;
  std::atomic<int> commits_ = 0;
};

}  // namespace berth::wire::demo
