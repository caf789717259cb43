// The parts of the object store that only decide.
#include "base/encoding.hpp"
#include "berth/objects/bucket_name.hpp"
#include "berth/objects/checksum.hpp"
#include "berth/objects/conditions.hpp"
#include "berth/objects/listing.hpp"
#include "berth/objects/range.hpp"

#include <gtest/gtest.h>

namespace berth::objects {
namespace {

TEST(BucketName, follows_the_published_rules) {
  for (const char* good :
       {"abc", "my-bucket", "my.bucket.example", "0ab", "a-b-c", "1.2.3", "1.2.3.4.5", "1234", "a.1.2.3",
        "192.168.5.a", "1234.1.1.1", "sthreeabc", "xn-abc", "abc-s3alias-1"}) {
    EXPECT_TRUE(is_bucket_name(good)) << good;
  }
  for (const char* bad : {"",           "ab",         "Abc",
                          "a_b",        "-abc",       "abc-",
                          ".abc",       "abc.",       "a..b",
                          "a.-b",       "a-.b",       "192.168.5.4",
                          "999.1.1.1",  "a b",        "a/b",
                          "xn--abc",    "sthree-abc", "abc-s3alias",
                          "abc--ol-s3", "abc.mrap",   "\xc3\xa4\xc3\xb6\xc3\xbc"}) {
    EXPECT_FALSE(is_bucket_name(bad)) << bad;
  }
  EXPECT_TRUE(is_bucket_name(std::string(63, 'a')));
  EXPECT_FALSE(is_bucket_name(std::string(64, 'a')));
}

TEST(ObjectKey, is_up_to_1024_bytes_of_utf8_and_nothing_in_it_is_special) {
  for (const char* good : {"a", "../../etc/passwd", "//", "/", "a\x01", "\xf0\x9f\x98\x80", " "}) {
    EXPECT_TRUE(is_object_key(good)) << good;
  }
  EXPECT_TRUE(is_object_key(std::string(1024, 'k')));
  EXPECT_FALSE(is_object_key(std::string(1025, 'k')));
  EXPECT_FALSE(is_object_key(""));
  EXPECT_FALSE(is_object_key("\xff"));
}

TEST(Range, is_parsed_or_ignored) {
  struct Case {
    const char* header;
    std::optional<RangeRequest> expected;
  };
  const Case cases[] = {
      {"bytes=0-9", RangeRequest{0, 9}},
      {"bytes=5-", RangeRequest{5, {}}},
      {"bytes=-5", RangeRequest{{}, 5}},
      {"bytes=7-7", RangeRequest{7, 7}},
      {" bytes=1-2 ", RangeRequest{1, 2}},
      {"bytes=-0", RangeRequest{{}, 0}},
      {"bytes=0-99999999999999999999999", RangeRequest{0, UINT64_MAX}},
      {"bytes=9-0", {}},
      {"bytes=-", {}},
      {"bytes=", {}},
      {"bytes=a-b", {}},
      {"bytes=1-b", {}},
      {"bytes=0-1,3-4", {}},
      {"bytes=+1-2", {}},
      {"bytes=--1", {}},
      {"items=0-1", {}},
      {"0-1", {}},
      {"", {}},
  };
  for (const Case& c : cases) EXPECT_EQ(parse_range(c.header), c.expected) << c.header;
}

TEST(Range, is_cut_at_the_end_of_the_object) {
  using R = RangeRequest;
  EXPECT_EQ(apply_range(R{0, 9}, 10), (ByteRange{0, 10}));
  EXPECT_EQ(apply_range(R{0, 10}, 10), (ByteRange{0, 10}));
  EXPECT_EQ(apply_range(R{9, {}}, 10), (ByteRange{9, 1}));
  EXPECT_EQ(apply_range(R{3, 4}, 10), (ByteRange{3, 2}));
  EXPECT_EQ(apply_range(R{{}, 3}, 10), (ByteRange{7, 3}));
  EXPECT_EQ(apply_range(R{{}, 30}, 10), (ByteRange{0, 10}));
  EXPECT_EQ(apply_range(R{0, UINT64_MAX}, 10), (ByteRange{0, 10}));
  EXPECT_EQ(apply_range(R{10, {}}, 10), std::nullopt);
  EXPECT_EQ(apply_range(R{10, 20}, 10), std::nullopt);
  EXPECT_EQ(apply_range(R{{}, 0}, 10), std::nullopt);
  EXPECT_EQ(apply_range(R{0, {}}, 0), std::nullopt);
  EXPECT_EQ(apply_range(R{{}, 1}, 0), std::nullopt);
}

const base::TimePoint noon{base::Milliseconds{1'700'000'000'500}};
const base::TimePoint same_second{base::Milliseconds{1'700'000'000'000}};
const base::TimePoint before = noon - std::chrono::seconds(10), after = noon + std::chrono::seconds(10);

TEST(Conditions, of_reading_follow_rfc_9110_in_every_combination) {
  // What each header says by itself: absent, true, false.
  enum Says { Absent, True, False };
  for (Says match : {Absent, True, False}) {
    for (Says unmodified : {Absent, True, False}) {
      for (Says none_match : {Absent, True, False}) {
        for (Says modified : {Absent, True, False}) {
          Conditions c;
          if (match != Absent) c.if_match = match == True ? "\"tag\"" : "\"other\"";
          if (unmodified != Absent) c.if_unmodified_since = unmodified == True ? after : before;
          if (none_match != Absent) c.if_none_match = none_match == True ? "\"other\"" : "\"tag\"";
          if (modified != Absent) c.if_modified_since = modified == True ? before : after;

          ReadDecision expected = ReadDecision::Serve;
          if (match == False || (match == Absent && unmodified == False)) {
            expected = ReadDecision::PreconditionFailed;
          } else if (none_match == False || (none_match == Absent && modified == False)) {
            expected = ReadDecision::NotModified;
          }
          EXPECT_EQ(decide_read(c, "tag", noon), expected) << match << unmodified << none_match << modified;
        }
      }
    }
  }
}

TEST(Conditions, compare_dates_by_the_second) {
  Conditions modified, unmodified;
  modified.if_modified_since = same_second;
  EXPECT_EQ(decide_read(modified, "tag", noon), ReadDecision::NotModified);
  unmodified.if_unmodified_since = same_second;
  EXPECT_EQ(decide_read(unmodified, "tag", noon), ReadDecision::Serve);
}

TEST(Conditions, of_writing) {
  struct Case {
    std::optional<std::string> if_match, if_none_match, current;
    WriteDecision expected;
  };
  const std::optional<std::string> none;
  const Case cases[] = {
      {none, none, none, WriteDecision::Write},
      {none, none, "tag", WriteDecision::Write},
      {none, "*", none, WriteDecision::Write},
      {none, "*", "tag", WriteDecision::PreconditionFailed},
      {none, "\"tag\"", "tag", WriteDecision::NotImplemented},
      {none, "\"tag\"", none, WriteDecision::NotImplemented},
      {"\"tag\"", none, "tag", WriteDecision::Write},
      {"tag", none, "tag", WriteDecision::Write},
      {"*", none, "tag", WriteDecision::Write},
      {"\"old\"", none, "tag", WriteDecision::PreconditionFailed},
      {"\"tag\"", none, none, WriteDecision::NoSuchKey},
      {"*", none, none, WriteDecision::NoSuchKey},
      {"\"tag\"", "*", "tag", WriteDecision::PreconditionFailed},
      {"\"tag\"", "*", none, WriteDecision::NoSuchKey},
  };
  for (const Case& c : cases) {
    Conditions conditions;
    conditions.if_match = c.if_match;
    conditions.if_none_match = c.if_none_match;
    EXPECT_EQ(decide_write(conditions, c.current), c.expected)
        << c.if_match.value_or("-") << " " << c.if_none_match.value_or("-") << " " << c.current.value_or("-");
  }
}

TEST(Conditions, entity_tags_come_in_many_forms) {
  EXPECT_TRUE(names_etag("\"a\", \"b\"", "b"));
  EXPECT_TRUE(names_etag(" W/\"b\" ", "b"));
  EXPECT_TRUE(names_etag("b", "b"));
  EXPECT_TRUE(names_etag(" * ", "b"));
  EXPECT_FALSE(names_etag("\"a\",\"c\"", "b"));
  EXPECT_FALSE(names_etag("", "b"));
  EXPECT_EQ(bare_etag("\"\""), "");
  EXPECT_EQ(bare_etag("\""), "\"");
}

TEST(Checksum, names_are_found_in_any_case) {
  for (Checksum kind : all_checksums) {
    EXPECT_EQ(parse_algorithm(algorithm(kind)), kind);
    EXPECT_EQ(from_header_name(header_name(kind)), kind);
  }
  EXPECT_EQ(parse_algorithm("crc64nvme"), Checksum::Crc64Nvme);
  EXPECT_EQ(from_header_name("X-Amz-Checksum-SHA256"), Checksum::Sha256);
  EXPECT_EQ(parse_algorithm("md5"), std::nullopt);
  EXPECT_EQ(from_header_name("x-amz-checksum-mode"), std::nullopt);
}

TEST(Checksum, values_are_big_endian) {
  RunningChecksums running({all_checksums.begin(), all_checksums.end()});
  running.update("1234");
  running.update("56789");
  auto values = running.finish();
  EXPECT_EQ(base::to_hex(values[Checksum::Crc32]), "cbf43926");
  EXPECT_EQ(base::to_hex(values[Checksum::Crc32c]), "e3069283");
  EXPECT_EQ(base::to_hex(values[Checksum::Crc64Nvme]), "ae8b14860a799888");
  EXPECT_EQ(base::to_hex(values[Checksum::Sha1]), "f7c3bc1d808e04732adf679965ccc34ca7ae3441");
  EXPECT_EQ(base::to_hex(values[Checksum::Sha256]),
            "15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225");
}

TEST(Checksum, of_two_stretches_is_that_of_both_together) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += static_cast<char>(i * 7 + i / 256);
  for (Checksum kind : {Checksum::Crc32, Checksum::Crc32c, Checksum::Crc64Nvme}) {
    auto of = [&](std::string_view bytes) {
      RunningChecksums running({kind});
      running.update(bytes);
      return running.finish().at(kind);
    };
    for (std::size_t cut : {0u, 1u, 2u, 100u, 4095u, 4096u, 4999u, 5000u}) {
      std::string_view all(text);
      EXPECT_EQ(combine(kind, of(all.substr(0, cut)), of(all.substr(cut)), text.size() - cut), of(all))
          << cut;
    }
  }
  EXPECT_EQ(combine(Checksum::Sha256, "", "", 0), std::nullopt);
}

TEST(Listing, the_bound_behind_a_prefix) {
  EXPECT_EQ(after_all_with("a"), "b");
  EXPECT_EQ(after_all_with("a/"), "a0");
  EXPECT_EQ(after_all_with("a\xff\xff"), "b");
  EXPECT_EQ(after_all_with("\xff"), std::nullopt);
  EXPECT_EQ(after_all_with(""), std::nullopt);
  EXPECT_EQ(after_all_with("\x7f"), "\x80");
}

TEST(Listing, common_prefixes_end_at_the_first_delimiter_behind_the_prefix) {
  EXPECT_EQ(common_prefix("a/b/c", "", "/"), "a/");
  EXPECT_EQ(common_prefix("a/b/c", "a/", "/"), "a/b/");
  EXPECT_EQ(common_prefix("a/b/c", "a", "/"), "a/");
  EXPECT_EQ(common_prefix("a/b/c", "a/b/", "/"), std::nullopt);
  EXPECT_EQ(common_prefix("a--b--c", "", "--"), "a--");
  EXPECT_EQ(common_prefix("abc", "", "c"), "abc");
  EXPECT_EQ(common_prefix("abc", "", ""), std::nullopt);
  EXPECT_EQ(common_prefix("/", "", "/"), "/");
}

}  // namespace
}  // namespace berth::objects
