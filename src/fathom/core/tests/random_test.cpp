#include "fathom/core/random.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

namespace fathom {
namespace {

// The published answers of Random123's own test (kat_vectors, philox4x32 10).
TEST(Philox, gives_the_published_answers) {
  EXPECT_EQ(philox4x32({0, 0, 0, 0}, {0, 0}),
            (PhiloxCounter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  EXPECT_EQ(philox4x32({0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff}, {0xffffffff, 0xffffffff}),
            (PhiloxCounter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
  EXPECT_EQ(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}),
            (PhiloxCounter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}));
}

TEST(RandomStream, seed_purpose_step_and_part_each_make_another_stream) {
  const std::set<std::uint32_t> first{
      RandomStream(1, Purpose::weights, 0).bits(0),          RandomStream(2, Purpose::weights, 0).bits(0),
      RandomStream(1ULL << 32, Purpose::weights, 0).bits(0), RandomStream(1, Purpose::dropout, 0).bits(0),
      RandomStream(1, Purpose::weights, 1).bits(0),          RandomStream(1, Purpose::weights, 0, 1).bits(0),
      RandomStream(1, Purpose::weights, 0).bits(1)};
  EXPECT_EQ(first.size(), 7U);
}

TEST(RandomStream, a_number_does_not_depend_on_what_was_drawn_before) {
  const RandomStream stream(7, Purpose::denoising, 3);
  std::vector<float> forwards(100), backwards(100);
  for (std::size_t i = 0; i < 100; ++i) forwards[i] = stream.uniform(i);
  for (std::size_t i = 100; i > 0; --i) backwards[i - 1] = stream.uniform(i - 1);
  EXPECT_EQ(forwards, backwards);
}

TEST(RandomStream, uniform_numbers_are_above_0_up_to_1_and_even) {
  const RandomStream stream(7, Purpose::dropout, 3);
  double sum = 0, squares = 0;
  constexpr int count = 100000;
  for (std::uint64_t i = 0; i < count; ++i) {
    const float u = stream.uniform(i);
    ASSERT_GT(u, 0.0F);
    ASSERT_LE(u, 1.0F);
    sum += static_cast<double>(u);
    squares += static_cast<double>(u) * static_cast<double>(u);
  }
  EXPECT_NEAR(sum / count, 0.5, 0.005);
  EXPECT_NEAR(squares / count, 1.0 / 3, 0.005);
  EXPECT_EQ(RandomStream::to_uniform(0), 0x1p-24F);
  EXPECT_EQ(RandomStream::to_uniform(0xFFFFFFFFU), 1.0F);
}

TEST(RandomStream, gaussian_numbers_have_mean_0_variance_1_and_are_uncorrelated) {
  const RandomStream stream(7, Purpose::weights, 0);
  double sum = 0, squares = 0, fourth = 0, neighbours = 0;
  constexpr int blocks = 50000;
  for (std::uint64_t block = 0; block < blocks; ++block) {
    const auto numbers = stream.gaussians(block);
    for (const double x : numbers) {
      sum += x;
      squares += x * x;
      fourth += x * x * x * x;
    }
    neighbours += numbers[0] * numbers[1] + numbers[2] * numbers[3];
  }
  EXPECT_NEAR(sum / (4 * blocks), 0, 0.01);
  EXPECT_NEAR(squares / (4 * blocks), 1, 0.02);
  EXPECT_NEAR(fourth / (4 * blocks), 3, 0.15);
  EXPECT_NEAR(neighbours / (2 * blocks), 0, 0.02);
}

TEST(Permutation, has_every_number_once_and_differs_by_epoch) {
  for (const std::size_t count : {std::size_t{0}, std::size_t{1}, std::size_t{5}, std::size_t{1001}}) {
    std::vector<std::uint32_t> order = permutation(RandomStream(1, Purpose::shuffle, 4), count);
    std::ranges::sort(order);
    std::vector<std::uint32_t> all(count);
    std::iota(all.begin(), all.end(), 0U);
    EXPECT_EQ(order, all);
  }
  EXPECT_NE(permutation(RandomStream(1, Purpose::shuffle, 0), 100),
            permutation(RandomStream(1, Purpose::shuffle, 1), 100));
}

}  // namespace
}  // namespace fathom
