#include "berth/services/ecr/distribution.hpp"

#include "base/encoding.hpp"
#include "base/json.hpp"
#include "base/log.hpp"
#include "berth/services/ecr/distribution_parts.hpp"
#include "berth/services/ecr/errors.hpp"
#include "berth/services/ecr/pushing.hpp"
#include "berth/wire/error.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/system/system_error.hpp>

namespace berth::ecr {
namespace {

http::Headers version_header() { return {{"Docker-Distribution-Api-Version", "registry/2.0"}}; }

base::Async<void> respond_error(http::Exchange& exchange, const OciError& error) {
  http::ResponseHead head{error.status, version_header(), {}};
  head.headers.add("Content-Type", "application/json");
  if (error.status == 401) {
    std::string scheme = exchange.request().secure ? "https://" : "http://";
    head.headers.add("WWW-Authenticate", "Basic realm=\"" + scheme + std::string(exchange.request().host()) +
                                             "/\",service=\"ecr.amazonaws.com\"");
  }
  boost::json::object entry{{"code", error.code}, {"message", error.message}};
  boost::json::object document{{"errors", boost::json::array{std::move(entry)}}};
  http::Body body = base::to_text(document);
  co_await exchange.respond(std::move(head), std::move(body));
}

OciError as_oci(const wire::ServiceError& error) {
  if (error.code.find("AccessDenied") != std::string::npos) return {403, "DENIED", error.message};
  return {error.http_status, "UNKNOWN", error.message};
}

OciError as_oci(const objects::ObjectError& error) {
  if (error.refusal == objects::Refusal::NoSuchKey) return {404, "BLOB_UNKNOWN", "blob unknown to registry"};
  if (error.refusal == objects::Refusal::InvalidRange)
    return {416, "RANGE_INVALID", "the range is outside of the blob"};
  if (error.refusal == objects::Refusal::NoSpace) {
    return {507, "TOOMANYREQUESTS", "there is no disk space left: delete images or free disk space"};
  }
  return {500, "UNKNOWN", "the object store refused"};
}

}  // namespace

base::Async<void> respond_empty(http::Exchange& exchange, int status, http::Headers headers) {
  headers.add("Docker-Distribution-Api-Version", "registry/2.0");
  http::ResponseHead head{status, std::move(headers), {}};
  http::Body nothing;
  co_await exchange.respond(std::move(head), std::move(nothing));
}

void check_digest(const std::string& digest) {
  if (!registry::is_digest(digest)) {
    throw OciError(400, "DIGEST_INVALID", "a digest here is sha256: and 64 hexadecimal digits");
  }
}

base::Async<void> Distribution::serve(http::Exchange& exchange) {
  std::optional<OciError> failed;
  try {
    co_await answer(exchange);
  } catch (const OciError& error) {
    failed = error;
  } catch (const wire::ServiceError& error) {
    failed = as_oci(error);
  } catch (const objects::ObjectError& error) {
    failed = as_oci(error);
  } catch (const boost::system::system_error&) {
    throw;  // the connection's own affair
  } catch (const std::exception& error) {
    base::log::error("registry: {} {}: {}", exchange.request().method,
                     base::log::printable(exchange.request().target), error.what());
    failed = OciError(500, "UNKNOWN", "internal error");
  }
  if (failed && !exchange.responded()) co_await respond_error(exchange, *failed);
}

base::Async<void> Distribution::answer(http::Exchange& exchange) {
  auto path = parse_oci_path(exchange.request().path());
  std::string ticket = query_value(exchange.request().query(), ticket_parameter);
  if (!ticket.empty() && path.kind == OciPath::Kind::Blob && exchange.request().method == "GET") {
    co_await get_blob_by_ticket(exchange, path.reference, ticket);
    co_return;
  }
  Request request{exchange, authenticate(exchange.request()), std::move(path)};
  using Kind = OciPath::Kind;
  std::string_view method = request.method();
  bool reads = method == "GET" || method == "HEAD";
  Kind kind = request.path.kind;
  if (kind == Kind::Base && reads) {
    http::ResponseHead head{200, version_header(), {}};
    head.headers.add("Content-Type", "application/json");
    http::Body body = std::string("{}");
    co_await exchange.respond(std::move(head), std::move(body));
  } else if (kind == Kind::Blob && reads) {
    co_await get_blob(request);
  } else if (kind == Kind::Uploads && method == "POST") {
    co_await start_upload(request);
  } else if (kind == Kind::Upload && method == "PATCH") {
    co_await continue_upload(request);
  } else if (kind == Kind::Upload && method == "PUT") {
    co_await finish_upload(request);
  } else if (kind == Kind::Upload && (reads || method == "DELETE")) {
    co_await upload_status(request);
  } else if (kind == Kind::Manifest && reads) {
    co_await get_manifest(request);
  } else if (kind == Kind::Manifest && method == "PUT") {
    co_await put_manifest(request);
  } else if (kind == Kind::Tags && method == "GET") {
    co_await list_tags(request);
  } else if (kind == Kind::Unknown) {
    throw OciError(404, "NAME_UNKNOWN", "there is nothing at this path");
  } else {
    throw OciError(405, "UNSUPPORTED", "the operation is unsupported");
  }
}

TokenClaims Distribution::authenticate(const http::RequestHead& head) const {
  std::string_view sent = head.headers.get("authorization");
  if (sent.size() < 6 || !http::same_name(sent.substr(0, 6), "basic ")) {
    throw OciError(401, "UNAUTHORIZED", "Not Authorized");
  }
  auto pair = base::from_base64(sent.substr(6));
  constexpr std::string_view user = "AWS:";
  auto claims = pair && pair->starts_with(user)
                    ? read_token(options_.ecr.token_key, std::string_view(*pair).substr(user.size()),
                                 options_.clock.now())
                    : std::nullopt;
  if (!claims) {
    throw OciError(
        401, "UNAUTHORIZED",
        "Your authorization token is not valid or has expired. Get one with: aws ecr get-login-password");
  }
  return std::move(*claims);
}

// ---- on the state lane ----

void Distribution::authorize(const TokenClaims& claims, const std::string& name,
                             const std::string& action) const {
  if (!options_.authorizer) return;
  wire::Call call;
  call.service = "ecr";
  call.operation = action.substr(action.find(':') + 1);
  call.account = claims.principal.account;
  call.region = claims.region;
  call.principal = claims.principal;
  call.time = options_.clock.now();
  call.authorizer = options_.authorizer;
  call.authorize(action, "arn:aws:ecr:" + claims.region + ":" + call.account + ":repository/" + name);
}

const registry::Repository& Distribution::repository(const TokenClaims& claims,
                                                     const std::string& name) const {
  const auto* found = options_.ecr.registry.find(claims.principal.account, claims.region, name);
  if (!found) {
    throw OciError(404, "NAME_UNKNOWN",
                   "The repository with name '" + name + "' does not exist in the registry with id '" +
                       claims.principal.account + "'");
  }
  return *found;
}

base::Async<Distribution::Found> Distribution::find(TokenClaims claims, std::string name, std::string action,
                                                    std::string reference) {
  authorize(claims, name, action);
  const registry::Repository& found = repository(claims, name);
  Found result{found.id, {}, {}};
  if (const registry::Image* image = reference.empty() ? nullptr : found.find(reference)) {
    result.digest = image->digest;
    result.media_type = image->media_type;
  }
  co_return result;
}

base::Async<void> Distribution::put_image(TokenClaims claims, std::string name, std::string id,
                                          registry::Image image, std::string tag) {
  const registry::Repository& found = repository(claims, name);
  if (found.id != id)
    throw OciError(404, "NAME_UNKNOWN", "the repository was replaced meanwhile: push again");
  auto current = found.tags.find(tag);
  if (found.settings.immutable_tags && current != found.tags.end() && current->second != image.digest) {
    throw OciError(400, "TAG_INVALID", immutable_tag_text(name, tag));
  }
  options_.ecr.registry.put_image(found, std::move(image), tag);
  if (options_.committed) co_await options_.committed();
}

base::Async<std::vector<std::string>> Distribution::tags(TokenClaims claims, std::string name) {
  authorize(claims, name, "ecr:ListImages");
  std::vector<std::string> list;
  for (const auto& [tag, digest] : repository(claims, name).tags) list.push_back(tag);
  co_return list;
}

base::Async<std::vector<std::string>> Distribution::missing_in(TokenClaims claims, std::string name,
                                                               registry::Manifest index) {
  co_return missing_manifests(repository(claims, name), index);
}

}  // namespace berth::ecr
