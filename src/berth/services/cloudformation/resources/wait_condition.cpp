// A wait condition is complete when its handle, or with a CreationPolicy the condition itself, has been told SUCCESS often
// enough by different senders; a FAILURE fails it, and so does time. Signals are kept, so a restart of the daemon makes
// no difference to it.
#include "base/json.hpp"
#include "berth/services/cloudformation/resources/duration.hpp"
#include "berth/services/cloudformation/resources/resource_types.hpp"
#include "berth/services/cloudformation/wait_handle.hpp"
#include "berth/stack/engine.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cloudformation {
namespace {

using std::chrono::seconds;

constexpr seconds longest{43'200};

struct ConditionProperties {
  std::optional<std::string> Handle;
  std::optional<int> Timeout;  ///< seconds
  std::optional<int> Count;
};
AWS_SHAPE(ConditionProperties, Handle, Timeout, Count)

struct SignalProperty {
  std::optional<int> Count;
  std::optional<std::string> Timeout;
};
AWS_SHAPE(SignalProperty, Count, Timeout)

struct PolicyProperty {
  std::optional<SignalProperty> ResourceSignal;
};
AWS_SHAPE(PolicyProperty, ResourceSignal)

constexpr PropertyRow rows[] = {{"Handle"}, {"Timeout"}, {"Count"}};
constexpr std::string_view attributes[] = {"Data"};

/// What it waits for.
struct Wanted {
  stack::SignalTarget from;
  int count = 1;
  seconds timeout{0};
  bool by_policy = false;
};

Wanted wanted_by_policy(const ResourceRequest& request, const ConditionProperties& properties) {
  if (properties.Handle || properties.Timeout || properties.Count)
    throw PropertyError(
        "A WaitCondition with a CreationPolicy takes no properties: Handle, Timeout and Count");
  const auto policy = read_properties<PolicyProperty>(request.creation_policy);
  const SignalProperty signal = policy.ResourceSignal.value_or(SignalProperty{});
  Wanted wanted;
  const std::string uuid = request.stack_id.substr(request.stack_id.rfind('/') + 1);
  wanted.from = {request.account, request.region, uuid, request.logical_id};
  wanted.count = signal.Count.value_or(1);
  wanted.by_policy = true;
  const std::string text = signal.Timeout.value_or("PT5M");
  const auto timeout = parse_duration(text);
  if (!timeout)
    throw PropertyError("CreationPolicy: Timeout must be a duration of at most 12 hours such as PT15M, not " +
                        text);
  wanted.timeout = *timeout;
  return wanted;
}

Wanted wanted_of(const ResourceRequest& request, const ConditionProperties& properties) {
  if (!request.creation_policy.empty()) return wanted_by_policy(request, properties);
  for (const auto& [name, given] : {std::pair{"Handle", properties.Handle.has_value()},
                                    std::pair{"Timeout", properties.Timeout.has_value()}})
    if (!given) throw PropertyError(fmt::format("Property {} cannot be empty.", name));
  const auto handle = parse_wait_handle(*properties.Handle);
  if (!handle || handle->target.account != request.account)
    throw PropertyError(
        fmt::format("Property Handle must be the Ref of an {} resource, which is an address of this endpoint",
                    wait_handle_type));
  Wanted wanted;
  wanted.from = handle->target;
  wanted.count = properties.Count.value_or(1);
  wanted.timeout = seconds(*properties.Timeout);
  if (wanted.timeout < seconds(0) || wanted.timeout > longest)
    throw PropertyError(fmt::format("Property Timeout must be from 0 to {} seconds, not {}", longest.count(),
                                    *properties.Timeout));
  return wanted;
}

/// CloudFormation's sentence for a signal of failure.
std::string failure_of(const Wanted& wanted, const stack::SignalRecord& signal) {
  if (wanted.by_policy) return fmt::format("Received FAILURE signal with UniqueId {}", signal.unique_id);
  if (signal.unique_id.empty()) return "Unparsable WaitCondition data";
  return fmt::format("WaitCondition received failed message: '{}' for uniqueId: {}", signal.reason,
                     signal.unique_id);
}

std::string timed_out(const Wanted& wanted, int received) {
  if (wanted.by_policy)
    return fmt::format("Failed to receive {} resource signal(s) within the specified duration",
                       wanted.count - received);
  return fmt::format("WaitCondition timed out. Received {} conditions when expecting {}", received,
                     wanted.count);
}

/// How many are there. Throws ResourceFailure for one of failure.
int received_of(const Wanted& wanted, const std::vector<stack::SignalRecord>& signals) {
  for (const stack::SignalRecord& signal : signals)
    if (!signal.success) throw ResourceFailure(failure_of(wanted, signal));
  return static_cast<int>(signals.size());
}

/// Until they are there. `left` is what is left of the time.
base::Async<void> wait_for(stack::Signals& signals, Wanted wanted, base::Milliseconds left,
                           std::shared_ptr<stack::Cancellation> cancellation,
                           boost::asio::any_io_executor state) {
  const auto changed = std::make_shared<boost::asio::steady_timer>(state);
  const auto deadline = boost::asio::steady_timer::clock_type::now() + left;
  const auto wake = [changed] { changed->cancel(); };
  const std::shared_ptr<void> watched(
      nullptr, [&signals, watcher = signals.watch(wanted.from, wake)](void*) { signals.unwatch(watcher); });
  for (;;) {
    const int received = received_of(wanted, signals.of(wanted.from));
    if (received >= wanted.count) break;
    if (cancellation->requested) throw ResourceFailure("Resource creation cancelled");
    if (boost::asio::steady_timer::clock_type::now() >= deadline)
      throw ResourceFailure(timed_out(wanted, received));
    cancellation->on_request = wake;
    changed->expires_at(deadline);
    boost::system::error_code ignored;  // cancelled and expired are told apart by what has changed
    co_await changed->async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  cancellation->on_request = nullptr;
}

/// {"sender": "its data", …} of those that count.
std::string data_of(const std::vector<stack::SignalRecord>& signals, int count) {
  boost::json::object data;
  for (const stack::SignalRecord& signal : signals)
    if (static_cast<int>(data.size()) < count) data[signal.unique_id] = signal.data;
  return base::to_text(data);
}

Making create(Environment& environment, const Call&, ResourceRequest& request,
              ConditionProperties properties) {
  const Wanted wanted = wanted_of(request, properties);
  stack::Signals& signals = request.engine->signals();
  base::TimePoint begun = environment.clock.now();
  if (request.begun) {
    begun = *request.begun;
  } else {
    if (wanted.by_policy) signals.forget(wanted.from);  // of an earlier attempt
    request.initiated(request.stack_id + "/" + wanted.from.logical_id);
  }
  const auto left =
      std::max<base::Milliseconds>(wanted.timeout - (environment.clock.now() - begun), base::Milliseconds(0));
  co_await wait_for(signals, wanted, left, request.cancellation, environment.state);
  co_return Attributes{{"Data", data_of(signals.of(wanted.from), wanted.count)}};
}

Making update(Environment&, const Call&, ResourceRequest& request, ConditionProperties, ConditionProperties) {
  // What it waited for cannot come again. On the way back it is as it was.
  if (!request.rolls_back)
    throw ResourceFailure("Update to resource type AWS::CloudFormation::WaitCondition is not supported.");
  co_return Attributes{};
}

Removing remove(Environment&, const Call&, const ResourceRequest& request) {
  const std::string uuid = request.stack_id.substr(request.stack_id.rfind('/') + 1);
  request.engine->signals().forget({request.account, request.region, uuid, request.logical_id});
  co_return;
}

std::vector<std::string> nothing_asked(const Environment&, const ResourceRequest&, const std::string&) {
  return {};
}

}  // namespace

const ResourceType wait_condition =
    resource_type<&create, &remove, &update>(
        {"AWS::CloudFormation::WaitCondition", rows, attributes, true}, {},
        {"cloudformation:CreateStack", "cloudformation:DeleteStack", &nothing_asked})
        .waiting();

}  // namespace berth::cloudformation
