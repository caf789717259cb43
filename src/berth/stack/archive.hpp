/// Stacks on disk: records of living stacks, templates, events, and what is left of deleted stacks.
#pragma once

#include "berth/stack/record.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/migration.hpp"
#include "berth/store/store.hpp"

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace berth::stack {

std::span<const store::Migration> migrations();

/// Events of one stack, newest first.
struct EventPage {
  std::vector<EventRecord> events;
  std::int64_t next_before = 0;  ///< give it as `before` for the next page; 0: there is none
};

struct Templates {
  std::string now, before;  ///< `before` is empty unless an update is under way
};

class Archive {
 public:
  explicit Archive(store::Store& store);

  void put(const StackRecord& stack);
  void put_template(const StackRecord& stack, const std::string& text);
  /// The template to go back to while an update is under way.
  void put_template_before(const StackRecord& stack, const std::string& text);
  void forget_template_before(const StackRecord& stack);
  /// `first_sequence` numbers them; larger is later.
  void add_events(const StackRecord& stack, std::int64_t first_sequence,
                  const std::vector<EventRecord>& events);
  /// A change to run inside the transaction that makes or removes a resource, where that transaction is not one with
  /// put(): the resource has this id from now on, or is gone if it is empty. load() then knows, until forget_mark().
  store::Change mark(const StackRecord& stack, std::string logical_id, std::string physical_id) const;
  /// The record that put() was last given knows it itself.
  void forget_mark(const StackRecord& stack, const std::string& logical_id);
  /// The stack is gone: its record moves to the deleted ones, where it is found by its id for 90 days.
  void bury(const StackRecord& stack);

  /// At start, on the calling thread. Throws base::Failure if a record cannot be read.
  void load(const std::function<void(StackRecord, Templates)>& visit);

  /// These see what is committed; they wait until everything queued so far is.
  base::Async<EventPage> events(std::string account, std::string region, std::string uuid,
                                std::int64_t before, std::size_t limit);
  base::Async<std::optional<StackRecord>> find_deleted(std::string account, std::string region,
                                                       std::string uuid);
  base::Async<std::vector<StackRecord>> all_deleted(std::string account, std::string region);
  base::Async<std::optional<std::string>> template_of(std::string account, std::string region,
                                                      std::string uuid);
  void clear();

 private:
  void apply_marks(std::vector<StackRecord>& records);

  store::Store& store_;
  store::DocumentTable stacks_, templates_;
};

}  // namespace berth::stack
