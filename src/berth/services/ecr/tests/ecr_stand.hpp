/// ECR and the registry API behind a real server on a free port, with their state in a folder: for official clients.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/http/server.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/registry/content.hpp"
#include "berth/registry/registry.hpp"
#include "berth/services/ecr/distribution.hpp"
#include "berth/services/ecr/operations.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/router.hpp"

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/thread_pool.hpp>

#include <memory>
#include <string>
#include <thread>

namespace berth::ecr {

/// Root's key is AKIDROOT / rootsecret. ASIAREADER / readersecret with the token "token" may only read.
class Stand {
 public:
  explicit Stand(const std::string& folder);
  ~Stand();
  const std::string& endpoint() const { return endpoint_; }

 private:
  base::SystemClock clock_;
  base::SystemRandom random_;
  boost::asio::thread_pool pool_{4};
  boost::asio::io_context state_{1};
  boost::asio::executor_work_guard<boost::asio::io_context::executor_type> work_;
  std::unique_ptr<store::Store> store_;
  std::unique_ptr<objects::ObjectStore> objects_;
  std::unique_ptr<registry::Registry> registry_;
  std::unique_ptr<registry::Content> content_;
  std::unique_ptr<Ecr> ecr_;
  std::unique_ptr<wire::Router> router_;
  std::unique_ptr<Distribution> distribution_;
  std::unique_ptr<http::Server> server_;
  std::thread thread_;
  std::string endpoint_;
};

}  // namespace berth::ecr
