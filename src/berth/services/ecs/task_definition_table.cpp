#include "berth/services/ecs/task_definition_table.hpp"

#include "base/check.hpp"
#include "berth/services/ecs/arns.hpp"
#include "berth/services/ecs/shape_documents.hpp"

#include <charconv>

namespace berth::ecs {

namespace {

constexpr std::string_view table_name = "ecs_task_definitions";

std::optional<int> to_revision(std::string_view text) {
  int revision = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), revision);
  return error == std::errc{} && end == text.data() + text.size() && revision > 0 ? std::optional(revision)
                                                                                  : std::nullopt;
}

}  // namespace

TaskDefinitionTable::TaskDefinitionTable(store::Store& store) : table_(store, table_name) {
  table_.load([&](std::string_view account, std::string_view region, std::string_view,
                  std::string_view text) {
    const auto document = base::parse_json(text);
    BERTH_CHECK(document, "a stored task definition is JSON");
    auto registered = base::from_document<RegisteredDefinition>(*document);
    BERTH_CHECK(registered, registered ? "" : registered.error().message);
    const std::string family = *registered->definition.family;
    const int revision = *registered->definition.revision;
    scopes_[{std::string(account), std::string(region)}][family].emplace(revision, std::move(*registered));
  });
}

const TaskDefinitionTable::Families& TaskDefinitionTable::families(const Scope& scope) const {
  static const Families none;
  const auto found = scopes_.find(scope);
  return found == scopes_.end() ? none : found->second;
}

int TaskDefinitionTable::next_revision(const Scope& scope, std::string_view family) const {
  const Families& known = families(scope);
  const auto found = known.find(family);
  return found == known.end() ? 1 : found->second.rbegin()->first + 1;
}

const RegisteredDefinition& TaskDefinitionTable::put(const Scope& scope, RegisteredDefinition registered) {
  const std::string family = *registered.definition.family;
  const int revision = *registered.definition.revision;
  table_.put(scope.account, scope.region, family + ":" + std::to_string(revision),
             base::to_text(base::to_document(registered)));
  return scopes_[scope][family].insert_or_assign(revision, std::move(registered)).first->second;
}

const RegisteredDefinition* TaskDefinitionTable::find(const Scope& scope, std::string_view name) const {
  if (name.starts_with("arn:")) {
    const std::string ours = "arn:aws:ecs:" + scope.region + ":" + scope.account + ":task-definition/";
    if (!name.starts_with(ours)) return nullptr;
    name = id_of(name);
  }
  const std::size_t colon = name.find(':');
  const Families& known = families(scope);
  const auto family = known.find(name.substr(0, colon));
  if (family == known.end()) return nullptr;
  if (colon != std::string_view::npos) {
    const auto revision = to_revision(name.substr(colon + 1));
    const auto found = revision ? family->second.find(*revision) : family->second.end();
    return found == family->second.end() ? nullptr : &found->second;
  }
  for (auto it = family->second.rbegin(); it != family->second.rend(); ++it)
    if (it->second.definition.status == "ACTIVE") return &it->second;
  return nullptr;
}

}  // namespace berth::ecs
