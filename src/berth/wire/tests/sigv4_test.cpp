/// Against AWS's published vectors: the general suite (data/sigv4-suite.txt) and S3's documentation examples.
#include "berth/wire/sigv4.hpp"

#include "base/encoding.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/time_format.hpp"
#include "berth/wire/auth_error.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace berth::wire {
namespace {

using namespace std::chrono_literals;

struct SuiteCase {
  std::string name, request, canonical, authorization;
};

std::string unescape(std::string_view line) {
  std::string out;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && i + 1 < line.size() && line[i + 1] == 'n') {
      out += '\n';
      ++i;
    } else {
      out += line[i];
    }
  }
  return out;
}

std::vector<SuiteCase> suite() {
  std::istringstream file(
      base::read_file(BERTH_SOURCE_DIR "/src/berth/wire/tests/data/sigv4-suite.txt").value());
  std::vector<SuiteCase> cases;
  for (std::string line; std::getline(file, line);) {
    if (line.empty() || line.front() == '#') continue;
    SuiteCase one{line, {}, {}, {}};
    for (std::string* part : {&one.request, &one.canonical, &one.authorization}) {
      std::getline(file, line);
      *part = unescape(line);
    }
    cases.push_back(std::move(one));
  }
  return cases;
}

/// The suite writes requests with bare line feeds, folded lines and unescaped paths.
http::RequestHead parse(const std::string& text, std::string& body) {
  http::RequestHead head;
  const std::size_t gap = text.find("\n\n");
  if (gap != std::string::npos) body = text.substr(gap + 2);
  std::istringstream lines(text.substr(0, gap));
  std::string line;
  std::getline(lines, line);
  const std::size_t first = line.find(' '), last = line.rfind(' ');
  head.method = line.substr(0, first);
  head.target = line.substr(first + 1, last - first - 1);
  http::Headers::Field field;
  while (std::getline(lines, line)) {
    if (line.front() == ' ') {
      field.second += line;
      continue;
    }
    if (!field.first.empty()) head.headers.add(field.first, field.second);
    const std::size_t colon = line.find(':');
    field = {line.substr(0, colon), line.substr(colon + 1)};
  }
  head.headers.add(field.first, field.second);
  return head;
}

class Suite : public testing::TestWithParam<SuiteCase> {};

TEST_P(Suite, the_canonical_request_is_the_published_one) {
  std::string body;
  http::RequestHead request = parse(GetParam().request, body);
  request.headers.add("Authorization", GetParam().authorization);
  const SignedBy by = read_signature(request);
  EXPECT_EQ(
      canonical_request(request, by.signed_headers, base::to_hex(base::sha256(body)), PathStyle::Normalised),
      GetParam().canonical);
}

TEST_P(Suite, the_published_signature_is_accepted_and_a_changed_one_is_not) {
  std::string body;
  http::RequestHead request = parse(GetParam().request, body);
  request.headers.add("Authorization", GetParam().authorization);
  SignedBy by = read_signature(request);
  EXPECT_EQ(by.scope, (Scope{"AKIDEXAMPLE", "20150830", "us-east-1", "service"}));
  const std::string hash = base::to_hex(base::sha256(body));
  // One case of the suite brings a token that it does not sign ("after"): there it is not in the request.
  EXPECT_NO_THROW(
      check_signature(by, request, hash, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", PathStyle::Normalised));
  EXPECT_THROW(check_signature(by, request, hash, "another secret", PathStyle::Normalised), AuthFailure);
  by.signature.back() = by.signature.back() == '0' ? '1' : '0';
  EXPECT_THROW(
      check_signature(by, request, hash, "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", PathStyle::Normalised),
      AuthFailure);
}

INSTANTIATE_TEST_SUITE_P(Aws, Suite, testing::ValuesIn(suite()), [](const auto& one) {
  std::string name = one.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

TEST(SigV4Suite, has_all_its_cases) { EXPECT_EQ(suite().size(), 34U); }

// S3's examples: "Authenticating Requests: Using the Authorization Header" and "… Query Parameters".
constexpr std::string_view id = "AKIAIOSFODNN7EXAMPLE", secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const base::TimePoint example_time = base::parse_amz_date("20130524T000000Z").value();

http::RequestHead s3_request(std::string method, std::string target) {
  http::RequestHead request;
  request.method = std::move(method);
  request.target = std::move(target);
  request.headers.add("Host", "examplebucket.s3.amazonaws.com");
  return request;
}

std::string signature_of(const http::RequestHead& request) {
  const std::string_view header = request.headers.get("authorization");
  return std::string(header.substr(header.size() - 64));
}

SigningCredentials example_key() { return {std::string(id), std::string(secret), ""}; }

TEST(S3Vectors, the_signing_key_is_the_published_one) {
  EXPECT_EQ(base::to_hex(signing_key(secret, {std::string(id), "20130524", "us-east-1", "s3"})),
            "dbb893acc010964918f1fd433add87c70e8b0db6be30c1fbeafefa5ec6ba8378");
}

TEST(S3Vectors, get_with_a_range) {
  http::RequestHead request = s3_request("GET", "/test.txt");
  request.headers.add("Range", "bytes=0-9");
  sign(request, example_key(), "us-east-1", "s3", example_time, empty_sha256);
  EXPECT_EQ(signature_of(request), "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41");
}

TEST(S3Vectors, put_with_a_dollar_in_its_path_and_a_plain_date) {
  http::RequestHead request = s3_request("PUT", "/test$file.text");
  request.headers.add("Date", "Fri, 24 May 2013 00:00:00 GMT");
  request.headers.add("x-amz-storage-class", "REDUCED_REDUNDANCY");
  sign(request, example_key(), "us-east-1", "s3", example_time,
       base::to_hex(base::sha256("Welcome to Amazon S3.")));
  EXPECT_EQ(signature_of(request), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd");
}

TEST(S3Vectors, a_query_key_without_value) {
  http::RequestHead request = s3_request("GET", "/?lifecycle");
  sign(request, example_key(), "us-east-1", "s3", example_time, empty_sha256);
  EXPECT_EQ(signature_of(request), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543");
}

TEST(S3Vectors, a_query_with_parameters) {
  http::RequestHead request = s3_request("GET", "/?max-keys=2&prefix=J");
  sign(request, example_key(), "us-east-1", "s3", example_time, empty_sha256);
  EXPECT_EQ(signature_of(request), "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7");
}

TEST(S3Vectors, a_presigned_get) {
  const std::string target = presign("GET", "/test.txt", "examplebucket.s3.amazonaws.com", example_key(),
                                     "us-east-1", "s3", example_time, 86400s);
  EXPECT_TRUE(
      target.ends_with("&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404"))
      << target;
  const http::RequestHead request = s3_request("GET", target);
  const SignedBy by = read_signature(request);
  EXPECT_TRUE(by.presigned);
  EXPECT_NO_THROW(check_signature(by, request, unsigned_payload, secret, PathStyle::S3));
  EXPECT_NO_THROW(check_time(by, example_time + 86400s));
  EXPECT_THROW(check_time(by, example_time + 86401s), AuthFailure);
}

// What else is refused.
http::RequestHead signed_request() {
  http::RequestHead request = s3_request("GET", "/a");
  sign(request, example_key(), "us-east-1", "ecs", example_time, empty_sha256);
  return request;
}

AuthProblem problem_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const AuthFailure& failure) {
    return failure.problem;
  }
  ADD_FAILURE() << "accepted";
  return AuthProblem::Missing;
}

TEST(SigV4, a_signature_holds_fifteen_minutes_either_way) {
  const SignedBy by = read_signature(signed_request());
  EXPECT_NO_THROW(check_time(by, example_time + 15min));
  EXPECT_NO_THROW(check_time(by, example_time - 15min));
  EXPECT_EQ(problem_of([&] { check_time(by, example_time + 15min + 1ms); }), AuthProblem::TooOld);
  EXPECT_EQ(problem_of([&] { check_time(by, example_time - 15min - 1ms); }), AuthProblem::NotYetValid);
}

TEST(SigV4, a_changed_request_is_refused) {
  const auto accepts = [](const http::RequestHead& request) {
    const SignedBy by = read_signature(request);
    try {
      check_signature(by, request, empty_sha256, secret, PathStyle::Normalised);
      return true;
    } catch (const AuthFailure&) {
      return false;
    }
  };
  EXPECT_TRUE(accepts(signed_request()));
  http::RequestHead request = signed_request();
  request.method = "PUT";
  EXPECT_FALSE(accepts(request));
  request = signed_request();
  request.target = "/b";
  EXPECT_FALSE(accepts(request));
  request = signed_request();
  request.target += "?x";
  EXPECT_FALSE(accepts(request));
  request = signed_request();
  request.headers.set("host", "elsewhere");
  EXPECT_FALSE(accepts(request));
}

TEST(SigV4, host_and_every_x_amz_header_must_be_signed) {
  http::RequestHead request = signed_request();
  request.headers.add("X-Amz-Acl", "public-read");
  const SignedBy by = read_signature(request);
  EXPECT_EQ(problem_of([&] { check_signature(by, request, empty_sha256, secret, PathStyle::Normalised); }),
            AuthProblem::UnsignedHeaders);
  SignedBy without_host = read_signature(signed_request());
  std::erase(without_host.signed_headers, "host");
  EXPECT_EQ(problem_of([&] {
              check_signature(without_host, signed_request(), empty_sha256, secret, PathStyle::Normalised);
            }),
            AuthProblem::UnsignedHeaders);
}

TEST(SigV4, headers_that_cannot_be_read_are_malformed) {
  const std::string good(signed_request().headers.get("authorization"));
  const auto problem = [&](std::string header) {
    http::RequestHead request = signed_request();
    request.headers.set("Authorization", std::move(header));
    return problem_of([&] { read_signature(request); });
  };
  for (const char* bad :
       {"", "Basic abc", "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256 Credential=a/b", "AWSAKID:abc"}) {
    EXPECT_EQ(problem(bad), AuthProblem::Malformed) << bad;
  }
  EXPECT_EQ(problem(good.substr(0, good.size() - 1)), AuthProblem::Malformed);
  EXPECT_EQ(problem(good.substr(0, good.size() - 1) + "G"), AuthProblem::Malformed);
  EXPECT_EQ(problem(std::string(good).replace(good.find("20130524"), 8, "20130525")), AuthProblem::Malformed);
  http::RequestHead undated = signed_request();
  undated.headers.remove("x-amz-date");
  EXPECT_EQ(problem_of([&] { read_signature(undated); }), AuthProblem::Malformed);
  EXPECT_EQ(problem_of([] { read_signature(s3_request("GET", "/")); }), AuthProblem::Missing);
}

TEST(SigV4, signatures_from_before_version_4_are_refused_by_the_name_of_what_is_taken) {
  http::RequestHead header = s3_request("GET", "/b/k");
  header.headers.add("Authorization", "AWS AKID:frJIUN8DYpKDtOLCwo//yllqDzg=");
  const http::RequestHead url =
      s3_request("GET", "/b/k?AWSAccessKeyId=AKID&Signature=vjbyPxybdZaNmGa%2ByT272YEAiv4%3D&Expires=1");
  for (const http::RequestHead& request : {header, url}) {
    try {
      read_signature(request);
      ADD_FAILURE() << request.target;
    } catch (const AuthFailure& failure) {
      EXPECT_EQ(failure.problem, AuthProblem::OldMethod);
      const ServiceError error = auth_error(Protocol::RestXml, failure);
      EXPECT_EQ(error.code, "InvalidRequest");
      EXPECT_NE(error.message.find("Please use AWS4-HMAC-SHA256"), std::string::npos);
    }
  }
}

TEST(SigV4, spaces_after_the_commas_are_optional) {
  http::RequestHead request = signed_request();
  std::string header(request.headers.get("authorization"));
  std::size_t at = 0;
  while ((at = header.find(", ")) != std::string::npos) header.erase(at + 1, 1);
  request.headers.set("Authorization", header);
  EXPECT_NO_THROW(
      check_signature(read_signature(request), request, empty_sha256, secret, PathStyle::Normalised));
}

TEST(SigV4, presigned_parameters_are_checked) {
  const std::string good = presign("GET", "/k", "h", example_key(), "us-east-1", "s3", example_time, 60s);
  const auto problem = [&](std::string_view from, std::string_view to) {
    std::string target = good;
    target.replace(target.find(from), from.size(), to);
    return problem_of([&] { read_signature(s3_request("GET", target)); });
  };
  EXPECT_EQ(problem("X-Amz-Expires=60", "X-Amz-Expires=604801"), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("X-Amz-Expires=60", "X-Amz-Expires=0"), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("X-Amz-Expires=60", "X-Amz-Expires=-1"), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("X-Amz-Expires=60", "X-Amz-Expires=99999999999999999999"), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("X-Amz-Expires=60", "X-Amz-Expires=soon"), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("X-Amz-Expires=60&", ""), AuthProblem::MalformedQuery);
  EXPECT_EQ(problem("AWS4-HMAC-SHA256", "AWS4-HMAC-SHA1"), AuthProblem::MalformedQuery);
}

TEST(CanonicalPath, s3_keeps_what_others_normalise) {
  EXPECT_EQ(canonical_path("/a//b/../c", PathStyle::S3), "/a//b/../c");
  EXPECT_EQ(canonical_path("/a//b/../c", PathStyle::Normalised), "/a/c");
  EXPECT_EQ(canonical_path("/a%20b%2Fc+d", PathStyle::S3), "/a%20b/c%2Bd");
  EXPECT_EQ(canonical_path("/a%20b", PathStyle::Normalised), "/a%2520b");
  EXPECT_EQ(canonical_path("", PathStyle::S3), "/");
  EXPECT_EQ(canonical_path("/..", PathStyle::Normalised), "/");
}

TEST(CanonicalQuery, is_sorted_and_encoded_once) {
  EXPECT_EQ(canonical_query("uploads"), "uploads=");
  EXPECT_EQ(canonical_query("uploads="), "uploads=");
  EXPECT_EQ(canonical_query("b=2&a=%7e&a=1&X-Amz-Signature=x"), "a=1&a=~&b=2");
  EXPECT_EQ(canonical_query("a=x+y"), "a=x%20y");
}

TEST(SigV4, remembered_signing_keys_are_those_that_would_be_derived) {
  SigningKeys keys;
  for (int round = 0; round < 2; ++round) {
    for (int day = 10; day < 40; ++day) {
      for (const char* service : {"ecs", "s3"}) {
        for (const char* mine : {"one", "two", "three", "four", "five"}) {
          const Scope scope{"AKIA", "202611" + std::to_string(day), "us-east-1", service};
          EXPECT_EQ(keys.key(mine, scope), signing_key(mine, scope));
        }
      }
    }
  }
}

}  // namespace
}  // namespace berth::wire
