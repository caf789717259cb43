#include "berth/daemon/state_dir.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>

namespace berth::daemon {
namespace {

TEST(StateDir, a_second_daemon_is_told_that_the_folder_is_in_use) {
  base::TemporaryFolder scratch;
  const auto first = StateDir::open(scratch / "state");
  ASSERT_TRUE(first);
  const auto second = StateDir::open(scratch / "state");
  ASSERT_FALSE(second);
  EXPECT_NE(second.error().message.find("in use"), std::string::npos);
}

TEST(StateDir, the_root_key_is_made_once_and_readable_by_its_owner_only) {
  base::TemporaryFolder scratch;
  base::SeededRandom random(1);
  StateDir dir = StateDir::open(scratch.path()).value();
  const RootKey first = dir.root_key("", "", random).value();
  EXPECT_EQ(first.id.substr(0, 4), "AKIA");
  EXPECT_EQ(first.secret.size(), 40U);
  const RootKey again = dir.root_key("", "", random).value();
  EXPECT_EQ(again.id, first.id);
  EXPECT_EQ(again.secret, first.secret);
  struct stat status;
  ASSERT_EQ(::stat((scratch / "credentials").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0600U);
}

TEST(StateDir, a_given_root_key_replaces_the_stored_one) {
  base::TemporaryFolder scratch;
  base::SeededRandom random(1);
  StateDir dir = StateDir::open(scratch.path()).value();
  ASSERT_TRUE(dir.root_key("", "", random));
  EXPECT_EQ(dir.root_key("AKIAX", "secret", random)->id, "AKIAX");
  EXPECT_EQ(dir.root_key("", "", random)->secret, "secret");
  EXPECT_FALSE(dir.root_key("AKIAX", "", random));
}

TEST(StateDir, a_damaged_credentials_file_is_an_error_and_not_a_new_key) {
  base::TemporaryFolder scratch;
  base::SeededRandom random(1);
  StateDir dir = StateDir::open(scratch.path()).value();
  ASSERT_TRUE(dir.folder().write_durably("credentials", "[default]\n"));
  EXPECT_FALSE(dir.root_key("", "", random));
}

TEST(StateDir, a_reset_keeps_the_keys_and_removes_the_rest_even_if_it_was_cut_off) {
  base::TemporaryFolder scratch;
  base::SeededRandom random(1);
  StateDir dir = StateDir::open(scratch.path()).value();
  const RootKey key = dir.root_key("", "", random).value();
  ASSERT_TRUE(dir.folder().write_durably("berth.db", "x"));
  ASSERT_TRUE(dir.folder().folder("tasks/1", true));
  ASSERT_TRUE(dir.finish_reset());  // none was begun: nothing happens
  EXPECT_TRUE(dir.folder().has("berth.db"));
  ASSERT_TRUE(dir.begin_reset());
  ASSERT_TRUE(dir.finish_reset());
  EXPECT_EQ(dir.folder().list().value(), (std::vector<std::string>{"credentials", "lock"}));
  EXPECT_EQ(dir.root_key("", "", random)->secret, key.secret);
}

}  // namespace
}  // namespace berth::daemon
