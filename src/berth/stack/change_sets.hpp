/// Change sets: updates (or first creations) that are proposed, looked at, and then done or not.
#pragma once

#include "berth/stack/changes.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/store.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

// AWS's words.
enum class ChangeSetStatus { CREATE_COMPLETE, FAILED };
BOOST_DESCRIBE_ENUM(ChangeSetStatus, CREATE_COMPLETE, FAILED)
enum class ExecutionStatus { UNAVAILABLE, AVAILABLE, EXECUTE_COMPLETE, OBSOLETE };
BOOST_DESCRIBE_ENUM(ExecutionStatus, UNAVAILABLE, AVAILABLE, EXECUTE_COMPLETE, OBSOLETE)

struct ChangeSetRecord {
  std::string account, region, uuid, name;
  std::string stack_uuid, stack_name, stack_id;
  bool creates = false;  ///< ChangeSetType CREATE
  ChangeSetStatus status = ChangeSetStatus::CREATE_COMPLETE;
  ExecutionStatus execution = ExecutionStatus::AVAILABLE;
  std::string reason, description, client_token;
  base::TimePoint created{};
  std::string template_text;
  std::vector<ParameterRecord> parameters;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  std::string role_arn;
  OnFailure on_failure = OnFailure::ROLLBACK;
  bool import_existing = false;  ///< what is there under a resource's own name is taken over (action Import)
  std::vector<ResourceChange> changes;

  std::string id() const {
    return "arn:aws:cloudformation:" + region + ":" + account + ":changeSet/" + name + "/" + uuid;
  }
  bool is_executed() const { return execution == ExecutionStatus::EXECUTE_COMPLETE; }
};
BOOST_DESCRIBE_STRUCT(ChangeSetRecord, (),
                      (account, region, uuid, name, stack_uuid, stack_name, stack_id, creates, status,
                       execution, reason, description, client_token, created, template_text, parameters,
                       capabilities, tags, role_arn, on_failure, import_existing, changes))

/// Those of all stacks, on disk with every change. State lane only.
class ChangeSets {
 public:
  explicit ChangeSets(store::Store& store);

  void load();
  void put(ChangeSetRecord record);
  void remove(const ChangeSetRecord& record);
  /// Those of a stack that is gone.
  void remove_of(const StackRecord& stack);
  /// The stack was updated in another way: none of them fits any more.
  void make_obsolete(const StackRecord& stack);
  /// It is under way: with that, all of its stack are gone from the lists, and their names are free. This one is
  /// still found by those who follow it, until the next one is executed.
  void executed(const ChangeSetRecord& record, const StackRecord& stack);
  /// By id, or by name within a stack: of those that have the name, the one that is not executed. Null if there is none.
  const ChangeSetRecord* find(std::string_view account, std::string_view region, const StackRecord* stack,
                              std::string_view name_or_id) const;
  /// Those that are still to be executed or deleted, newest first.
  std::vector<const ChangeSetRecord*> of(const StackRecord& stack) const;
  void clear();

 private:
  std::vector<const ChangeSetRecord*> all_of(const StackRecord& stack) const;

  store::Store& store_;
  store::DocumentTable table_;
  std::map<std::string, ChangeSetRecord> records_;  ///< by uuid
};

}  // namespace berth::stack
