#include "berth/cli/api.hpp"

#include "berth/cli/errors.hpp"
#include "berth/wire/reply.hpp"

#include <fmt/format.h>

namespace berth::cli {
namespace {

/// Runs `f`; a daemon that does not answer ends the command with what to do about it.
template <class F>
auto reaching(F f) {
  try {
    return f();
  } catch (const base::Failure& failure) {
    throw machine_refused(std::string(failure.what()) + ": does berthd run? 'berth up' starts it");
  }
}

}  // namespace

Api::Api(const Place& place)
    : client_({.endpoint = place.endpoint,
               .credentials = {place.keys.id, place.keys.secret, place.keys.session_token},
               .region = place.region}) {}

void Api::invoke(const wire::ServiceInfo& service, std::string_view name, const wire::Rest& binding,
                 const wire::Type& in, const void* request, const wire::Type& out, void* reply) {
  reaching([&] { client_.call(service, name, binding, in, request, out, reply); });
}

base::json::value Api::own(const std::string& target) {
  const auto reply = reaching([&] {
    http::RequestHead head;
    head.method = "GET";
    head.target = target;
    return client_.signed_request("berth", std::move(head));
  });
  const auto document = base::parse_json(reply.body);
  if (reply.status == 200 && document) return *document;
  std::string message = fmt::format("{} answered HTTP {}", target, reply.status);
  if (document && document->is_object()) {
    const auto* told = document->as_object().if_contains("message");
    if (told && told->is_string()) message = std::string(told->as_string());
  }
  throw CommandError(reply.status >= 500 ? ExitCode::MachineRefused : ExitCode::WrongInput, message);
}

wire::HttpReply Api::s3(http::RequestHead head, std::string_view body) {
  const bool without_body = head.method == "HEAD";
  auto reply = reaching([&] { return client_.signed_request("s3", std::move(head), body); });
  if (reply.status >= 300 && !without_body) {
    throw wire::decode_error(wire::Protocol::RestXml, reply.status, reply.headers, reply.body);
  }
  return reply;
}

wire::HttpReply Api::plain(http::RequestHead head, std::string_view body) {
  return reaching([&] { return client_.request(std::move(head), body); });
}

std::string Api::presigned_url(const std::string& path, std::chrono::seconds expires) const {
  return client_.presigned_url("GET", path, expires);
}

}  // namespace berth::cli
