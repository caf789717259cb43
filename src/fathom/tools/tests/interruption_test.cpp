// SIGINT and SIGTERM: an orderly end, and no half file after a second one.
#include "programs.hpp"

#include "fathom/data/netcdf_file.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/model/weights.hpp"
#include "fathom/tools/run_tool.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>

namespace fathom::tools {
namespace {

using Interruption = Programs;

TEST_F(Interruption, an_interrupted_training_leaves_only_whole_files) {
  convert();
  std::filesystem::remove(path("stdout"));
  ASSERT_EQ(mkfifo(path("stdout").c_str(), 0600), 0);  // so that the test hears each line when it is said
  const base::Fd reader(
      open(path("stdout").c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC));  // or nobody could write
  const pid_t pid = start("train", std::string(train_flags) + "-e 2000000 --checkpoint-interval 5");
  std::ifstream out(path("stdout"));
  std::string said, line;
  while (std::getline(out, line) && line.find("Epoch 6,") == std::string::npos) said += line + "\n";
  kill(pid, SIGINT);
  while (std::getline(out, line)) said += line + "\n";
  int status = 0;
  ASSERT_EQ(waitpid(pid, &status, 0), pid);
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 130);
  EXPECT_NE(said.find("interrupted"), std::string::npos);
  EXPECT_FALSE(exists("gl.nc"));
  EXPECT_EQ(partial_files(), std::vector<std::string>{});
  EXPECT_NO_THROW(model::read_model(path("gl.nc5.nc")));
}

TEST_F(Interruption, a_second_signal_ends_at_once_and_leaves_no_half_file) {
  for (const int number : {SIGINT, SIGTERM}) {
    const pid_t pid = fork();
    if (pid == 0) {
      watch_signals();
      data::ReplacedFile text(path("recs"));
      text.write(std::string(3 << 20, 'x'));
      const data::NetcdfWriter sets(path("gl.nc"));
      std::raise(SIGINT);
      std::raise(number);
      _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(pid, &status, 0), pid);
    ASSERT_TRUE(WIFSIGNALED(status)) << status;
    EXPECT_EQ(WTERMSIG(status), number);
    EXPECT_EQ(partial_files(), std::vector<std::string>{});
    EXPECT_FALSE(exists("recs"));
  }
}

}  // namespace
}  // namespace fathom::tools
