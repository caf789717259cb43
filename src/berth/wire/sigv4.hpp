/// AWS Signature Version 4, pure: canonical forms, keys, what a request says about its signature, and
/// signing.
///
/// A signature is HMAC-SHA256 over a "string to sign", which holds the hash of a canonical form of the
/// request: method, path, query, the headers that the client lists, and a payload hash. The key is derived
/// from the secret, the day, the region and the service, so that a leaked signing key is worth little. S3
/// differs in two things: its paths are neither normalised nor encoded twice, and the payload hash is
/// whatever x-amz-content-sha256 says (body_check.hpp then holds the body to it).
///
/// Source: AWS General Reference, "Signature Version 4 signing process"; S3 API reference, "Authenticating
/// requests".
#pragma once

#include "base/clock.hpp"
#include "berth/http/message.hpp"

#include <chrono>
#include <exception>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace berth::wire {

/// SHA-256 of nothing, in hexadecimal.
inline constexpr std::string_view empty_sha256 =
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
inline constexpr std::string_view unsigned_payload = "UNSIGNED-PAYLOAD";

enum class PathStyle { S3, Normalised };

/// What a credential says: ID/20261130/us-east-1/ecs/aws4_request.
struct Scope {
  std::string access_key_id, date, region, service;

  /// date/region/service/aws4_request
  std::string text() const;
  bool operator==(const Scope&) const = default;
};

/// Why a request was not accepted; auth_error.hpp makes each protocol's error of it.
enum class AuthProblem {
  Missing,            ///< no signature at all
  Malformed,          ///< an Authorization header that cannot be read
  MalformedQuery,     ///< X-Amz-… parameters of a presigned URL that cannot be read
  MalformedOldQuery,  ///< a presigned URL of version 2 that cannot be read
  OldMethod,  ///< signed as before version 4, where that is not taken: "AWS KEY:SIGNATURE", or a URL not S3's
  UnknownKey,    ///< no such access key
  InvalidToken,  ///< a session token that does not belong to the key
  ExpiredToken,  ///< the session is over
  WrongSignature,
  WrongService,     ///< the scope names another service
  UnsignedHeaders,  ///< an x-amz-… header that is not in SignedHeaders
  NotYetValid,      ///< signed more than 15 minutes in the future
  TooOld,           ///< signed more than 15 minutes ago
  PresignExpired,
  MissingBodyHash,  ///< S3: no x-amz-content-sha256
};

struct AuthFailure : std::exception {
  AuthFailure(AuthProblem kind, std::string text) : problem(kind), message(std::move(text)) {}
  const char* what() const noexcept override { return message.c_str(); }
  AuthProblem problem;
  std::string message;
};

/// What a request says about its signature.
struct SignedBy {
  bool presigned = false;
  Scope scope;
  std::string date;                         ///< 20261130T154716Z
  base::TimePoint time{};                   ///< the same
  std::vector<std::string> signed_headers;  ///< lower case, in the order given
  std::string signature;                    ///< 64 hexadecimal digits
  std::string session_token;                ///< "" if none came
  std::chrono::seconds expires{0};          ///< of a presigned URL
};

/// Reads the Authorization header or the query's X-Amz-… parameters. Throws AuthFailure (Missing, Malformed,
/// MalformedQuery). Nothing is verified yet.
SignedBy read_signature(const http::RequestHead& request);

/// Throws AuthFailure unless the signature was made at `now`, give or take 15 minutes, or a presigned URL
/// still holds.
void check_time(const SignedBy& by, base::TimePoint now);

/// Throws AuthFailure unless `secret` makes the same signature over the request with that payload hash, host
/// and every x-amz-… header being signed.
void check_signature(const SignedBy& by, const http::RequestHead& request, std::string_view payload_hash,
                     std::string_view secret, PathStyle style);
/// The same for whoever has the secret's signing_key already.
void check_signature_of_key(const SignedBy& by, const http::RequestHead& request,
                            std::string_view payload_hash, std::string_view key, PathStyle style);

std::string canonical_path(std::string_view path, PathStyle style);
/// Sorted pairs, percent-encoded; without X-Amz-Signature.
std::string canonical_query(std::string_view query);
/// `signed_headers` are lower case and sorted.
std::string canonical_request(const http::RequestHead& request, std::span<const std::string> signed_headers,
                              std::string_view payload_hash, PathStyle style);
std::string string_to_sign(std::string_view date, const Scope& scope, std::string_view canonical);
/// Raw bytes.
std::string signing_key(std::string_view secret, const Scope& scope);

/// Signing keys that were derived before, since a client signs all day with the same one: four of the six hashes that a
/// signature takes. Any thread may ask.
class SigningKeys {
 public:
  std::string key(std::string_view secret, const Scope& scope);

 private:
  static constexpr std::size_t most = 256;
  std::mutex mutex_;
  std::unordered_map<std::string, std::string> keys_;
};

/// The signatures of an aws-chunked body: each is made over the one before. The first is the request's own.
class ChunkSignatures {
 public:
  ChunkSignatures(std::string key, std::string date, const Scope& scope, std::string seed)
      : key_(std::move(key)), date_(std::move(date)), scope_(scope.text()), previous_(std::move(seed)) {}
  /// The signature of the next chunk; `digest` is the raw SHA-256 of its bytes.
  std::string chunk(std::string_view digest);
  /// Of the trailer; `digest` is the raw SHA-256 of "name:value\n" for each of its lines.
  std::string trailer(std::string_view digest);

 private:
  std::string key_, date_, scope_, previous_;
};

/// What signs.
struct SigningCredentials {
  std::string access_key_id, secret;
  std::string session_token;  ///< "" for none
};

/// Adds X-Amz-Date, X-Amz-Security-Token, x-amz-content-sha256 (S3) and Authorization. Every header that is
/// there is signed, but those that proxies change. `payload_hash` is hexadecimal or one of the words of S3.
void sign(http::RequestHead& request, const SigningCredentials& credentials, std::string_view region,
          std::string_view service, base::TimePoint now, std::string_view payload_hash);

/// The target (path and query) of a presigned URL; only the host is signed.
std::string presign(std::string_view method, std::string_view target, std::string_view host,
                    const SigningCredentials& credentials, std::string_view region, std::string_view service,
                    base::TimePoint now, std::chrono::seconds expires);

}  // namespace berth::wire
