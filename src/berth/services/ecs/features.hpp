/// What of a task definition is done here, and how: one table (features.cpp) that feeds the attributes a
/// definition requires of an instance, reports, and documentation.
///
/// A definition that AWS would take is registered, whatever is in it. What the instances here cannot do is
/// refused by placement, as on AWS: the definition requires an attribute that the instance does not have, and
/// RunTask answers with the failure ATTRIBUTE. Attributes that begin with "berth." are our own.
#pragma once

#include "berth/services/ecs/task_definition_shapes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::ecs {

enum class Treatment {
  emulated,  ///< done in another way, which a well-meaning container does not notice
  ignored,   ///< kept and shown, without effect
  refused,   ///< no instance here can run it
};

/// One thing about a definition that its author should know.
struct Notice {
  std::string member;  ///< "containerDefinitions[train].privileged", "networkMode"
  Treatment treatment = Treatment::ignored;
  std::string note;  ///< one sentence
};

/// A line of the table, for documentation: `member` as in a definition, or below containerDefinitions.
struct FeatureLine {
  std::string member;
  std::string_view treatment;  ///< "honoured", "emulated", …
  std::string_view attribute;  ///< required of the instance; "" if none is
  std::string_view note;
};
std::vector<FeatureLine> feature_lines();

/// What is not simply honoured, in the table's order.
std::vector<Notice> notices_of(const TaskDefinition& definition);

/// The attributes that an instance must have to run it, sorted, each once.
std::vector<std::string> required_attributes(const TaskDefinition& definition);

std::string_view to_text(Treatment treatment);  ///< "emulated", …

}  // namespace berth::ecs
