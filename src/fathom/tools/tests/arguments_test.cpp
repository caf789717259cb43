#include "fathom/tools/arguments.hpp"

#include "fathom/tools/progress.hpp"
#include "fathom/tools/train_settings.hpp"

#include <gtest/gtest.h>

namespace fathom::tools {
namespace {

Arguments line(std::vector<std::string> words) {
  return {std::move(words),
          {{"-i", "file", "input"}, {"-b", "number", "batch"}, {"-c", "", "switch"}, {"-q", "x", ""}}};
}

TEST(Arguments, the_first_match_wins_and_the_next_word_is_the_value_whatever_it_is) {
  EXPECT_EQ(line({"-i", "a", "-i", "b"}).value("-i"), "a");
  EXPECT_EQ(line({"-i", "-b", "3"}).value("-i"), "-b");
  EXPECT_EQ(line({"-i", "-b", "3"}).natural("-b", 1), 3U);
  EXPECT_FALSE(line({"-i=a"}).value("-i").has_value());
  EXPECT_TRUE(line({"-i", "-c"}).has("-c"));
  EXPECT_THROW(line({"-i"}).value("-i"), UsageError);
}

TEST(Arguments, numbers_end_where_they_stop_being_numbers) {
  EXPECT_EQ(line({"-b", "10x"}).natural("-b", 1), 10U);
  EXPECT_EQ(line({"-b", " 10"}).natural("-b", 1), 10U);
  EXPECT_EQ(line({"-b", "0.025f"}).real("-b"), 0.025f);
  EXPECT_EQ(line({"-b", "-1"}).real("-b"), -1.0f);
  EXPECT_FALSE(line({}).natural("-b", 1).has_value());
  for (const char* bad : {"x", "", "-1", "0", "99999999999999999999"}) {
    EXPECT_THROW(line({"-b", bad}).natural("-b", 1), UsageError) << bad;
  }
  for (const char* bad : {"x", "", "inf", "nan", "1e99"})
    EXPECT_THROW(line({"-b", bad}).real("-b"), UsageError) << bad;
}

TEST(Arguments, unknown_words_are_collected_and_values_are_not_among_them) {
  EXPECT_EQ(line({"-i", "a", "-c", "-b", "3", "-q", "1"}).unknown(), "");
  EXPECT_EQ(line({"x", "-i", "a", "-z", "gl", "-c"}).unknown(), "x -z gl");
}

TEST(Arguments, a_required_flag_that_is_missing_is_named_with_its_reason) {
  try {
    line({}).required("-i", "input is not specified.");
    FAIL();
  } catch (const UsageError& error) {
    EXPECT_STREQ(error.what(), "Missing required argument: -i: input is not specified.");
  }
}

TEST(Progress, the_bar_shrinks_and_goes_before_the_text_is_cut) {
  const std::string what = "epoch 3/40 batch 120/541", left = ", 1:05 left";
  EXPECT_EQ(bar_line(what, 0.5, left, 120),
            "[###############...............]  50 % epoch 3/40 batch 120/541, 1:05 left");
  EXPECT_EQ(bar_line(what, 0.5, left, 59), "[#######........]  50 % epoch 3/40 batch 120/541, 1:05 left");
  EXPECT_EQ(bar_line(what, 0.5, left, 44), " 50 % epoch 3/40 batch 120/541, 1:05 left");
  EXPECT_EQ(bar_line(what, 0.5, left, 20), " 50 % epoch 3/40 bat");
  EXPECT_EQ(bar_line(what, 0.5, left, 0), "");
  for (std::size_t columns = 0; columns < 100; ++columns) {
    for (const double fraction : {0.0, 0.333, 1.0})
      EXPECT_LE(bar_line(what, fraction, left, columns).size(), columns);
  }
}

TEST(Pace, the_first_message_goes_through_and_then_one_an_interval) {
  using namespace std::chrono_literals;
  const Pace::Clock::time_point start{};
  Pace pace(10s);
  EXPECT_TRUE(pace.due(start));
  EXPECT_FALSE(pace.due(start));
  EXPECT_FALSE(pace.due(start + 9s));
  EXPECT_TRUE(pace.due(start + 12s));
  EXPECT_FALSE(pace.due(start + 21s));
  EXPECT_TRUE(pace.due(start + 22s));
}

TEST(TrainSettings, flags_win_over_the_configuration_and_that_over_the_optimizers_defaults) {
  const train::TrainerOptions plain = settings_of({}, {});
  EXPECT_EQ(plain.optimizer, model::TrainingMode::Sgd);
  EXPECT_EQ(plain.epochs, 40U);
  EXPECT_EQ(plain.batch_size, 1024U);
  EXPECT_FLOAT_EQ(plain.alpha, 0.025f);
  EXPECT_FLOAT_EQ(plain.lambda, 0.0001f);
  EXPECT_FLOAT_EQ(plain.mu, 0.5f);
  EXPECT_EQ(plain.checkpoint_interval, 10U);

  TrainFlags flags;
  flags.alpha = 0.5f;
  model::NetworkConfig::Training config;
  config.optimizer = model::TrainingMode::Adam;
  config.alpha = 0.25f;
  config.epochs = 7;
  const train::TrainerOptions mixed = settings_of(flags, config);
  EXPECT_EQ(mixed.optimizer, model::TrainingMode::Adam);
  EXPECT_FLOAT_EQ(mixed.alpha, 0.5f);
  EXPECT_EQ(mixed.epochs, 7U);
  EXPECT_FLOAT_EQ(mixed.mu, 0.9f);
  EXPECT_FLOAT_EQ(mixed.mu1, 0.999f);
}

}  // namespace
}  // namespace fathom::tools
