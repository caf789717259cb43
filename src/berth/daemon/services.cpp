#include "berth/daemon/services.hpp"

#include "base/log.hpp"
#include "berth/daemon/log_sink.hpp"
#include "berth/daemon/registry_images.hpp"
#include "berth/daemon/runner.hpp"
#include "berth/fleet/security_groups.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/registry/registry.hpp"
#include "berth/services/autoscaling/operations.hpp"
#include "berth/services/cloudformation/operations.hpp"
#include "berth/services/cloudformation/resources/stack_host.hpp"
#include "berth/services/cloudformation/wait_handle.hpp"
#include "berth/services/ec2/operations.hpp"
#include "berth/services/ecr/distribution.hpp"
#include "berth/services/ecr/operations.hpp"
#include "berth/services/ecs/operations.hpp"
#include "berth/services/iam/operations.hpp"
#include "berth/services/logs/operations.hpp"
#include "berth/services/s3/operations.hpp"
#include "berth/services/s3/settings.hpp"
#include "berth/services/ssm/operations.hpp"
#include "berth/services/sts/operations.hpp"
#include "berth/wire/describe_service.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/steady_timer.hpp>

namespace berth::daemon {
namespace {

constexpr std::chrono::minutes retention_period{10};
constexpr std::chrono::milliseconds stop_poll{50};

void append(std::vector<store::Migration>& all, std::span<const store::Migration> steps) {
  all.insert(all.end(), steps.begin(), steps.end());
}

/// Work that nobody waits for: what it throws is logged.
void log_failure(std::string_view what, std::exception_ptr error) {
  if (!error) return;
  try {
    std::rethrow_exception(error);
  } catch (const std::exception& failure) {
    base::log::error("{}: {}", what, failure.what());
  }
}

}  // namespace

std::vector<store::Migration> all_migrations() {
  std::vector<store::Migration> all;
  append(all, fleet::migrations());
  append(all, task::migrations());
  append(all, ecs::migrations());
  append(all, iam::migrations());
  append(all, ssm::migrations());
  append(all, stack::migrations());
  append(all, logstore::LogStore::migrations());
  append(all, objects::ObjectStore::migrations());
  append(all, registry::Registry::migrations());
  return all;
}

/// In the order of dependence; destroyed in the reverse.
struct Services::Parts {
  Parts(Needs given, std::unique_ptr<run::TaskRunner> task_runner, base::Folder segments,
        std::unique_ptr<objects::ObjectStore> object_store)
      : needs(std::move(given)),
        runner(std::move(task_runner)),
        log_store(needs.store, std::move(segments), needs.lanes.pool(), needs.clock),
        objects(std::move(object_store)) {}

  Needs needs;
  std::unique_ptr<run::TaskRunner> runner;
  logstore::LogStore log_store;
  std::unique_ptr<objects::ObjectStore> objects;
  registry::Registry registry{needs.store, needs.clock, needs.random};
  registry::Content content{*objects};

  fleet::Fleet fleet{
      needs.store, needs.clock, needs.random, needs.machine, {needs.settings.account, needs.settings.region}};
  fleet::SecurityGroups security_groups{needs.store, needs.random};
  StoredLogs log_sink{log_store};
  RegistryImages images{registry};
  task::TaskService tasks{needs.lanes.state(),
                          needs.store,
                          needs.clock,
                          needs.random,
                          fleet,
                          {*runner, images, log_sink, needs.credentials},
                          {}};

  iam::Iam iam{needs.store, needs.directory, needs.clock};
  sts::Sts sts{needs.directory};
  ec2::Ec2 ec2{security_groups, fleet, needs.directory};
  ssm::ParameterStore parameters{needs.store};
  ssm::Ssm ssm{parameters};
  autoscaling::AutoScaling autoscaling{fleet, needs.directory};
  ecs::Ecs ecs{needs.store, needs.clock, needs.random, fleet, tasks};
  logs::Logs logs{log_store};
  s3::S3 s3{*objects};
  ecr::Ecr ecr{registry, content, needs.registry_token_key};
  ecr::Distribution distribution{
      {.ecr = ecr,
       .state = needs.lanes.state(),
       .authorizer = &needs.authorizer,
       .clock = needs.clock,
       .random = needs.random,
       .committed = [&kept = needs.store] { return kept.committed(kept.last()); }}};
  cloudformation::StackHost host{cloudformation::Environment{.state = needs.lanes.state(),
                                                             .clock = needs.clock,
                                                             .authorizer = &needs.authorizer,
                                                             .ec2 = ec2,
                                                             .ssm = ssm,
                                                             .ecs = ecs,
                                                             .ecr = ecr,
                                                             .fleet = fleet,
                                                             .security_groups = security_groups,
                                                             .iam = iam,
                                                             .logs = log_store,
                                                             .objects = *objects}};
  stack::Engine engine{needs.lanes.state(), needs.store, needs.clock,
                       needs.random,        host,        cloudformation::StackHost::zones};
  cloudformation::CloudFormation stacks{engine, host};
};

Services::Services(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Services::~Services() = default;

base::Result<std::unique_ptr<Services>> Services::build(Needs needs) {
  auto runner =
      make_runner(needs.settings, std::move(needs.sandbox), needs.state_dir, needs.lanes, needs.clock);
  if (!runner) return runner.error();
  auto segments = needs.state_dir.folder("logs", true);
  if (!segments) return segments.error();
  auto objects = objects::ObjectStore::open({.folder = needs.state_dir.path() + "/objects",
                                             .store = needs.store,
                                             .pool = needs.lanes.pool(),
                                             .clock = needs.clock,
                                             .random = needs.random});
  if (!objects) return objects.error();
  auto parts = std::make_unique<Parts>(std::move(needs), std::move(*runner), std::move(*segments),
                                       std::move(*objects));
  parts->iam.load();
  parts->engine.load();
  return std::unique_ptr<Services>(new Services(std::move(parts)));
}

/// The one list of what is served: f(info, operations, member of Parts that they act on).
template <class F>
void Services::each(F f) {
  f(sts::service, sts::operations(), &Parts::sts);
  f(iam::service, iam::operations(), &Parts::iam);
  f(ec2::service, ec2::operations(), &Parts::ec2);
  f(ssm::service, ssm::operations(), &Parts::ssm);
  f(autoscaling::service, autoscaling::operations(), &Parts::autoscaling);
  f(ecs::service, ecs::operations(), &Parts::ecs);
  f(logs::service, logs::operations(), &Parts::logs);
  f(s3::service, s3::operations(), &Parts::s3);
  f(ecr::service, ecr::operations(), &Parts::ecr);
  f(cloudformation::service, cloudformation::operations(), &Parts::stacks);
}

void Services::add_to(wire::Router& router) {
  each([&](const auto& info, auto operations, auto member) {
    router.add(info, operations, (*parts_).*member);
  });
}

base::json::value Services::describe() {
  base::json::array all;
  each([&](const auto& info, auto operations, auto) {
    all.push_back(wire::describe_service(info, operations));
  });
  return all;
}

void Services::resume(const std::string& endpoint) {
  Parts& p = *parts_;
  p.registry.set_host(endpoint.substr(endpoint.find("://") + 3));
  p.tasks.set_endpoint_url(endpoint);
  p.tasks.recover();
  p.engine.resume();
  base::asio::co_spawn(p.needs.lanes.state(), p.content.prepare(p.registry.ids()),
                       [](std::exception_ptr error) { log_failure("preparing the registry", error); });
  p.needs.lanes.every(retention_period, [&p] {
    base::asio::co_spawn(p.needs.lanes.state(), p.log_store.apply_retention(),
                         [](std::exception_ptr error) { log_failure("applying log retention", error); });
    base::asio::co_spawn(p.needs.lanes.state(), s3::apply_lifecycles(p.s3),
                         [](std::exception_ptr error, std::size_t) {
                           log_failure("applying the lifecycles of buckets", error);
                         });
  });
}

base::Async<void> Services::serve_registry(http::Exchange& exchange) {
  return parts_->distribution.serve(exchange);
}

std::optional<base::json::value> Services::stack_report(const std::string& account, const std::string& region,
                                                        const std::string& name) const {
  return cloudformation::stack_report(parts_->stacks, account, region, name);
}

base::Async<std::pair<int, std::string>> Services::receive_signal(std::string address, std::string body) {
  Parts& p = *parts_;
  cloudformation::SignalAnswer answer =
      cloudformation::receive_signal(p.stacks, address, body, p.needs.clock.now());
  co_await p.needs.store.committed(p.needs.store.last());
  co_return std::pair(answer.status, std::move(answer.message));
}

base::Async<void> Services::stop_everything(std::function<void()> then) {
  Parts& p = *parts_;
  co_await p.engine.stop();
  p.tasks.stop_all("Everything is reset");
  base::asio::steady_timer timer(co_await base::asio::this_coro::executor);
  while (p.tasks.living() != 0) {
    timer.expires_after(stop_poll);
    co_await timer.async_wait(base::asio::use_awaitable);
  }
  then();
}

const objects::ObjectStore& Services::object_store() const { return *parts_->objects; }
fleet::Fleet& Services::fleet() { return parts_->fleet; }
task::TaskService& Services::tasks() { return parts_->tasks; }
const run::TaskRunner& Services::runner() const { return *parts_->runner; }

}  // namespace berth::daemon
