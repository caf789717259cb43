#include "berth/services/ecs/ecs.hpp"

namespace berth::ecs {

std::span<const store::Migration> migrations() {
  using store::DocumentTable;
  static const store::Migration steps[] = {
      {"ecs", 1,
       DocumentTable::schema("ecs_task_definitions") + ";" + DocumentTable::schema("ecs_client_tokens")},
      {"ecs", 2, DocumentTable::schema("ecs_account_settings")},
      {"ecs", 3, DocumentTable::schema("ecs_capacity_providers")},
  };
  return steps;
}

Ecs::Ecs(store::Store& store, base::Clock& clock_, base::RandomSource& random_, fleet::Fleet& fleet_,
         task::TaskService& tasks_)
    : clock(clock_),
      random(random_),
      fleet(fleet_),
      tasks(tasks_),
      definitions(store),
      client_tokens(store, clock_),
      settings(store),
      capacity_providers(store) {}

}  // namespace berth::ecs
