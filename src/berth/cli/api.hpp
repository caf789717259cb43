/// The way to the daemon: calls of AWS operations by their shapes, and plain HTTP for the rest. Blocking. What the
/// service refuses is thrown as wire::ServiceError; a daemon that cannot be reached as machine_refused.
#pragma once

#include "base/clock.hpp"
#include "base/json.hpp"
#include "berth/cli/place.hpp"
#include "berth/wire/client.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace berth::cli {

/// An operation as a client calls it.
template <class In, class Out>
struct Call {
  const wire::ServiceInfo& service;
  std::string_view name;
  wire::Rest binding{};
};

class Api {
 public:
  explicit Api(const Place& place);

  template <class In, class Out>
  Out operator()(const Call<In, Out>& call, const In& request) {
    Out reply{};
    invoke(call.service, call.name, call.binding, wire::describe<In>(), &request, wire::describe<Out>(),
           &reply);
    return reply;
  }

  /// GET of something of Berth's own (/_berth/…), answered in JSON.
  base::json::value own(const std::string& target);

  /// A request of S3 whose body is bytes; errors are thrown as ServiceError, but for those of HEAD, which have no body.
  wire::HttpReply s3(http::RequestHead head, std::string_view body = {});
  /// As it stands, unsigned, whatever the answer.
  wire::HttpReply plain(http::RequestHead head, std::string_view body = {});

  /// A URL with which anyone may GET `path` of S3 for that long.
  std::string presigned_url(const std::string& path, std::chrono::seconds expires) const;

 private:
  void invoke(const wire::ServiceInfo& service, std::string_view name, const wire::Rest& binding,
              const wire::Type& in, const void* request, const wire::Type& out, void* reply);

  wire::Client client_;
};

/// Calls until there is no further page. `token` is the member nextToken (or NextToken) of the reply.
template <class In, class Out, class Each>
void all_pages(Api& api, const Call<In, Out>& call, std::type_identity_t<In> request,
               std::optional<std::string> Out::*token, Each each) {
  std::optional<std::string> next;
  do {
    if constexpr (requires { request.NextToken; }) {
      request.NextToken = next;
    } else {
      request.nextToken = next;
    }
    Out page = api(call, request);
    next = page.*token;
    each(page);
  } while (next);
}

}  // namespace berth::cli
