#include "berth/store/migration.hpp"

#include <gtest/gtest.h>

namespace berth::store {
namespace {

struct MigrationTest : ::testing::Test {
  std::string refusal(std::vector<Migration> steps) {
    auto result = migrate(db, steps);
    return result ? "" : result.error().message;
  }
  Connection db{":memory:", SQLite::OPEN_READWRITE};
};

const Migration first{"a", 1, "CREATE TABLE a (x)"};
const Migration second{"a", 2, "ALTER TABLE a ADD COLUMN y; CREATE INDEX a_y ON a (y)"};
const Migration other{"b", 1, "CREATE TABLE b (x)"};

TEST_F(MigrationTest, each_step_runs_once_and_only_once) {
  EXPECT_EQ(refusal({first}), "");
  EXPECT_EQ(refusal({first, other}), "");
  EXPECT_EQ(refusal({other, second, first}), "");
  EXPECT_EQ(refusal({first, second, other}), "");
  db.exec("INSERT INTO a (x, y) VALUES (1, 2); INSERT INTO b VALUES (1)");
}

TEST_F(MigrationTest, gaps_and_repeated_numbers_are_refused) {
  EXPECT_NE(refusal({second}).find("not numbered"), std::string::npos);
  EXPECT_NE(refusal({first, first}).find("stands twice"), std::string::npos);
}

TEST_F(MigrationTest, a_database_of_a_newer_program_is_refused) {
  EXPECT_EQ(refusal({first, second}), "");
  EXPECT_NE(refusal({first}).find("newer"), std::string::npos);
}

TEST_F(MigrationTest, a_step_that_fails_leaves_the_database_as_it_was) {
  EXPECT_NE(refusal({first, {"a", 2, "CREATE TABLE c (x); nonsense"}}), "");
  EXPECT_FALSE(db.tableExists("a"));
  EXPECT_FALSE(db.tableExists("c"));
  EXPECT_EQ(refusal({first, second}), "");
}

TEST_F(MigrationTest, modules_that_are_not_known_any_more_are_left_alone) {
  EXPECT_EQ(refusal({first, other}), "");
  EXPECT_EQ(refusal({first}), "");
}

}  // namespace
}  // namespace berth::store
