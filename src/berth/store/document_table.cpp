#include "berth/store/document_table.hpp"

#include <fmt/format.h>

namespace berth::store {

DocumentTable::DocumentTable(Store& store, std::string_view table)
    : store_(store),
      put_(fmt::format("INSERT OR REPLACE INTO {} (account, region, id, document) VALUES (?1, ?2, ?3, ?4)",
                       table)),
      remove_(fmt::format("DELETE FROM {} WHERE account = ?1 AND region = ?2 AND id = ?3", table)),
      clear_(fmt::format("DELETE FROM {}", table)),
      load_(fmt::format("SELECT account, region, id, document FROM {} ORDER BY account, region, id", table)) {
}

std::string DocumentTable::schema(std::string_view table) {
  return fmt::format(
      "CREATE TABLE {} (account TEXT NOT NULL, region TEXT NOT NULL, id TEXT NOT NULL, document TEXT NOT "
      "NULL, "
      "PRIMARY KEY (account, region, id)) STRICT, WITHOUT ROWID;",
      table);
}

void DocumentTable::put(std::string_view account, std::string_view region, std::string_view id,
                        std::string json) {
  store_.change([sql = put_, account = std::string(account), region = std::string(region),
                 id = std::string(id),
                 json = std::move(json)](Connection& db) { db.run(sql, account, region, id, json); });
}

void DocumentTable::remove(std::string_view account, std::string_view region, std::string_view id) {
  store_.change([sql = remove_, account = std::string(account), region = std::string(region),
                 id = std::string(id)](Connection& db) { db.run(sql, account, region, id); });
}

void DocumentTable::clear() {
  store_.change([sql = clear_](Connection& db) { db.run(sql); });
}

void DocumentTable::load(const Visit& visit) const {
  store_.load([&](Connection& db) {
    auto rows = db.statement(load_);
    while (rows.step()) visit(rows.text(0), rows.text(1), rows.text(2), rows.text(3));
  });
}

}  // namespace berth::store
