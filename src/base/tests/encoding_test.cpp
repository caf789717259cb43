#include "base/encoding.hpp"

#include "base/random.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Encoding, hex_round_trips_and_refuses_what_is_not_hex) {
  EXPECT_EQ(to_hex(std::string("\x00\xff\x1a", 3)), "00ff1a");
  EXPECT_EQ(from_hex("00FF1a"), std::string("\x00\xff\x1a", 3));
  EXPECT_FALSE(from_hex("0"));
  EXPECT_FALSE(from_hex("0g"));
}

TEST(Encoding, base64_matches_rfc_4648_and_is_strict) {
  EXPECT_EQ(to_base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(to_base64("f"), "Zg==");
  EXPECT_EQ(from_base64("Zm9vYg=="), "foob");
  EXPECT_EQ(from_base64(""), "");
  for (const char* bad : {"Zg=", "Zg", "Z g=", "====", "Zm9v\nZg==", "Zg=a", "Z_8="})
    EXPECT_FALSE(from_base64(bad)) << bad;
}

TEST(Encoding, percent_encoding_keeps_the_unreserved_and_what_is_asked) {
  EXPECT_EQ(percent_encode("a/b c+~"), "a%2Fb%20c%2B~");
  EXPECT_EQ(percent_encode("a/b", "/"), "a/b");
  EXPECT_EQ(percent_decode("a%2fb+c"), "a/b+c");
  EXPECT_FALSE(percent_decode("%"));
  EXPECT_FALSE(percent_decode("%2"));
  EXPECT_FALSE(percent_decode("%zz"));
}

TEST(Encoding, utf8_refuses_overlong_surrogates_and_cut_sequences) {
  EXPECT_TRUE(is_utf8("gr\xc3\xbc\xc3\x9f \xf0\x9f\x9a\xa2"));
  for (const char* bad : {"\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf5\x80\x80\x80", "\xc3", "\xff"})
    EXPECT_FALSE(is_utf8(bad));
}

TEST(Random, ids_have_their_forms_and_a_seed_repeats) {
  SeededRandom a(7), b(7);
  EXPECT_EQ(a.hex(32), b.hex(32));
  const std::string uuid = a.uuid();
  EXPECT_EQ(uuid.size(), 36U);
  EXPECT_EQ(uuid[14], '4');
  EXPECT_EQ(a.characters(12, "A"), "AAAAAAAAAAAA");
}

}  // namespace
}  // namespace base
