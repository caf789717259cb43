/// What a change set says, for people. Pure.
#pragma once

#include "berth/services/cloudformation/update_shapes.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

struct ChangeRow {
  std::string action;  ///< add, modify, replace, replace?, remove
  std::string logical_id;
  std::string type;
  /// "VisibilityTimeout, Tags (parameter Name)": properties and what makes them change.
  std::string what;
  /// "objects", "images", "log events": what does not come along when it is replaced or removed. Empty: nothing.
  std::string loses;
};

std::vector<ChangeRow> change_rows(const std::vector<cloudformation::Change>& changes);

/// "Name: old → new", one for each parameter whose value differs; of those that are NoEcho nothing can be told.
std::vector<std::string> parameter_changes(const std::vector<cloudformation::Parameter>& before,
                                           const std::vector<cloudformation::Parameter>& after);

/// Whether a change set failed because there is nothing to change.
bool says_no_changes(std::string_view status_reason);

/// The rows as a table and, where something is lost, what that means; for a terminal of `width` columns, 0 for a pipe.
std::string changes_text(const std::vector<ChangeRow>& rows, const std::vector<std::string>& parameters,
                         std::size_t width);

}  // namespace berth::cli
