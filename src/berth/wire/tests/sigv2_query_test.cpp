#include "berth/wire/sigv2_query.hpp"

#include "berth/wire/auth_error.hpp"
#include "berth/wire/sigv4.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace berth::wire {
namespace {

constexpr std::string_view secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY";
constexpr base::TimePoint end{std::chrono::seconds(1796059036)};

/// What botocore 1.29's and 1.43's HmacV1QueryAuth both make for the key AKIDEXAMPLE and that end.
struct Vector {
  const char *name, *method;
  const char* bucket;  ///< in the Host; else ""
  const char *path, *query, *signature;
} const vectors[] = {
    {"an object", "GET", "", "/bucket/key", "", "DoNGvLeFVVE3xQQpZbdTUeJNvPo%3D"},
    {"a bucket alone", "GET", "", "/bucket", "", "1nCQBmnMbcZnqpRJ6V7U4YcjhQg%3D"},
    {"a bucket alone, as sent", "GET", "", "/bucket", "", "KukxU8LlRZ%2B4pHfRipixJtKEuwo%3D"},
    {"every bucket", "GET", "", "/", "", "jDhW0VvK40hzM9ZtAYtRQUMWAcU%3D"},
    {"escapes and slashes in a key", "GET", "", "/bucket/a%20b//%C3%A4%2B~/c", "",
     "x0ejfR40Q2enCOs%2BbjOZ7SEg8Jo%3D"},
    {"a bucket in the host", "GET", "bucket", "/key", "", "DoNGvLeFVVE3xQQpZbdTUeJNvPo%3D"},
    {"a bucket in the host, alone", "GET", "bucket", "/", "", "1nCQBmnMbcZnqpRJ6V7U4YcjhQg%3D"},
    {"sub-resources, one with an escape, among others", "PUT", "", "/bucket/key",
     "uploadId=a%2Fb%2Bc&x-id=UploadPart&partNumber=7", "ARre%2B1JUkFu%2B66Fm9f2CwUzta04%3D"},
    {"a sub-resource without a value", "POST", "", "/bucket/key", "uploads",
     "bK2cBCMBqT1UQosFbWqyQiL0gUw%3D"},
    {"a header of the answer", "GET", "", "/bucket/key",
     "response-content-type=text%2Fhtml%3B%20charset%3Dutf-8&response-content-disposition=attachment%3B%"
     "20filename%3D%22a%26b.txt%22",
     "wBKPga74FmFDyFK%2B4Ia8MQFLWDs%3D"},
    {"a listing, whose parameters are not signed", "GET", "", "/bucket", "list-type=2&prefix=p",
     "1nCQBmnMbcZnqpRJ6V7U4YcjhQg%3D"},
    {"headers that are signed", "PUT", "", "/bucket/key",
     "content-type=text%2Fplain&content-md5=1B2M2Y8AsgTpgAmY7PhCfg%3D%3D&x-amz-meta-b=two%20words&x-amz-meta-"
     "a=1&x-amz-acl=private",
     "Ixf3JlMSzak7IiGlyciuKDUXb34%3D"},
    {"a session", "DELETE", "", "/bucket/key", "x-amz-security-token=FwoGZXIvYXdzEXAMPLE%2F%2F%2Btoken%3D%3D",
     "w7Z25iNE7h%2F4vm4z0dK%2F7d%2F7vKQ%3D"},
    {"head", "HEAD", "", "/bucket/key", "", "ufcjMAeLzdLWif%2FlbCe8weaLKBo%3D"},
};

http::RequestHead request_of(const Vector& v) {
  http::RequestHead request;
  request.method = v.method;
  request.target = fmt::format("{}?{}{}AWSAccessKeyId=AKIDEXAMPLE&Signature={}&Expires=1796059036", v.path,
                               v.query, *v.query == '\0' ? "" : "&", v.signature);
  request.headers.add("Host",
                      *v.bucket == '\0' ? "localhost:4566" : fmt::format("{}.s3.localhost:4566", v.bucket));
  return request;
}
http::RequestHead request_of(std::string_view name) {
  return request_of(
      *std::ranges::find(vectors, name, [](const Vector& v) { return std::string_view(v.name); }));
}
std::string path_of(const Vector& v) {
  return *v.bucket == '\0' ? v.path : fmt::format("/{}{}", v.bucket, v.path);
}

/// As the router does it.
void verify(const http::RequestHead& request, std::string_view path, base::TimePoint now = end) {
  if (!is_presigned_v2(request)) throw AuthFailure(AuthProblem::Missing, "not signed by version 2");
  const http::RequestHead whole = with_headers_of_query(request);
  const PresignedV2 by = read_presigned_v2(whole);
  check_time(by, now);
  check_signature(by, whole, path, secret);
}
void verify(const http::RequestHead& request) { verify(request, request.path()); }

template <class F>
AuthProblem problem_of(F f) {
  try {
    f();
  } catch (const AuthFailure& failure) {
    return failure.problem;
  }
  ADD_FAILURE() << "accepted";
  return AuthProblem::Missing;
}

http::RequestHead with(http::RequestHead request, std::string_view from, std::string_view to) {
  const std::size_t at = request.target.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  request.target.replace(at, from.size(), to);
  return request;
}

TEST(SigV2Query, what_botocore_signs_is_accepted) {
  for (const Vector& v : vectors) EXPECT_NO_THROW(verify(request_of(v), path_of(v))) << v.name;
}

TEST(SigV2Query, any_change_to_what_is_signed_is_refused) {
  for (const Vector& v : vectors) {
    SCOPED_TRACE(v.name);
    const auto refused = [&](http::RequestHead request, const std::string& path) {
      EXPECT_EQ(problem_of([&] { verify(request, path); }), AuthProblem::WrongSignature) << request.target;
    };
    http::RequestHead changed = request_of(v);
    changed.method = changed.method == "GET" ? "PUT" : "GET";
    refused(changed, path_of(v));
    refused(request_of(v), path_of(v) + "x");
    refused(with(request_of(v), "Expires=1796059036", "Expires=1796059037"), path_of(v));
    for (const char* added :
         {"acl&", "uploadId=1&", "versionId=1&", "x-amz-acl=public-read&", "x-amz-meta-new=1&"})
      refused(with(request_of(v), "AWSAccessKeyId", std::string(added) + "AWSAccessKeyId"), path_of(v));
    for (const char* header : {"x-amz-acl", "X-Amz-Meta-New", "Content-MD5"}) {
      changed = request_of(v);
      changed.headers.add(header, "other");
      refused(changed, path_of(v));
    }
  }
}

TEST(SigV2Query, a_header_may_be_sent_as_it_was_signed_and_no_other) {
  http::RequestHead request = request_of("headers that are signed");
  request.headers.add("Content-Type", "text/plain");
  request.headers.add("x-amz-meta-b", " two words ");
  EXPECT_NO_THROW(verify(request));
  request.headers.set("Content-Type", "text/html");
  EXPECT_EQ(problem_of([&] { verify(request); }), AuthProblem::WrongSignature);
}

TEST(SigV2Query, headers_of_the_query_count_as_headers) {
  const http::RequestHead whole = with_headers_of_query(request_of("headers that are signed"));
  EXPECT_EQ(whole.headers.get("content-type"), "text/plain");
  EXPECT_EQ(whole.headers.get("x-amz-meta-b"), "two words");
  EXPECT_EQ(whole.headers.get("x-amz-acl"), "private");
  EXPECT_EQ(read_presigned_v2(with_headers_of_query(request_of("a session"))).session_token,
            "FwoGZXIvYXdzEXAMPLE//+token==");
}

/// The first has the very string to sign that was signed.
TEST(SigV2Query, one_header_does_not_sign_for_two) {
  const http::RequestHead good = request_of("headers that are signed");
  for (const auto& [from, to] :
       {std::pair("x-amz-meta-b=two%20words&x-amz-meta-a=1", "x-amz-meta-a=1%0Ax-amz-meta-b:two%20words"),
        std::pair("x-amz-meta-a=1", "x-amz-meta-a%3A1="),
        std::pair("content-type=text%2Fplain", "content-type=text%2Fplain%0D")})
    EXPECT_EQ(problem_of([&, from = from, to = to] { verify(with(good, from, to)); }),
              AuthProblem::MalformedOldQuery)
        << to;
}

TEST(SigV2Query, what_is_not_on_the_list_is_not_signed) {
  EXPECT_NO_THROW(verify(with(request_of("an object"), "AWSAccessKeyId", "x-id=GetObject&AWSAccessKeyId")));
  EXPECT_NO_THROW(
      verify(with(request_of("a listing, whose parameters are not signed"), "prefix=p", "prefix=q")));
}

TEST(SigV2Query, repeated_headers_are_joined_and_all_are_sorted) {
  http::RequestHead request;
  request.method = "PUT";
  request.target = "/b/k?versionId=2&acl&uploads=&x=1";
  request.headers.add("X-Amz-Meta-B", " 1 ");
  request.headers.add("x-amz-date", "today");
  request.headers.add("x-amz-meta-b", "2");
  request.headers.add("Content-Type", "a/b");
  EXPECT_EQ(string_to_sign_v2(request, "/b/k", "9"),
            "PUT\n\na/b\n9\nx-amz-date:today\nx-amz-meta-b:1,2\n/b/k?acl&uploads=&versionId=2");
}

TEST(SigV2Query, a_url_holds_until_its_second_is_over) {
  const http::RequestHead request = request_of("an object");
  EXPECT_NO_THROW(verify(request, request.path(), end));
  EXPECT_NO_THROW(verify(request, request.path(), end - std::chrono::hours(24 * 365)));
  EXPECT_EQ(problem_of([&] { verify(request, request.path(), end + std::chrono::milliseconds(1)); }),
            AuthProblem::PresignExpired);
}

TEST(SigV2Query, parameters_that_are_missing_or_wrong_are_refused_by_name) {
  const http::RequestHead good = request_of("an object");
  const auto malformed = [&](std::string_view from, std::string_view to) {
    EXPECT_EQ(problem_of([&] { verify(with(good, from, to)); }), AuthProblem::MalformedOldQuery) << to;
  };
  malformed("&Expires=1796059036", "");
  malformed("AKIDEXAMPLE", "");
  malformed("Signature=DoNGvLeFVVE3xQQpZbdTUeJNvPo%3D", "Signature=");
  for (const char* bad : {"Expires=soon", "Expires=-1", "Expires=1e9", "Expires=17960590360000000000000",
                          "Expires=1796059036000000", "Expires=+1796059036", "Expires=1796059036 "})
    malformed("Expires=1796059036", bad);
  const ServiceError error =
      auth_error(Protocol::RestXml, AuthFailure(AuthProblem::MalformedOldQuery, "Invalid date"));
  EXPECT_EQ(error.code, "AccessDenied");
  EXPECT_EQ(error.http_status, 403);
}

TEST(SigV2Query, is_not_what_carries_another_signature) {
  http::RequestHead header = request_of("an object");
  header.headers.add("Authorization", "AWS AKIDEXAMPLE:frJIUN8DYpKDtOLCwo//yllqDzg=");
  EXPECT_FALSE(is_presigned_v2(header));
  for (const char* added : {"X-Amz-Signature=a&", "X-Amz-Algorithm=AWS4-HMAC-SHA256&", "X-Amz-Credential=a&"})
    EXPECT_FALSE(is_presigned_v2(
        with(request_of("an object"), "AWSAccessKeyId", std::string(added) + "AWSAccessKeyId")));
  http::RequestHead plain;
  plain.target = "/b/k?x=AWSAccessKeyId%3D";
  EXPECT_FALSE(is_presigned_v2(plain));
  plain.target = "/b/k?NotAWSAccessKeyId=1";
  EXPECT_FALSE(is_presigned_v2(plain));
}

}  // namespace
}  // namespace berth::wire
