/// What changes of properties ask of a resource.
#pragma once

#include <boost/json/value.hpp>

#include <string>

namespace berth::stack {

/// CloudFormation's "Update requires": Never is no or some interruption, Always a replacement.
enum class Recreation { Never, Always };

/// A property, by the first part of its path, that is not as it was.
struct PropertyDifference {
  std::string property;
  Recreation recreation = Recreation::Never;
  /// Nobody said that it differs: only looking at the resource will tell (CloudFormation's change source Automatic).
  bool automatic = false;
};

/// As a resource reads them: 15000 is "15000", true is "true", and members have no order.
bool is_same_value(const boost::json::value& a, const boost::json::value& b);

}  // namespace berth::stack
