// What says which machine and cluster there is: GPU inventories, UserData, commands of simulated containers. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "berth/fleet/user_data.hpp"
#include "berth/run/gpu.hpp"
#include "berth/run/simulated/script.hpp"

#include <set>

namespace {

using namespace berth;

void check_gpus(std::string_view text) {
  const auto gpus = run::parse_simulated_gpus(text);
  if (!gpus) return;
  std::set<std::string> ids;
  for (const run::Gpu& gpu : *gpus) {
    BERTH_CHECK(ids.insert(gpu.uuid).second, "every GPU has an id of its own");
    BERTH_CHECK(gpu.memory_mib > 0 && gpu.uuid.size() == 40, "and memory");
  }
  BERTH_CHECK(run::parse_simulated_gpus(text).value() == *gpus, "always the same");
}

void check_user_data(std::string_view text) {
  const auto cluster = fleet::find_ecs_cluster(text);
  if (cluster) {
    BERTH_CHECK(!cluster->empty() && text.find("ECS_CLUSTER=") != text.npos, "something that stands there");
    BERTH_CHECK(text.find(*cluster) != text.npos, "as it stands there");
    BERTH_CHECK(cluster->find_first_of("$ \"'\n\\/") == cluster->npos, "a name and nothing else");
  }
  if (!text.empty())
    BERTH_CHECK(fleet::find_ecs_cluster_in_user_data(base::to_base64(text)) == cluster, "the same in base64");
  (void)fleet::find_ecs_cluster_in_user_data(text);
}

void check_script(std::string_view text) {
  std::vector<std::string> words;
  while (!text.empty()) words.emplace_back(fuzz::take_line(text));
  const run::Script script = run::parse_script(words);
  if (script.duration) BERTH_CHECK(script.duration->count() >= 0, "time does not run backwards");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 3)) {
    case 0:
      check_gpus(text);
      break;
    case 1:
      check_user_data(text);
      break;
    default:
      check_script(text);
  }
  return 0;
}
