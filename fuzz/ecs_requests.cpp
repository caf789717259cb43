// What registering and running tasks is asked with, from the JSON of a request to what placement is told: every rule of the API's
// in between, whatever the values are. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/services/ecs/features.hpp"
#include "berth/services/ecs/placement_policy.hpp"
#include "berth/services/ecs/run_task_rules.hpp"
#include "berth/services/ecs/task_definition_rules.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/error.hpp"
#include "berth/wire/json11.hpp"

namespace {

using namespace berth;

template <class Shape>
Shape decode(std::string_view text) {
  wire::Unknown unknown;
  wire::AnyShape shape =
      wire::decode_json(text, wire::describe<Shape>(), wire::Side::Request, "Missing", &unknown);
  for (const std::string& name : unknown.names())
    BERTH_CHECK(name.size() < 200 && name.find_first_of("\r\n") == name.npos,
                "what goes into a header is plain");
  return std::move(shape.as<Shape>());
}

void check_definition(std::string_view text) {
  auto request = decode<ecs::RegisterTaskDefinitionRequest>(text);
  ecs::check(request);  // throws for what AWS refuses
  const ecs::TaskDefinition definition = ecs::with_defaults(std::move(request));
  BERTH_CHECK(!definition.containerDefinitions.empty(), "a definition has containers");
  const auto attributes = ecs::required_attributes(definition);
  for (const ecs::Notice& notice : ecs::notices_of(definition)) {
    BERTH_CHECK(!notice.note.empty(), "a notice says why");
    BERTH_CHECK(notice.treatment != ecs::Treatment::refused || !attributes.empty(),
                "what is refused asks for what is not there");
  }
  (void)ecs::placement_policy(definition, {});
}

void check_run(std::string_view text) {
  const auto request = decode<ecs::RunTaskRequest>(text);
  ecs::check(request);
  (void)ecs::placement_policy({}, request);
}

void check_sizes(std::string_view text) {
  if (const auto cpu = ecs::parse_task_cpu(text)) BERTH_CHECK(*cpu >= 0, "CPU units are a number of things");
  if (const auto memory = ecs::parse_task_memory(text)) BERTH_CHECK(*memory >= 0, "so are MiB");
  if (const auto gpus = ecs::parse_gpu_count(text)) BERTH_CHECK(*gpus > 0, "and GPUs");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  try {
    switch (fuzz::take_choice(text, 3)) {
      case 0:
        check_definition(text);
        break;
      case 1:
        check_run(text);
        break;
      default:
        check_sizes(text);
    }
  } catch (const wire::ServiceError&) {  // refused, as it should be
  }
  return 0;
}
