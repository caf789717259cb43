#include "berth/daemon/endpoints.hpp"

#include "base/encoding.hpp"
#include "base/version.hpp"
#include "berth/daemon/guard.hpp"
#include "berth/wire/sigv4.hpp"

namespace berth::daemon {
namespace {

constexpr std::size_t body_limit = 64 * 1024;

std::string error_text(std::string_view code, std::string_view message) {
  return base::to_text(base::json::object{{"code", code}, {"message", message}});
}

/// Calls a function on the lane that this coroutine was spawned on. A function with value parameters, since a
/// lambda's captures would die before it runs.
template <class T>
base::Async<T> call(std::function<T()> f) {
  co_return f();
}

/// NAME of "/_berth/stacks/NAME/report"; nothing for another path.
std::optional<std::string> reported_stack(std::string_view path) {
  constexpr std::string_view prefix = "/_berth/stacks/", suffix = "/report";
  if (!path.starts_with(prefix) || !path.ends_with(suffix) || path.size() <= prefix.size() + suffix.size()) {
    return std::nullopt;
  }
  return base::percent_decode(path.substr(prefix.size(), path.size() - prefix.size() - suffix.size()));
}

}  // namespace

base::Async<void> Endpoints::serve(http::Exchange& exchange) {
  Answer answered = co_await answer(exchange);
  http::ResponseHead head;
  head.status = answered.status;
  head.headers.add("Content-Type", "application/json");
  head.headers.add("Cache-Control", "no-store");
  co_await exchange.respond(std::move(head), http::Body(std::move(answered.body)));
}

base::Async<Endpoints::Answer> Endpoints::answer(http::Exchange& exchange) {
  const http::RequestHead& request = exchange.request();
  if (const auto refusal = check_origin(request, parts_.listen_host)) {
    co_return Answer{refusal->status, error_text("Forbidden", refusal->message)};
  }
  const std::string path(request.path());
  if (path == "/_berth/health") {
    co_return Answer{200,
                     base::to_text(base::json::object{{"status", "serving"}, {"version", base::version()}})};
  }
  if (path.starts_with("/_berth/signals/")) co_return co_await answer_signal(exchange);
  constexpr std::string_view credentials = "/_berth/credentials/";
  if (path.starts_with(credentials)) {
    std::string task_id = path.substr(credentials.size());
    std::string token(request.headers.get("authorization"));
    co_return co_await answer_credentials(std::move(task_id), std::move(token));
  }
  co_return co_await answer_signed(exchange, path);
}

base::Async<Endpoints::Answer> Endpoints::answer_credentials(std::string task_id, std::string token) {
  std::function<std::optional<base::Result<std::string>>()> ask = [&] {
    return parts_.credentials.answer(task_id, token);
  };
  const auto found = co_await base::on(parts_.state, call(std::move(ask)));
  if (!found)
    co_return Answer{403, error_text("AccessDenied", "no such task lives, or the token is not its own")};
  if (!*found) co_return Answer{403, error_text("AccessDenied", found->error().message)};
  co_return Answer{200, **found};
}

base::Async<Endpoints::Answer> Endpoints::answer_signal(http::Exchange& exchange) {
  if (exchange.request().method != "PUT")
    co_return Answer{405, error_text("MethodNotAllowed", "signals are sent with PUT")};
  auto body = co_await http::read_all(exchange.body(), body_limit);
  if (!body) co_return Answer{413, error_text("RequestTooLarge", "a request to /_berth/ has at most 64 KiB")};
  auto receive = parts_.signal(exchange.request().target, std::move(*body));
  const auto [status, message] = co_await base::on(parts_.state, std::move(receive));
  if (status == 200) co_return Answer{};
  co_return Answer{status, error_text(status == 403 ? "AccessDenied" : "InvalidSignal", message)};
}

base::Async<Endpoints::Answer> Endpoints::answer_signed(http::Exchange& exchange, std::string path) {
  const std::string method = exchange.request().method;
  const auto body = co_await http::read_all(exchange.body(), body_limit);
  if (!body) co_return Answer{413, error_text("RequestTooLarge", "a request to /_berth/ has at most 64 KiB")};
  if (const auto refusal = check_root_signature(exchange.request(), *body, parts_.keys, parts_.clock.now())) {
    co_return Answer{refusal->status, error_text("AccessDenied", refusal->message)};
  }
  if (path == "/_berth/status" && method == "GET") {
    const auto status = co_await base::on(parts_.state, call(parts_.status));
    co_return Answer{200, base::to_text(status)};
  }
  if (const auto stack = reported_stack(path); stack && method == "GET") {
    const std::string region = wire::read_signature(exchange.request()).scope.region;
    std::function<std::optional<base::json::value>()> ask = [&] {
      return parts_.stack_report(region, *stack);
    };
    const auto report = co_await base::on(parts_.state, call(std::move(ask)));
    if (!report) co_return Answer{404, error_text("NotFound", "Stack with id " + *stack + " does not exist")};
    co_return Answer{200, base::to_text(*report)};
  }
  if (path == "/_berth/usage" && method == "GET") {
    const std::string region = wire::read_signature(exchange.request()).scope.region;
    std::function<UsageQuestion()> ask = [&] { return parts_.usage(region); };
    const UsageQuestion question = co_await base::on(parts_.state, call(std::move(ask)));
    auto look = [&question, now = parts_.clock.now()] { return measure(question, now); };
    const auto usage = co_await base::blocking(parts_.pool, look);
    co_return Answer{200, base::to_text(usage)};
  }
  if (path == "/_berth/reset" && method == "POST") {
    if (!parts_.reset) co_return Answer{403, error_text("Forbidden", "berthd runs without --allow-reset")};
    co_await base::on(parts_.state, parts_.reset());
    co_return Answer{200, "{}"};
  }
  co_return Answer{404, error_text("NotFound", method + " " + path + " is not served")};
}

}  // namespace berth::daemon
