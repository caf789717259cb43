/// The addresses of wait conditions' handles, and what is sent there.
///
/// On AWS a handle is a presigned S3 address, to which a script puts a JSON document. Here it is an address of our own
/// endpoint that nobody can guess; whoever knows it needs no credentials:
///
///   http://127.0.0.1:4566/_berth/signals/ACCOUNT/REGION/STACK-UUID/LOGICAL-ID?token=…
///   curl -X PUT -d '{"Status": "SUCCESS", "UniqueId": "1", "Reason": "done", "Data": "…"}' "$ADDRESS"
#pragma once

#include "berth/services/cloudformation/cloudformation.hpp"
#include "berth/stack/signals.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace berth::cloudformation {

inline constexpr std::string_view wait_handle_type = "AWS::CloudFormation::WaitConditionHandle";

struct WaitHandle {
  stack::SignalTarget target;
  std::string token;
};

/// `endpoint` is SCHEME://HOST:PORT.
std::string to_address(const WaitHandle& handle, std::string_view endpoint);
/// Of an address, or of the path with its query alone. Nothing if it is none.
std::optional<WaitHandle> parse_wait_handle(std::string_view address);

struct SignalAnswer {
  int status = 200;
  std::string message;  ///< why not; empty with 200
};

/// What was put to the address: 200 once it is kept. As CloudFormation has it, what cannot be read fails the condition
/// that waits for it.
SignalAnswer receive_signal(CloudFormation& service, std::string_view path_with_query, std::string_view body,
                            base::TimePoint now);

}  // namespace berth::cloudformation
