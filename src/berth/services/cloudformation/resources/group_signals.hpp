/// A group's CreationPolicy: how many of its instances must have told success, and how soon. An instance that registers
/// with its cluster has told it, as cfn-signal does on AWS; and so does a SignalResource, once for each UniqueId.
///
///   const SignalsWanted wanted = wanted_signals(request);
///   const auto progress = std::make_shared<SignalProgress>(state);
///   … the fleet's reports: progress->note(report.instance_id, report.reason) …
///   if (wanted.signals > 0) co_await wait_for_signals(progress, wanted, request);
#pragma once

#include "berth/services/cloudformation/resources/resource.hpp"

#include <boost/asio/steady_timer.hpp>

#include <chrono>
#include <memory>
#include <set>
#include <string>

namespace berth::cloudformation {

struct SignalsWanted {
  int signals = 0;  ///< of success
  int of = 0;       ///< so many are expected, of which the others may tell failure
  int percent = 100;
  std::chrono::seconds timeout{300};
};

/// Throws PropertyError for a policy that cannot be read.
SignalsWanted wanted_signals(const ResourceRequest& request);

/// What the fleet has reported so far.
struct SignalProgress {
  explicit SignalProgress(const boost::asio::any_io_executor& state) : changed(state) {}
  void note(const std::string& instance_id, const std::string& why_not) {
    if (!instance_id.empty()) registered.insert(instance_id);
    if (!why_not.empty()) reason = why_not;
    changed.cancel();
  }
  std::set<std::string> registered;   ///< ids of instances
  std::string reason;                 ///< why a launch did not fit
  boost::asio::steady_timer changed;  ///< cancelled at every report
};

/// Throws ResourceFailure when they have not come in time or too many told failure, or the creation is cancelled. The
/// signals are then forgotten, unless it is the daemon that ends: they are kept for the creation that begins anew.
base::Async<void> wait_for_signals(std::shared_ptr<SignalProgress> progress, SignalsWanted wanted,
                                   const ResourceRequest& request);

}  // namespace berth::cloudformation
