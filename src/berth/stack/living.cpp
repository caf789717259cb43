#include "berth/stack/living.hpp"

#include "base/check.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace berth::stack {

void Living::put(const LivePtr& stack) {
  stacks_[Key{stack->record.account, stack->record.region, stack->record.name}] = stack;
}

void Living::erase(const StackRecord& stack) { stacks_.erase(Key{stack.account, stack.region, stack.name}); }

std::vector<LivePtr> Living::all() const {
  std::vector<LivePtr> found;
  for (const auto& [key, stack] : stacks_) found.push_back(stack);
  return found;
}

LivePtr Living::find(std::string_view account, std::string_view region, std::string_view name_or_id) const {
  if (!name_or_id.starts_with("arn:")) {
    const auto found = stacks_.find(Key{account, region, name_or_id});
    return found == stacks_.end() ? nullptr : found->second;
  }
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region &&
        stack->record.id() == name_or_id)
      return stack;
  return nullptr;
}

LivePtr Living::of(const StackRecord& stack) const {
  const auto found = stacks_.find(Key{stack.account, stack.region, stack.name});
  BERTH_CHECK(found != stacks_.end(), "only living stacks are changed");
  return found->second;
}

std::vector<const StackRecord*> Living::stacks(std::string_view account, std::string_view region) const {
  std::vector<const StackRecord*> found;
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region) found.push_back(&stack->record);
  std::ranges::stable_sort(found, [](const auto* a, const auto* b) { return a->created > b->created; });
  return found;
}

std::vector<LivePtr> Living::nested_in(const StackRecord& stack) const {
  std::vector<LivePtr> found;
  for (const auto& [key, other] : stacks_)
    if (other->record.is_nested() && other->record.parent_id == stack.id()) found.push_back(other);
  return found;
}

std::vector<Export> Living::exports(std::string_view account, std::string_view region) const {
  std::vector<Export> found;
  for (const auto& [key, stack] : stacks_)
    if (stack->record.account == account && stack->record.region == region)
      for (const OutputRecord& output : stack->record.outputs)
        if (!output.export_name.empty())
          found.push_back({output.export_name, output.value, stack->record.id()});
  std::ranges::sort(found, {}, &Export::name);
  return found;
}

std::vector<std::string> Living::importers(std::string_view account, std::string_view region,
                                           const std::string& name) const {
  std::vector<std::string> found;
  for (const auto& [key, stack] : stacks_) {
    const StackRecord& record = stack->record;
    if (record.account != account || record.region != region) continue;
    if (record.imports.contains(name) || (record.before && record.before->imports.contains(name)))
      found.push_back(record.name);
  }
  return found;
}

std::optional<std::string> Living::exported_value(const StackRecord& importer,
                                                  const std::string& name) const {
  for (const Export& each : exports(importer.account, importer.region))
    if (each.name == name && each.stack_id != importer.id()) return each.value;
  return std::nullopt;
}

void Living::check_exports(const StackRecord& record, const std::vector<OutputRecord>& outputs) const {
  for (const Export& each : exports(record.account, record.region)) {
    const auto same = std::ranges::find(outputs, each.name, &OutputRecord::export_name);
    if (each.stack_id != record.id()) {
      if (same != outputs.end())
        throw TemplateError(fmt::format("Export with name {} is already exported by stack {}", each.name,
                                        find(record.account, record.region, each.stack_id)->record.name));
      continue;
    }
    if (same != outputs.end() && same->value == each.value) continue;
    if (const auto users = importers(record.account, record.region, each.name); !users.empty())
      throw TemplateError(fmt::format("Export {} cannot be {} as it is in use by {}", each.name,
                                      same == outputs.end() ? "deleted" : "updated", fmt::join(users, ", ")));
  }
}

}  // namespace berth::stack
