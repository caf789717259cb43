#include "fathom/tools/distinct_files.hpp"

#include "base/files.hpp"
#include "fathom/tools/arguments.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

namespace fathom::tools {
namespace {

struct DistinctFiles : testing::Test {
  base::TemporaryFolder scratch;
  std::string at(const std::string& name) const { return scratch.path() + "/" + name; }
};

TEST_F(DistinctFiles, what_is_only_read_may_be_named_twice) {
  EXPECT_NO_THROW(check_distinct({{"-f", at("ratings")}, {"-r", at("ratings")}, {"-s", at("recs"), true}}));
}

TEST_F(DistinctFiles, an_output_must_not_be_an_input_or_another_output) {
  EXPECT_THROW(check_distinct({{"-i", at("a")}, {"-o", at("a"), true}}), UsageError);
  EXPECT_THROW(check_distinct({{"-o", at("a"), true}, {"-s", at("a"), true}}), UsageError);
  EXPECT_THROW(check_distinct({{"-o", at("a"), true}, {"-i", at("a")}}), UsageError);
  EXPECT_THROW(check_distinct({{"-i", at("a")}, {"-o", at("./a"), true}}), UsageError)
      << "spelled differently";
}

TEST_F(DistinctFiles, links_do_not_hide_that_it_is_the_same_file) {
  ASSERT_TRUE(base::Folder::open(scratch.path()).value().write_atomically("data", "x"));
  ASSERT_EQ(::symlink("data", at("link").c_str()), 0);
  EXPECT_THROW(check_distinct({{"-i", at("data")}, {"-o", at("link"), true}}), UsageError);
}

TEST_F(DistinctFiles, streams_may_be_shared) {
  EXPECT_NO_THROW(check_distinct({{"-f", "/dev/null"}, {"-s", "/dev/null", true}}));
}

}  // namespace
}  // namespace fathom::tools
