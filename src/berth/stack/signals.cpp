#include "berth/stack/signals.hpp"

#include "base/described_json.hpp"

#include <algorithm>

namespace berth::stack {
namespace {

/// The documents of the table: all signals of one target.
struct SignalsDocument {
  std::vector<SignalRecord> signals;
};
BOOST_DESCRIBE_STRUCT(SignalsDocument, (), (signals))

std::string row_id(const SignalTarget& target) { return target.stack_uuid + "/" + target.logical_id; }

}  // namespace

Signals::Signals(store::Store& store) : table_(store, "stack_signals") {}

void Signals::load() {
  table_.load([this](std::string_view account, std::string_view region, std::string_view id,
                     std::string_view document) {
    const auto slash = id.find('/');
    SignalTarget target{std::string(account), std::string(region), std::string(id.substr(0, slash)),
                        std::string(id.substr(slash + 1))};
    signals_[std::move(target)] =
        base::from_document<SignalsDocument>(base::parse_json(document).value()).value().signals;
  });
}

bool Signals::add(const SignalTarget& target, SignalRecord signal) {
  auto& all = signals_[target];
  if (std::ranges::find(all, signal.unique_id, &SignalRecord::unique_id) != all.end()) return true;
  if (all.size() >= most) return false;
  all.push_back(std::move(signal));
  const SignalsDocument document{all};
  table_.put(target.account, target.region, row_id(target), base::to_text(base::to_document(document)));
  for (const auto& [id, watcher] : watchers_)
    if (watcher.target == target) watcher.told();
  return true;
}

const std::vector<SignalRecord>& Signals::of(const SignalTarget& target) const {
  static const std::vector<SignalRecord> none;
  const auto found = signals_.find(target);
  return found == signals_.end() ? none : found->second;
}

void Signals::forget(const SignalTarget& target) {
  if (signals_.erase(target) > 0) table_.remove(target.account, target.region, row_id(target));
}

void Signals::forget_all_of(const std::string& account, const std::string& region,
                            const std::string& stack_uuid) {
  std::vector<SignalTarget> gone;
  for (const auto& [target, signals] : signals_)
    if (target.account == account && target.region == region && target.stack_uuid == stack_uuid)
      gone.push_back(target);
  for (const SignalTarget& target : gone) forget(target);
}

void Signals::clear() {
  signals_.clear();
  table_.clear();
}

std::size_t Signals::watch(SignalTarget target, std::function<void()> told) {
  watchers_.emplace(next_watcher_, Watcher{std::move(target), std::move(told)});
  return next_watcher_++;
}

}  // namespace berth::stack
