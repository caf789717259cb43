#include "berth/services/ecr/ecr.hpp"

#include "berth/services/ecr/oci_path.hpp"
#include "berth/services/ecr/token.hpp"

#include <gtest/gtest.h>

namespace berth::ecr {
namespace {

const base::TimePoint now{base::Milliseconds{1'700'000'000'000}};

TEST(Token, tells_who_until_it_expires_and_cannot_be_made_up) {
  TokenClaims claims{identity::session_of("000000000000", "role", "AROAX", "session"), "eu-west-1",
                     now + token_lifetime};
  std::string token = make_token("key", claims);
  auto read = read_token("key", token, now);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->principal, claims.principal);
  EXPECT_EQ(read->region, "eu-west-1");
  EXPECT_FALSE(read_token("other", token, now));
  EXPECT_FALSE(read_token("key", token, now + token_lifetime));
  EXPECT_TRUE(read_token("key", token, now + token_lifetime - std::chrono::milliseconds(1)));
  for (std::size_t i = 0; i < token.size(); ++i) {
    std::string changed = token;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    EXPECT_FALSE(read_token("key", changed, now)) << i;
  }
  for (const char* bad : {"", ".", "a.b", "no dot"}) EXPECT_FALSE(read_token("key", bad, now));
  TokenClaims root{identity::root_of("000000000000"), "us-east-1", now + token_lifetime};
  EXPECT_EQ(read_token("key", make_token("key", root), now)->principal, root.principal);
}

TEST(Ticket, opens_one_blob_until_it_expires) {
  const std::string digest = "sha256:" + std::string(64, 'a'), other = "sha256:" + std::string(64, 'b');
  const base::TimePoint expiry = now + ticket_lifetime;
  std::string ticket = make_ticket("key", "repository", digest, expiry);
  EXPECT_EQ(read_ticket("key", ticket, digest, now), "repository");
  EXPECT_FALSE(read_ticket("key", ticket, other, now));
  EXPECT_FALSE(read_ticket("other", ticket, digest, now));
  EXPECT_FALSE(read_ticket("key", ticket, digest, expiry));
  EXPECT_TRUE(read_ticket("key", ticket, digest, expiry - std::chrono::milliseconds(1)));
  for (std::size_t i = 0; i < ticket.size(); ++i) {
    std::string changed = ticket;
    changed[i] = changed[i] == '1' ? '2' : '1';
    EXPECT_FALSE(read_ticket("key", changed, digest, now)) << i;
  }
  for (const char* bad : {"", ".", "..", "a.b", "a..b", "a.1.b", "a.99999999999999999999.b"})
    EXPECT_FALSE(read_ticket("key", bad, digest, now)) << bad;
}

TEST(OciPath, is_taken_apart) {
  using Kind = OciPath::Kind;
  struct Case {
    const char* path;
    Kind kind;
    const char *name, *reference;
  };
  const Case cases[] = {
      {"/v2/", Kind::Base, "", ""},
      {"/v2", Kind::Base, "", ""},
      {"/v2/a/blobs/sha256:1", Kind::Blob, "a", "sha256:1"},
      {"/v2/team/a/blobs/uploads/", Kind::Uploads, "team/a", ""},
      {"/v2/team/a/blobs/uploads", Kind::Uploads, "team/a", ""},
      {"/v2/team/a/blobs/uploads/id", Kind::Upload, "team/a", "id"},
      {"/v2/a/manifests/latest", Kind::Manifest, "a", "latest"},
      {"/v2/a/manifests/manifests/latest", Kind::Manifest, "a/manifests", "latest"},
      {"/v2/a/blobs/blobs/x", Kind::Blob, "a/blobs", "x"},
      {"/v2/a/tags/list", Kind::Tags, "a", ""},
      {"/v2/_catalog", Kind::Unknown, "", ""},
      {"/v2/blobs/x", Kind::Unknown, "", ""},
      {"/v2/a/blobs/", Kind::Unknown, "", ""},
      {"/v3/a/blobs/x", Kind::Unknown, "", ""},
      {"", Kind::Unknown, "", ""},
  };
  for (const Case& c : cases) {
    OciPath path = parse_oci_path(c.path);
    EXPECT_EQ(path.kind, c.kind) << c.path;
    EXPECT_EQ(path.name, c.name) << c.path;
    EXPECT_EQ(path.reference, c.reference) << c.path;
  }
  EXPECT_EQ(query_value("a=1&digest=sha256%3Aab&b", "digest"), "sha256:ab");
  EXPECT_EQ(query_value("a=1&b", "b"), "");
  EXPECT_EQ(query_value("", "b"), "");
}

}  // namespace
}  // namespace berth::ecr
