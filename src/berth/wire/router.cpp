#include "berth/wire/router.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/log.hpp"
#include "berth/wire/auth_error.hpp"
#include "berth/wire/json11.hpp"
#include "berth/wire/members.hpp"
#include "berth/wire/operation_directory.hpp"
#include "berth/wire/query.hpp"
#include "berth/wire/reply.hpp"
#include "berth/wire/rest_codec.hpp"
#include "berth/wire/sigv2_query.hpp"
#include "berth/wire/sigv4.hpp"
#include "berth/wire/verified_body.hpp"

namespace berth::wire {

namespace {

/// One request on its way; lives in serve's frame until the answer is out.
struct Work {
  Protocol protocol = Protocol::RestXml;  ///< whose errors to write, before the service is known
  std::string_view xml_namespace;
  Served served;
  Call call;
  AnyShape input;
  std::vector<std::string> not_acted_on;
  Unknown unknown;
  std::shared_ptr<VerifiedBody> stream;
};

/// What came back from the state lane.
struct Outcome {
  AnyShape output;
  std::exception_ptr error;
};

bool is_form(const http::RequestHead& request) {
  return request.headers.get("content-type").starts_with("application/x-www-form-urlencoded");
}

std::string missing_code(const ServiceInfo& info) {
  if (!info.missing_member_code.empty()) return std::string(info.missing_member_code);
  switch (info.protocol) {
    case Protocol::Json11:
      return "InvalidParameterException";
    case Protocol::Query:
      return "ValidationError";
    case Protocol::Ec2:
      return "MissingParameter";
    case Protocol::RestXml:
      return "InvalidRequest";
  }
  return "InvalidRequest";
}

ServiceError too_large(Protocol protocol) {
  switch (protocol) {
    case Protocol::RestXml:
      return {"EntityTooLarge", "Your proposed upload exceeds the maximum allowed size", 400};
    case Protocol::Json11:
      return {"RequestEntityTooLargeException", "The request body is too large.", 413};
    default:
      return {"RequestEntityTooLarge", "The request body is too large.", 413};
  }
}

}  // namespace

struct Router::Core {
  explicit Core(RouterOptions wanted) : options(std::move(wanted)) {}

  base::Async<void> prepare(http::Exchange& exchange, Work& work);
  base::Async<void> prepare_json(http::Exchange& exchange, std::string_view target, Work& work);
  base::Async<void> prepare_query(http::Exchange& exchange, Work& work);
  base::Async<void> prepare_rest(http::Exchange& exchange, Work& work);
  base::Async<std::string> whole_body(http::BodyReader& body, Protocol protocol) const;
  std::string take_key(const std::string& id, const std::string& token, Work& work) const;
  void authenticate(const SignedBy& by, Work& work, std::string& secret) const;
  std::string authenticate_rest(const http::RequestHead& request, std::optional<std::string_view> hash_in_url,
                                Work& work, SignedBy& by, std::string& secret);
  std::string authenticate_old(const http::RequestHead& request, const std::string& path, Work& work,
                               SignedBy& by) const;
  void take_service(const Served& served, const http::RequestHead& request, const SignedBy& by,
                    Work& work) const;
  void verify_body(const http::RequestHead& request, const SignedBy& by, std::string_view secret,
                   std::string_view body);
  base::Async<Outcome> run(Work& work);

  RouterOptions options;
  OperationDirectory directory;
  SigningKeys signing_keys;
};

Router::Router(RouterOptions options) : core_(std::make_unique<Core>(std::move(options))) {
  const RouterOptions& given = core_->options;
  BERTH_CHECK(given.state && given.credentials && given.authorizer && given.clock && given.random,
              "a router without keys, policies, clock or ids would answer wrongly");
}
Router::~Router() = default;

void Router::add(const ServiceInfo& info, const OperationEntry& operation, void* service) {
  core_->directory.add(info, operation, service);
}

base::Async<std::string> Router::Core::whole_body(http::BodyReader& body, Protocol protocol) const {
  std::optional<std::string> all = co_await http::read_all(body, options.body_limit);
  if (!all) throw too_large(protocol);
  co_return std::move(*all);
}

/// The secret of a key that is known and has not expired; whose it is, the call says from then on.
std::string Router::Core::take_key(const std::string& id, const std::string& token, Work& work) const {
  auto key = options.credentials(id, token);
  if (!key) throw AuthFailure(token.empty() ? AuthProblem::UnknownKey : AuthProblem::InvalidToken, id);
  if (key->expired(work.call.time)) throw AuthFailure(AuthProblem::ExpiredToken, id);
  work.call.principal = std::move(key->principal);
  work.call.account = work.call.principal.account;
  return std::move(key->secret);
}

/// Finds the key that signed and checks everything but the signature itself, so that a stranger's body is not
/// even read.
void Router::Core::authenticate(const SignedBy& by, Work& work, std::string& secret) const {
  secret = take_key(by.scope.access_key_id, by.session_token, work);
  check_time(by, work.call.time);
  work.call.region = by.scope.region;
}

void Router::Core::take_service(const Served& served, const http::RequestHead& request, const SignedBy& by,
                                Work& work) const {
  work.served = served;
  work.protocol = work.call.protocol = served.info->protocol;
  work.xml_namespace = served.info->xml_namespace;
  work.call.service = served.info->name;
  work.call.operation = served.operation->name;
  work.call.host = request.host();
  work.call.scheme = request.secure ? "https" : "http";
  work.call.remote_address = request.remote_address;
  work.call.user_agent = request.headers.get("user-agent");
  work.call.authorizer = options.authorizer;
  if (by.scope.service != served.info->name) {
    const bool rest = work.protocol == Protocol::RestXml;
    throw AuthFailure(
        AuthProblem::WrongService,
        rest ? "incorrect service \"" + by.scope.service + "\". This endpoint belongs to \"" +
                   std::string(served.info->name) + "\"."
             : "Credential should be scoped to correct service: '" + std::string(served.info->name) + "'. ");
  }
}

/// For protocols whose signature covers the hash of the whole body.
void Router::Core::verify_body(const http::RequestHead& request, const SignedBy& by, std::string_view secret,
                               std::string_view body) {
  const std::string hash = base::to_hex(base::sha256(body));
  const auto claimed = request.headers.find("x-amz-content-sha256");
  check_signature_of_key(by, request, claimed ? *claimed : std::string_view(hash),
                         signing_keys.key(secret, by.scope), PathStyle::Normalised);
  if (claimed && *claimed != hash) {
    throw AuthFailure(AuthProblem::WrongSignature, "The body differs from what x-amz-content-sha256 says.");
  }
}

base::Async<void> Router::Core::prepare(http::Exchange& exchange, Work& work) {
  const http::RequestHead& request = exchange.request();
  if (const auto target = request.headers.find("x-amz-target")) {
    work.protocol = Protocol::Json11;
    co_await prepare_json(exchange, *target, work);
    co_return;
  }
  const bool at_root = request.path() == "/";
  const bool action_in_url =
      request.method == "GET" && request.query().find("Action=") != std::string_view::npos;
  if (at_root && ((request.method == "POST" && is_form(request)) || action_in_url)) {
    work.protocol = Protocol::Query;
    co_await prepare_query(exchange, work);
    co_return;
  }
  co_await prepare_rest(exchange, work);
}

base::Async<void> Router::Core::prepare_json(http::Exchange& exchange, std::string_view target, Work& work) {
  const http::RequestHead& request = exchange.request();
  const Served& served = directory.by_target(target);
  const SignedBy by = read_signature(request);
  std::string secret;
  authenticate(by, work, secret);
  take_service(served, request, by, work);
  const std::string body = co_await whole_body(exchange.body(), work.protocol);
  verify_body(request, by, secret, body);
  work.input = decode_json(body, served.operation->request(), Side::Request, missing_code(*served.info),
                           &work.unknown);
}

base::Async<void> Router::Core::prepare_query(http::Exchange& exchange, Work& work) {
  const http::RequestHead& request = exchange.request();
  const SignedBy by = read_signature(request);
  if (const ServiceInfo* info = directory.by_action({}, {}, by.scope.service).info) {
    work.protocol = info->protocol;  // until the form is read: EC2's errors for EC2's callers
    work.xml_namespace = info->xml_namespace;
  }
  std::string secret;
  authenticate(by, work, secret);
  const std::string body = co_await whole_body(exchange.body(), work.protocol);
  const auto form = parse_query(request.method == "POST" ? std::string_view(body) : request.query());
  if (!form)
    throw ServiceError("MalformedQueryString",
                       "The request is not a form: an escape is broken, or it has too many parameters.");
  const std::string_view action = find(*form, "Action").value_or(""),
                         version = find(*form, "Version").value_or("");
  const Served served = directory.by_action(action, version, by.scope.service);
  if (served.info) {
    work.protocol = served.info->protocol;
    work.xml_namespace = served.info->xml_namespace;
  }
  if (!served.operation) {
    // Only a caller who is known learns what is served.
    verify_body(request, by, secret, body);
    if (action.empty()) throw ServiceError("MissingAction", "The request must contain the parameter Action");
    throw ServiceError("InvalidAction", "Could not find operation " + std::string(action) + " for version " +
                                            std::string(version));
  }
  take_service(served, request, by, work);
  verify_body(request, by, secret, body);
  const bool ec2 = work.protocol == Protocol::Ec2;
  const std::string missing = missing_code(*served.info);
  work.input = decode_query(*form, served.operation->request(), ec2 ? QueryDialect::Ec2 : QueryDialect::Query,
                            {missing, ec2 ? "InvalidParameterValue" : "ValidationError"}, &work.unknown);
}

/// All of a signature of version 4 but what covers the body; what that must be (x-amz-content-sha256).
std::string Router::Core::authenticate_rest(const http::RequestHead& request,
                                            std::optional<std::string_view> hash_in_url, Work& work,
                                            SignedBy& by, std::string& secret) {
  by = read_signature(request);
  authenticate(by, work, secret);
  const auto claimed = request.headers.find("x-amz-content-sha256");
  if (!claimed && !by.presigned) throw AuthFailure(AuthProblem::MissingBodyHash, "x-amz-content-sha256");
  std::string hash(claimed ? *claimed : hash_in_url.value_or(unsigned_payload));
  check_signature_of_key(by, request, hash, signing_keys.key(secret, by.scope), PathStyle::S3);
  return hash;
}

/// The same of a presigned URL of version 2. It names no region and no service: it can only be S3's.
std::string Router::Core::authenticate_old(const http::RequestHead& request, const std::string& path,
                                           Work& work, SignedBy& by) const {
  const PresignedV2 old = read_presigned_v2(request);
  const std::string secret = take_key(old.access_key_id, old.session_token, work);
  check_time(old, work.call.time);
  check_signature(old, request, path, secret);
  by.presigned = true;
  by.scope = {old.access_key_id, {}, "us-east-1", "s3"};
  work.call.region = by.scope.region;
  const std::string_view hash = request.headers.find("x-amz-content-sha256").value_or(unsigned_payload);
  if (hash.starts_with("STREAMING-AWS4-"))
    throw AuthFailure(AuthProblem::MalformedOldQuery,
                      "A URL of signature version 2 has no key to sign chunks with");
  return std::string(hash);
}

base::Async<void> Router::Core::prepare_rest(http::Exchange& exchange, Work& work) {
  work.protocol = Protocol::RestXml;
  const bool old = is_presigned_v2(exchange.request());
  const http::RequestHead lifted = old ? with_headers_of_query(exchange.request()) : http::RequestHead{};
  const http::RequestHead& request = old ? lifted : exchange.request();
  const auto query = parse_query(request.query());
  if (!query || !base::percent_decode(request.path()))
    throw ServiceError("InvalidURI", "Couldn't parse the specified URI.");
  const std::string path = path_style_path(request, options.s3_base_domain);
  SignedBy by;
  std::string secret;
  const std::string hash =
      old ? authenticate_old(request, path, work, by)
          : authenticate_rest(request, find(*query, "X-Amz-Content-Sha256"), work, by, secret);
  Pairs labels;
  const Served& served = directory.by_path(request, path, *query, labels);
  take_service(served, request, by, work);
  const bool of_object = served.operation->binding.checksums_of_object;
  work.stream = std::make_shared<VerifiedBody>(
      exchange.body(), BodyCheck(request, hash, by, old ? std::string() : signing_keys.key(secret, by.scope),
                                 of_object ? ChecksumsOf::Object : ChecksumsOf::Body));
  const Type& type = served.operation->request();
  std::string body;
  if (body_use(type) != BodyUse::Stream) body = co_await whole_body(*work.stream, work.protocol);
  work.input = decode_rest_request(type, request, labels, *query, body, work.stream,
                                   missing_code(*served.info), &work.unknown);
  find_unknown(type, served.operation->binding, request, *query, work.unknown);
}

/// On the state lane: the caller's rights, the operation, and then durability of all that it may have changed
/// or seen.
base::Async<Outcome> Router::Core::run(Work& work) {
  Outcome outcome;
  const OperationEntry& operation = *work.served.operation;
  const Call& call = work.call;
  try {
    if (operation.action.name.empty()) {
      if (!call.principal.is_root())
        throw access_denied(call.protocol, call.operation + " is for the account's root only.");
    } else if (operation.action.name != anyone.name) {
      const auto name = operation.resource.name;
      options.authorizer->authorize(call, operation.action, name ? name(call, work.input.data()) : "*", {});
    }
    if (operation.run) {
      outcome.output = operation.run(work.served.service, call, work.input);
    } else {
      outcome.output = co_await operation.run_async(work.served.service, call, work.input);
    }
  } catch (...) {
    outcome.error = std::current_exception();  // serve() writes it as an AWS error
  }
  if (options.committed) co_await options.committed();
  co_return outcome;
}

base::Async<void> Router::serve(http::Exchange& exchange) {
  Work work;
  work.call.request_id = core_->options.random->uuid();
  work.call.time = core_->options.clock->now();
  if (const ServiceInfo* rest = core_->directory.rest_service()) work.xml_namespace = rest->xml_namespace;
  std::optional<Reply> reply;
  try {
    co_await core_->prepare(exchange, work);
    work.not_acted_on =
        members_set(work.input.type(), work.input.data(), work.served.operation->not_acted_on);
    for (const std::string& name : work.unknown.names()) work.not_acted_on.push_back(name);
    Outcome outcome = co_await base::on(core_->options.state, core_->run(work));
    if (outcome.error) std::rethrow_exception(outcome.error);
    reply = encode_reply(*work.served.info, work.call.operation, work.served.operation->binding,
                         outcome.output, work.call.request_id);
  } catch (const boost::system::system_error&) {
    if (work.stream) work.stream->detach();
    throw;  // the connection broke
  } catch (const AuthFailure& failure) {
    base::log::info("request {} refused: {}", work.call.request_id, base::log::printable(failure.message));
    reply = encode_error(work.protocol, work.xml_namespace, auth_error(work.protocol, failure),
                         work.call.request_id, exchange.request().path());
  } catch (const ServiceError& error) {
    reply = encode_error(work.protocol, work.xml_namespace, error, work.call.request_id,
                         exchange.request().path());
  } catch (const std::exception& error) {
    base::log::error("request {}, {} {}: {}", work.call.request_id, work.call.service, work.call.operation,
                     base::log::printable(error.what()));
    reply = encode_error(work.protocol, work.xml_namespace, internal_failure(work.protocol),
                         work.call.request_id, exchange.request().path());
  }
  if (work.stream) work.stream->detach();
  if (!work.not_acted_on.empty()) {
    std::string names;
    for (const std::string& name : work.not_acted_on) names += (names.empty() ? "" : ", ") + name;
    base::log::info("request {}, {}: accepted and not acted on: {}", work.call.request_id,
                    work.call.operation, names);
    reply->head.headers.add("x-berth-not-acted-on", names);
  }
  co_await exchange.respond(std::move(reply->head), std::move(reply->body));
}

}  // namespace berth::wire
