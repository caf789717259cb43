/// A stack as it is kept and stored: one document, beside its template and its events.
#pragma once

#include "base/clock.hpp"
#include "berth/stack/template.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/enum.hpp>

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

// The enumerators are AWS's own words: they are what clients see and what is stored.
enum class StackStatus {
  REVIEW_IN_PROGRESS,  // a change set is to make it
  CREATE_IN_PROGRESS,
  CREATE_FAILED,
  CREATE_COMPLETE,
  ROLLBACK_IN_PROGRESS,
  ROLLBACK_FAILED,
  ROLLBACK_COMPLETE,
  DELETE_IN_PROGRESS,
  DELETE_FAILED,
  DELETE_COMPLETE,
  UPDATE_IN_PROGRESS,
  UPDATE_COMPLETE_CLEANUP_IN_PROGRESS,
  UPDATE_COMPLETE,
  UPDATE_FAILED,
  UPDATE_ROLLBACK_IN_PROGRESS,
  UPDATE_ROLLBACK_FAILED,
  UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS,
  UPDATE_ROLLBACK_COMPLETE
};
BOOST_DESCRIBE_ENUM(StackStatus, REVIEW_IN_PROGRESS, CREATE_IN_PROGRESS, CREATE_FAILED, CREATE_COMPLETE,
                    ROLLBACK_IN_PROGRESS, ROLLBACK_FAILED, ROLLBACK_COMPLETE, DELETE_IN_PROGRESS,
                    DELETE_FAILED, DELETE_COMPLETE, UPDATE_IN_PROGRESS, UPDATE_COMPLETE_CLEANUP_IN_PROGRESS,
                    UPDATE_COMPLETE, UPDATE_FAILED, UPDATE_ROLLBACK_IN_PROGRESS, UPDATE_ROLLBACK_FAILED,
                    UPDATE_ROLLBACK_COMPLETE_CLEANUP_IN_PROGRESS, UPDATE_ROLLBACK_COMPLETE)

enum class ResourceStatus {
  NOT_STARTED,  // never shown
  CREATE_IN_PROGRESS,
  CREATE_FAILED,
  CREATE_COMPLETE,
  DELETE_IN_PROGRESS,
  DELETE_FAILED,
  DELETE_COMPLETE,
  DELETE_SKIPPED,
  UPDATE_IN_PROGRESS,
  UPDATE_FAILED,
  UPDATE_COMPLETE
};
BOOST_DESCRIBE_ENUM(ResourceStatus, NOT_STARTED, CREATE_IN_PROGRESS, CREATE_FAILED, CREATE_COMPLETE,
                    DELETE_IN_PROGRESS, DELETE_FAILED, DELETE_COMPLETE, DELETE_SKIPPED, UPDATE_IN_PROGRESS,
                    UPDATE_FAILED, UPDATE_COMPLETE)

enum class OnFailure { ROLLBACK, DO_NOTHING, DELETE };
BOOST_DESCRIBE_ENUM(OnFailure, ROLLBACK, DO_NOTHING, DELETE)

std::string_view to_text(StackStatus status);
std::string_view to_text(ResourceStatus status);

/// What the creation of a resource found out about one of its properties, for the stack's report.
struct NoteRecord {
  std::string property, text;
  std::string standing;  ///< "emulated", …; empty: as the type's table says for this property
};
BOOST_DESCRIBE_STRUCT(NoteRecord, (), (property, text, standing))

struct ResourceRecord {
  std::string logical_id, type;
  ResourceStatus status = ResourceStatus::NOT_STARTED;
  std::string reason;
  std::string physical_id;     ///< known from the moment the resource exists
  std::string suggested_name;  ///< STACK-LOGICALID-RANDOM, for resources that the template does not name
  std::map<std::string, std::string> attributes;  ///< for GetAtt, once complete
  std::set<std::string> needs;                    ///< logical ids that are made first and deleted last
  DeletionPolicy deletion_policy = DeletionPolicy::Delete;
  std::string properties;  ///< resolved, as JSON; empty before its creation starts
  std::vector<NoteRecord> notes;
  base::TimePoint updated{};

  DeletionPolicy replace_policy =
      DeletionPolicy::Delete;  ///< UpdateReplacePolicy: of what a replacement leaves
  int generation = 0;          ///< how often it was replaced
  /// It was there before the stack, under this id: it is not made but taken over, and stays if that is undone.
  std::string import_id;
  /// Since when its creation waits for others; nothing once it has ended. One that the daemon's end has broken off may
  /// go on from there (ResourceProvider::goes_on).
  std::optional<base::TimePoint> begun;
  // While its stack is updated (update_progress.hpp):
  bool pending = false;          ///< the update, or its rollback, has still to look at it
  bool replacing = false;        ///< UPDATE_IN_PROGRESS or UPDATE_FAILED by making a new one
  bool leaving = false;          ///< goes in the cleanup phase
  bool touched = false;          ///< changed in place since the update began, or half changed
  std::string prior_properties;  ///< what the change in place starts from, as JSON
};
BOOST_DESCRIBE_STRUCT(ResourceRecord, (),
                      (logical_id, type, status, reason, physical_id, suggested_name, attributes, needs,
                       deletion_policy, properties, notes, updated, replace_policy, generation, import_id,
                       begun, pending, replacing, leaving, touched, prior_properties))

/// Names one resource while several of a logical id exist: those in StackRecord::retired carry a generation.
std::string retired_key(const ResourceRecord& resource);

struct ParameterRecord {
  std::string name;
  std::string text;   ///< as given
  std::string value;  ///< what Ref returns, as JSON
  bool no_echo = false;
  bool stood_in = false;
};
BOOST_DESCRIBE_STRUCT(ParameterRecord, (), (name, text, value, no_echo, stood_in))

struct OutputRecord {
  std::string name, value, description, export_name;
};
BOOST_DESCRIBE_STRUCT(OutputRecord, (), (name, value, description, export_name))

/// What a stack was before the update that is under way, to go back to.
struct BeforeRecord {
  std::string description, role_arn;
  std::vector<ParameterRecord> parameters;
  std::map<std::string, bool> conditions;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  std::vector<ResourceRecord> resources;
  std::vector<OutputRecord> outputs;
  std::set<std::string> imports;
};
BOOST_DESCRIBE_STRUCT(BeforeRecord, (),
                      (description, role_arn, parameters, conditions, capabilities, tags, resources, outputs,
                       imports))

struct StackRecord {
  std::string account, region, name, uuid;
  StackStatus status = StackStatus::CREATE_IN_PROGRESS;
  std::string reason, description;
  base::TimePoint created{};
  std::optional<base::TimePoint> updated, deleted;
  std::vector<ParameterRecord> parameters;
  std::map<std::string, bool> conditions;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  OnFailure on_failure = OnFailure::ROLLBACK;
  int timeout_minutes = 0;  ///< 0: none
  bool termination_protection = false;
  std::string role_arn;
  std::string client_request_token;  ///< of the last call that began something
  std::string caller;                ///< on whose behalf resources are made; the provider's own document
  std::vector<ResourceRecord> resources;
  std::vector<OutputRecord> outputs;
  std::int64_t next_event = 1;
  bool failing = false;  ///< a resource failed: no other is started, the running ones are waited for
  std::string failure;  ///< why the last creation or update has failed, without what then became of the stack
  std::optional<BeforeRecord> before;   ///< from the start of an update until it or its rollback has ended
  std::vector<ResourceRecord> retired;  ///< what an update has replaced or removed, until it is deleted
  bool keep_failed_update = false;      ///< a failed update stays as it is (UPDATE_FAILED)
  std::set<std::string> imports;        ///< names of exports that Fn::ImportValue has taken
  std::string policy;                   ///< the stack policy, JSON; empty: everything may be updated
  std::optional<std::string> policy_for_update;  ///< instead of it, while this update is under way
  // Of a nested stack:
  std::string parent_id, root_id;  ///< empty for one that is not nested
  /// Its update is done, and its cleanup waits until that of the stack around it has come as far: until then it may
  /// have to go back.
  bool held = false;
  bool hold_update = false;  ///< the update that is under way is to be held so

  bool is_nested() const { return !parent_id.empty(); }
  std::string id() const {
    return "arn:aws:cloudformation:" + region + ":" + account + ":stack/" + name + "/" + uuid;
  }
  /// By logical id, or one of the retired by its retired_key.
  ResourceRecord* resource(std::string_view key);
  const ResourceRecord* resource(std::string_view key) const;
};
BOOST_DESCRIBE_STRUCT(StackRecord, (),
                      (account, region, name, uuid, status, reason, description, created, deleted, parameters,
                       conditions, capabilities, tags, on_failure, timeout_minutes, termination_protection,
                       role_arn, client_request_token, caller, resources, outputs, next_event, failing,
                       updated, before, retired, keep_failed_update, imports, policy, policy_for_update,
                       failure, parent_id, root_id, held, hold_update))

struct EventRecord {
  std::string id;
  std::string logical_id, physical_id, type;
  std::string status, reason;
  std::string properties;  ///< of a resource, as JSON
  base::TimePoint time{};
  std::string client_request_token;  ///< of the call that has led to it
};
BOOST_DESCRIBE_STRUCT(EventRecord, (),
                      (id, logical_id, physical_id, type, status, reason, properties, time,
                       client_request_token))

}  // namespace berth::stack
