/// An engine over a provider that makes nothing but notes.
#pragma once

#include "base/files.hpp"
#include "berth/stack/engine.hpp"
#include "berth/stack/graph.hpp"

#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace berth::stack::test {

using Log = std::vector<std::string>;

/// Makes nothing but notes of what it was asked for. A type "Slow" waits until it is cancelled; so does
/// "Patient", which goes on after a restart and is then complete, unless it is in `fail_after`.
class FakeProvider final : public ResourceProvider {
 public:
  explicit FakeProvider(base::asio::any_io_executor state) : state_(std::move(state)) {}

  std::set<std::string> exists;                          // physical ids
  std::set<std::string> fail_before, fail_after, stuck;  // logical ids: before or after it exists; in removal
  std::set<std::string> fail_update;                     // logical ids
  std::map<std::string, json::object> properties;        // by logical id, as resolved
  std::map<std::string, json::object> made;              // by physical id: what is there
  std::map<std::string, json::object> priors;            // by logical id, of the last update
  Log order;
  int at_once = 0, most_at_once = 0;

  base::Async<std::map<std::string, std::string>> create(ResourceRequest request) override {
    if (request.type == "Patient") co_return co_await be_patient(std::move(request));
    most_at_once = std::max(most_at_once, ++at_once);
    properties[request.logical_id] = request.properties;
    order.push_back("+" + request.logical_id);
    co_await base::asio::post(state_, base::asio::use_awaitable);
    --at_once;
    if (fail_before.contains(request.logical_id)) throw ResourceFailure("no " + request.logical_id);
    exists.insert(request.suggested_name);
    made[request.suggested_name] = request.properties;
    request.initiated(request.suggested_name);
    if (request.type == "Slow") co_await wait(request.cancellation);
    if (fail_after.contains(request.logical_id)) throw ResourceFailure("half a " + request.logical_id);
    co_return std::map<std::string, std::string>{{"Arn", "arn:" + request.suggested_name}};
  }

  base::Async<std::map<std::string, std::string>> update(ResourceRequest request) override {
    order.push_back("~" + request.logical_id);
    properties[request.logical_id] = request.properties;
    priors[request.logical_id] = request.prior;
    co_await base::asio::post(state_, base::asio::use_awaitable);
    if (request.type == "Slow") co_await wait(request.cancellation);
    if (fail_update.contains(request.logical_id)) throw ResourceFailure("no new " + request.logical_id);
    made[request.physical_id] = request.properties;
    co_return std::map<std::string, std::string>{{"Arn", "arn:" + request.physical_id}};
  }

  std::vector<PropertyDifference> differences(const std::string&, const json::object& before,
                                              const json::object& after, bool tags) const override {
    std::vector<PropertyDifference> found;
    for (const auto& [name, value] : after)
      if (const auto* old = before.if_contains(name); old == nullptr || *old != value)
        found.push_back({std::string(name), name == "Fixed" ? Recreation::Always : Recreation::Never});
    for (const auto& [name, value] : before)
      if (!after.contains(name)) found.push_back({std::string(name), Recreation::Never});
    if (tags) found.push_back({"Tags", Recreation::Never});
    return found;
  }
  bool goes_on(const std::string& type) const override { return type == "Patient"; }
  std::string replacement_refusal(const std::string&, const json::object& before,
                                  const json::object& after) const override {
    const auto* name = after.if_contains("Own");
    return name != nullptr && before.contains("Own") && before.at("Own") == *name ? "custom-named" : "";
  }

  base::Async<void> remove(ResourceRequest request) override {
    order.push_back("-" + request.logical_id);
    co_await base::asio::post(state_, base::asio::use_awaitable);
    if (stuck.contains(request.logical_id)) throw ResourceFailure(request.logical_id + " is not empty");
    exists.erase(request.physical_id);
    made.erase(request.physical_id);
  }

 private:
  base::Async<std::map<std::string, std::string>> be_patient(ResourceRequest request) {
    order.push_back((request.begun ? ">" : "+") + request.logical_id);
    if (!request.begun) {
      exists.insert(request.suggested_name);
      request.initiated(request.suggested_name);
      if (fail_after.contains(request.logical_id)) throw ResourceFailure("half a " + request.logical_id);
      co_await wait(request.cancellation);
    }
    co_return std::map<std::string, std::string>{{"Arn", "arn:" + request.physical_id}};
  }

  base::Async<void> wait(std::shared_ptr<Cancellation> cancellation) {
    base::asio::steady_timer timer(state_, base::asio::steady_timer::time_point::max());
    cancellation->on_request = [&timer] { timer.cancel(); };
    try {
      if (!cancellation->requested) co_await timer.async_wait(base::asio::use_awaitable);
    } catch (const boost::system::system_error&) {
      // cancelled: that is what it waited for
    }
    throw ResourceFailure("cancelled");
  }

  base::asio::any_io_executor state_;
};

class NoSurroundings final : public Surroundings {
 public:
  bool knows_type(std::string_view) const override { return false; }
  bool has(std::string_view, const std::string&) const override { return false; }
  std::optional<std::string> stand_in(std::string_view, bool) const override { return std::nullopt; }
  std::optional<std::string> stored_parameter(const std::string&) const override { return std::nullopt; }
};

class Engines : public testing::Test {
 protected:
  explicit Engines(bool on_disk = false) : path(on_disk ? folder / "state.db" : ":memory:") { open(); }
  ~Engines() override { close(); }

  void open() {
    context = std::make_unique<base::asio::io_context>();
    store = store::Store::open(path, migrations(), pool).value();
    provider = std::make_unique<FakeProvider>(context->get_executor());
    engine = std::make_unique<Engine>(context->get_executor(), *store, clock, random, *provider,
                                      [](auto&, auto& region) { return std::vector{region + "a"}; });
    engine->load();
  }

  /// Ends it as a shutdown does: what runs is dropped, what is queued is written.
  void close() {
    base::asio::co_spawn(*context, engine->stop(), base::asio::detached);
    run();
    engine.reset();
    store.reset();
    context.reset();
  }

  void restart() {
    close();
    const auto kept = provider->exists;  // the world outlives the daemon
    const auto made = provider->made;
    const auto fail_update = provider->fail_update;
    open();
    provider->exists = kept;
    provider->made = made;
    provider->fail_update = fail_update;
    engine->resume();
  }

  void run() {
    context->restart();
    context->run();
  }
  void run_steps(int count) {
    context->restart();
    for (int i = 0; i < count; ++i) context->poll_one();
  }

  template <class T>
  T await(base::Async<T> work) {
    std::optional<T> result;
    base::asio::co_spawn(*context, std::move(work), [&](const std::exception_ptr& error, T value) {
      if (error) std::rethrow_exception(error);
      result = std::move(value);
    });
    run();
    return std::move(*result);
  }

  const StackRecord& create(const std::string& text, OnFailure on_failure = OnFailure::ROLLBACK,
                            std::vector<GivenParameter> parameters = {}) {
    NewStack stack;
    stack.account = "000000000000";
    stack.region = "us-east-1";
    stack.name = "s";
    stack.template_text = text;
    stack.definition = parse_template(text);
    check(stack.definition);
    stack.parameters = bind_parameters(stack.definition, parameters, NoSurroundings());
    stack.on_failure = on_failure;
    const StackRecord& record = engine->create(std::move(stack));
    uuid = record.uuid;
    return record;
  }
  static void check(const Template& definition) { check_references(definition); }

  StackUpdate update_to(const std::string& text, std::map<std::string, std::string> tags = {}) {
    StackUpdate update;
    update.template_text = text;
    update.definition = parse_template(text);
    check(update.definition);
    update.parameters = bind_parameters(update.definition, {}, NoSurroundings());
    update.tags = std::move(tags);
    return update;
  }
  void update(const std::string& text, bool keep_on_failure = false) {
    StackUpdate changed = update_to(text);
    changed.keep_on_failure = keep_on_failure;
    engine->update(*find(), std::move(changed));
  }
  std::string id_of(const std::string& logical_id) { return find()->resource(logical_id)->physical_id; }

  const StackRecord* find() { return engine->find("000000000000", "us-east-1", "s"); }
  std::string status() { return find() == nullptr ? "gone" : std::string(to_text(find()->status)); }

  /// "LOGICAL STATUS reason", oldest first.
  Log events() {
    auto page = await(engine->archive().events("000000000000", "us-east-1", uuid, 0, 1000));
    Log lines;
    for (const EventRecord& event : page.events)
      lines.push_back(event.logical_id + " " + event.status +
                      (event.reason.empty() ? "" : " " + event.reason));
    std::ranges::reverse(lines);
    return lines;
  }

  base::TemporaryFolder folder;
  std::string path;
  base::asio::thread_pool pool{1};
  base::ManualClock clock;
  base::SeededRandom random{3};
  std::unique_ptr<base::asio::io_context> context;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<FakeProvider> provider;
  std::unique_ptr<Engine> engine;
  std::string uuid;
};

}  // namespace berth::stack::test
