#include "ecr_stand.hpp"

#include "berth/wire/error.hpp"

#include <boost/asio/use_future.hpp>

namespace berth::ecr {
namespace {

std::optional<identity::AccessKey> find_key(std::string_view id, std::string_view token) {
  if (id == "AKIDROOT" && token.empty()) {
    return identity::AccessKey{"AKIDROOT", "rootsecret", "", {}, identity::root_of("000000000000")};
  }
  if (id == "ASIAREADER" && token == "token") {
    return identity::AccessKey{"ASIAREADER",
                               "readersecret",
                               "token",
                               {},
                               identity::session_of("000000000000", "reader", "AROAREADER", "test")};
  }
  return std::nullopt;
}

/// Root may do everything, others may get.
class Policies final : public wire::Authorizer {
 public:
  void authorize(const wire::Call& call, const wire::Action& action, const std::string&,
                 const wire::ConditionValues&) const override {
    if (call.principal.is_root() || action.name.find("Get") != std::string_view::npos) return;
    throw wire::ServiceError("AccessDeniedException",
                             call.principal.arn + " may not do " + std::string(action.name));
  }
};
const Policies policies;

}  // namespace

Stand::Stand(const std::string& folder) : work_(boost::asio::make_work_guard(state_)) {
  std::vector<store::Migration> tables;
  for (auto steps : {objects::ObjectStore::migrations(), registry::Registry::migrations()}) {
    tables.insert(tables.end(), steps.begin(), steps.end());
  }
  store_ = store::Store::open(folder + "/berth.db", tables, pool_).value();
  objects::ObjectStoreOptions options{folder + "/blobs", *store_, pool_, clock_, random_};
  objects_ = objects::ObjectStore::open(options).value();
  registry_ = std::make_unique<registry::Registry>(*store_, clock_, random_);
  content_ = std::make_unique<registry::Content>(*objects_);
  ecr_ = std::make_unique<Ecr>(Ecr{*registry_, *content_, "token key"});
  thread_ = std::thread([this] { state_.run(); });
  boost::asio::co_spawn(state_, content_->prepare(registry_->ids()), boost::asio::use_future).get();

  auto committed = [this] { return store_->committed(store_->last()); };
  router_ = std::make_unique<wire::Router>(wire::RouterOptions{.state = state_.get_executor(),
                                                               .credentials = &find_key,
                                                               .authorizer = &policies,
                                                               .clock = &clock_,
                                                               .random = &random_,
                                                               .committed = committed});
  router_->add(service, operations(), *ecr_);
  distribution_ = std::make_unique<Distribution>(
      DistributionOptions{*ecr_, state_.get_executor(), &policies, clock_, random_, committed});
  server_ = std::make_unique<http::Server>(http::Listen{});
  server_->handle_rest([this](http::Exchange& exchange) { return router_->serve(exchange); });
  server_->mount("/v2/", [this](http::Exchange& exchange) { return distribution_->serve(exchange); });
  server_->start().value();
  endpoint_ = server_->endpoint();
}

Stand::~Stand() {
  server_->stop();
  server_.reset();
  distribution_.reset();
  work_.reset();
  store_->flush();
  state_.stop();
  thread_.join();
  objects_.reset();
  store_.reset();
  pool_.join();
}

}  // namespace berth::ecr
