#include "berth/wire/sigv2_query.hpp"

#include "base/ascii.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/wire/query_string.hpp"
#include "berth/wire/sigv4.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <utility>
#include <vector>

namespace berth::wire {

namespace {

/// Sorted. The published list with what its clients have added to it since.
constexpr std::array<std::string_view, 35> sub_resources = {"accelerate",
                                                            "acl",
                                                            "analytics",
                                                            "cors",
                                                            "defaultObjectAcl",
                                                            "delete",
                                                            "inventory",
                                                            "lifecycle",
                                                            "location",
                                                            "logging",
                                                            "metrics",
                                                            "notification",
                                                            "object-lock",
                                                            "partNumber",
                                                            "policy",
                                                            "replication",
                                                            "requestPayment",
                                                            "response-cache-control",
                                                            "response-content-disposition",
                                                            "response-content-encoding",
                                                            "response-content-language",
                                                            "response-content-type",
                                                            "response-expires",
                                                            "restore",
                                                            "select",
                                                            "select-type",
                                                            "storageClass",
                                                            "tagging",
                                                            "torrent",
                                                            "uploadId",
                                                            "uploads",
                                                            "versionId",
                                                            "versioning",
                                                            "versions",
                                                            "website"};
static_assert(std::is_sorted(sub_resources.begin(), sub_resources.end()));

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

/// It stands here and not with the other hashes because nothing new should use it.
std::string hmac_sha1(std::string_view key, std::string_view message) {
  constexpr std::size_t block = 64;
  std::string inner(key.size() > block ? base::sha1(key) : std::string(key));
  inner.resize(block, '\0');
  std::string outer = inner;
  for (char& c : inner) c = static_cast<char>(c ^ 0x36);
  for (char& c : outer) c = static_cast<char>(c ^ 0x5c);
  return base::sha1(outer + base::sha1(inner.append(message)));
}

/// "name=value" pairs of the query, not decoded; without '=' the second is absent.
template <class F>
void each_parameter(std::string_view query, F f) {
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view piece = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view{} : query.substr(end + 1);
    const std::size_t equals = piece.find('=');
    if (equals == std::string_view::npos)
      f(piece, std::optional<std::string_view>{});
    else
      f(piece.substr(0, equals), std::optional(piece.substr(equals + 1)));
  }
}

std::string decoded(std::string_view text) {
  auto plain = base::percent_decode(text);  // '+' stays one: clients escape a space as %20 here
  return plain ? std::move(*plain) : std::string(text);
}

std::string amazon_headers(const http::Headers& headers) {
  std::map<std::string, std::string> found;
  for (const auto& [name, value] : headers) {
    std::string known = base::to_lower(name);
    if (!known.starts_with("x-amz-")) continue;
    const auto [at, is_new] = found.try_emplace(std::move(known));
    if (!is_new) at->second += ',';
    at->second += trimmed(value);
  }
  std::string out;
  for (const auto& [name, value] : found) out.append(name).append(":").append(value).append("\n");
  return out;
}

std::string resource(std::string_view path, std::string_view query) {
  std::vector<std::pair<std::string_view, std::string>> parts;
  each_parameter(query, [&](std::string_view name, std::optional<std::string_view> value) {
    if (is_sub_resource(name)) parts.emplace_back(name, value ? "=" + decoded(*value) : "");
  });
  std::stable_sort(parts.begin(), parts.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string out(path);
  char separator = '?';
  for (const auto& [name, value] : parts) {
    out.append(1, std::exchange(separator, '&')).append(name).append(value);
  }
  return out;
}

bool is_token(std::string_view name) {
  return std::ranges::all_of(name, [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
           std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
  });
}

bool is_one_line(std::string_view value) {
  return std::ranges::none_of(value, [](char c) { return (c >= 0 && c < ' ' && c != '\t') || c == '\x7f'; });
}

[[noreturn]] void malformed(std::string text) {
  throw AuthFailure(AuthProblem::MalformedOldQuery, std::move(text));
}

}  // namespace

bool is_sub_resource(std::string_view name) {
  return std::binary_search(sub_resources.begin(), sub_resources.end(), name);
}

bool is_presigned_v2(const http::RequestHead& request) {
  if (request.query().find("AWSAccessKeyId=") == std::string_view::npos) return false;
  if (request.headers.has("authorization")) return false;
  const auto query = parse_query(request.query());
  return query && find(*query, "AWSAccessKeyId") && !find(*query, "X-Amz-Algorithm") &&
         !find(*query, "X-Amz-Signature") && !find(*query, "X-Amz-Credential");
}

http::RequestHead with_headers_of_query(const http::RequestHead& request) {
  http::RequestHead whole = request;
  const auto query = parse_query(request.query());
  if (!query) return whole;
  for (const auto& [key, value] : *query) {
    const std::string name = base::to_lower(key);
    const bool header = name.starts_with("x-amz-") || name == "content-type" || name == "content-md5";
    if (header && !request.headers.has(name)) whole.headers.add(name, value);
  }
  return whole;
}

PresignedV2 read_presigned_v2(const http::RequestHead& request) {
  const auto query = parse_query(request.query());
  const auto need = [&](std::string_view name) {
    const auto value = query ? find(*query, name) : std::nullopt;
    if (!value || value->empty())
      malformed("Query-string authentication requires the Signature, Expires and AWSAccessKeyId parameters");
    return std::string(*value);
  };
  // A header from the query is not what HTTP has let through. A line break or colon would let one of them sign for two.
  for (const auto& [name, value] : request.headers) {
    const std::string known = base::to_lower(name);
    const bool is_signed = known.starts_with("x-amz-") || known == "content-type" || known == "content-md5";
    if (is_signed && (!is_token(known) || !is_one_line(value)))
      malformed("A header in the query has characters that a header cannot have");
  }
  PresignedV2 by;
  by.access_key_id = need("AWSAccessKeyId");
  by.signature = need("Signature");
  by.expires = need("Expires");
  std::int64_t seconds = 0;
  const char* last = by.expires.data() + by.expires.size();
  const auto [end, error] = std::from_chars(by.expires.data(), last, seconds);
  // More than this would not fit into a time of milliseconds; it is the year 5138.
  if (error != std::errc{} || end != last || seconds < 0 || seconds > 100'000'000'000)
    malformed(fmt::format("Invalid date (should be seconds since epoch): {}", by.expires));
  by.end = base::TimePoint(std::chrono::seconds(seconds));
  by.session_token = trimmed(request.headers.get("x-amz-security-token"));
  return by;
}

void check_time(const PresignedV2& by, base::TimePoint now) {
  if (by.end < now) throw AuthFailure(AuthProblem::PresignExpired, "Request has expired");
}

std::string string_to_sign_v2(const http::RequestHead& request, std::string_view path,
                              std::string_view expires) {
  return fmt::format("{}\n{}\n{}\n{}\n{}{}", request.method, trimmed(request.headers.get("content-md5")),
                     trimmed(request.headers.get("content-type")), expires, amazon_headers(request.headers),
                     resource(path, request.query()));
}

void check_signature(const PresignedV2& by, const http::RequestHead& request, std::string_view path,
                     std::string_view secret) {
  const auto matches = [&](const std::string& signed_path) {
    const std::string text = string_to_sign_v2(request, signed_path, by.expires);
    return base::equal_in_constant_time(base::to_base64(hmac_sha1(secret, text)), by.signature);
  };
  // A bucket alone is signed as /BUCKET/, whatever is sent; some clients sign what they send.
  const bool bucket_alone = path.size() > 1 && path.find('/', 1) == std::string_view::npos;
  if (bucket_alone && matches(std::string(path) + "/")) return;
  if (matches(std::string(path))) return;
  throw AuthFailure(
      AuthProblem::WrongSignature,
      "The request signature we calculated does not match the signature you provided. Check your AWS "
      "Secret Access Key and signing method.");
}

}  // namespace berth::wire
