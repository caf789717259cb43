#include "s3_stand.hpp"

namespace berth::s3 {
namespace {

std::optional<identity::AccessKey> find_key(std::string_view id, std::string_view token) {
  if (id != "AKIDROOT" || !token.empty()) return std::nullopt;
  return identity::AccessKey{"AKIDROOT", "rootsecret", "", {}, identity::root_of("000000000000")};
}

/// There is nobody but root here.
class RootOnly final : public wire::Authorizer {
 public:
  void authorize(const wire::Call&, const wire::Action&, const std::string&,
                 const wire::ConditionValues&) const override {}
};
const RootOnly root_only;

}  // namespace

Stand::Stand(const std::string& folder) : work_(boost::asio::make_work_guard(state_)) {
  store_ = store::Store::open(folder + "/berth.db", objects::ObjectStore::migrations(), pool_).value();
  objects::ObjectStoreOptions options{folder + "/blobs", *store_, pool_, clock_, random_};
  objects_ = objects::ObjectStore::open(options).value();
  s3_ = std::make_unique<S3>(S3{*objects_});
  router_ = std::make_unique<wire::Router>(
      wire::RouterOptions{.state = state_.get_executor(),
                          .credentials = &find_key,
                          .authorizer = &root_only,
                          .clock = &clock_,
                          .random = &random_,
                          .committed = [this] { return store_->committed(store_->last()); },
                          .s3_base_domain = "s3.test"});
  router_->add(service, operations(), *s3_);
  server_ = std::make_unique<http::Server>(http::Listen{});
  server_->handle_rest([this](http::Exchange& exchange) { return router_->serve(exchange); });
  server_->start().value();
  endpoint_ = server_->endpoint();
  thread_ = std::thread([this] { state_.run(); });
}

Stand::~Stand() {
  server_->stop();
  server_.reset();
  work_.reset();
  store_->flush();
  state_.stop();
  thread_.join();
  objects_.reset();
  store_.reset();
  pool_.join();
}

}  // namespace berth::s3
