#include "berth/identity/known_sessions.hpp"

#include <gtest/gtest.h>

namespace berth::identity {
namespace {

using base::TimePoint;

struct KnownSessionsTest : testing::Test {
  AccessKey issue(const std::string& name) {
    return ring.issue(session_of("000000000000", "worker", "AROA1", name),
                      TimePoint{base::Milliseconds{5000}}, random);
  }
  base::SeededRandom random{1};
  KeyRing ring{"000000000000", "AKIAROOT", "secret"};
  KnownSessions sessions{ring};
};

TEST_F(KnownSessionsTest, a_session_is_found_as_the_ring_finds_it_the_first_time_and_after) {
  const AccessKey issued = issue("a");
  for (int round = 0; round < 2; ++round) {
    const auto found = sessions.find(issued.id, issued.session_token);
    ASSERT_TRUE(found);
    EXPECT_EQ(found->secret, issued.secret);
    EXPECT_EQ(found->principal.arn, issued.principal.arn);
    EXPECT_TRUE(found->expired(TimePoint{base::Milliseconds{6000}}));
  }
}

TEST_F(KnownSessionsTest, a_known_token_with_the_id_of_another_key_is_nobodys) {
  const AccessKey issued = issue("a"), other = issue("b");
  ASSERT_TRUE(sessions.find(issued.id, issued.session_token));
  EXPECT_FALSE(sessions.find(other.id, issued.session_token));
  EXPECT_FALSE(sessions.find("AKIAROOT", issued.session_token));
  EXPECT_FALSE(sessions.find(issued.id, ""));
  std::string spoilt = issued.session_token;
  spoilt[10] = spoilt[10] == 'A' ? 'B' : 'A';
  EXPECT_FALSE(sessions.find(issued.id, spoilt));
}

TEST_F(KnownSessionsTest, root_is_found_and_more_sessions_than_are_kept_are_all_found) {
  EXPECT_TRUE(sessions.find("AKIAROOT", ""));
  for (int i = 0; i < 600; ++i) {
    const AccessKey issued = issue(std::to_string(i));
    EXPECT_TRUE(sessions.find(issued.id, issued.session_token));
  }
}

}  // namespace
}  // namespace berth::identity
