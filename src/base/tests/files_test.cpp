#include "base/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
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

TEST(Files, remove_tree_takes_trees_that_are_deeper_than_descriptors_and_paths_reach) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.folder("tree", true));
  Folder at = folder.folder("tree").value();
  for (int depth = 0; depth < 3000; ++depth) {
    ASSERT_EQ(::mkdirat(at.fd(), "d", 0700), 0);
    const bool name_is_taken = depth % 500 == 0 && static_cast<bool>(at.write_atomically(
                                                       ".removing1", "a name that the removal might like"));
    ASSERT_EQ(name_is_taken, depth % 500 == 0);
    at = Folder(at.folder("d").value());
  }
  rlimit before{};
  ::getrlimit(RLIMIT_NOFILE, &before);
  const rlimit few{40, before.rlim_max};
  ::setrlimit(RLIMIT_NOFILE, &few);
  const Status removed = folder.remove_tree("tree");
  ::setrlimit(RLIMIT_NOFILE, &before);
  EXPECT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(folder.has("tree"));
}

TEST(Files, remove_tree_stops_when_it_is_told_to_and_goes_on_when_it_is_called_again) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  for (const char* name : {"tree/a/b/c", "tree/d/e", "tree/f"}) ASSERT_TRUE(folder.folder(name, true));
  int steps = 0;
  EXPECT_FALSE(folder.remove_tree("tree", [&] { return ++steps < 3; }));
  EXPECT_TRUE(folder.has("tree"));
  EXPECT_TRUE(folder.remove_tree("tree"));
  EXPECT_FALSE(folder.has("tree"));
}

TEST(Files, remove_tree_takes_folders_that_nobody_may_enter) {
  TemporaryFolder scratch;
  Folder folder = Folder::open(scratch.path()).value();
  ASSERT_TRUE(folder.folder("tree/closed/within", true));
  ASSERT_EQ(::chmod((scratch / "tree/closed/within").c_str(), 0), 0);
  ASSERT_EQ(::chmod((scratch / "tree/closed").c_str(), 0), 0);
  if (::geteuid() == 0) {  // root may enter anything, so this becomes somebody else's work
    for (const std::string name : {"", "/tree", "/tree/closed", "/tree/closed/within"}) {
      ASSERT_EQ(::chown((scratch.path() + name).c_str(), 65534, 65534), 0);
    }
    ASSERT_EQ(::seteuid(65534), 0);
  }
  const Status removed = folder.remove_tree("tree");
  if (::getuid() == 0) {
    ASSERT_EQ(::seteuid(0), 0);
  }
  EXPECT_TRUE(removed) << removed.error().message;
  EXPECT_FALSE(folder.has("tree"));
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
