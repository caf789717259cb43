#include "berth/daemon/guard.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/wire/sigv4.hpp"

#include <gtest/gtest.h>

namespace berth::daemon {
namespace {

constexpr base::TimePoint now{base::Milliseconds{1'796'053'636'000}};

http::RequestHead request_to(const std::string& host) {
  http::RequestHead request;
  request.method = "GET";
  request.target = "/_berth/status";
  request.headers.add("Host", host);
  return request;
}

TEST(Guard, only_this_machines_names_pass_as_host) {
  for (const char* host : {"127.0.0.1:4566", "localhost:4566", "[::1]:4566", "berth.example:4566"}) {
    EXPECT_FALSE(check_origin(request_to(host), "berth.example")) << host;
  }
  for (const char* host : {"evil.example:4566", "", "127.evil.example", "localhost.evil.example"}) {
    EXPECT_TRUE(check_origin(request_to(host), "127.0.0.1")) << host;
  }
}

TEST(Guard, a_page_of_another_origin_is_refused) {
  http::RequestHead request = request_to("127.0.0.1:4566");
  request.headers.add("Origin", "http://evil.example");
  EXPECT_TRUE(check_origin(request, "127.0.0.1"));
  request.headers.set("Origin", "null");
  EXPECT_TRUE(check_origin(request, "127.0.0.1"));
  request.headers.set("Origin", "http://127.0.0.1:4566");
  EXPECT_FALSE(check_origin(request, "127.0.0.1"));
}

class RootSignature : public ::testing::Test {
 protected:
  std::optional<Refusal> check(const std::string& id, const std::string& secret, const std::string& service,
                               std::string_view signed_body, std::string_view sent_body) {
    http::RequestHead request = request_to("127.0.0.1:4566");
    wire::sign(request, {.access_key_id = id, .secret = secret, .session_token = {}}, "us-east-1", service,
               now, base::to_hex(base::sha256(signed_body)));
    return check_root_signature(request, sent_body, keys, now);
  }
  identity::KeyRing keys{"000000000000", "AKIAROOT", "secret"};
};

TEST_F(RootSignature, roots_own_signature_passes) {
  EXPECT_FALSE(check("AKIAROOT", "secret", "berth", "", ""));
}

TEST_F(RootSignature, everything_else_is_refused) {
  EXPECT_TRUE(check("AKIAROOT", "wrong", "berth", "", ""));
  EXPECT_TRUE(check("AKIAOTHER", "secret", "berth", "", ""));
  EXPECT_TRUE(check("AKIAROOT", "secret", "ecs", "", ""));
  EXPECT_TRUE(check("AKIAROOT", "secret", "berth", "a", "b"));
  EXPECT_TRUE(check_root_signature(request_to("127.0.0.1"), "", keys, now));
}

TEST_F(RootSignature, a_session_of_a_role_is_not_root) {
  base::SeededRandom random(1);
  const auto key = keys.issue(identity::session_of("000000000000", "r", "AROAX", "s"),
                              now + std::chrono::hours(1), random);
  http::RequestHead request = request_to("127.0.0.1:4566");
  wire::sign(request, {.access_key_id = key.id, .secret = key.secret, .session_token = key.session_token},
             "us-east-1", "berth", now, base::to_hex(base::sha256("")));
  EXPECT_TRUE(check_root_signature(request, "", keys, now));
}

}  // namespace
}  // namespace berth::daemon
