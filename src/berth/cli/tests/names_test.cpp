#include "berth/cli/names.hpp"

#include "berth/cli/errors.hpp"

#include <gtest/gtest.h>

namespace berth::cli {
namespace {

TEST(Names, an_arn_is_shown_by_its_last_part) {
  EXPECT_EQ(short_name("arn:aws:ecs:us-east-1:000000000000:task/default/0123abcd"), "0123abcd");
  EXPECT_EQ(short_name("arn:aws:ecs:us-east-1:000000000000:task-definition/train:3"), "train:3");
  EXPECT_EQ(short_name("arn:aws:sns:us-east-1:000000000000:topic"), "topic");
  EXPECT_EQ(short_name("0123abcd"), "0123abcd");
  EXPECT_EQ(short_name("family/with/slash"), "family/with/slash");
}

TEST(Names, a_value_may_hold_further_equals_signs) {
  EXPECT_EQ(key_and_value("A=b=c", "-e"), (std::pair<std::string, std::string>("A", "b=c")));
  EXPECT_EQ(key_and_value("A=", "-e"), (std::pair<std::string, std::string>("A", "")));
  EXPECT_THROW(key_and_value("A", "-e"), CommandError);
  EXPECT_THROW(key_and_value("=b", "-e"), CommandError);
}

TEST(Names, an_s3_address_is_bucket_and_key) {
  const S3Address whole = parse_s3_address("s3://bucket/a/b//c");
  EXPECT_EQ(whole.bucket, "bucket");
  EXPECT_EQ(whole.key, "a/b//c");
  EXPECT_EQ(parse_s3_address("s3://bucket").key, "");
  EXPECT_EQ(parse_s3_address("s3://bucket/").key, "");
  EXPECT_THROW(parse_s3_address("s3:///key"), CommandError);
  EXPECT_THROW(parse_s3_address("bucket/key"), CommandError);
  EXPECT_FALSE(is_s3_address("s3:/bucket"));
}

TEST(Names, a_repository_is_taken_with_and_without_host_and_tag) {
  const struct {
    std::string_view text, repository, tag;
  } cases[] = {
      {"fathom", "fathom", "latest"},
      {"fathom:v1", "fathom", "v1"},
      {"team/fathom:v1", "team/fathom", "v1"},
      {"127.0.0.1:4566/team/fathom", "team/fathom", "latest"},
      {"localhost/fathom:2", "fathom", "2"},
      {"000000000000.dkr.ecr.us-east-1.amazonaws.com/fathom:2", "fathom", "2"},
  };
  for (const auto& c : cases) {
    const RepositoryTag parsed = parse_repository_tag(c.text);
    EXPECT_EQ(parsed.repository, c.repository) << c.text;
    EXPECT_EQ(parsed.tag, c.tag) << c.text;
  }
  for (const std::string_view wrong : {"", ":tag", "fathom:", "fathom@sha256:00", "127.0.0.1:1/"}) {
    EXPECT_THROW(parse_repository_tag(wrong), CommandError) << wrong;
  }
}

TEST(Names, a_file_name_tells_the_content_type) {
  EXPECT_EQ(content_type_of("a/b.csv"), "text/csv");
  EXPECT_EQ(content_type_of("results"), "binary/octet-stream");
}

}  // namespace
}  // namespace berth::cli
