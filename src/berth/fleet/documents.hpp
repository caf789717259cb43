/// The fleet's records in and out of their tables.
#pragma once

#include "base/check.hpp"
#include "base/described_json.hpp"
#include "berth/fleet/records.hpp"
#include "berth/store/document_table.hpp"

#include <map>
#include <string>

namespace berth::fleet {

template <class Record>
void put_document(store::DocumentTable& table, const Key& key, const Record& record) {
  table.put(key.account, key.region, key.name, base::to_text(base::to_document(record)));
}

/// Everything in the table. A row that cannot be read means that the database is not what we wrote: the
/// process ends.
template <class Record>
std::map<Key, Record> load_documents(const store::DocumentTable& table) {
  std::map<Key, Record> records;
  table.load(
      [&](std::string_view account, std::string_view region, std::string_view id, std::string_view text) {
        const auto document = base::parse_json(text);
        BERTH_CHECK(document, "stored documents are JSON");
        auto record = base::from_document<Record>(*document);
        BERTH_CHECK(record, record ? "" : record.error().message);
        records.emplace(Key{std::string(account), std::string(region), std::string(id)}, std::move(*record));
      });
  return records;
}

}  // namespace berth::fleet
