/// Signals: what the outside tells the resources of a stack that wait for it. SignalResource sends them, and whoever
/// knows the address of a wait condition's handle.
#pragma once

#include "base/clock.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/store.hpp"

#include <boost/describe/class.hpp>

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace berth::stack {

/// To whom: a resource of a stack, or a handle.
struct SignalTarget {
  std::string account, region, stack_uuid, logical_id;
  auto operator<=>(const SignalTarget&) const = default;
};

struct SignalRecord {
  std::string unique_id;  ///< one of each counts
  bool success = false;
  std::string reason, data;
  base::TimePoint time{};
};
BOOST_DESCRIBE_STRUCT(SignalRecord, (), (unique_id, success, reason, data, time))

/// Those of all stacks, on disk with every change, in the order of their arrival. State lane only.
class Signals {
 public:
  /// So that nobody fills memory with signals: any more for one target are refused.
  static constexpr std::size_t most = 1000;

  explicit Signals(store::Store& store);

  void load();
  /// Nothing happens if one of this unique id has come before. False if there are too many.
  bool add(const SignalTarget& target, SignalRecord signal);
  const std::vector<SignalRecord>& of(const SignalTarget& target) const;
  void forget(const SignalTarget& target);
  void forget_all_of(const std::string& account, const std::string& region, const std::string& stack_uuid);
  void clear();

  /// `told` is called after each that comes, until unwatch().
  std::size_t watch(SignalTarget target, std::function<void()> told);
  void unwatch(std::size_t watcher) { watchers_.erase(watcher); }

 private:
  store::DocumentTable table_;
  std::map<SignalTarget, std::vector<SignalRecord>> signals_;
  struct Watcher {
    SignalTarget target;
    std::function<void()> told;
  };
  std::map<std::size_t, Watcher> watchers_;
  std::size_t next_watcher_ = 0;
};

}  // namespace berth::stack
