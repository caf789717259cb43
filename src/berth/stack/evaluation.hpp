/// What a stack's template says, given its parameters and what is there: resolved properties, outputs, and what an
/// update would make of it. It changes nothing of the stack but the list of imports that it has taken.
#pragma once

#include "base/random.hpp"
#include "berth/stack/changes.hpp"
#include "berth/stack/intrinsics.hpp"
#include "berth/stack/living.hpp"
#include "berth/stack/parameters.hpp"
#include "berth/stack/provider.hpp"
#include "berth/stack/update_progress.hpp"

#include <functional>
#include <string>
#include <vector>

namespace berth::stack {

/// What a stack is to become; checked like a new one.
struct StackUpdate {
  std::string template_text;
  Template definition;
  std::vector<BoundParameter> parameters;
  std::vector<std::string> capabilities;
  std::map<std::string, std::string> tags;
  std::string role_arn, caller, client_request_token;
  bool keep_on_failure = false;
  std::optional<std::string> policy_for_update;  ///< instead of the stack's own
  bool hold = false;                             ///< of a nested stack: Target::hold
  std::map<std::string, std::string> imports;    ///< what is there and taken over: logical id to physical
};

std::vector<ParameterRecord> records_of(const std::vector<BoundParameter>& bound);

/// The references outlive it.
class Evaluation {
 public:
  using Zones =
      std::function<std::vector<std::string>(const std::string& account, const std::string& region)>;

  Evaluation(const Living& living, base::RandomSource& random, ResourceProvider& provider, Zones zones)
      : living_(living), random_(random), provider_(provider), zones_(std::move(zones)) {}

  Scope scope_of(const LivePtr& stack) const;

  /// Sets the conditions and the resources, none of them started; `imports` as in StackUpdate. Throws TemplateError.
  void lay_out(const LivePtr& stack, const std::map<std::string, std::string>& imports);
  Target target_of(const LivePtr& stack, const StackUpdate& update);
  /// Throws TemplateError.
  Changes changes(const LivePtr& stack, const StackUpdate& update);
  /// What the template now says of a resource that is there, against what it was made from. Throws TemplateError for
  /// what cannot be resolved, and for what policy or provider refuse.
  Comparison compare(const LivePtr& stack, const std::string& logical_id);
  /// Throws TemplateError, also where exports or the stack policy forbid what the stack has come to.
  std::vector<OutputRecord> outputs(const LivePtr& stack) const;

 private:
  Scope scope_of(const LivePtr& stack, const Template& definition,
                 const std::vector<ParameterRecord>& parameters,
                 const std::map<std::string, bool>& conditions) const;
  std::vector<ResourceRecord> wanted_resources(const std::string& stack_name, const Template& definition,
                                               const std::map<std::string, bool, std::less<>>& conditions,
                                               const std::map<std::string, std::string>& imports);
  std::string suggested_name(const std::string& stack, const std::string& logical_id);

  const Living& living_;
  base::RandomSource& random_;
  ResourceProvider& provider_;
  Zones zones_;
};

/// While a stack is in progress its template is at hand.
const Template& definition_of(const LivePtr& stack);

json::object object_from(const std::string& text);  ///< an empty text is an empty object

}  // namespace berth::stack
