/// Reading what a request says about its signature.
#include "base/time_format.hpp"
#include "berth/wire/query_string.hpp"
#include "berth/wire/sigv4.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace berth::wire {

namespace {

constexpr std::string_view algorithm = "AWS4-HMAC-SHA256";

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

constexpr std::string_view old_method =
    "The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.";

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool is_digits(std::string_view text, std::size_t count) {
  return text.size() == count &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool is_lower_hex(std::string_view text, std::size_t count) {
  return text.size() == count && text.find_first_not_of("0123456789abcdef") == std::string_view::npos;
}

/// Both forms share these parts; they differ in where a problem is reported.
struct Reader {
  AuthProblem problem;

  [[noreturn]] void fail(std::string text) const { throw AuthFailure(problem, std::move(text)); }

  /// An access key id may hold slashes, so the scope is read from its end.
  Scope scope(std::string_view credential) const {
    std::vector<std::string> parts = split(credential, '/');
    if (parts.size() < 5 || parts.back() != "aws4_request") {
      fail(fmt::format(
          "the Credential is mal-formed; expecting \"<YOUR-AKID>/YYYYMMDD/REGION/SERVICE/aws4_request\"."));
    }
    const std::size_t n = parts.size();
    Scope scope{parts[0], parts[n - 4], parts[n - 3], parts[n - 2]};
    for (std::size_t i = 1; i + 4 < n; ++i) scope.access_key_id += "/" + parts[i];
    if (scope.access_key_id.empty() || !is_digits(scope.date, 8) || scope.region.empty() ||
        scope.service.empty()) {
      fail("the Credential is mal-formed; a part of its scope is empty or the date is not YYYYMMDD.");
    }
    return scope;
  }

  /// Lower case, sorted (a signer must sort them; one that did not is refused by the signature).
  std::vector<std::string> names(std::string_view list) const {
    std::vector<std::string> names = split(list, ';');
    for (const std::string& name : names) {
      if (name.empty()) fail("SignedHeaders has an empty name.");
    }
    return names;
  }

  void signature(std::string_view text) const {
    if (!is_lower_hex(text, 64)) fail("Signature must be 64 lower-case hexadecimal digits.");
  }

  void dates(SignedBy& by, std::optional<base::TimePoint> time) const {
    if (!time) fail("the date must be in ISO 8601 basic format, YYYYMMDD'T'HHMMSS'Z'.");
    by.time = *time;
    by.date = base::to_amz_date(*time);
    if (by.date.substr(0, 8) != by.scope.date) {
      fail(fmt::format(
          "Date in Credential scope does not match YYYYMMDD from ISO-8601 version of date from HTTP: "
          "'{}' != '{}'.",
          by.scope.date, by.date.substr(0, 8)));
    }
  }
};

SignedBy read_header(const http::RequestHead& request, std::string_view header) {
  const Reader reader{AuthProblem::Malformed};
  header = trimmed(header);
  if (header.starts_with("AWS ")) throw AuthFailure(AuthProblem::OldMethod, std::string(old_method));
  if (!header.starts_with(algorithm)) {
    reader.fail(fmt::format("Unsupported authorization type; expecting {}.", algorithm));
  }
  header.remove_prefix(algorithm.size());
  SignedBy by;
  bool credential = false, names = false, signature = false;
  for (const std::string& piece : split(header, ',')) {
    const std::string_view part = trimmed(piece);
    if (part.starts_with("Credential=")) {
      by.scope = reader.scope(part.substr(11));
      credential = true;
    } else if (part.starts_with("SignedHeaders=")) {
      by.signed_headers = reader.names(part.substr(14));
      names = true;
    } else if (part.starts_with("Signature=")) {
      by.signature = part.substr(10);
      reader.signature(by.signature);
      signature = true;
    }
  }
  if (!credential) reader.fail("Authorization header requires 'Credential' parameter.");
  if (!names) reader.fail("Authorization header requires 'SignedHeaders' parameter.");
  if (!signature) reader.fail("Authorization header requires 'Signature' parameter.");
  if (const auto date = request.headers.find("x-amz-date")) {
    reader.dates(by, base::parse_amz_date(trimmed(*date)));
  } else if (const auto plain = request.headers.find("date")) {
    const auto time = base::parse_http_date(trimmed(*plain));
    reader.dates(by, time ? time : base::parse_amz_date(trimmed(*plain)));
  } else {
    reader.fail("Authorization header requires existence of either a 'X-Amz-Date' or a 'Date' header.");
  }
  by.session_token = trimmed(request.headers.get("x-amz-security-token"));
  return by;
}

SignedBy read_query(const Pairs& query) {
  const Reader reader{AuthProblem::MalformedQuery};
  const auto need = [&](std::string_view name) {
    const auto value = find(query, name);
    if (!value || value->empty()) {
      reader.fail(
          "Query-string authentication version 4 requires the X-Amz-Algorithm, X-Amz-Credential, "
          "X-Amz-Signature, X-Amz-Date, X-Amz-SignedHeaders, and X-Amz-Expires parameters.");
    }
    return *value;
  };
  SignedBy by;
  by.presigned = true;
  if (need("X-Amz-Algorithm") != algorithm) reader.fail("X-Amz-Algorithm only supports \"AWS4-HMAC-SHA256\"");
  by.scope = reader.scope(need("X-Amz-Credential"));
  by.signed_headers = reader.names(need("X-Amz-SignedHeaders"));
  by.signature = need("X-Amz-Signature");
  reader.signature(by.signature);
  reader.dates(by, base::parse_amz_date(need("X-Amz-Date")));
  const std::string_view expires = need("X-Amz-Expires");
  std::int64_t seconds = 0;
  const auto [end, error] = std::from_chars(expires.data(), expires.data() + expires.size(), seconds);
  if (error == std::errc::result_out_of_range)
    seconds = std::int64_t{1} << 40;
  else if (error != std::errc{} || end != expires.data() + expires.size())
    reader.fail("X-Amz-Expires should be a number");
  if (seconds < 0) reader.fail("X-Amz-Expires must be non-negative");
  if (seconds == 0) reader.fail("X-Amz-Expires must be positive");
  if (seconds > 604'800)
    reader.fail("X-Amz-Expires must be less than a week (in seconds) and must be positive: 604800");
  by.expires = std::chrono::seconds(seconds);
  by.session_token = find(query, "X-Amz-Security-Token").value_or("");
  return by;
}

}  // namespace

SignedBy read_signature(const http::RequestHead& request) {
  if (const auto header = request.headers.find("authorization")) return read_header(request, *header);
  if (request.query().find("X-Amz-") != std::string_view::npos) {
    if (const auto query = parse_query(request.query());
        query && (find(*query, "X-Amz-Signature") || find(*query, "X-Amz-Algorithm") ||
                  find(*query, "X-Amz-Credential"))) {
      return read_query(*query);
    }
  }
  // S3 takes these (sigv2_query.hpp) and does not come here with them.
  if (request.query().find("AWSAccessKeyId=") != std::string_view::npos)
    throw AuthFailure(AuthProblem::OldMethod, std::string(old_method));
  throw AuthFailure(AuthProblem::Missing, "Missing Authentication Token");
}

}  // namespace berth::wire
