/// What CreateStack, UpdateStack and CreateChangeSet have in common: a template with its parameters, checked.
#pragma once

#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/templates.hpp"
#include "berth/stack/parameters.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cloudformation {

inline constexpr std::size_t max_stacks = 2000;

struct TemplateInput {
  const std::vector<Parameter>& parameters;
  const std::vector<std::string>& capabilities;
  const std::vector<std::string>& resource_types;
  bool retain_except_on_create = false;
};

struct Checked {
  std::string text;
  stack::Template definition;
  std::vector<stack::BoundParameter> parameters;
};

/// Throws ServiceError. UsePreviousValue means the parameters of `previous` (null: there is nothing before).
Checked check_request(const CloudFormation& service, const Call& call, std::string template_text,
                      const TemplateInput& input, const stack::StackRecord* previous);

bool is_stack_name(std::string_view name);
std::map<std::string, std::string> tags_of(const std::vector<Tag>& tags);

/// The outermost stack around it; itself if there is none.
const stack::StackRecord& root_of(const CloudFormation& service, const stack::StackRecord& stack);

/// RetainExceptOnCreate: what the operation makes new is not kept when it is rolled back.
void retain_except_on_create(stack::Template& definition);

/// On whose behalf a stack is changed: the role of the request, or the caller; empty if the stack has a role already,
/// which then stays.
std::string acting_for(const CloudFormation& service, const Call& call, const stack::StackRecord& stack,
                       const std::optional<std::string>& role);

}  // namespace berth::cloudformation
