#include "berth/wire/pages.hpp"

#include "base/page_token.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace berth::wire {
namespace {

const ServiceError invalid{"InvalidToken", "no"};

TEST(Pages, a_position_survives_its_token) {
  for (const std::uint64_t position :
       {std::uint64_t{0}, std::uint64_t{7}, std::numeric_limits<std::uint64_t>::max()})
    EXPECT_EQ(from_position_token(to_position_token(position)), position);
}

TEST(Pages, what_was_never_given_out_is_no_position) {
  for (const std::string& token :
       {std::string(), std::string("7"), std::string("nonsense"), base::to_page_token(""),
        base::to_page_token("a"), base::to_page_token("7a"), base::to_page_token("-1"),
        base::to_page_token("99999999999999999999")}) {
    EXPECT_EQ(from_position_token(token), std::nullopt) << token;
    std::vector<int> items{1};
    EXPECT_THROW(cut_page(items, token, 1, invalid), ServiceError) << token;
  }
}

TEST(Pages, every_entry_comes_once_and_the_last_page_has_no_token) {
  for (std::size_t length = 0; length < 8; ++length)
    for (std::size_t size = 1; size < 9; ++size) {
      std::vector<std::size_t> all;
      for (std::size_t i = 0; i < length; ++i) all.push_back(i);
      std::vector<std::size_t> seen;
      std::optional<std::string> token;
      do {
        auto page = all;
        token = cut_page(page, token, size, invalid);
        EXPECT_LE(page.size(), size);
        EXPECT_EQ(token.has_value(), seen.size() + page.size() < length) << length << " by " << size;
        seen.insert(seen.end(), page.begin(), page.end());
      } while (token);
      EXPECT_EQ(seen, all);
    }
}

TEST(Pages, a_list_that_became_shorter_than_its_token_has_an_empty_last_page) {
  std::vector<int> items{1, 2};
  EXPECT_EQ(cut_page(items, to_position_token(5), 2, invalid), std::nullopt);
  EXPECT_TRUE(items.empty());
}

}  // namespace
}  // namespace berth::wire
