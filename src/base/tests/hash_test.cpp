#include "base/hash.hpp"

#include "base/encoding.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(Hash, digests_match_their_published_vectors) {
  EXPECT_EQ(to_hex(md5("abc")), "900150983cd24fb0d6963f7d28e17f72");
  EXPECT_EQ(to_hex(sha1("abc")), "a9993e364706816aba3e25717850c26c9cd0d89d");
  EXPECT_EQ(to_hex(sha256("abc")), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  EXPECT_EQ(to_hex(hmac_sha256("Jefe", "what do ya want for nothing?")),
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  // RFC 4231, 4.7: a key that is longer than a block.
  EXPECT_EQ(
      to_hex(hmac_sha256(std::string(131, '\xaa'), "Test Using Larger Than Block-Size Key - Hash Key First")),
      "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54");
}

TEST(Hash, checksums_match_the_check_value_of_their_catalogue) {
  EXPECT_EQ(crc32("123456789"), 0xCBF43926U);
  EXPECT_EQ(crc32c("123456789"), 0xE3069283U);
  EXPECT_EQ(crc64nvme("123456789"), 0xAE8B14860A799888U);
}

TEST(Hash, pieces_give_what_the_whole_gives) {
  Digest digest(Digest::Kind::Sha256);
  digest.update("a");
  digest.update("bc");
  EXPECT_EQ(digest.finish(), sha256("abc"));
  EXPECT_EQ(crc32c("6789", crc32c("12345")), crc32c("123456789"));
  EXPECT_EQ(crc64nvme("6789", crc64nvme("12345")), crc64nvme("123456789"));
}

/// Bit by bit, as the definition says.
std::uint64_t slow_crc64nvme(std::string_view bytes) {
  std::uint64_t value = ~std::uint64_t{0};
  for (char byte : bytes) {
    value ^= static_cast<unsigned char>(byte);
    for (int bit = 0; bit < 8; ++bit)
      value = (value & 1) != 0 ? (value >> 1) ^ 0x9A6C9329AC4BC9B5 : value >> 1;
  }
  return ~value;
}

TEST(Hash, crc64nvme_is_the_same_for_every_length_and_start) {
  std::string bytes;
  for (unsigned i = 0; i < 700; ++i) bytes += static_cast<char>(i * i * 31 + i / 7);
  for (std::size_t start = 0; start < 17; ++start) {
    for (std::size_t size = 0; size < 300; ++size) {
      const auto piece = std::string_view(bytes).substr(start, size);
      EXPECT_EQ(crc64nvme(piece), slow_crc64nvme(piece)) << start << " " << size;
    }
  }
  for (std::size_t first : {0U, 1U, 64U, 333U}) {
    const auto whole = std::string_view(bytes);
    EXPECT_EQ(crc64nvme(whole.substr(first), crc64nvme(whole.substr(0, first))), slow_crc64nvme(whole))
        << first;
  }
}

}  // namespace
}  // namespace base
