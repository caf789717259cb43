/// Lifecycle rules: which there may be, and what each means for an object or an upload. Pure.
#pragma once

#include "base/clock.hpp"
#include "berth/objects/types.hpp"
#include "berth/services/s3/shapes_configurations.hpp"

namespace berth::s3 {

/// Throws what S3 says of rules that it does not take; gives names to those that have none.
void check_rules(std::vector<LifecycleRule>& rules);

/// Whether a rule removes the object. The tags of `object` are looked at only where asks_for_tags says so.
bool is_expired(const LifecycleRule& rule, const objects::ObjectInfo& object, base::TimePoint now);
/// Whether a rule aborts the upload.
bool is_abandoned(const LifecycleRule& rule, const objects::Upload& upload, base::TimePoint now);
bool asks_for_tags(const LifecycleRule& rule);

}  // namespace berth::s3
