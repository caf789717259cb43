/// A service's table as JSON: what is served, for the audit against AWS's published models and for generated documentation.
///
///   {"service":"ecs","protocol":"json","version":"2014-11-13","operations":[
///     {"name":"StopTask","action":"ecs:StopTask","resource":"arn:aws:ecs:{region}:{account}:task/{cluster}/{task}","http":{"method":"POST","path":"/"},"not_acted_on":[],
///      "input":"StopTaskRequest","output":"StopTaskResponse"}],
///    "shapes":{"StopTaskRequest":{"members":{"task":{"type":"string","required":true}}}}}
///
/// A member's "type" is string, boolean, integer, long, double, timestamp, blob, document, list, map, structure or stream; lists and
/// maps have "element", structures "shape". "location" and "name" say where it travels, where that is not the body under its own
/// name. In "resource" a member's value is its name in braces; "depends on the request" where that says nothing.
/// "common_errors" are what any operation may answer, as {"code","status"}.
#pragma once

#include "berth/wire/operation.hpp"

#include <boost/json/value.hpp>

#include <span>

namespace berth::wire {

boost::json::value describe_service(const ServiceInfo& info,
                                    std::span<const OperationEntry* const> operations);

template <class S>
boost::json::value describe_service(const ServiceInfo& info, std::span<const Operation<S>> table) {
  std::vector<const OperationEntry*> entries;
  for (const Operation<S>& operation : table) entries.push_back(&operation);
  return describe_service(info, std::span<const OperationEntry* const>(entries));
}

}  // namespace berth::wire
