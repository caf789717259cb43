#include "berth/services/cloudformation/resources/group_signals.hpp"

#include "berth/services/cloudformation/resources/duration.hpp"
#include "berth/stack/engine.hpp"

#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <exception>

namespace berth::cloudformation {
namespace {

/// CreationPolicy.ResourceSignal, with CloudFormation's defaults.
struct SignalProperty {
  std::optional<int> Count;
  std::optional<std::string> Timeout;
};
AWS_SHAPE(SignalProperty, Count, Timeout)

struct AutoScalingPolicyProperty {
  std::optional<int> MinSuccessfulInstancesPercent;
};
AWS_SHAPE(AutoScalingPolicyProperty, MinSuccessfulInstancesPercent)

struct CreationPolicyProperty {
  std::optional<SignalProperty> ResourceSignal;
  std::optional<AutoScalingPolicyProperty> AutoScalingCreationPolicy;
};
AWS_SHAPE(CreationPolicyProperty, ResourceSignal, AutoScalingCreationPolicy)

using Timer = boost::asio::steady_timer;

struct Told {
  int success = 0, failure = 0;
};

/// One of each sender. Who tells failure has not told success, though it be an instance that has registered.
Told told_by(const SignalProgress& progress, const std::vector<stack::SignalRecord>& signals) {
  std::set<std::string> success = progress.registered, failure;
  for (const stack::SignalRecord& signal : signals) {
    if (signal.success) {
      success.insert(signal.unique_id);
    } else {
      failure.insert(signal.unique_id);
      success.erase(signal.unique_id);
    }
  }
  return {static_cast<int>(success.size()), static_cast<int>(failure.size())};
}

/// Throws ResourceFailure, in CloudFormation's words, if there will never be enough, or not in time.
bool is_enough(const Told& told, const SignalsWanted& wanted, const std::string& reason, bool is_late) {
  if (told.failure > wanted.of - wanted.signals)
    throw ResourceFailure(
        fmt::format("Received {} FAILURE signal(s) out of {}. Unable to satisfy {}% "
                    "MinSuccessfulInstancesPercent requirement",
                    told.failure, wanted.of, wanted.percent));
  if (told.success >= wanted.signals) return true;
  if (is_late)
    throw ResourceFailure(fmt::format(
        "Received {} SUCCESS signal(s) out of {}. Failed to receive {} resource signal(s) within the "
        "specified duration{}{}",
        told.success, wanted.signals, wanted.signals - told.success, reason.empty() ? "" : ": ", reason));
  return false;
}

base::Async<void> wait_until_told(std::shared_ptr<SignalProgress> progress, SignalsWanted wanted,
                                  stack::Signals& signals, const stack::SignalTarget& from,
                                  std::shared_ptr<stack::Cancellation> cancellation) {
  const auto wake = [progress] { progress->changed.cancel(); };
  const std::shared_ptr<void> watched(
      nullptr, [&signals, watcher = signals.watch(from, wake)](void*) { signals.unwatch(watcher); });
  const auto deadline = Timer::clock_type::now() + wanted.timeout;
  while (!is_enough(told_by(*progress, signals.of(from)), wanted, progress->reason,
                    Timer::clock_type::now() >= deadline)) {
    if (cancellation->requested) throw ResourceFailure("Resource creation cancelled");
    cancellation->on_request = wake;
    progress->changed.expires_at(deadline);
    boost::system::error_code ignored;  // cancelled and expired are told apart by what has changed
    co_await progress->changed.async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  cancellation->on_request = nullptr;
}

}  // namespace

SignalsWanted wanted_signals(const ResourceRequest& request) {
  SignalsWanted wanted;
  if (request.creation_policy.empty()) return wanted;
  const auto policy = read_properties<CreationPolicyProperty>(request.creation_policy);
  const SignalProperty signal = policy.ResourceSignal.value_or(SignalProperty{});
  wanted.of = signal.Count.value_or(1);
  if (policy.AutoScalingCreationPolicy)
    wanted.percent =
        std::clamp(policy.AutoScalingCreationPolicy->MinSuccessfulInstancesPercent.value_or(100), 0, 100);
  wanted.signals = (wanted.of * wanted.percent + 99) / 100;
  if (signal.Timeout) {
    const auto timeout = parse_duration(*signal.Timeout);
    if (!timeout)
      throw PropertyError(
          "CreationPolicy: Timeout must be a duration of at most 12 hours such as PT15M, not " +
          *signal.Timeout);
    wanted.timeout = *timeout;
  }
  return wanted;
}

base::Async<void> wait_for_signals(std::shared_ptr<SignalProgress> progress, SignalsWanted wanted,
                                   const ResourceRequest& request) {
  stack::Engine& engine = *request.engine;
  const stack::SignalTarget from{request.account, request.region,
                                 request.stack_id.substr(request.stack_id.rfind('/') + 1),
                                 request.logical_id};
  std::exception_ptr failure;
  try {
    co_await wait_until_told(std::move(progress), wanted, engine.signals(), from, request.cancellation);
  } catch (const ResourceFailure&) {
    failure = std::current_exception();
  }
  if (!engine.is_stopping()) engine.signals().forget(from);
  if (failure) std::rethrow_exception(failure);
}

}  // namespace berth::cloudformation
