/// Stacks over a control plane for tests: everything real but what runs tasks. Calls are root's unless a test says
/// otherwise.
#pragma once

#include "berth/fleet/security_groups.hpp"
#include "berth/logstore/log_store.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/resources/stack_host.hpp"
#include "berth/services/ec2/ec2.hpp"
#include "berth/services/ecr/ecr.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/iam/iam.hpp"
#include "berth/services/ssm/ssm.hpp"
#include "berth/stack/archive.hpp"
#include "berth/task/tests/world.hpp"
#include "berth/wire/error.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>

#include <set>

namespace berth::cloudformation::test {

/// Asks the directory as the product does, and remembers what was asked.
struct DirectoryAuthorizer final : wire::Authorizer {
  explicit DirectoryAuthorizer(const identity::Directory& roles) : directory(roles) {}
  void authorize(const Call& call, const wire::Action& action, const std::string& resource,
                 const wire::ConditionValues& conditions) const override {
    if (directory.decide(call.principal, action.name, resource, conditions) != identity::Decision::Allowed)
      throw wire::ServiceError("AccessDenied", "not authorized to perform: " + std::string(action.name), 403);
  }
  const identity::Directory& directory;
};

/// Fails the creation of one resource, before or after it exists.
class FailingProvider final : public stack::ResourceProvider {
 public:
  explicit FailingProvider(stack::ResourceProvider& real) : real_(real) {}
  std::string fail_before, fail_after, fail_update;

  base::Async<std::map<std::string, std::string>> create(stack::ResourceRequest request) override {
    const std::string id = request.logical_id;
    if (id == fail_before) throw stack::ResourceFailure("made to fail");
    auto attributes = co_await real_.create(std::move(request));
    if (id == fail_after) throw stack::ResourceFailure("made to fail");
    co_return attributes;
  }
  base::Async<std::map<std::string, std::string>> update(stack::ResourceRequest request) override {
    const std::string id = request.logical_id;
    auto attributes = co_await real_.update(std::move(request));
    if (id == std::exchange(fail_update, fail_update == id ? "" : fail_update))
      throw stack::ResourceFailure("made to fail");
    co_return attributes;
  }
  bool goes_on(const std::string& type) const override { return real_.goes_on(type); }
  base::Async<void> remove(stack::ResourceRequest request) override {
    return real_.remove(std::move(request));
  }
  std::vector<stack::PropertyDifference> differences(const std::string& type,
                                                     const stack::json::object& before,
                                                     const stack::json::object& after,
                                                     bool tags) const override {
    return real_.differences(type, before, after, tags);
  }
  std::string replacement_refusal(const std::string& type, const stack::json::object& before,
                                  const stack::json::object& after) const override {
    return real_.replacement_refusal(type, before, after);
  }

 private:
  stack::ResourceProvider& real_;
};

class StackWorld {
 public:
  explicit StackWorld(std::string database = ":memory:", store::StoreOptions options = {})
      : world({.cpu_units = 2048, .memory_mib = 8000, .gpus = {}}, all_migrations(), std::move(database),
              std::move(options)) {
    open();
  }
  ~StackWorld() { close(); }

  void open() {
    auto& store = *world.store;
    keys = std::make_unique<identity::KeyRing>(world.account, "AKIAROOT", "secret");
    directory = std::make_unique<identity::Directory>(*keys, world.clock, world.random);
    authorizer = std::make_unique<DirectoryAuthorizer>(*directory);
    iam = std::make_unique<iam::Iam>(store, *directory, world.clock);
    iam->load();
    logs = std::make_unique<logstore::LogStore>(store, base::Folder::open(folder / "logs", true).value(),
                                                world.pool, world.clock);
    objects = objects::ObjectStore::open({.folder = folder / "objects",
                                          .store = store,
                                          .pool = world.pool,
                                          .clock = world.clock,
                                          .random = world.random})
                  .value();
    registry = std::make_unique<registry::Registry>(store, world.clock, world.random, "127.0.0.1:4566");
    content = std::make_unique<registry::Content>(*objects);
    ecr = std::make_unique<ecr::Ecr>(ecr::Ecr{*registry, *content, "token-key"});
    await(content->prepare(registry->ids()));
    ecs = std::make_unique<ecs::Ecs>(store, world.clock, world.random, *world.fleet, *world.tasks);
    groups = std::make_unique<fleet::SecurityGroups>(store, world.random);
    ec2 = std::make_unique<ec2::Ec2>(ec2::Ec2{*groups, *world.fleet, *directory});
    stored_parameters = std::make_unique<ssm::ParameterStore>(store);
    ssm = std::make_unique<ssm::Ssm>(ssm::Ssm{*stored_parameters});
    host = std::make_unique<StackHost>(Environment{world.lane.get_executor(), world.clock, authorizer.get(),
                                                   *ec2, *ssm, *ecs, *ecr, *world.fleet, *groups, *iam, *logs,
                                                   *objects});
    provider = std::make_unique<FailingProvider>(*host);
    engine = std::make_unique<stack::Engine>(world.lane.get_executor(), store, world.clock, world.random,
                                             *provider, &StackHost::zones);
    engine->load();
    service = std::make_unique<CloudFormation>(CloudFormation{*engine, *host});
  }

  void close() {
    boost::asio::co_spawn(world.lane, engine->stop(), boost::asio::detached);
    world.settle();
    service.reset();
    engine.reset();
    provider.reset();
    host.reset();
    ssm.reset();
    stored_parameters.reset();
    ec2.reset();
    groups.reset();
    ecs.reset();
    ecr.reset();
    content.reset();
    registry.reset();
    objects.reset();
    logs.reset();
    iam.reset();
    authorizer.reset();
    directory.reset();
    keys.reset();
  }

  void restart() {
    close();
    world.restart();
    open();
    engine->resume();
  }

  Call call() {
    Call made;
    made.service = "cloudformation";
    made.account = world.account;
    made.region = world.region;
    made.principal = caller.value_or(identity::root_of(world.account));
    made.host = "127.0.0.1:4566";
    made.time = world.clock.now();
    made.authorizer = authorizer.get();
    return made;
  }

  template <class T>
  T await(base::Async<T> work) {
    std::exception_ptr error;
    std::optional<std::conditional_t<std::is_void_v<T>, std::monostate, T>> result;
    auto done = [&](const std::exception_ptr& thrown, auto&&... value) {
      error = thrown;
      if (!thrown) result.emplace(std::forward<decltype(value)>(value)...);
    };
    if constexpr (std::is_void_v<T>)
      boost::asio::co_spawn(world.lane, std::move(work),
                            [&](const std::exception_ptr& thrown) { done(thrown); });
    else
      boost::asio::co_spawn(world.lane, std::move(work), [&](const std::exception_ptr& thrown, T value) {
        done(thrown, std::move(value));
      });
    world.settle();
    if (error) std::rethrow_exception(error);
    if constexpr (!std::is_void_v<T>) return std::move(*result);
  }

  /// Makes the stack `s` and lets it come to rest; its id.
  std::string create(const std::string& text, std::map<std::string, std::string> parameters = {}) {
    CreateStackRequest in = request(text);
    for (const auto& [key, value] : parameters) {
      Parameter parameter;
      parameter.ParameterKey = key;
      parameter.ParameterValue = value;
      in.Parameters.push_back(std::move(parameter));
    }
    return create(std::move(in));
  }
  std::string create(CreateStackRequest in) {
    const Call made = call();
    return await(create_stack(*service, made, std::move(in))).StackId.value();
  }
  static CreateStackRequest request(const std::string& text) {
    CreateStackRequest in;
    in.StackName = "s";
    in.TemplateBody = text;
    in.Capabilities = {"CAPABILITY_NAMED_IAM"};
    return in;
  }
  /// "Code: message" of what creating it throws.
  std::string refusal(CreateStackRequest in) {
    try {
      create(std::move(in));
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "no error";
  }
  std::string refusal(const std::string& text) { return refusal(request(text)); }

  /// Starts making the stack, and returns when that is so: something in it will wait.
  std::string begin(CreateStackRequest in) {
    std::string id;
    std::exception_ptr error;
    const Call made = call();
    boost::asio::co_spawn(world.lane, create_stack(*service, made, std::move(in)),
                          [&](const std::exception_ptr& thrown, CreateStackResponse out) {
                            error = thrown;
                            id = thrown ? "refused" : out.StackId.value();
                          });
    run_until([&] { return !id.empty(); });
    if (error) std::rethrow_exception(error);
    return id;
  }
  /// Lets happen what can happen while something waits for time or for a signal, until `there`.
  void run_until(const std::function<bool()>& there) {
    const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    while (!there() && std::chrono::steady_clock::now() < deadline) {
      world.lane.restart();
      world.lane.run_one_for(std::chrono::milliseconds(10));
    }
    EXPECT_TRUE(there()) << "what was to happen has not";
  }
  void run_until_status(const std::string& wanted, const std::string& name = "s") {
    run_until([&] { return status(name) == wanted; });
  }

  /// Where a template is read from: the bucket `templates`, which things() does not count.
  std::string keep_template(const std::string& key, const std::string& text) {
    await(put_object("templates", key, text));
    return "http://127.0.0.1:4566/templates/" + key;
  }
  base::Async<void> put_object(std::string bucket, std::string key, std::string text) {
    const objects::ObjectName name(bucket, key);
    const auto there = co_await objects->buckets(world.account);
    if (std::ranges::find(there, bucket, &objects::Bucket::name) == there.end())
      co_await objects->create_bucket(bucket, world.account, world.region);
    objects::BlobWriter writer = objects->writer();
    co_await writer.write(text);
    objects::Written written = co_await writer.finish();
    objects::Attributes attributes;
    co_await objects->put(name, std::move(written), attributes);
  }

  /// "LOGICAL-ID STATUS reason" of a stack, by its id, oldest first.
  std::vector<std::string> events(const std::string& id) {
    const auto page =
        await(engine->archive().events(world.account, world.region, id.substr(id.rfind('/') + 1), 0, 1000));
    std::vector<std::string> lines;
    for (const stack::EventRecord& event : page.events)
      lines.push_back(event.logical_id + " " + event.status +
                      (event.reason.empty() ? "" : " " + event.reason));
    std::ranges::reverse(lines);
    return lines;
  }
  bool told(const std::string& id, const std::string& line) {
    const auto lines = events(id);
    return std::ranges::find(lines, line) != lines.end();
  }

  /// Updates the stack `s` and lets it come to rest; "Code: message" of what that throws, else nothing.
  std::string update(const std::string& text, std::map<std::string, std::string> tags = {}) {
    UpdateStackRequest in;
    in.StackName = "s";
    in.TemplateBody = text;
    in.Capabilities = {"CAPABILITY_NAMED_IAM"};
    for (const auto& [key, value] : tags) in.Tags.push_back({key, value});
    return update(std::move(in));
  }
  std::string update(UpdateStackRequest in) {
    const Call made = call();
    try {
      await(update_stack(*service, made, std::move(in)));
    } catch (const wire::ServiceError& error) {
      return error.code + ": " + error.message;
    }
    return "";
  }

  void remove(const std::string& name = "s") {
    DeleteStackRequest in;
    in.StackName = name;
    delete_stack(*service, call(), std::move(in));
    world.settle();
  }

  const stack::StackRecord* find(const std::string& name = "s") {
    return engine->find(world.account, world.region, name);
  }
  std::string status(const std::string& name = "s") {
    const auto* found = find(name);
    return found == nullptr ? "gone" : std::string(stack::to_text(found->status));
  }
  const stack::ResourceRecord& resource(const std::string& id) { return *find()->resource(id); }
  std::string failure(const std::string& id) {
    const auto& found = resource(id);
    return found.reason;
  }

  /// What is there that a stack could have made, to show that nothing is left.
  std::set<std::string> things() {
    std::set<std::string> found;
    for (const auto* cluster : world.fleet->clusters(world.account, world.region))
      if (cluster->active && cluster->name != "default") found.insert("cluster " + cluster->name);
    for (const auto* group : world.fleet->groups(world.account, world.region))
      found.insert("group " + group->name);
    for (const auto* each : ecs->capacity_providers.all(world.account, world.region))
      found.insert("capacity provider " + each->name);
    for (const auto* each : world.fleet->launch_templates().all(world.account, world.region))
      found.insert("launch template " + each->name);
    for (const char* kind : {"vpc", "subnet", "route-table", "route", "association", "internet-gateway",
                             "elastic-ip", "natgateway", "security-group-rule"})
      for (const auto* each : world.fleet->network().all(world.account, world.region, kind))
        found.insert(each->kind + " " + each->id);
    for (const auto& group : groups->all(world.account, world.region))
      if (group.name != "default") found.insert("security group " + group.name);
    for (const auto* role : directory->roles(world.account)) {
      found.insert("role " + role->name);
      for (const auto& [name, policy] : role->inline_policies) found.insert("policy " + name);
    }
    for (const auto* profile : directory->instance_profiles(world.account))
      found.insert("profile " + profile->name);
    for (const auto* policy : directory->policies(world.account))
      found.insert("managed policy " + policy->name);
    for (const auto& [name, parameter] : stored_parameters->all({world.account, world.region}))
      found.insert("parameter " + name);
    for (const auto* group : logs->list_groups({world.account, world.region}, ""))
      found.insert("logs " + group->name);
    for (const auto& bucket : await(objects->buckets(world.account)))
      if (bucket.name != "templates") found.insert("bucket " + bucket.name);
    for (const auto* repository : registry->repositories(world.account, world.region))
      found.insert("repository " + repository->name);
    ecs::ListTaskDefinitionsRequest in;
    for (const auto& arn : ecs::list_task_definitions(*ecs, call(), std::move(in)).taskDefinitionArns)
      found.insert("definition " + arn);
    return found;
  }

  base::TemporaryFolder folder;
  task::test::World world;
  std::optional<identity::Principal> caller;
  std::unique_ptr<identity::KeyRing> keys;
  std::unique_ptr<identity::Directory> directory;
  std::unique_ptr<DirectoryAuthorizer> authorizer;
  std::unique_ptr<iam::Iam> iam;
  std::unique_ptr<logstore::LogStore> logs;
  std::unique_ptr<objects::ObjectStore> objects;
  std::unique_ptr<registry::Registry> registry;
  std::unique_ptr<registry::Content> content;
  std::unique_ptr<ecr::Ecr> ecr;
  std::unique_ptr<ecs::Ecs> ecs;
  std::unique_ptr<fleet::SecurityGroups> groups;
  std::unique_ptr<ec2::Ec2> ec2;
  std::unique_ptr<ssm::ParameterStore> stored_parameters;
  std::unique_ptr<ssm::Ssm> ssm;
  std::unique_ptr<StackHost> host;
  std::unique_ptr<FailingProvider> provider;
  std::unique_ptr<stack::Engine> engine;
  std::unique_ptr<CloudFormation> service;

 private:
  static std::vector<store::Migration> all_migrations() {
    std::vector<store::Migration> all;
    const auto add = [&](std::span<const store::Migration> steps) {
      all.insert(all.end(), steps.begin(), steps.end());
    };
    add(iam::migrations());
    add(logstore::LogStore::migrations());
    add(objects::ObjectStore::migrations());
    add(registry::Registry::migrations());
    add(ecs::migrations());
    add(ssm::migrations());
    add(stack::migrations());
    return all;
  }
};

}  // namespace berth::cloudformation::test
