#include "base/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base {
namespace {

TEST(Files, a_durable_write_replaces_the_file_and_leaves_no_temporary) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.write_durably("a", "one"));
  ASSERT_TRUE(folder.write_durably("a", "two"));
  EXPECT_EQ(folder.read("a").value(), "two");
  EXPECT_EQ(folder.list().value(), std::vector<std::string>{"a"});
}

TEST(Files, names_cannot_lead_out_of_their_folder) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch / "inner", true).value();
  ASSERT_TRUE(Folder::open(scratch.path()).value().write_durably("secret", "s"));
  EXPECT_FALSE(folder.read("../secret"));
  EXPECT_FALSE(folder.read("/etc/passwd"));
  ASSERT_EQ(::symlink("../secret", (scratch / "inner/link").c_str()), 0);
  EXPECT_FALSE(folder.read("link"));
  EXPECT_FALSE(folder.folder("../outside", true));
}

TEST(Files, create_refuses_an_existing_name) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.create_durably("claim", "1"));
  const auto again = folder.create_durably("claim", "2");
  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().code, std::errc::file_exists);
  EXPECT_EQ(folder.read("claim").value(), "1");
}

TEST(Files, remove_tree_does_not_follow_links) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.folder("keep", true));
  ASSERT_TRUE(folder.write_durably("keep/file", "x"));
  ASSERT_TRUE(folder.folder("tree/deep/er", true));
  ASSERT_EQ(::symlink("../keep", (scratch / "tree/link").c_str()), 0);
  ASSERT_TRUE(folder.remove_tree("tree"));
  EXPECT_FALSE(folder.has("tree"));
  EXPECT_EQ(folder.read("keep/file").value(), "x");
}

TEST(Files, reading_beyond_the_limit_is_an_error_that_names_the_file) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.write_durably("big", std::string(100, 'x')));
  const auto bytes = folder.read("big", 99);
  ASSERT_FALSE(bytes);
  EXPECT_NE(bytes.error().message.find("big"), std::string::npos);
}

}  // namespace
}  // namespace base
