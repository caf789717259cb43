#include "berth/wire/sigv4.hpp"

#include "base/ascii.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/time_format.hpp"
#include "berth/wire/query_string.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace berth::wire {

namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";
constexpr std::string_view terminator = "aws4_request";

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }

/// Trimmed, with runs of blanks (also folded lines) as one space.
void append_collapsed(std::string_view value, std::string& out) {
  bool pending = false, any = false;
  for (const char c : value) {
    if (is_blank(c)) {
      pending = any;
      continue;
    }
    if (pending) out += ' ';
    pending = false;
    any = true;
    out += c;
  }
}

std::string normalised(std::string_view path) {
  std::vector<std::string_view> kept;
  std::size_t start = 0;
  while (start <= path.size()) {
    const std::size_t end = std::min(path.find('/', start), path.size());
    const std::string_view segment = path.substr(start, end - start);
    start = end + 1;
    if (segment.empty() || segment == ".") continue;
    if (segment == "..") {
      if (!kept.empty()) kept.pop_back();
    } else {
      kept.push_back(segment);
    }
  }
  std::string out = "/";
  for (const std::string_view segment : kept) out.append(segment).append("/");
  const bool folder = path.ends_with('/') || path.ends_with("/.") || path.ends_with("/..");
  if (!folder && out.size() > 1) out.pop_back();
  return out;
}

}  // namespace

std::string Scope::text() const { return fmt::format("{}/{}/{}/{}", date, region, service, terminator); }

std::string canonical_path(std::string_view path, PathStyle style) {
  if (path.empty()) return "/";
  if (style == PathStyle::Normalised) return base::percent_encode(normalised(path), "/");
  const auto decoded = base::percent_decode(path);
  return base::percent_encode(decoded ? std::string_view(*decoded) : path, "/");
}

std::string canonical_query(std::string_view query) {
  std::vector<std::pair<std::string, std::string>> encoded;
  // Not parse_query's limit but the head's bounds this; a bad escape is kept as text and so cannot match.
  while (!query.empty()) {
    const std::size_t end = query.find('&');
    const std::string_view piece = query.substr(0, end);
    query = end == std::string_view::npos ? std::string_view{} : query.substr(end + 1);
    if (piece.empty()) continue;
    const auto pair = parse_query(piece);
    if (!pair) {
      encoded.emplace_back(base::percent_encode(piece), "");
    } else if (pair->front().first != "X-Amz-Signature") {
      encoded.emplace_back(base::percent_encode(pair->front().first),
                           base::percent_encode(pair->front().second));
    }
  }
  std::sort(encoded.begin(), encoded.end());
  std::string out;
  for (const auto& [key, value] : encoded) {
    if (!out.empty()) out += '&';
    out.append(key).append("=").append(value);
  }
  return out;
}

std::string canonical_request(const http::RequestHead& request, std::span<const std::string> signed_headers,
                              std::string_view payload_hash, PathStyle style) {
  std::string out;
  out.reserve(512);
  out.append(request.method).append("\n");
  out.append(canonical_path(request.path(), style)).append("\n");
  out.append(canonical_query(request.query())).append("\n");
  for (const std::string& name : signed_headers) {
    out.append(name).append(":");
    bool first = true;
    for (const std::string_view value : request.headers.all(name)) {
      if (!std::exchange(first, false)) out += ',';
      append_collapsed(value, out);
    }
    out += '\n';
  }
  out += '\n';
  for (std::size_t i = 0; i < signed_headers.size(); ++i) {
    if (i != 0) out += ';';
    out += signed_headers[i];
  }
  out.append("\n").append(payload_hash);
  return out;
}

std::string string_to_sign(std::string_view date, const Scope& scope, std::string_view canonical) {
  return fmt::format("{}\n{}\n{}\n{}", algorithm, date, scope.text(), base::to_hex(base::sha256(canonical)));
}

std::string signing_key(std::string_view secret, const Scope& scope) {
  const std::string day = base::hmac_sha256("AWS4" + std::string(secret), scope.date);
  const std::string region = base::hmac_sha256(day, scope.region);
  return base::hmac_sha256(base::hmac_sha256(region, scope.service), terminator);
}

std::string SigningKeys::key(std::string_view secret, const Scope& scope) {
  std::string of = scope.text();
  of.append("\n").append(secret);
  {
    const std::lock_guard lock(mutex_);
    if (const auto found = keys_.find(of); found != keys_.end()) return found->second;
  }
  std::string made = signing_key(secret, scope);
  const std::lock_guard lock(mutex_);
  if (keys_.size() >= most) keys_.clear();  // yesterday's go, too
  keys_.emplace(std::move(of), made);
  return made;
}

void check_time(const SignedBy& by, base::TimePoint now) {
  constexpr std::chrono::minutes tolerance{15};
  if (by.time > now + tolerance) {
    throw AuthFailure(AuthProblem::NotYetValid,
                      fmt::format("Signature not yet current: {} is still later than {} ({} + 15 min.)",
                                  by.date, base::to_amz_date(now + tolerance), base::to_amz_date(now)));
  }
  if (by.presigned) {
    if (by.time + by.expires < now) throw AuthFailure(AuthProblem::PresignExpired, "Request has expired");
  } else if (by.time < now - tolerance) {
    throw AuthFailure(AuthProblem::TooOld,
                      fmt::format("Signature expired: {} is now earlier than {} ({} - 15 min.)", by.date,
                                  base::to_amz_date(now - tolerance), base::to_amz_date(now)));
  }
}

void check_signature(const SignedBy& by, const http::RequestHead& request, std::string_view payload_hash,
                     std::string_view secret, PathStyle style) {
  check_signature_of_key(by, request, payload_hash, signing_key(secret, by.scope), style);
}

void check_signature_of_key(const SignedBy& by, const http::RequestHead& request,
                            std::string_view payload_hash, std::string_view key, PathStyle style) {
  const auto is_signed = [&](std::string_view name) {
    return std::find(by.signed_headers.begin(), by.signed_headers.end(), name) != by.signed_headers.end();
  };
  if (!is_signed("host")) throw AuthFailure(AuthProblem::UnsignedHeaders, "host");
  for (const auto& [name, value] : request.headers) {
    constexpr std::string_view amazons = "x-amz-";
    if (!http::same_name(std::string_view(name).substr(0, amazons.size()), amazons)) continue;
    if (const std::string known = base::to_lower(name); !is_signed(known))
      throw AuthFailure(AuthProblem::UnsignedHeaders, known);
  }
  const std::string canonical = canonical_request(request, by.signed_headers, payload_hash, style);
  const std::string expected =
      base::to_hex(base::hmac_sha256(key, string_to_sign(by.date, by.scope, canonical)));
  if (!base::equal_in_constant_time(expected, by.signature)) {
    throw AuthFailure(
        AuthProblem::WrongSignature,
        "The request signature we calculated does not match the signature you provided. Check your AWS "
        "Secret Access Key and signing method.");
  }
}

std::string ChunkSignatures::chunk(std::string_view digest) {
  const std::string text = fmt::format("AWS4-HMAC-SHA256-PAYLOAD\n{}\n{}\n{}\n{}\n{}", date_, scope_,
                                       previous_, empty_sha256, base::to_hex(digest));
  return previous_ = base::to_hex(base::hmac_sha256(key_, text));
}

std::string ChunkSignatures::trailer(std::string_view digest) {
  const std::string text =
      fmt::format("AWS4-HMAC-SHA256-TRAILER\n{}\n{}\n{}\n{}", date_, scope_, previous_, base::to_hex(digest));
  return previous_ = base::to_hex(base::hmac_sha256(key_, text));
}

namespace {

/// Headers that something on the way may change; never signed by us.
constexpr std::array<std::string_view, 8> unsignable = {
    "authorization",     "connection",     "expect",          "user-agent",
    "transfer-encoding", "content-length", "accept-encoding", "x-amzn-trace-id"};

std::vector<std::string> signable_headers(const http::Headers& headers) {
  std::vector<std::string> names;
  for (const auto& [name, value] : headers) {
    std::string known = base::to_lower(name);
    if (std::find(unsignable.begin(), unsignable.end(), known) == unsignable.end())
      names.push_back(std::move(known));
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

PathStyle style_of(std::string_view service) {
  return service == "s3" ? PathStyle::S3 : PathStyle::Normalised;
}

}  // namespace

void sign(http::RequestHead& request, const SigningCredentials& credentials, std::string_view region,
          std::string_view service, base::TimePoint now, std::string_view payload_hash) {
  const std::string date = base::to_amz_date(now);
  const Scope scope{credentials.access_key_id, date.substr(0, 8), std::string(region), std::string(service)};
  request.headers.set("X-Amz-Date", date);
  if (!credentials.session_token.empty())
    request.headers.set("X-Amz-Security-Token", credentials.session_token);
  if (service == "s3") request.headers.set("x-amz-content-sha256", std::string(payload_hash));
  const std::vector<std::string> names = signable_headers(request.headers);
  const std::string canonical = canonical_request(request, names, payload_hash, style_of(service));
  const std::string signature = base::to_hex(
      base::hmac_sha256(signing_key(credentials.secret, scope), string_to_sign(date, scope, canonical)));
  request.headers.set("Authorization",
                      fmt::format("{} Credential={}/{}, SignedHeaders={}, Signature={}", algorithm,
                                  scope.access_key_id, scope.text(), fmt::join(names, ";"), signature));
}

std::string presign(std::string_view method, std::string_view target, std::string_view host,
                    const SigningCredentials& credentials, std::string_view region, std::string_view service,
                    base::TimePoint now, std::chrono::seconds expires) {
  const std::string date = base::to_amz_date(now);
  const Scope scope{credentials.access_key_id, date.substr(0, 8), std::string(region), std::string(service)};
  http::RequestHead request;
  request.method = method;
  request.target = target;
  request.headers.add("host", std::string(host));
  Pairs pairs{{"X-Amz-Algorithm", std::string(algorithm)},
              {"X-Amz-Credential", scope.access_key_id + "/" + scope.text()},
              {"X-Amz-Date", date},
              {"X-Amz-Expires", std::to_string(expires.count())}};
  if (!credentials.session_token.empty())
    pairs.emplace_back("X-Amz-Security-Token", credentials.session_token);
  pairs.emplace_back("X-Amz-SignedHeaders", "host");
  request.target += (request.query().empty() ? "?" : "&") + to_query(pairs);
  const std::array<std::string, 1> names = {"host"};
  const std::string_view payload = service == "s3" ? unsigned_payload : empty_sha256;
  const std::string canonical = canonical_request(request, names, payload, style_of(service));
  return request.target + "&X-Amz-Signature=" +
         base::to_hex(base::hmac_sha256(signing_key(credentials.secret, scope),
                                        string_to_sign(date, scope, canonical)));
}

}  // namespace berth::wire
