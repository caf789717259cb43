// Signals: SignalResource, and what is put to the addresses of wait conditions' handles.
#include "base/hash.hpp"
#include "base/json.hpp"
#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/services/cloudformation/errors.hpp"
#include "berth/services/cloudformation/wait_handle.hpp"

#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <array>

namespace berth::cloudformation {
namespace {

constexpr std::string_view prefix = "/_berth/signals/", token_key = "?token=";
constexpr std::size_t longest_unique_id = 64, longest_data = 4096;

/// The address is the handle's: it is there, and nobody has guessed.
bool is_handle(const CloudFormation& service, const WaitHandle& handle) {
  for (const stack::StackRecord* record :
       service.engine.living().stacks(handle.target.account, handle.target.region)) {
    if (record->uuid != handle.target.stack_uuid) continue;
    const stack::ResourceRecord* resource = record->resource(handle.target.logical_id);
    if (resource == nullptr || resource->type != wait_handle_type) return false;
    const auto known = parse_wait_handle(resource->physical_id);
    return known && base::equal_in_constant_time(known->token, handle.token);
  }
  return false;
}

std::string text_in(const boost::json::object& document, std::string_view name) {
  const auto* value = document.if_contains(name);
  if (value == nullptr) return {};
  return value->is_string() ? std::string(value->get_string()) : base::to_text(*value);
}

/// Nothing if it is no signal.
std::optional<stack::SignalRecord> read_signal(std::string_view body) {
  const auto parsed = base::parse_json(body);
  const auto* document = parsed ? parsed->if_object() : nullptr;
  if (document == nullptr) return std::nullopt;
  stack::SignalRecord signal;
  signal.unique_id = text_in(*document, "UniqueId");
  signal.reason = text_in(*document, "Reason");
  signal.data = text_in(*document, "Data");
  const std::string status = text_in(*document, "Status");
  signal.success = status == "SUCCESS";
  if ((!signal.success && status != "FAILURE") || signal.unique_id.empty() ||
      signal.data.size() > longest_data || signal.reason.size() > longest_data)
    return std::nullopt;
  return signal;
}

/// Signals that nobody would count are refused.
void check_waits(const CloudFormation& service, const stack::StackRecord& record,
                 const stack::ResourceRecord& resource) {
  const ResourceTypeInfo* type = service.host.find_type(resource.type);
  if (type == nullptr || !type->takes_signals)
    throw validation_error(fmt::format(
        "Resource {} is an {}, which takes no signals: an AutoScalingGroup and a WaitCondition do",
        resource.logical_id, resource.type));
  const stack::Template definition = stack::parse_template(service.engine.template_text(record));
  const auto* now = definition.resource(resource.logical_id);
  if (now == nullptr || now->creation_policy.empty())
    throw validation_error(
        fmt::format("Resource {} has no CreationPolicy, so it waits for no signals", resource.logical_id));
  if (!resource.begun)
    throw validation_error(fmt::format("Resource {} is in {} state and cannot be signaled",
                                       resource.logical_id, stack::to_text(resource.status)));
}

}  // namespace

std::string to_address(const WaitHandle& handle, std::string_view endpoint) {
  return fmt::format("{}{}{}/{}/{}/{}{}{}", endpoint, prefix, handle.target.account, handle.target.region,
                     handle.target.stack_uuid, handle.target.logical_id, token_key, handle.token);
}

std::optional<WaitHandle> parse_wait_handle(std::string_view address) {
  const auto start = address.find(prefix);
  const auto query = address.find(token_key);
  if (start == std::string_view::npos || query == std::string_view::npos || query < start)
    return std::nullopt;
  std::string_view path = address.substr(0, query).substr(start + prefix.size());
  std::array<std::string, 4> parts;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto slash = path.find('/');
    if ((slash == std::string_view::npos) != (i + 1 == parts.size())) return std::nullopt;
    parts[i] = path.substr(0, slash);
    if (parts[i].empty()) return std::nullopt;
    path = slash == std::string_view::npos ? std::string_view() : path.substr(slash + 1);
  }
  WaitHandle handle;
  handle.target = {std::move(parts[0]), std::move(parts[1]), std::move(parts[2]), std::move(parts[3])};
  handle.token = address.substr(query + token_key.size());
  if (handle.token.empty()) return std::nullopt;
  return handle;
}

SignalAnswer receive_signal(CloudFormation& service, std::string_view path_with_query, std::string_view body,
                            base::TimePoint now) {
  const auto handle = parse_wait_handle(path_with_query);
  if (!handle || !is_handle(service, *handle))
    return {403, "this is the address of no wait condition's handle, or its stack is gone"};
  auto signal = read_signal(body);
  const bool is_readable = signal.has_value();
  if (!is_readable)
    signal = stack::SignalRecord{.unique_id = "", .success = false, .reason = "", .data = "", .time = {}};
  signal->time = now;
  if (!service.engine.signals().add(handle->target, std::move(*signal)))
    return {400, fmt::format("a wait condition takes at most {} signals", stack::Signals::most)};
  if (!is_readable)
    return {
        400,
        "a signal is {\"Status\": \"SUCCESS\" or \"FAILURE\", \"UniqueId\": …, \"Reason\": …, \"Data\": …} "
        "with at most 4096 bytes of Data; the wait condition fails by what was sent"};
  return {};
}

void signal_resource(CloudFormation& service, const Call& call, SignalResourceRequest in) {
  if (in.Status != "SUCCESS" && in.Status != "FAILURE")
    throw validation_error(
        fmt::format("1 validation error detected: Value '{}' at 'status' failed to satisfy constraint: "
                    "Member must satisfy "
                    "enum value set: [SUCCESS, FAILURE]",
                    in.Status));
  if (in.UniqueId.empty() || in.UniqueId.size() > longest_unique_id)
    throw validation_error(fmt::format(
        "1 validation error detected: Value '{}' at 'uniqueId' failed to satisfy constraint: Member must "
        "have "
        "length {}",
        in.UniqueId, in.UniqueId.empty() ? "greater than or equal to 1" : "less than or equal to 64"));
  const stack::StackRecord* record = service.engine.find(call.account, call.region, in.StackName);
  if (record == nullptr) throw validation_error(fmt::format("Stack '{}' does not exist", in.StackName));
  if (const auto why = stack::refusal(stack::StackOperation::Signal, *record)) throw validation_error(*why);
  const stack::ResourceRecord* resource = record->resource(in.LogicalResourceId);
  if (resource == nullptr) throw resource_does_not_exist(in.LogicalResourceId, record->name);
  check_waits(service, *record, *resource);
  stack::SignalRecord signal;
  signal.unique_id = std::move(in.UniqueId);
  signal.success = in.Status == "SUCCESS";
  signal.time = call.time;
  if (!service.engine.signal(*record, in.LogicalResourceId, std::move(signal)))
    throw wire::ServiceError("LimitExceededException",
                             fmt::format("A resource takes at most {} signals", stack::Signals::most), 400);
}

}  // namespace berth::cloudformation
