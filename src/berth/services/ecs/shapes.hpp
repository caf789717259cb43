/// Every shape of ECS that we act on. Members carry AWS's own spelling and order, so that a search for a name
/// in AWS's documentation finds it here; what each means stands there (API version 2014-11-13).
///
/// A list that AWS always shows is a std::vector; one that it shows only when it was given is an
/// std::optional<std::vector>. Members of type wire::Document are refused where they are set: they belong to
/// features that no engine here has.
#pragma once

#include "berth/services/ecs/capacity_provider_shapes.hpp"
#include "berth/services/ecs/cluster_shapes.hpp"
#include "berth/services/ecs/common_shapes.hpp"
#include "berth/services/ecs/container_definition_shapes.hpp"
#include "berth/services/ecs/management_shapes.hpp"
#include "berth/services/ecs/task_definition_shapes.hpp"
#include "berth/services/ecs/task_shapes.hpp"
