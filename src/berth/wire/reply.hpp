/// The bytes of answers: an operation's output or an error, as each protocol frames it.
#pragma once

#include "berth/http/body.hpp"
#include "berth/http/message.hpp"
#include "berth/wire/error.hpp"
#include "berth/wire/rest.hpp"
#include "berth/wire/service_info.hpp"
#include "berth/wire/type.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

struct Reply {
  http::ResponseHead head;
  http::Body body;
};

/// Takes what it needs out of `output`.
Reply encode_reply(const ServiceInfo& info, std::string_view operation, const Rest& binding, AnyShape& output,
                   const std::string& request_id);

/// `resource` is the request's path (REST-XML names it). A 304 has no body.
Reply encode_error(Protocol protocol, std::string_view xml_namespace, const ServiceError& error,
                   const std::string& request_id, std::string_view resource);

/// The client's side: the error that a failed call's reply holds.
ServiceError decode_error(Protocol protocol, int status, const http::Headers& headers, std::string_view body);

/// AWS's error for a caller who is not allowed to do something.
ServiceError access_denied(Protocol protocol, std::string message);
/// For whatever is our own fault.
ServiceError internal_failure(Protocol protocol);

}  // namespace berth::wire
