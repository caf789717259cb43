#include "berth/daemon/plane.hpp"

#include "base/hash.hpp"
#include "base/log.hpp"
#include "berth/daemon/authorization.hpp"
#include "berth/daemon/endpoints.hpp"
#include "berth/daemon/runner.hpp"
#include "berth/daemon/services.hpp"
#include "berth/daemon/status.hpp"
#include "berth/daemon/task_credentials.hpp"
#include "berth/http/server.hpp"
#include "berth/identity/known_sessions.hpp"
#include "berth/run/gpu.hpp"
#include "berth/wire/router.hpp"

namespace berth::daemon {
namespace {

base::Result<fleet::MachineCapacity> find_machine(const Settings& settings) {
  auto machine = fleet::detect_machine();
  if (!machine) return machine.error().within("this machine's CPUs and memory");
  const auto found = run::find_gpus(settings.gpus);
  if (!found) return found.error().within("--gpus " + settings.gpus);
  base::log::info("{} CPUs, {} MiB of memory, {} GPUs ({})", machine->cpu_units / 1024, machine->memory_mib,
                  found->gpus.size(), found->reason);
  for (const run::Gpu& gpu : found->gpus) machine->gpus.push_back({.id = gpu.uuid, .kind = gpu.name});
  return machine;
}

http::Listen listen_of(const Settings& settings) {
  const auto address = parse_listen(settings.listen).value();  // validated with the settings
  http::Listen listen;
  listen.host = address.first;
  listen.port = address.second;
  listen.certificate_file = settings.tls_cert;
  listen.key_file = settings.tls_key;
  return listen;
}

}  // namespace

/// Members in the order of dependence; destroyed in the reverse.
struct Plane::Parts {
  Parts(const Settings& given, Lanes& on, const RootKey& root)
      : settings(given), lanes(on), keys(given.account, root.id, root.secret), server(listen_of(given)) {}

  Settings settings;
  Lanes& lanes;
  base::SystemClock clock;
  base::SystemRandom random;
  identity::KeyRing keys;
  identity::KnownSessions sessions{keys};
  identity::Directory directory{keys, clock, random};
  IamAuthorizer authorizer{directory};
  std::unique_ptr<TaskCredentials> credentials;
  std::unique_ptr<store::Store> store;
  std::unique_ptr<Services> services;
  std::unique_ptr<wire::Router> router;
  std::unique_ptr<Endpoints> endpoints;
  http::Server server;  ///< first to go: nothing is served from what is being taken down
  std::string endpoint;
};

Plane::Plane(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Plane::~Plane() = default;

base::Result<std::unique_ptr<Plane>> Plane::build(const Settings& settings, const StateDir& state_dir,
                                                  const RootKey& root_key, Lanes& lanes,
                                                  std::function<void()> restart) {
  auto parts = std::make_unique<Parts>(settings, lanes, root_key);
  Parts& p = *parts;
  auto sandbox = try_sandbox(settings);  // meanwhile the database is opened
  auto machine = find_machine(settings);
  if (!machine) return machine.error();
  auto token_key = load_token_key(state_dir.folder(), p.random);
  if (!token_key) return token_key.error();
  p.credentials = std::make_unique<TaskCredentials>(p.directory, std::move(*token_key));
  const auto steps = all_migrations();
  auto store = store::Store::open(state_dir.folder().path() + "/berth.db", steps, lanes.pool());
  if (!store) return store.error().within("the database in " + state_dir.folder().path());
  p.store = std::move(*store);

  auto services = Services::build({.settings = settings,
                                   .state_dir = state_dir.folder(),
                                   .lanes = lanes,
                                   .clock = p.clock,
                                   .random = p.random,
                                   .directory = p.directory,
                                   .store = *p.store,
                                   .credentials = *p.credentials,
                                   .authorizer = p.authorizer,
                                   .registry_token_key = base::hmac_sha256(root_key.secret, "registry"),
                                   .machine = std::move(*machine),
                                   .sandbox = std::move(sandbox)});
  if (!services) return services.error();
  p.services = std::move(*services);
  p.authorizer.ask_buckets(
      [&kept = p.services->object_store()](const std::string& bucket) { return kept.bucket_policy(bucket); });

  p.router = std::make_unique<wire::Router>(wire::RouterOptions{
      .state = lanes.state(),
      .credentials = [&sessions = p.sessions](std::string_view id,
                                              std::string_view token) { return sessions.find(id, token); },
      .authorizer = &p.authorizer,
      .clock = &p.clock,
      .random = &p.random,
      .committed = [&kept = *p.store] { return kept.committed(kept.last()); },
      .s3_base_domain = bucket_domain(parse_listen(settings.listen)->first)});
  p.services->add_to(*p.router);

  Endpoints::Parts answers{
      .state = lanes.state(),
      .pool = lanes.pool(),
      .keys = p.keys,
      .clock = p.clock,
      .credentials = *p.credentials,
      .listen_host = parse_listen(settings.listen)->first,
      .status = [&p] { return describe_status(*p.services, p.settings, p.endpoint); },
      .stack_report =
          [&p](const std::string& region, const std::string& name) {
            return p.services->stack_report(p.settings.account, region, name);
          },
      .usage = [&p](const std::string& region) { return ask_usage(*p.services, p.settings, region); },
      .signal =
          [&p](std::string address, std::string body) {
            return p.services->receive_signal(std::move(address), std::move(body));
          },
      .reset = {}};
  if (settings.allow_reset) {
    answers.reset = [&p, restart = std::move(restart)] { return p.services->stop_everything(restart); };
  }
  p.endpoints = std::make_unique<Endpoints>(std::move(answers));
  p.server.mount("/_berth/", [&p](http::Exchange& exchange) { return p.endpoints->serve(exchange); });
  p.server.mount("/v2/", [&p](http::Exchange& exchange) { return p.services->serve_registry(exchange); });
  p.server.handle_rest([&p](http::Exchange& exchange) { return p.router->serve(exchange); });
  return std::unique_ptr<Plane>(new Plane(std::move(parts)));
}

base::Status Plane::open() {
  if (auto started = parts_->server.start(); !started) return started;
  parts_->endpoint = parts_->server.endpoint();
  parts_->credentials->set_endpoint(parts_->endpoint);
  parts_->services->resume(parts_->endpoint);
  return {};
}

void Plane::close() {
  parts_->server.stop();
  parts_->store->flush();
}

const std::string& Plane::endpoint() const { return parts_->endpoint; }

std::string describe_operations() { return base::to_pretty(Services::describe()); }

}  // namespace berth::daemon
