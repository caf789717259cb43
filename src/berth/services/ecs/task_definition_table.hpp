/// The registered task definitions: each stored as its shape.
#pragma once

#include "berth/services/ecs/task_definition_shapes.hpp"
#include "berth/store/document_table.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::ecs {

/// A definition and the tags that its registration gave it.
struct RegisteredDefinition {
  TaskDefinition definition;
  std::vector<Tag> tags;
};
BOOST_DESCRIBE_STRUCT(RegisteredDefinition, (), (definition, tags))

/// By family, then by revision. Revisions count from 1 and are never used again: a deregistered one stays,
/// INACTIVE.
class TaskDefinitionTable {
 public:
  explicit TaskDefinitionTable(store::Store& store);

  struct Scope {
    std::string account;
    std::string region;
    auto operator<=>(const Scope&) const = default;
  };
  using Revisions = std::map<int, RegisteredDefinition>;
  using Families = std::map<std::string, Revisions, std::less<>>;

  const Families& families(const Scope& scope) const;
  int next_revision(const Scope& scope, std::string_view family) const;
  const RegisteredDefinition& put(const Scope& scope, RegisteredDefinition registered);
  /// `name` is FAMILY (its newest active revision), FAMILY:REVISION, or the ARN of one in this scope. nullptr
  /// if there is none.
  const RegisteredDefinition* find(const Scope& scope, std::string_view name) const;

 private:
  store::DocumentTable table_;
  std::map<Scope, Families> scopes_;
};

}  // namespace berth::ecs
