#include "berth/store/migration.hpp"

#include <SQLiteCpp/Exception.h>
#include <SQLiteCpp/Transaction.h>
#include <fmt/format.h>

#include <map>

namespace berth::store {
namespace {

using Steps = std::map<int, const Migration*>;

base::Status check_numbering(const std::string& module, const Steps& steps) {
  int expected = 1;
  for (const auto& [version, step] : steps) {
    if (version != expected++) {
      return base::failure(
          fmt::format("the schema steps of '{}' are not numbered 1, 2, 3, …: found {}", module, version));
    }
  }
  return {};
}

}  // namespace

base::Status migrate(Connection& connection, std::span<const Migration> migrations) try {
  std::map<std::string, Steps> by_module;
  for (const Migration& step : migrations) {
    if (!by_module[step.module].emplace(step.version, &step).second) {
      return base::failure(fmt::format("schema step {} of '{}' stands twice", step.version, step.module));
    }
  }

  SQLite::Transaction transaction(connection);
  connection.exec(
      "CREATE TABLE IF NOT EXISTS schema_versions (module TEXT PRIMARY KEY, version INTEGER NOT NULL) "
      "STRICT");
  std::map<std::string, int> seen;
  {
    auto rows = connection.statement("SELECT module, version FROM schema_versions");
    while (rows.step()) seen[rows.text(0)] = static_cast<int>(rows.integer(1));
  }
  for (const auto& [module, steps] : by_module) {
    if (auto numbered = check_numbering(module, steps); !numbered) return numbered;
    int known = steps.rbegin()->first;
    if (seen[module] > known) {
      return base::failure(
          fmt::format("the database has version {} of '{}', this program knows {}: it was written by a newer "
                      "program; use that one, or another --state-dir",
                      seen[module], module, known));
    }
    for (const auto& [version, step] : steps) {
      if (version > seen[module]) connection.exec(step->sql);
    }
    // Without a change there is nothing to write, and so no wait for the disk at each start.
    if (seen[module] != known)
      connection.run("INSERT OR REPLACE INTO schema_versions VALUES (?1, ?2)", module, known);
  }
  transaction.commit();
  return {};
} catch (const SQLite::Exception& error) {
  return base::failure(fmt::format("cannot bring the database up to date: {}", error.what()));
}

}  // namespace berth::store
