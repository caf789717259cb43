/// Resources whose state is their document: a table of (account, region, id) → JSON.
///
///   static const Migration steps[] = {{"ecs", 1, DocumentTable::schema("ecs_task_definitions")}};
///   DocumentTable table(store, "ecs_task_definitions");
///   table.put(account, region, id, text);      // queued; durable once the store has committed
#pragma once

#include "berth/store/store.hpp"

#include <functional>
#include <string>
#include <string_view>

namespace berth::store {

class DocumentTable {
 public:
  /// `table` names a table made with schema().
  DocumentTable(Store& store, std::string_view table);

  /// The statement that makes such a table, for a migration.
  static std::string schema(std::string_view table);

  void put(std::string_view account, std::string_view region, std::string_view id, std::string json);
  void clear();  ///< removes every row
  void remove(std::string_view account, std::string_view region,
              std::string_view id);  ///< no error if absent

  /// Calls back for every row in order of (account, region, id). At start, on the calling thread.
  using Visit = std::function<void(std::string_view account, std::string_view region, std::string_view id,
                                   std::string_view json)>;
  void load(const Visit& visit) const;

 private:
  Store& store_;
  std::string put_, remove_, clear_, load_;
};

}  // namespace berth::store
