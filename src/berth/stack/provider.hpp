/// How the engine sees the things that a stack is made of. services/cloudformation provides them.
#pragma once

#include "base/async.hpp"
#include "berth/stack/property_difference.hpp"
#include "berth/stack/record.hpp"
#include "berth/store/store.hpp"

#include <boost/json/object.hpp>

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace berth::stack {

namespace json = boost::json;

class Engine;

/// Told to a creation that waits: end the wait, the resource will not be kept. State lane only.
struct Cancellation {
  bool requested = false;
  std::function<void()> on_request;  ///< set by whoever waits
  void request() {
    requested = true;
    if (auto notify = std::exchange(on_request, nullptr)) notify();
  }
};

/// A resource was refused; the reason goes into its CREATE_FAILED or DELETE_FAILED event.
struct ResourceFailure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// One resource in one stack, functions resolved.
struct ResourceRequest {
  std::string account, region, stack_name, stack_id;
  std::string logical_id, type;
  std::string caller;       ///< on whose behalf: the provider's own document, as given to the engine
  std::string physical_id;  ///< empty before creation
  /// When the creation began that goes on now, having been broken off; else nothing. See goes_on().
  std::optional<base::TimePoint> begun;
  std::string import_id;       ///< of a creation: it is there under this id, and is taken over
  bool rolls_back = false;     ///< an update is the way back of one that failed
  std::string suggested_name;  ///< STACK-LOGICALID-RANDOM
  json::object properties, metadata, creation_policy;
  json::object prior;                       ///< for an update: the properties that it comes from
  std::map<std::string, std::string> tags;  ///< the stack's
  Engine* engine = nullptr;  ///< for what is a stack itself, or waits for signals; outlives the request
  /// A creation calls this as soon as the resource exists, before it waits for anything: from then on it is
  /// the stack's to delete.
  std::function<void(const std::string& physical_id)> initiated;
  /// For what is made or removed inside a transaction of its own (everything else is in one commit with the stack's
  /// record by itself, see ResourceProvider): a change to run in that transaction. It says that the resource has this
  /// id from now on, or is gone if the id is empty, also to a daemon that starts before this one could note it.
  std::function<store::Change(const std::string& physical_id)> mark;
  /// Something about a property for the stack's report: what was read from UserData, what is emulated.
  std::function<void(NoteRecord)> note;
  std::shared_ptr<Cancellation> cancellation;
};

/// On the state lane. A stack must know what is its own, however the daemon ends. So what these functions queue to the
/// store before they first wait, and what is recorded when they call `initiated` or return by then, goes into one
/// commit: a resource that is made there is there exactly if the record has its id. What is made later, after a wait,
/// takes `mark` along.
class ResourceProvider {
 public:
  virtual ~ResourceProvider() = default;
  /// Makes the resource, or takes it over (import_id), and returns its attributes for GetAtt once it is complete. Throws
  /// ResourceFailure; after `initiated` the engine deletes what is there, unless it was taken over.
  virtual base::Async<std::map<std::string, std::string>> create(ResourceRequest request) = 0;
  /// Changes it in place from `prior` to `properties` and returns its attributes. It may have been begun before, and
  /// broken off: it brings about the whole of the new state. Throws ResourceFailure.
  virtual base::Async<std::map<std::string, std::string>> update(ResourceRequest request) = 0;
  /// Deletes it; one that is not there is no error. Throws ResourceFailure.
  virtual base::Async<void> remove(ResourceRequest request) = 0;

  /// A creation of this type that was broken off after `initiated` is not undone and begun anew: it is called again, with
  /// its physical id, and goes on. Such types do not act, they wait for others, so any number of them may run at once.
  virtual bool goes_on(const std::string& type) const = 0;

  /// Pure: what differs for a resource of this type. `tags`: the tags of its stack differ, too.
  virtual std::vector<PropertyDifference> differences(const std::string& type, const json::object& before,
                                                      const json::object& after, bool tags) const = 0;
  /// Pure: why a new resource with `after` cannot be made while the one with `before` is there; empty if it can.
  virtual std::string replacement_refusal(const std::string& type, const json::object& before,
                                          const json::object& after) const = 0;
};

}  // namespace berth::stack
