#include "base/files.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/predict/recommend.hpp"
#include "fathom/predict/score_format.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <random>

namespace fathom::predict {
namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// What top-k means, by sorting everything.
std::vector<Scored> sorted_best(const std::vector<float>& scores, std::size_t k) {
  std::vector<Scored> all;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    all.push_back({static_cast<std::uint32_t>(i), std::isnan(scores[i]) ? -infinity : scores[i]});
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Scored& a, const Scored& b) { return a.score > b.score; });
  all.resize(std::min(k, all.size()));
  return all;
}

std::vector<Scored> best_of(TopK& top, const std::vector<float>& scores, std::size_t piece) {
  for (std::size_t i = 0; i < scores.size(); i += piece) {
    top.offer(static_cast<std::uint32_t>(i),
              std::span(scores).subspan(i, std::min(piece, scores.size() - i)));
  }
  const auto best = top.take();
  return {best.begin(), best.end()};
}

TEST(TopK, equals_a_full_sort_for_every_k_size_and_piece) {
  std::mt19937 random(7);
  for (const std::size_t items : {1U, 2U, 31U, 32U, 33U, 64U, 1000U, 5000U}) {
    std::vector<float> distinct(items), few_values(items);
    for (float& x : distinct) x = static_cast<float>(random()) / 4e9f - 0.5f;
    for (float& x : few_values) x = static_cast<float>(random() % 5);
    for (const std::size_t k : {1U, 10U, 26U, 32U, 64U, 100U, 127U, 128U, 999U, 100000U}) {
      TopK top(k, items);
      for (const std::size_t piece : {1U, 7U, 512U, 100000U}) {
        EXPECT_EQ(best_of(top, distinct, piece), sorted_best(distinct, k)) << items << " " << k;
        EXPECT_EQ(best_of(top, few_values, piece), sorted_best(few_values, k)) << items << " " << k;
      }
    }
  }
}

TEST(TopK, nan_counts_as_minus_infinity_and_ties_go_to_the_smaller_item) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const std::vector<float> scores{nan, 1, -infinity, nan, 1, infinity};
  TopK top(6, 6);
  EXPECT_EQ(
      best_of(top, scores, 6),
      (std::vector<Scored>{{5, infinity}, {1, 1}, {4, 1}, {0, -infinity}, {2, -infinity}, {3, -infinity}}));
  TopK few(2, 300);
  const std::vector<float> all_nan(300, nan);
  EXPECT_EQ(best_of(few, all_nan, 300), (std::vector<Scored>{{0, -infinity}, {1, -infinity}}));
}

TEST(ScoreFormat, prints_what_printf_prints) {
  std::mt19937 random(3);
  std::vector<float> scores{0.0f,        -0.0f,     0.909f, 1.0f,      0.5f, 0.0005f, 0.0015f,
                            0.00049999f, 123.4567f, -1.5f,  999999.9f, 1e6f, 3.4e38f, -2e-30f,
                            infinity,    -infinity, 0.125f, 0.0625f,   2.5f};
  for (int i = 0; i < 20000; ++i) scores.push_back(static_cast<float>(random()) / 4294967296.0f);
  for (const char* format : {"4.3f", "f", ".1f", "10.4f", ".8f", ".9f", "12.3e", "g", ".3g", "8f"}) {
    const ScoreFormat formatter(format);
    for (const float score : scores) {
      char expected[128];
      std::snprintf(expected, sizeof expected, ("%" + std::string(format)).c_str(),
                    static_cast<double>(score));
      std::string actual;
      formatter.append(score, actual);
      EXPECT_EQ(actual, expected) << format;
    }
  }
}

TEST(ScoreFormat, nothing_but_a_number_format_is_taken) {
  for (const char* bad : {"", "s", "n", "4.3", "4.3ff", "%f", "-4f", "04f", "100f", ".100f", "l", "4.3f%n"}) {
    EXPECT_THROW(ScoreFormat{bad}, ConfigError) << bad;
  }
}

/// Scores that a test wrote down: scores[example][item].
struct FixedScores final : ScoreSource {
  explicit FixedScores(std::vector<std::vector<float>> rows) : all(std::move(rows)) {}
  void forward(std::uint64_t first, std::size_t count) override {
    position = first;
    largest_batch = std::max(largest_batch, count);
  }
  void scores(std::size_t first, Matrix<float> y) override {
    for (std::size_t r = 0; r < y.rows; ++r) {
      std::copy_n(all[position + r].begin() + static_cast<std::ptrdiff_t>(first), y.cols, y.row(r).begin());
    }
  }
  std::vector<std::vector<float>> all;
  std::uint64_t position = 0;
  std::size_t largest_batch = 0;
};

using Lists = std::vector<std::vector<Scored>>;

Lists ranked(FixedScores& source, const Filter& filter, RecommendOptions options, std::size_t threads = 1) {
  Lists lists;
  ThreadPool pool(threads);
  recommend(source, source.all.size(), filter, options, pool,
            [&](std::uint64_t example, std::span<const Scored> best) {
              EXPECT_EQ(example, lists.size());
              lists.emplace_back(best.begin(), best.end());
            });
  return lists;
}

TEST(Recommend, padding_is_never_listed_however_good_its_scores) {
  FixedScores source({{0.1f, 0.3f, 0.2f, 9.0f}});
  EXPECT_EQ(ranked(source, {}, {.k = 4, .items = 3}), (Lists{{{1, 0.3f}, {2, 0.2f}, {0, 0.1f}}}));
}

TEST(Recommend, removed_items_are_gone_even_if_nothing_else_is_left) {
  FixedScores source({{0.1f, 0.3f, 0.2f}});
  const Filter filter({{{1, 0, true}, {1, 0, true}, {0, 0, true}}});
  EXPECT_EQ(ranked(source, filter, {.k = 3, .items = 3}), (Lists{{{2, 0.2f}}}));
}

TEST(Recommend, factors_multiply_before_ranking) {
  FixedScores source({{0.1f, 0.3f, 0.2f}, {0.1f, 0.3f, 0.2f}});
  const Filter filter({{}, {{0, 10, false}, {1, 0, false}}});
  EXPECT_EQ(ranked(source, filter, {.k = 3, .items = 3}),
            (Lists{{{1, 0.3f}, {2, 0.2f}, {0, 0.1f}}, {{0, 1.0f}, {2, 0.2f}, {1, 0.0f}}}));
}

TEST(Recommend, batches_tiles_and_threads_do_not_change_the_lists) {
  std::mt19937 random(5);
  std::vector<std::vector<float>> rows(70, std::vector<float>(5000));
  std::vector<std::vector<FilterEntry>> entries(70);
  for (auto& row : rows) {
    for (float& x : row) x = static_cast<float>(random() % 1000);
  }
  for (auto& row : entries) {
    for (int i = 0; i < 300; ++i)
      row.push_back({static_cast<std::uint32_t>(random() % 5000), 0.5f, random() % 2 == 0});
  }
  FixedScores source(rows);
  const Filter filter(entries);
  const Lists expected = ranked(source, filter, {.k = 100, .batch = 70, .items = 4990});
  for (std::size_t e = 0; e < rows.size(); ++e) {
    std::vector<float> scores = rows[e];
    scores.resize(4990);
    std::vector<bool> removed(5000);
    for (const FilterEntry& f : entries[e]) {
      if (f.removed) removed[f.item] = true;
    }
    for (const FilterEntry& f : entries[e]) {
      if (!f.removed && f.item < 4990) scores[f.item] *= f.factor;
    }
    std::vector<Scored> want = sorted_best(scores, 4990);
    std::erase_if(want, [&](const Scored& s) { return removed[s.item]; });
    want.resize(100);
    EXPECT_EQ(expected[e], want);
  }
  for (const std::size_t batch : {1U, 17U, 1000U}) {
    EXPECT_EQ(ranked(source, filter, {.k = 100, .batch = batch, .items = 4990}, 3), expected);
  }
}

TEST(Recommend, a_large_k_takes_fewer_examples_at_a_time) {
  FixedScores source(std::vector<std::vector<float>>(600, std::vector<float>(10000)));
  ranked(source, {}, {.k = 100000, .batch = 1024, .items = 10000});
  EXPECT_LE(source.largest_batch, 420U);
  EXPECT_GE(source.largest_batch, 400U);
}

class FilterFile : public testing::Test {
 protected:
  FilterFile() {
    for (const char* sample : {"s1", "s2", "s3"}) samples_.find_or_add(sample);
    for (const char* feature : {"a", "b", "c"}) features_.find_or_add(feature);
  }
  std::vector<std::tuple<std::uint32_t, float, bool>> row(const std::string& text, std::uint64_t sample,
                                                          FilterRule rule = FilterRule::remove) {
    std::ofstream(folder_ / "filter") << text;
    warnings_.clear();
    const Filter filter =
        Filter::read(folder_ / "filter", samples_, features_, rule, [this](std::string_view line) {
          if (line.starts_with("Warning")) warnings_.emplace_back(line);
        });
    std::vector<std::tuple<std::uint32_t, float, bool>> entries;
    for (const FilterEntry& e : filter.row(sample)) entries.emplace_back(e.item, e.factor, e.removed);
    return entries;
  }
  using Entries = std::vector<std::tuple<std::uint32_t, float, bool>>;
  base::TemporaryFolder folder_;
  data::LabelIndex samples_, features_;
  std::vector<std::string> warnings_;
};

TEST_F(FilterFile, every_listed_feature_is_removed_whatever_its_value) {
  for (const char* value :
       {"", ",0", ",0.5", ",1", ",4", ",10", ",10.5", ",1112486027", ",-3", ",zero", ",1,2"}) {
    EXPECT_EQ(row(std::string("s1\tb") + value + "\n", 0), (Entries{{1, 0, true}})) << value;
  }
  EXPECT_EQ(row("s1\tc,4:a:b,0\n", 0), (Entries{{0, 0, true}, {1, 0, true}, {2, 0, true}}));
}

TEST_F(FilterFile, as_in_dsstne_scores_are_multiplied_by_whatever_is_there) {
  EXPECT_EQ(row("s1\ta:b,0.5:c,50\n", 0, FilterRule::multiply),
            (Entries{{0, 0, false}, {1, 0.5f, false}, {2, 50, false}}));
}

TEST_F(FilterFile, values_that_look_like_weights_are_pointed_out_once_with_the_file_and_the_switch) {
  row("s1\ta,0.5:b,0.25:c,1\ns2\ta,0.1:b,0:c\n", 0);
  ASSERT_EQ(warnings_.size(), 1U);
  EXPECT_NE(warnings_[0].find("3 values between 0 and 1"), std::string::npos) << warnings_[0];
  EXPECT_NE(warnings_[0].find("\"" + std::string(folder_ / "filter") + "\""), std::string::npos)
      << warnings_[0];
  EXPECT_NE(warnings_[0].find("--dsstne-exact"), std::string::npos) << warnings_[0];
}

TEST_F(FilterFile, ratings_timestamps_and_values_that_count_are_not_pointed_out) {
  row("s1\ta:b,0:c,1\ns2\ta,4.5:b,10:c,1112486027\ns3\ta,-0.5\n", 0);
  EXPECT_EQ(warnings_, std::vector<std::string>{});
  row("s1\ta,0.5:b,0.5\ns2\ta,4.5\n", 0);
  EXPECT_EQ(warnings_, std::vector<std::string>{}) << "half stars";
  row("nobody\ta,0.5\ns1\tx,0.5\n", 0);
  EXPECT_EQ(warnings_, std::vector<std::string>{}) << "they concern nobody";
  row("s1\ta,0.5\n", 0, FilterRule::multiply);
  EXPECT_EQ(warnings_, std::vector<std::string>{});
}

TEST_F(FilterFile, later_lines_replace_and_unknown_names_and_blank_lines_do_nothing) {
  EXPECT_EQ(row("s1\ta\ns1\tb:x\n\nnobody\ta\nno tab\n", 0), (Entries{{1, 0, true}}));
  EXPECT_EQ(row("", 0), Entries{});
  EXPECT_EQ(row("s1\ta\n", 2), Entries{});
}

}  // namespace
}  // namespace fathom::predict
