#include "base/output_target.hpp"

#include "base/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

namespace base {
namespace {

struct OutputTargets : testing::Test {
  TemporaryFolder scratch;
  std::string at(const std::string& name) const { return scratch.path() + "/" + name; }
  void link(const std::string& to, const std::string& name) {
    ASSERT_EQ(::symlink(to.c_str(), at(name).c_str()), 0);
  }
};

TEST_F(OutputTargets, a_file_that_is_there_or_is_not_is_itself) {
  ASSERT_TRUE(Folder::open(scratch.path()).value().write_atomically("file", "x"));
  for (const char* name : {"file", "new"}) {
    EXPECT_EQ(output_target(at(name)).path, at(name));
    EXPECT_FALSE(output_target(at(name)).is_stream);
  }
}

TEST_F(OutputTargets, a_link_leads_to_its_file_even_if_that_is_not_there_yet) {
  link("second", "first");
  link(at("file"), "second");
  EXPECT_EQ(output_target(at("first")).path, at("file"));
  EXPECT_FALSE(output_target(at("first")).is_stream);
}

TEST_F(OutputTargets, links_in_a_circle_end) {
  link("b", "a");
  link("a", "b");
  EXPECT_FALSE(output_target(at("a")).is_stream);
}

TEST_F(OutputTargets, devices_pipes_and_what_leads_to_them_are_streams) {
  ASSERT_EQ(::mkfifo(at("pipe").c_str(), 0600), 0);
  link("pipe", "link");
  link("/dev/null", "null");
  for (const std::string& name : {at("pipe"), at("link"), at("null"), std::string("/dev/null")}) {
    EXPECT_TRUE(output_target(name).is_stream) << name;
    EXPECT_EQ(output_target(name).path, name);
  }
}

TEST_F(OutputTargets, our_own_descriptors_are_streams_even_where_they_are_files) {
  Folder folder = Folder::open(scratch.path()).value();
  const Fd file = folder.file("out", O_WRONLY | O_CREAT).value();
  const std::string name = "/proc/self/fd/" + std::to_string(file.get());
  link(name, "link");
  EXPECT_TRUE(output_target(name).is_stream);
  EXPECT_TRUE(output_target(at("link")).is_stream);
  EXPECT_TRUE(output_target("/dev/fd/" + std::to_string(file.get())).is_stream);
}

}  // namespace
}  // namespace base
