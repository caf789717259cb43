#include "berth/stack/change_sets.hpp"

#include "base/described_json.hpp"

#include <algorithm>

namespace berth::stack {

ChangeSets::ChangeSets(store::Store& store) : store_(store), table_(store, "change_sets") {}

void ChangeSets::load() {
  table_.load([this](auto, auto, auto, std::string_view document) {
    auto record = base::from_document<ChangeSetRecord>(base::parse_json(document).value()).value();
    std::string uuid = record.uuid;
    records_.emplace(std::move(uuid), std::move(record));
  });
}

void ChangeSets::put(ChangeSetRecord record) {
  table_.put(record.account, record.region, record.uuid, base::to_text(base::to_document(record)));
  std::string uuid = record.uuid;
  records_.insert_or_assign(std::move(uuid), std::move(record));
}

void ChangeSets::remove(const ChangeSetRecord& record) {
  table_.remove(record.account, record.region, record.uuid);
  records_.erase(std::string(record.uuid));
}

void ChangeSets::remove_of(const StackRecord& stack) {
  for (const ChangeSetRecord* record : all_of(stack)) remove(*record);
}

void ChangeSets::make_obsolete(const StackRecord& stack) {
  for (const ChangeSetRecord* record : of(stack)) {
    if (record->execution != ExecutionStatus::AVAILABLE) continue;
    ChangeSetRecord changed = *record;
    changed.execution = ExecutionStatus::OBSOLETE;
    put(std::move(changed));
  }
}

void ChangeSets::executed(const ChangeSetRecord& record, const StackRecord& stack) {
  ChangeSetRecord changed = record;
  changed.execution = ExecutionStatus::EXECUTE_COMPLETE;
  remove_of(stack);
  put(std::move(changed));
}

const ChangeSetRecord* ChangeSets::find(std::string_view account, std::string_view region,
                                        const StackRecord* stack, std::string_view name_or_id) const {
  const ChangeSetRecord* executed = nullptr;
  for (const auto& [uuid, record] : records_) {
    if (record.account != account || record.region != region) continue;
    if (record.id() == name_or_id) return &record;
    if (stack == nullptr || record.stack_uuid != stack->uuid || record.name != name_or_id) continue;
    if (!record.is_executed()) return &record;
    executed = &record;
  }
  return executed;
}

std::vector<const ChangeSetRecord*> ChangeSets::of(const StackRecord& stack) const {
  auto found = all_of(stack);
  std::erase_if(found, [](const ChangeSetRecord* record) { return record->is_executed(); });
  return found;
}

std::vector<const ChangeSetRecord*> ChangeSets::all_of(const StackRecord& stack) const {
  std::vector<const ChangeSetRecord*> found;
  for (const auto& [uuid, record] : records_)
    if (record.account == stack.account && record.region == stack.region && record.stack_uuid == stack.uuid)
      found.push_back(&record);
  std::ranges::stable_sort(found, [](const auto* a, const auto* b) { return a->created > b->created; });
  return found;
}

void ChangeSets::clear() {
  records_.clear();
  store_.change([](store::Connection& db) { db.run("DELETE FROM change_sets"); });
}

}  // namespace berth::stack
