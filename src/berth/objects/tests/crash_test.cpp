// What survives when the process or the disk gives out. Each scene plays in a child process.
#include "base/hash.hpp"
#include "berth/objects/object_store_fixture.hpp"

#include <gtest/gtest.h>
#include <sched.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/wait.h>
#include <unistd.h>

namespace berth::objects {
namespace {

std::string bytes_of(int n) {
  return std::string(n % 3 == 0 ? 100'000u : 500u, static_cast<char>('a' + n % 26));
}

/// Puts objects 1, 2, 3, … and says so on the pipe after each, until it is killed.
[[noreturn]] void put_for_ever(const std::string& folder, int pipe) {
  ObjectStoreFixture f(std::vector<store::Migration>{}, folder);
  for (int n = 1;; ++n) {
    f.put("bucket", std::to_string(n), bytes_of(n));
    if (::write(pipe, &n, sizeof n) != sizeof n) ::_exit(1);
  }
}

TEST(ObjectStoreCrash, all_that_was_acknowledged_survives_a_kill_and_nothing_is_torn) {
  for (int round = 0; round < 4; ++round) {
    base::TemporaryFolder folder;
    int ends[2];
    ASSERT_EQ(::pipe(ends), 0);
    pid_t child = ::fork();
    if (child == 0) put_for_ever(folder.path(), ends[1]);
    ::close(ends[1]);
    int acknowledged = 0;
    for (int i = 0; i < 20 + 7 * round; ++i) {
      ASSERT_EQ(::read(ends[0], &acknowledged, sizeof acknowledged), ssize_t{sizeof acknowledged});
    }
    ::kill(child, SIGKILL);
    ::waitpid(child, nullptr, 0);
    for (int n; ::read(ends[0], &n, sizeof n) == sizeof n;) acknowledged = n;
    ::close(ends[0]);

    ObjectStoreFixture f(std::vector<store::Migration>{}, folder.path());
    auto listing = f.wait(f.objects().list("bucket", {}));
    EXPECT_GE(listing.objects.size(), static_cast<std::size_t>(acknowledged));
    for (const ObjectInfo& object : listing.objects) {
      EXPECT_EQ(f.wait(f.objects().read(ObjectName("bucket", object.key), 1 << 20)),
                bytes_of(std::stoi(object.key)));
    }
  }
}

constexpr int cannot_mount = 77;

/// On a file system of 40 MiB: puts until there is no space, deletes, puts again. Returns the number of the step
/// that went wrong.
int play_full_disk(const std::string& folder) {
  if (::unshare(CLONE_NEWNS) != 0 || ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) != 0 ||
      ::mount("tmpfs", folder.c_str(), "tmpfs", 0, "size=40m") != 0) {
    return cannot_mount;
  }
  ObjectStoreFixture f(std::vector<store::Migration>{}, folder);
  const std::string bytes(3'000'000, 'x');
  int stored = 0;
  bool refused = false;
  while (!refused && stored < 100) {
    try {
      f.put("bucket", std::to_string(stored), bytes);
      ++stored;
    } catch (const ObjectError& error) {
      if (error.refusal != Refusal::NoSpace) return 1;
      refused = true;
    }
  }
  if (!refused || stored < 5) return 2;
  if (f.wait(f.objects().read(ObjectName("bucket", "0"), 10'000'000)) != bytes) return 3;
  for (int n = 0; n < stored; ++n) {
    if (!f.wait(f.objects().remove(ObjectName("bucket", std::to_string(n))))) return 4;
  }
  f.settle();
  if (f.blob_files() != 0) return 5;  // the one that did not fit is gone too
  f.put("bucket", "small", "x");      // the store looks for space before each commit
  f.put("bucket", "again", bytes);
  return f.wait(f.objects().read(ObjectName("bucket", "again"), 10'000'000)) == bytes ? 0 : 6;
}

TEST(ObjectStoreCrash, a_full_disk_refuses_new_bytes_and_lets_old_ones_go) {
  base::TemporaryFolder folder;
  pid_t child = ::fork();
  if (child == 0) ::_exit(play_full_disk(folder.path()));
  int status = 0;
  ::waitpid(child, &status, 0);
  ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
  if (WEXITSTATUS(status) == cannot_mount) GTEST_SKIP() << "needs the right to mount a small file system";
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

}  // namespace
}  // namespace berth::objects
