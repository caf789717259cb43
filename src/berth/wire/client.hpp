/// A blocking client of the same API that the router serves: for berth's command line and for tests.
///
///   Client client({.endpoint = "http://127.0.0.1:4566", .credentials = {id, secret, ""}, .region = "us-east-1"});
///   auto reply = client.call<StopTaskResponse>(ecs::service, "StopTask", StopTaskRequest{.task = id});
///
/// One connection at a time, kept open between calls. What the service refuses is thrown as ServiceError; a server that cannot be
/// reached, or breaks off, as base::Failure. Not safe for several threads at once.
#pragma once

#include "base/clock.hpp"
#include "berth/http/message.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/error.hpp"
#include "berth/wire/rest.hpp"
#include "berth/wire/service_info.hpp"
#include "berth/wire/sigv4.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

namespace berth::wire {

struct ClientOptions {
  std::string endpoint;  ///< http://HOST:PORT or https://HOST:PORT
  SigningCredentials credentials{};
  std::string region = "us-east-1";
  std::string authority_file{};  ///< https: PEM of the certificate to trust; "" is the system's store
  std::chrono::milliseconds timeout{60'000};  ///< without a byte moving
  std::string user_agent = "berth";
};

struct HttpReply {
  int status = 0;
  http::Headers headers{};
  std::string body{};
};

/// A request's body that is read while it is sent. Signed chunk by chunk.
struct Upload {
  std::uint64_t size = 0;
  std::function<std::size_t(std::span<char>)> read;  ///< some bytes; 0 before `size` of them is a Failure
};

/// What does not pass through memory whole: the RequestBody of a request, the http::Body of a reply.
struct ClientStreams {
  const Upload* upload = nullptr;
  std::function<void(std::string_view)> download{};  ///< gets a successful reply's body in pieces
};

class Client {
 public:
  explicit Client(ClientOptions options);
  ~Client();
  Client(Client&&) noexcept;
  Client& operator=(Client&&) noexcept;

  /// `binding` is needed for REST services only.
  template <class Out, class In>
  Out call(const ServiceInfo& info, std::string_view operation, const In& request, const Rest& binding = {},
           const ClientStreams& streams = {}) {
    Out reply{};
    call(info, operation, binding, describe<In>(), &request, describe<Out>(), &reply, streams);
    return reply;
  }
  void call(const ServiceInfo& info, std::string_view operation, const Rest& binding, const Type& in,
            const void* request, const Type& out, void* reply, const ClientStreams& streams = {});

  /// Sends what stands there, with Host (if it has none) and Content-Length, and returns whatever comes back.
  HttpReply request(http::RequestHead head, std::string_view body = {});
  /// The same, signed for `service` now.
  HttpReply signed_request(std::string_view service, http::RequestHead head, std::string_view body = {});
  /// A URL with which anybody may do `method` on `target` (path and query) of S3 for that long.
  std::string presigned_url(std::string_view method, std::string_view target,
                            std::chrono::seconds expires) const;

  const ClientOptions& options() const;

 private:
  struct Core;
  std::unique_ptr<Core> core_;
};

}  // namespace berth::wire
