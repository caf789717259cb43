/// What is known of a resource type without making one: its properties, with how far each is done here, and its
/// attributes. One table a type; validation, the stack's report and the reference documentation come from it.
#pragma once

#include "berth/stack/property_difference.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace berth::cloudformation {

enum class Standing : std::uint8_t {
  Honoured,  ///< does what it does on AWS
  Emulated,  ///< does something of the same use on one machine; the note says what
  Ignored,   ///< accepted, kept where it is shown, without effect
  Refused    ///< its presence fails the resource
};
std::string_view to_text(Standing standing);

/// In rows of properties that cannot be changed in a resource that is there.
inline constexpr auto replaces = stack::Recreation::Always;

struct PropertyRow {
  std::string_view path;  ///< "ContainerDefinitions.Privileged"; what stands below it goes with it
  Standing standing = Standing::Honoured;
  std::string_view note{};
  stack::Recreation recreation = stack::Recreation::Never;  ///< what a change of it asks for, as on AWS
};

struct ResourceTypeInfo {
  std::string_view name;
  std::span<const PropertyRow> properties;
  std::span<const std::string_view> attributes;  ///< for GetAtt; "Outputs.*" is any that begins so
  bool takes_signals = false;                    ///< counts SignalResource's, where it has a CreationPolicy
};

/// The row whose path is the longest beginning of `path`; null if none is.
const PropertyRow* find_property(const ResourceTypeInfo& type, std::string_view path);
bool has_attribute(const ResourceTypeInfo& type, std::string_view name);

}  // namespace berth::cloudformation
