#include "berth/services/cloudformation/resources/group_signals.hpp"

#include "berth/services/cloudformation/resources/duration.hpp"

#include <boost/asio/redirect_error.hpp>
#include <fmt/format.h>

#include <algorithm>

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

}  // namespace

SignalsWanted wanted_signals(const ResourceRequest& request) {
  SignalsWanted wanted;
  if (request.creation_policy.empty()) return wanted;
  const auto policy = read_properties<CreationPolicyProperty>(request.creation_policy);
  const SignalProperty signal = policy.ResourceSignal.value_or(SignalProperty{});
  wanted.signals = signal.Count.value_or(1);
  if (policy.AutoScalingCreationPolicy) {
    const int percent = policy.AutoScalingCreationPolicy->MinSuccessfulInstancesPercent.value_or(100);
    wanted.signals = (wanted.signals * std::clamp(percent, 0, 100) + 99) / 100;
  }
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
                                   std::shared_ptr<stack::Cancellation> cancellation) {
  using Timer = boost::asio::steady_timer;
  const auto deadline = Timer::clock_type::now() + wanted.timeout;
  cancellation->on_request = [progress] { progress->changed.cancel(); };
  while (progress->registered < wanted.signals && !cancellation->requested) {
    if (Timer::clock_type::now() >= deadline)
      throw ResourceFailure(fmt::format(
          "Received {} SUCCESS signal(s) out of {}. Failed to receive {} resource signal(s) within the "
          "specified duration{}{}",
          progress->registered, wanted.signals, wanted.signals - progress->registered,
          progress->reason.empty() ? "" : ": ", progress->reason));
    progress->changed.expires_at(deadline);
    boost::system::error_code ignored;  // cancelled and expired are told apart by what has changed
    co_await progress->changed.async_wait(base::asio::redirect_error(base::asio::use_awaitable, ignored));
  }
  cancellation->on_request = nullptr;
  if (cancellation->requested) throw ResourceFailure("Resource creation cancelled");
}

}  // namespace berth::cloudformation
