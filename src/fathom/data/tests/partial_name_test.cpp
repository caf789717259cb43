#include "fathom/data/partial_name.hpp"

#include "base/files.hpp"
#include "fathom/data/netcdf_file.hpp"
#include "fathom/data/replaced_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <set>

namespace fathom::data {
namespace {

class PartialNames : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  std::string leave(const std::string& name, int age_seconds = 3600) const {
    std::ofstream(path(name)) << "half";
    timespec now{};
    clock_gettime(CLOCK_REALTIME, &now);
    now.tv_sec -= age_seconds;
    const timespec times[] = {now, now};
    EXPECT_EQ(utimensat(AT_FDCWD, path(name).c_str(), times, 0), 0);
    return name;
  }
  std::set<std::string> files() const {
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
      names.insert(entry.path().filename());
    return names;
  }
  /// The id of a process that has ended.
  static pid_t gone() {
    const pid_t pid = fork();
    if (pid == 0) _exit(0);
    waitpid(pid, nullptr, 0);
    return pid;
  }

  base::TemporaryFolder folder_;
};

TEST_F(PartialNames, what_dead_processes_have_left_of_the_same_file_goes_at_the_next_start) {
  const pid_t dead = gone();
  leave(fmt::format(".out.{}.partial", dead));
  const std::set<std::string> others{leave(fmt::format(".out.{}.partial", getppid())),  // alive
                                     leave(fmt::format(".other.{}.partial", dead)),     // another file's
                                     leave(fmt::format(".out.{}.partial2", dead)),
                                     leave(fmt::format(".out.{}x.partial", dead)),
                                     leave(".out..partial"),
                                     leave(".out.partial"),
                                     leave("out")};
  ReplacedFile(path("out")).write("x");
  EXPECT_EQ(files(), others);
}

TEST_F(PartialNames, what_was_written_to_just_now_may_be_another_machines_and_stays) {
  const std::string young = leave(fmt::format(".out.{}.partial", gone()), 5);
  ReplacedFile(path("out")).write("x");
  EXPECT_EQ(files(), std::set<std::string>{young});
}

TEST_F(PartialNames, a_data_set_cleans_up_as_a_text_file_does) {
  leave(fmt::format(".out.nc.{}.partial", gone()));
  { NetcdfWriter(path("out.nc")).attribute("a", 1); }
  EXPECT_EQ(files(), std::set<std::string>{});
}

TEST_F(PartialNames, a_handler_removes_all_that_is_in_the_making_and_nothing_else) {
  leave("done");
  const pid_t child = fork();
  if (child == 0) {
    const ReplacedFile text(path("a"));
    const NetcdfWriter sets(path("b"));
    ReplacedFile finished(path("c"));
    finished.commit();
    remove_partial_files();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  EXPECT_EQ(files(), (std::set<std::string>{"c", "done"}));
}

}  // namespace
}  // namespace fathom::data
