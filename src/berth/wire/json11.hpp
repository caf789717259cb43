/// The JSON 1.1 codec: a body is one JSON object, a member is a key.
///
/// Timestamps are numbers, epoch seconds with fraction; blobs base64. In a request null is the same as
/// absent, unknown keys are ignored (and told, side.hpp), and a member of another JSON type is a SerializationException. An
/// integer may be written 3 or 3.0. Source: smithy, "AWS JSON 1.1 protocol"; the texts are those of AWS's own
/// JSON front end.
#pragma once

#include "berth/wire/side.hpp"
#include "berth/wire/type.hpp"

#include <boost/json/value.hpp>

#include <string>
#include <string_view>

namespace berth::wire {

/// Throws ServiceError SerializationException, or `missing_code` for an absent required member of a request.
AnyShape decode_json(std::string_view body, const Type& type, Side side, std::string_view missing_code,
                     Unknown* unknown = nullptr);
/// The same into a shape that is there already.
void decode_json_into(std::string_view body, const Type& type, void* shape, Side side,
                      std::string_view missing_code, Unknown* unknown = nullptr);
std::string encode_json(const Type& type, const void* shape, Side side);

/// {"__type":"…","message":"…"} and the details beside them.
std::string encode_json_error(const ServiceError& error);
/// From a status, the x-amzn-errortype header ("" if absent) and the body of a failed call.
ServiceError decode_json_error(int status, std::string_view type_header, std::string_view body);

}  // namespace berth::wire
