/// Presigned S3 URLs of AWS Signature Version 2, pure: what boto3 and AWS CLI 1 make in us-east-1 unless they are told
/// otherwise.
///
///   http://HOST/BUCKET/KEY?AWSAccessKeyId=ID&Signature=BASE64&Expires=SECONDS
///
/// The signature is HMAC-SHA1, under the secret itself, over
///
///   METHOD \n Content-MD5 \n Content-Type \n Expires \n
///   x-amz-name:value \n …        lower case, sorted; of one name the values joined by commas
///   /BUCKET/KEY?sub-resources    the path as sent; of the query only sub_resource()s, sorted by name, values decoded
///
/// x-amz-… headers, Content-Type and Content-MD5 may stand in the query instead (a session's token always does). What
/// else is in the query is not signed: so it was with S3, and so it is here. Neither are body, host and region. Only
/// URLs are taken; the header `Authorization: AWS ID:SIGNATURE` is not.
///
/// Source: S3 developer guide, "Signing and authenticating REST requests", "Query string request authentication
/// alternative".
#pragma once

#include "base/clock.hpp"
#include "berth/http/message.hpp"

#include <string>
#include <string_view>

namespace berth::wire {

/// What such a URL says about its signature.
struct PresignedV2 {
  std::string access_key_id, signature, session_token;
  std::string expires;    ///< as sent: it is signed
  base::TimePoint end{};  ///< the same; the URL holds until then
};

/// True if the request is signed this way and no other.
bool is_presigned_v2(const http::RequestHead& request);

/// The request as it is to be verified and then served: headers that stand in the query are added as headers, unless
/// the request has a header of that name itself.
http::RequestHead with_headers_of_query(const http::RequestHead& request);

/// `request` is one of with_headers_of_query. Throws AuthFailure (MalformedOldQuery). Nothing is verified yet.
PresignedV2 read_presigned_v2(const http::RequestHead& request);

/// Throws AuthFailure (PresignExpired).
void check_time(const PresignedV2& by, base::TimePoint now);

/// Throws AuthFailure (WrongSignature) unless `secret` makes the same signature. `path` is the path as sent, a bucket
/// in the Host put in front of it.
void check_signature(const PresignedV2& by, const http::RequestHead& request, std::string_view path,
                     std::string_view secret);

/// A parameter of the query that is part of what is signed.
bool is_sub_resource(std::string_view name);

std::string string_to_sign_v2(const http::RequestHead& request, std::string_view path,
                              std::string_view expires);

}  // namespace berth::wire
