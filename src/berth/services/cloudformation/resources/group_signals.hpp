/// A group's CreationPolicy: how many of its instances must have registered with their cluster, and how soon. An
/// instance that registers is what cfn-signal tells on AWS.
///
///   const SignalsWanted wanted = wanted_signals(request);
///   const auto progress = std::make_shared<SignalProgress>(state);
///   … the fleet's reports: progress->note(registered, reason) …
///   if (wanted.signals > 0) co_await wait_for_signals(progress, wanted, request.cancellation);
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <string>

namespace berth::cloudformation {

struct SignalsWanted {
  int signals = 0;
  std::chrono::seconds timeout{300};
};

/// Throws PropertyError for a policy that cannot be read.
SignalsWanted wanted_signals(const ResourceRequest& request);

/// What the fleet has reported so far.
struct SignalProgress {
  explicit SignalProgress(const boost::asio::any_io_executor& state) : changed(state) {}
  void note(int now_registered, const std::string& why_not) {
    registered = now_registered;
    if (!why_not.empty()) reason = why_not;
    changed.cancel();
  }
  int registered = 0;
  std::string reason;                 ///< why a launch did not fit
  boost::asio::steady_timer changed;  ///< cancelled at every report
};

/// Throws ResourceFailure when they have not come in time, or the creation is cancelled.
base::Async<void> wait_for_signals(std::shared_ptr<SignalProgress> progress, SignalsWanted wanted,
                                   std::shared_ptr<stack::Cancellation> cancellation);

}  // namespace berth::cloudformation
