/// Capacity provider strategies: which are allowed, and how many of a request's tasks go where.
#pragma once

#include "berth/services/ecs/ecs.hpp"

#include <string>
#include <vector>

namespace berth::ecs {

/// A strategy with names instead of ARNs. Throws InvalidParameterException: a provider that is not among `associated`, a
/// provider twice, a weight or base out of range, more than one base, no weight at all, FARGATE.
std::vector<fleet::CapacityShare> read_strategy(const std::vector<CapacityProviderStrategyItem>& given,
                                                const std::vector<std::string>& associated);

/// The provider of each of `count` tasks, in order: first the base of whoever has one, then each where it lags furthest
/// behind its weight. Pure. Throws InvalidParameterException if nobody has a weight and the bases are used up.
std::vector<std::string> distribute(const std::vector<fleet::CapacityShare>& strategy, int count);

/// Providers by name, each of which must be there. Throws InvalidParameterException.
std::vector<std::string> read_providers(const Ecs& ecs, const Call& call,
                                        const std::vector<std::string>& names_or_arns);

std::vector<CapacityProviderStrategyItem> to_shapes(const std::vector<fleet::CapacityShare>& strategy);

}  // namespace berth::ecs
