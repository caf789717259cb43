#include "berth/services/ecs/capacity_strategy.hpp"

#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/errors.hpp"

#include <algorithm>

namespace berth::ecs {

namespace {

constexpr std::size_t most_providers = 20;
constexpr int heaviest = 1000, largest_base = 100'000;

void check_fargate(const std::string& name) {
  if (name == "FARGATE" || name == "FARGATE_SPOT") throw fargate_provider(name);
}

}  // namespace

std::vector<std::string> read_providers(const Ecs& ecs, const Call& call,
                                        const std::vector<std::string>& names_or_arns) {
  if (names_or_arns.size() > most_providers) throw list_too_long("capacityProviders", most_providers);
  std::vector<std::string> names;
  for (const std::string& each : names_or_arns) {
    const std::string name(id_of(each));
    check_fargate(name);
    if (!ecs.capacity_providers.find({call.account, call.region, name})) throw capacity_provider_not_found();
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
  }
  return names;
}

std::vector<fleet::CapacityShare> read_strategy(const std::vector<CapacityProviderStrategyItem>& given,
                                                const std::vector<std::string>& associated) {
  if (given.size() > most_providers) throw list_too_long("A capacity provider strategy", most_providers);
  std::vector<fleet::CapacityShare> strategy;
  for (const CapacityProviderStrategyItem& item : given) {
    fleet::CapacityShare share{std::string(id_of(item.capacityProvider)), item.weight.value_or(0),
                               item.base.value_or(0)};
    check_fargate(share.provider);
    if (std::ranges::find(associated, share.provider) == associated.end()) throw provider_not_associated();
    if (std::ranges::find(strategy, share.provider, &fleet::CapacityShare::provider) != strategy.end())
      throw invalid_parameter("The capacity provider " + share.provider +
                              " stands twice in the capacity provider strategy.");
    if (share.weight < 0 || share.weight > heaviest)
      throw invalid_parameter("The weight of a capacity provider must be between 0 and 1000.");
    if (share.base < 0 || share.base > largest_base)
      throw invalid_parameter("The base of a capacity provider must be between 0 and 100000.");
    strategy.push_back(std::move(share));
  }
  const auto bases = std::ranges::count_if(strategy, [](const auto& each) { return each.base > 0; });
  if (bases > 1)
    throw invalid_parameter("Only one capacity provider of a capacity provider strategy can have a base.");
  return strategy;
}

std::vector<std::string> distribute(const std::vector<fleet::CapacityShare>& strategy, int count) {
  std::vector<std::string> providers;
  for (const fleet::CapacityShare& each : strategy)
    for (int i = 0; i < each.base && static_cast<int>(providers.size()) < count; ++i)
      providers.push_back(each.provider);
  std::vector<std::int64_t> given(strategy.size(), 0);
  while (static_cast<int>(providers.size()) < count) {
    // The one whose share would be smallest after one task more: (given + 1) / weight, compared without division.
    std::size_t best = strategy.size();
    for (std::size_t i = 0; i < strategy.size(); ++i) {
      if (strategy[i].weight == 0) continue;
      if (best == strategy.size() ||
          (given[i] + 1) * strategy[best].weight < (given[best] + 1) * strategy[i].weight)
        best = i;
    }
    if (best == strategy.size()) throw no_weight();
    ++given[best];
    providers.push_back(strategy[best].provider);
  }
  return providers;
}

std::vector<CapacityProviderStrategyItem> to_shapes(const std::vector<fleet::CapacityShare>& strategy) {
  std::vector<CapacityProviderStrategyItem> shapes;
  for (const fleet::CapacityShare& each : strategy)
    shapes.push_back({.capacityProvider = each.provider, .weight = each.weight, .base = each.base});
  return shapes;
}

}  // namespace berth::ecs
