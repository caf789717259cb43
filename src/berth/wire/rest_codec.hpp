/// REST-XML: which parts of a request and a reply are members, and which operation a request means.
///
/// Source: smithy, "AWS restXml protocol" and "HTTP bindings"; S3's own ways are marked.
#pragma once

#include "berth/http/body.hpp"
#include "berth/http/message.hpp"
#include "berth/wire/query_string.hpp"
#include "berth/wire/rest.hpp"
#include "berth/wire/service_info.hpp"
#include "berth/wire/side.hpp"
#include "berth/wire/type.hpp"

#include <memory>
#include <optional>
#include <string>
#include <string_view>

namespace berth::http {
class BodyReader;
}

namespace berth::wire {

/// The labels of a path and their decoded values; nothing if the path does not fit the pattern, or an escape
/// is broken. A trailing slash after the last segment of a pattern without {…+} is allowed ("/bucket/").
std::optional<Pairs> match_path(std::string_view pattern, std::string_view path);

/// The request's path as path-style addressing has it: where the Host is BUCKET.DOMAIN, the bucket goes in front.
/// `domain` is "" where there are no such names.
std::string path_style_path(const http::RequestHead& request, std::string_view domain);

/// True if method, markers and header of the binding are met (the path is match_path's matter).
bool meets(const Rest& binding, const http::RequestHead& request, const Pairs& query);

/// What the body of a request is to the shape.
enum class BodyUse { None, Whole, Stream };
BodyUse body_use(const Type& request);

/// Fills the members of a request. `body` is the whole body, unless body_use says Stream: then `reader` is.
/// Throws ServiceError: MalformedXML, InvalidArgument (a header or parameter of the wrong form),
/// `missing_code`.
AnyShape decode_rest_request(const Type& type, const http::RequestHead& request, const Pairs& labels,
                             const Pairs& query, std::string_view body,
                             std::shared_ptr<http::BodyReader> reader, std::string_view missing_code,
                             Unknown* unknown = nullptr);

/// Tells parameters of the query and headers x-amz-… that are neither members, nor the binding's, nor the
/// protocol's own.
void find_unknown(const Type& type, const Rest& binding, const http::RequestHead& request, const Pairs& query,
                  Unknown& unknown);

/// Head and body of a reply. Takes the body out of the shape.
void encode_rest_reply(const ServiceInfo& info, const Rest& binding, const Type& type, void* shape,
                       http::ResponseHead& head, http::Body& body);

/// The client's side: method, target and headers of a request, and its body; a RequestBody is left to the
/// caller.
void encode_rest_request(const ServiceInfo& info, const Rest& binding, const Type& type, const void* shape,
                         http::RequestHead& request, std::string& body);
void decode_rest_reply(const Type& type, int status, const http::Headers& headers, std::string body,
                       void* shape);

}  // namespace berth::wire
