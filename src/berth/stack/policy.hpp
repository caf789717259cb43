/// Stack policies: what an update may do to which resource. Pure.
///
/// A statement that denies wins; what no statement allows is not allowed. Without a policy everything is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace berth::stack {

/// Throws TemplateError for what is no policy.
void check_policy(std::string_view document);

/// Why `action` ("Update:Modify", "Update:Replace", "Update:Delete") is refused for the resource; nothing if the
/// policy, which has been checked, allows it or is empty.
std::optional<std::string> refused_by_policy(std::string_view document, std::string_view action,
                                             std::string_view logical_id, std::string_view type);

}  // namespace berth::stack
