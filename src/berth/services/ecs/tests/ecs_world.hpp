/// ECS over a control plane for tests: operations are called with the bytes that a client sends and answer with the
/// bytes that it gets.
#pragma once

#include "berth/identity/principal.hpp"
#include "berth/services/ecs/operations.hpp"
#include "berth/task/tests/world.hpp"
#include "berth/wire/json11.hpp"

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <boost/json/value.hpp>

namespace berth::ecs::test {

namespace json = boost::json;

/// Allows everything but what a test names.
struct FakeAuthorizer final : wire::Authorizer {
  void authorize(const Call&, const wire::Action& action, const std::string& resource,
                 const wire::ConditionValues& conditions) const override {
    asked.push_back(std::string(action.name) + " " + resource);
    EXPECT_EQ(conditions.at("iam:PassedToService"), std::vector<std::string>{"ecs-tasks.amazonaws.com"});
    if (resource == denied) throw wire::ServiceError("AccessDeniedException", "not that role");
  }
  mutable std::vector<std::string> asked;
  std::string denied;
};

class EcsWorld {
 public:
  explicit EcsWorld(fleet::MachineCapacity machine = {.cpu_units = 8192,
                                                      .memory_mib = 32000,
                                                      .gpus = {{"GPU-0", "A10G"}, {"GPU-1", "A10G"}}})
      : world(std::move(machine), {migrations().begin(), migrations().end()}) {
    open();
  }
  void open() {
    ecs = std::make_unique<Ecs>(*world.store, world.clock, world.random, *world.fleet, *world.tasks);
  }
  void restart() {
    ecs.reset();
    world.restart();
    open();
  }

  /// What the client gets: the reply's body, or the error's with "__type".
  std::string answer(std::string_view operation, std::string_view body,
                     const std::string& region = "us-east-1") {
    for (const auto& each : operations()) {
      if (each.name != operation) continue;
      Call call{.request_id = "r",
                .service = "ecs",
                .operation = std::string(operation),
                .account = world.account,
                .region = region,
                .principal = identity::root_of(world.account),
                .time = world.clock.now(),
                .authorizer = &authorizer};
      try {
        wire::AnyShape request =
            wire::decode_json(body, each.request(), wire::Side::Request, "InvalidParameterException");
        const wire::AnyShape reply = each.run(ecs.get(), call, request);
        return wire::encode_json(reply.type(), reply.data(), wire::Side::Response);
      } catch (const wire::ServiceError& error) {
        return wire::encode_json_error(error);
      }
    }
    return "no such operation";
  }
  json::value call(std::string_view operation, std::string_view body) {
    return json::parse(answer(operation, body));
  }

  /// "Code: message".
  std::string error(std::string_view operation, std::string_view body) {
    const json::value reply = call(operation, body);
    const auto* code = reply.as_object().if_contains("__type");
    return code ? std::string(code->as_string()) + ": " + std::string(reply.at("message").as_string())
                : "no error";
  }

  /// Registers a family with one container that takes the members given.
  std::string define(const std::string& family, const std::string& members = R"("memory":1000)") {
    const auto reply =
        call("RegisterTaskDefinition", R"({"family":")" + family +
                                           R"(","containerDefinitions":[{"name":"main","image":"fathom",)" +
                                           members + "}]}");
    const auto* definition = reply.as_object().if_contains("taskDefinition");
    EXPECT_TRUE(definition) << json::serialize(reply);
    return definition ? std::string(definition->at("taskDefinitionArn").as_string()) : "";
  }
  /// Runs one task; its id.
  std::string run(const std::string& family, const std::string& members = "") {
    const auto reply = call(
        "RunTask", R"({"taskDefinition":")" + family + "\"" + (members.empty() ? "" : "," + members) + "}");
    const auto* tasks = reply.as_object().if_contains("tasks");
    EXPECT_TRUE(tasks && tasks->as_array().size() == 1u) << json::serialize(reply);
    if (!tasks || tasks->as_array().empty()) return "";
    const std::string arn(tasks->at(0).at("taskArn").as_string());
    return arn.substr(arn.rfind('/') + 1);
  }
  json::value describe(const std::string& id) {
    return call("DescribeTasks", R"({"tasks":[")" + id + R"("]})").at("tasks").at(0);
  }

  task::test::World world;
  FakeAuthorizer authorizer;
  std::unique_ptr<Ecs> ecs;
};

/// What `reply` has at members separated by dots ("tasks.0.lastStatus"), as text; "absent" if it is not there.
inline std::string at(const json::value& reply, std::string_view path) {
  const json::value* value = &reply;
  while (!path.empty()) {
    const std::string_view part = path.substr(0, path.find('.'));
    path.remove_prefix(std::min(path.size(), part.size() + 1));
    if (value->is_array()) {
      const std::size_t index = static_cast<std::size_t>(std::stoul(std::string(part)));
      if (index >= value->as_array().size()) return "absent";
      value = &value->as_array()[index];
    } else {
      value = value->is_object() ? value->as_object().if_contains(part) : nullptr;
      if (!value) return "absent";
    }
  }
  return value->is_string() ? std::string(value->as_string()) : json::serialize(*value);
}

}  // namespace berth::ecs::test
