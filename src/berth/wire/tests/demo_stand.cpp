#include "demo_stand.hpp"

#include "berth/wire/reply.hpp"

namespace berth::wire::demo {

class Stand::Policies final : public Authorizer {
 public:
  void authorize(const Call& call, const Action& action, const std::string& resource,
                 const ConditionValues&) const override {
    if (call.principal.is_root() || action.name.find(":Describe") != std::string_view::npos ||
        action.name.find(":Get") != std::string_view::npos) {
      return;
    }
    throw access_denied(call.protocol, "User: " + call.principal.arn + " is not authorized to perform: " +
                                           std::string(action.name) + " on resource: " + resource);
  }
};

namespace {

std::optional<identity::AccessKey> find_key(std::string_view id, std::string_view token) {
  if (id == "AKIDROOT" && token.empty()) {
    return identity::AccessKey{"AKIDROOT", "rootsecret", "", {}, identity::root_of("000000000000")};
  }
  const identity::Principal role = identity::session_of("000000000000", "reader", "AROAREADER", "test");
  if (id == "ASIASESSION" && token == "token")
    return identity::AccessKey{"ASIASESSION", "sessionsecret", "token", {}, role};
  if (id == "ASIAEXPIRED" && token == "old") {
    return identity::AccessKey{"ASIAEXPIRED", "expiredsecret", "old", base::TimePoint{base::Milliseconds{1}},
                               role};
  }
  return std::nullopt;
}

base::Async<void> count(std::atomic<int>& commits) {
  ++commits;
  co_return;
}

}  // namespace

Stand::Stand(http::Listen listen)
    : work_(boost::asio::make_work_guard(state_)), policies_(std::make_unique<Policies>()) {
  router_ = std::make_unique<Router>(RouterOptions{.state = state_.get_executor(),
                                                   .credentials = &find_key,
                                                   .authorizer = policies_.get(),
                                                   .clock = &clock_,
                                                   .random = &random_,
                                                   .committed = [this] { return count(commits_); },
                                                   .s3_base_domain = "s3.test"});
  add_to(*router_, services_);
  server_ = std::make_unique<http::Server>(std::move(listen));
  server_->handle_rest([this](http::Exchange& exchange) { return router_->serve(exchange); });
  server_->start().value();
  endpoint_ = server_->endpoint();
  thread_ = std::thread([this] { state_.run(); });
}

Stand::~Stand() {
  server_->stop();
  work_.reset();
  state_.stop();
  thread_.join();
}

}  // namespace berth::wire::demo
