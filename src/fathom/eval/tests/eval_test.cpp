#include "base/files.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/eval/evaluate.hpp"
#include "fathom/eval/split.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>

namespace fathom::eval {
namespace {

class Eval : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string read(const std::string& name) const { return base::read_file(path(name)).value(); }

  Evaluation evaluated(const std::string& recs, const std::string& truth, const std::string& seen,
                       std::vector<std::size_t> ks) {
    write("recs", recs);
    write("truth", truth);
    write("seen", seen);
    EvaluateOptions o{path("recs"), path("truth"), seen.empty() ? "" : path("seen"), std::move(ks)};
    return evaluate(o);
  }
  SplitOptions splitting(const std::string& text) {
    write("in", text);
    SplitOptions o;
    o.input = path("in");
    o.train = path("train");
    o.test = path("test");
    return o;
  }
  base::TemporaryFolder folder_;
};

const auto silent = [](std::string_view) {};

double discount(int rank) { return 1.0 / std::log2(rank + 1.0); }

TEST_F(Eval, recall_and_ndcg_equal_what_a_hand_computes) {
  // u1: held out a, b, c; hits at ranks 1 and 3 of [a, x, b, y].  u2: held out z; no hit in the first two,
  // one at 3.
  const Evaluation e =
      evaluated("u1\ta,0.9:x,0.8:b,0.7:y,0.6:\nu2\ta,1:b,1:z,1:\n", "u1\ta:b:c\nu2\tz\n", "", {2, 3});
  ASSERT_EQ(e.recommendations.size(), 2U);
  EXPECT_NEAR(e.recommendations[0].recall, (1.0 / 3 + 0.0) / 2, 1e-12);
  EXPECT_NEAR(e.recommendations[1].recall, (2.0 / 3 + 1.0) / 2, 1e-12);
  const double u1_at_2 = discount(1) / (discount(1) + discount(2));
  const double u1_at_3 = (discount(1) + discount(3)) / (discount(1) + discount(2) + discount(3));
  EXPECT_NEAR(e.recommendations[0].ndcg, (u1_at_2 + 0.0) / 2, 1e-12);
  EXPECT_NEAR(e.recommendations[1].ndcg, (u1_at_3 + discount(3)) / 2, 1e-12);
  EXPECT_TRUE(e.most_popular.empty());
  EXPECT_EQ(e.samples, 2U);
}

TEST_F(Eval, seen_items_are_struck_out_and_the_baseline_ranks_by_popularity) {
  // Popularity: a 3, b 2, c 1, d 1 (c first).
  const Evaluation e = evaluated("u1\ta:d:b\n", "u1\td\nu9\ta\n", "u1\ta:c\nu2\ta:b\nu3\ta:b:d\n", {1, 2});
  EXPECT_NEAR(e.recommendations[0].recall, 0.5, 1e-12) << "a is seen, so d is first; u9 has no list";
  EXPECT_EQ(e.without_recommendations, 1U);
  // Baseline: u1 sees [b, d]: d at rank 2.  u9 sees nothing: a at rank 1.
  EXPECT_NEAR(e.most_popular[0].recall, 0.5, 1e-12);
  EXPECT_NEAR(e.most_popular[1].recall, 1.0, 1e-12);
  EXPECT_NEAR(e.most_popular[1].ndcg, (discount(2) + 1) / 2, 1e-12);
}

TEST_F(Eval, held_out_items_that_nobody_has_in_training_stay_in_the_denominator) {
  const Evaluation e = evaluated("u1\tb\n", "u1\tb:cold:cold\n", "u1\ta\nu2\tb\n", {10});
  EXPECT_NEAR(e.recommendations[0].recall, 0.5, 1e-12);
  EXPECT_EQ(e.held_out_items, 2U);
  EXPECT_EQ(e.unknown_held_out_items, 1U);
  EXPECT_NE(to_text(e).find("1 of them never occur in the training data"), std::string::npos);
  EXPECT_NE(to_text(e).find("The lists have at most 1 items"), std::string::npos);
}

TEST_F(Eval, the_table_says_what_was_measured) {
  const std::string text = to_text(evaluated("u1\tb:c\n", "u1\tb\n", "u1\ta\nu2\tb\n", {1, 2}));
  EXPECT_EQ(text.substr(0, text.find('\n')),
            "                      recall@1    recall@2      NDCG@1      NDCG@2");
  EXPECT_NE(text.find("recommendations         1.0000      1.0000      1.0000      1.0000"),
            std::string::npos);
  EXPECT_NE(text.find("most popular            1.0000"), std::string::npos);
  EXPECT_NE(text.find("Means over 1 samples with 1 held-out items."), std::string::npos);
}

TEST_F(Eval, what_cannot_be_evaluated_is_refused) {
  EXPECT_THROW(evaluated("u1\ta\n", "u1\t\n", "", {1}), DataError);
  EXPECT_THROW(evaluated("u2\ta\n", "u1\ta\n", "", {1}), DataError);
  EXPECT_THROW(evaluated("u1 a\n", "u1\ta\n", "", {1}), DataError);
  EXPECT_THROW(evaluated("u1\ta\n", "u1\ta\n", "", {0}), ConfigError);
}

// ---- split ----

std::map<std::string, std::set<std::string>> parsed(const std::string& text) {
  std::map<std::string, std::set<std::string>> samples;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream points(line.substr(line.find('\t') + 1));
    for (std::string point; std::getline(points, point, ':');)
      samples[line.substr(0, line.find('\t'))].insert(point);
  }
  return samples;
}

TEST_F(Eval, both_parts_together_are_the_whole_and_share_nothing) {
  std::string text;
  for (int sample = 0; sample < 200; ++sample) {
    text += "u" + std::to_string(sample) + "\t";
    for (int item = 0; item < 5 + sample % 40; ++item) text += "i" + std::to_string(item) + ",4:";
    text += "\n";
  }
  const SplitCounts counts = split(splitting(text), silent);
  EXPECT_EQ(counts.samples, 200U);
  const auto whole = parsed(text), train = parsed(read("train")), test = parsed(read("test"));
  ASSERT_EQ(train.size(), 200U);
  ASSERT_EQ(test.size(), 200U);
  std::map<std::string, int> chosen;
  for (const auto& [sample, items] : whole) {
    std::set<std::string> both = train.at(sample);
    both.insert(test.at(sample).begin(), test.at(sample).end());
    EXPECT_EQ(both, items);
    EXPECT_EQ(train.at(sample).size() + test.at(sample).size(), items.size());
    EXPECT_EQ(test.at(sample).size(),
              static_cast<std::size_t>(std::llround(0.2 * static_cast<double>(items.size()))));
    for (const auto& item : test.at(sample)) ++chosen[item];
  }
  for (const auto& item : {"i0,4", "i1,4", "i2,4", "i3,4", "i4,4"}) {
    EXPECT_GT(chosen[item], 20) << item;
    EXPECT_LT(chosen[item], 65) << item;
  }
}

TEST_F(Eval, the_same_seed_gives_the_same_split_whatever_else_is_in_the_file) {
  const std::string a = "u1\ta:b:c:d:e:f:g:h:i:j\n", b = "u2\ta:b:c:d:e:f:g:h:i:j\n";
  split(splitting(a + b), silent);
  const std::string test = read("test");
  split(splitting(b + a), silent);
  EXPECT_EQ(parsed(test), parsed(read("test")));
  SplitOptions other = splitting(a + b);
  bool changed = false;
  for (other.seed = 2; other.seed < 6 && !changed; ++other.seed) {
    split(other, silent);
    changed = read("test") != test;
  }
  EXPECT_TRUE(changed);
}

TEST_F(Eval, short_samples_are_left_out_and_repeats_count_once) {
  SplitOptions o =
      splitting("u1\ta:b:c:d\nu2\ta:b:c:d:d:d\nu3\ta:b:c:d:e\nu4\tx:y:z:v:w\nu4\ta:b:c:d:e\n\nno tab\n");
  std::vector<std::string> messages;
  const SplitCounts counts = split(o, [&](std::string_view line) { messages.emplace_back(line); });
  EXPECT_EQ(counts.samples, 2U);
  EXPECT_EQ(counts.left_out, 2U);
  EXPECT_EQ(counts.train_items, 8U);
  EXPECT_EQ(counts.test_items, 2U);
  EXPECT_EQ(read("train").find('x'), std::string::npos) << "the last line of a sample counts";
  EXPECT_EQ(messages, std::vector<std::string>{"Warning: " + path("in") + ":7: skipping a line without TAB"});
}

TEST_F(Eval, impossible_splits_are_refused_and_leave_no_file) {
  EXPECT_THROW(split(splitting("u1\ta\n"), silent), DataError);
  EXPECT_THROW(split(splitting("u1\ta:b:c:d:e,x\n"), silent), DataError);
  EXPECT_THROW(split(splitting("\ta:b:c:d:e\n"), silent), DataError);
  SplitOptions o = splitting("u1\ta:b:c:d:e\n");
  o.fraction = 1.0;
  EXPECT_THROW(split(o, silent), ConfigError);
  o.fraction = 0.2;
  o.test = o.train;
  EXPECT_THROW(split(o, silent), ConfigError);
  EXPECT_FALSE(std::filesystem::exists(path("train")));
}

}  // namespace
}  // namespace fathom::eval
