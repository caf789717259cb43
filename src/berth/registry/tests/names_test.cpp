#include "berth/registry/names.hpp"

#include <gtest/gtest.h>

namespace berth::registry {
namespace {

const std::string digest = "sha256:" + std::string(64, 'a');

TEST(RepositoryName, follows_ecrs_rule) {
  for (const char* good : {"ab", "a-b", "a_b", "a.b", "team/app", "a/b/c", "a__b", "a--b", "0x"}) {
    EXPECT_TRUE(is_repository_name(good)) << good;
  }
  for (const char* bad :
       {"", "a", "Ab", "-ab", "ab-", "a..b", "a/", "/a", "a//b", "a b", "a:b", "a._b", "a___b"}) {
    EXPECT_FALSE(is_repository_name(bad)) << bad;
  }
  EXPECT_TRUE(is_repository_name(std::string(256, 'a')));
  EXPECT_FALSE(is_repository_name(std::string(257, 'a')));
}

TEST(Tag, and_digest) {
  for (const char* good : {"latest", "v1.0-rc_1", "A", "_x"}) EXPECT_TRUE(is_tag(good)) << good;
  for (const char* bad : {"", ".x", "-x", "a/b", "a:b", "ä"}) EXPECT_FALSE(is_tag(bad)) << bad;
  EXPECT_TRUE(is_tag(std::string(128, 't')));
  EXPECT_FALSE(is_tag(std::string(129, 't')));
  EXPECT_TRUE(is_digest(digest));
  EXPECT_FALSE(is_digest("sha256:" + std::string(64, 'A')));
  EXPECT_FALSE(is_digest("sha512:" + std::string(64, 'a')));
  EXPECT_EQ(digest_of(""), "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

TEST(Reference, is_taken_apart) {
  struct Case {
    std::string text, host, account, region, repository, tag, digest;
  };
  const Case cases[] = {
      {"fathom", "", "", "", "fathom", "latest", ""},
      {"team/app:v1", "", "", "", "team/app", "v1", ""},
      {"localhost:4566/app", "localhost:4566", "", "", "app", "latest", ""},
      {"127.0.0.1:4566/team/app:v1", "127.0.0.1:4566", "", "", "team/app", "v1", ""},
      {"localhost/app@" + digest, "localhost", "", "", "app", "", digest},
      {"localhost/app:v1@" + digest, "localhost", "", "", "app", "v1", digest},
      {"123456789012.dkr.ecr.eu-west-1.amazonaws.com/team/app:v1",
       "123456789012.dkr.ecr.eu-west-1.amazonaws.com", "123456789012", "eu-west-1", "team/app", "v1", ""},
      {"12345.dkr.ecr.eu-west-1.amazonaws.com/app", "12345.dkr.ecr.eu-west-1.amazonaws.com", "", "", "app",
       "latest", ""},
      {"docker.io/library/debian:12", "docker.io", "", "", "library/debian", "12", ""},
      {"library/debian", "", "", "", "library/debian", "latest", ""},
  };
  for (const Case& c : cases) {
    auto reference = parse_reference(c.text);
    ASSERT_TRUE(reference) << c.text;
    EXPECT_EQ(reference->host, c.host) << c.text;
    EXPECT_EQ(reference->account, c.account) << c.text;
    EXPECT_EQ(reference->region, c.region) << c.text;
    EXPECT_EQ(reference->repository, c.repository) << c.text;
    EXPECT_EQ(reference->tag, c.tag) << c.text;
    EXPECT_EQ(reference->digest, c.digest) << c.text;
  }
  for (const char* bad : {"", "a:", "a@sha256:abc", "localhost:4566/", "a b", ":tag", "a:b:c:d e"}) {
    EXPECT_FALSE(parse_reference(bad)) << bad;
  }
}

TEST(Loopback, hosts) {
  for (const char* yes :
       {"localhost", "localhost:1", "127.0.0.1:4566", "127.1.2.3", "[::1]:4566", "x.localhost:1"}) {
    EXPECT_TRUE(is_loopback(yes)) << yes;
  }
  for (const char* no : {"", "example.com", "10.0.0.1:4566", "localhost.example.com"})
    EXPECT_FALSE(is_loopback(no)) << no;
}

}  // namespace
}  // namespace berth::registry
