#include "base/page_token.hpp"

#include "base/encoding.hpp"

#include <gtest/gtest.h>

namespace base {
namespace {

TEST(PageToken, names_the_last_entry_whatever_its_bytes_are) {
  for (const std::string last : {"", "a/b", "\xff\x01", "17"})
    EXPECT_EQ(from_page_token(to_page_token(last)), last);
}

TEST(PageToken, what_was_never_given_out_is_no_token) {
  for (const std::string bad : {"", "abc", "nonsense", "AAAA", "AAAAAAAA", "%%%", "17"})
    EXPECT_EQ(from_page_token(bad), std::nullopt) << bad;
  EXPECT_EQ(from_page_token(to_base64("a/b")), std::nullopt) << "an entry without its check";
  std::string changed = to_page_token("a/b");
  changed[changed.size() - 1] ^= 1;
  EXPECT_EQ(from_page_token(changed), std::nullopt);
}

}  // namespace
}  // namespace base
