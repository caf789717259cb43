/// The services and the domain beneath them, made and joined.
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "base/result.hpp"
#include "berth/daemon/lanes.hpp"
#include "berth/daemon/settings.hpp"
#include "berth/fleet/fleet.hpp"
#include "berth/http/exchange.hpp"
#include "berth/identity/directory.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/run/task_runner.hpp"
#include "berth/store/store.hpp"
#include "berth/task/credential_source.hpp"
#include "berth/task/task_service.hpp"
#include "berth/wire/router.hpp"

#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace berth::daemon {

/// Tables of every module, for Store::open.
std::vector<store::Migration> all_migrations();

class Services {
 public:
  struct Needs {
    const Settings& settings;
    const base::Folder& state_dir;
    Lanes& lanes;
    base::Clock& clock;
    base::RandomSource& random;
    identity::Directory& directory;
    store::Store& store;
    task::CredentialSource& credentials;
    const wire::Authorizer& authorizer;
    std::string registry_token_key;
    fleet::MachineCapacity machine;
    std::future<base::Result<std::string>> sandbox;  ///< of try_sandbox
  };
  /// Loads everything that the store has; the state lane does not run yet.
  static base::Result<std::unique_ptr<Services>> build(Needs needs);
  ~Services();

  void add_to(wire::Router& router);
  /// Every operation of every service with its members.
  static base::json::value describe();
  /// Takes tasks and stacks up where they were. `endpoint` is what tasks call AWS by. Before the state lane runs.
  void resume(const std::string& endpoint);
  base::Async<void> serve_registry(http::Exchange& exchange);
  /// A signal for a wait condition: status and sentence, once it is kept.
  base::Async<std::pair<int, std::string>> receive_signal(std::string address, std::string body);
  std::optional<base::json::value> stack_report(const std::string& account, const std::string& region,
                                                const std::string& name) const;
  /// Stops stacks and tasks, waits until the last process is gone, and calls `then`. State lane.
  base::Async<void> stop_everything(std::function<void()> then);

  fleet::Fleet& fleet();
  const objects::ObjectStore& object_store() const;
  task::TaskService& tasks();
  const run::TaskRunner& runner() const;

 private:
  struct Parts;
  template <class F>
  static void each(F f);
  explicit Services(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace berth::daemon
