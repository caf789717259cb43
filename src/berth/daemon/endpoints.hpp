/// What berthd answers beside AWS, under /_berth/:
///
///   GET  /_berth/health                 200 and the version; unsigned
///   GET  /_berth/credentials/TASK-ID    a task's role credentials; Authorization is the task's token
///   GET  /_berth/status                 what there is and how it goes, as JSON; signed by root
///   GET  /_berth/stacks/NAME/report     what of a template was honoured, emulated, ignored or refused;
///                                       signed by root
///   GET  /_berth/usage                  what machine and tasks use now, of the signature's region; signed by root
///   PUT  /_berth/signals/…              a signal for a wait condition; whoever knows the address may
///   POST /_berth/reset                  stops all tasks, forgets all state; root, with --allow-reset only
///
/// guard.hpp says who gets in.
#pragma once

#include "base/async.hpp"
#include "base/clock.hpp"
#include "base/json.hpp"
#include "berth/daemon/task_credentials.hpp"
#include "berth/daemon/usage.hpp"
#include "berth/http/exchange.hpp"
#include "berth/identity/key_ring.hpp"

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace berth::daemon {

class Endpoints {
 public:
  struct Parts {
    base::asio::any_io_executor state;
    base::asio::thread_pool& pool;
    const identity::KeyRing& keys;
    const base::Clock& clock;
    const TaskCredentials& credentials;
    std::string listen_host;
    // On the state lane:
    std::function<base::json::value()> status;
    /// The report of a stack by name; nothing if there is none. `region` is that of the signing scope.
    std::function<std::optional<base::json::value>(const std::string& region, const std::string& stack)>
        stack_report;
    std::function<UsageQuestion(const std::string& region)> usage;
    /// A signal that was put to an address: status and sentence, once it is kept.
    std::function<base::Async<std::pair<int, std::string>>(std::string address, std::string body)> signal;
    std::function<base::Async<void>()> reset;  ///< empty: not offered
  };

  explicit Endpoints(Parts parts) : parts_(std::move(parts)) {}
  /// For http::Server::mount("/_berth/", …). This object outlives the server.
  base::Async<void> serve(http::Exchange& exchange);

 private:
  struct Answer {
    int status = 200;
    std::string body;  ///< JSON
  };
  base::Async<Answer> answer(http::Exchange& exchange);
  base::Async<Answer> answer_signed(http::Exchange& exchange, std::string path);
  base::Async<Answer> answer_signal(http::Exchange& exchange);
  base::Async<Answer> answer_credentials(std::string task_id, std::string token);

  Parts parts_;
};

}  // namespace berth::daemon
