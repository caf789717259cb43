/// Where this process may make control groups: reads /proc/self/cgroup and /proc/self/mountinfo (proc(5),
/// cgroups(7)).
#include "berth/run/cgroup.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <sstream>

namespace berth::run {
namespace {

constexpr const char* wanted[] = {"memory", "cpu", "pids"};
constexpr const char* leaf = "daemon";

struct Mount {
  std::string root;   ///< the group that is mounted
  std::string point;  ///< where
};

/// True if `word` is one of the comma- or blank-separated words of `list`.
bool holds(const std::string& list, const std::string& word) {
  std::string text = list;
  for (char& c : text)
    if (c == ',' || c == '\n') c = ' ';
  return (" " + text + " ").find(" " + word + " ") != std::string::npos;
}

/// The mount of a v1 controller, or of cgroup2 for an empty name.
std::optional<Mount> find_mount(const std::string& mountinfo, const std::string& controller) {
  std::istringstream lines(mountinfo);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t dash = line.find(" - ");
    if (dash == std::string::npos) continue;
    std::istringstream before(line.substr(0, dash)), after(line.substr(dash + 3));
    std::string skip, root, point, type, source, options;
    before >> skip >> skip >> skip >> root >> point;
    after >> type >> source >> options;
    if (controller.empty() ? type == "cgroup2" : type == "cgroup" && holds(options, controller))
      return Mount{root, point};
  }
  return std::nullopt;
}

/// This process's group: lines are `ID:controllers:/path`, version 2's has no controllers.
std::optional<std::string> find_group(const std::string& groups, const std::string& controller) {
  std::istringstream lines(groups);
  for (std::string line; std::getline(lines, line);) {
    const std::size_t first = line.find(':');
    const std::size_t second = first == std::string::npos ? first : line.find(':', first + 1);
    if (second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    if (controller.empty() ? line.substr(0, first) == "0" && controllers.empty()
                           : holds(controllers, controller))
      return line.substr(second + 1);
  }
  return std::nullopt;
}

/// The folder of `group` under its mount.
std::string folder_of(const Mount& mount, std::string group, const std::string& root) {
  if (mount.root != "/" && group.rfind(mount.root, 0) == 0) group.erase(0, mount.root.size());
  if (group == "/") group.clear();
  return (root == "/" ? "" : root) + mount.point + group;
}

std::string read(const std::string& file) {
  auto text = base::read_file(file, std::size_t{4} << 20);
  return text ? *text : std::string();
}

base::Status write(const std::string& folder, const char* name, const std::string& value) {
  auto opened = base::Folder::open(folder);
  if (!opened) return opened.error();
  auto fd = opened->file(name, O_WRONLY);
  if (!fd) return fd.error();
  return base::write_all(fd->get(), value);
}

/// Also false for one that is there and is somebody else's: a daemon of root may have left it.
bool make(const std::string& path) {
  if (::mkdir(path.c_str(), 0755) != 0 && errno != EEXIST) return false;
  return ::faccessat(AT_FDCWD, path.c_str(), W_OK | X_OK, AT_EACCESS) == 0;
}

CgroupBase detect_version_1(const std::string& name, const std::string& root, const std::string& groups,
                            const std::string& mounts) {
  CgroupBase base{1, {}, {}};
  for (const std::string controller : wanted) {
    const auto mount = find_mount(mounts, controller);
    const auto group = find_group(groups, controller);
    if (!mount || !group) {
      base.unavailable_reason += "the " + controller + " controller is not mounted; ";
      continue;
    }
    const std::string folder = folder_of(*mount, *group, root) + "/" + name;
    if (make(folder)) {
      base.folders[controller] = folder;
    } else {
      base.unavailable_reason += base::system_error("cannot make or use " + folder).message + "; ";
    }
  }
  if (base.folders.empty()) base.version = 0;
  if (!base.unavailable_reason.empty()) base.unavailable_reason.resize(base.unavailable_reason.size() - 2);
  return base;
}

/// systemd marks groups that it leaves to us; elsewhere, being able to write is the sign.
bool is_delegated(const std::string& folder, const std::string& root) {
  if (::access((root + "/run/systemd/system").c_str(), F_OK) != 0) return true;
  std::array<char, 8> value{};
  return ::getxattr(folder.c_str(), "user.delegate", value.data(), value.size()) > 0 ||
         ::getxattr(folder.c_str(), "trusted.delegate", value.data(), value.size()) > 0;
}

CgroupBase unavailable(const std::string& reason) {
  return {
      0, {}, reason + "; start the daemon with systemd-run --scope -p Delegate=yes (add --user if not root)"};
}

/// A group with processes may not hand controllers to groups below it, so this process goes to a leaf first.
CgroupBase detect_version_2(const std::string& name, const std::string& root, const std::string& groups,
                            const Mount& mount) {
  const auto group = find_group(groups, "");
  if (!group) return unavailable("this process is in no control group");
  std::string own = folder_of(mount, *group, root);
  const std::string suffix = std::string("/") + leaf;
  const bool in_leaf =
      own.size() > suffix.size() && own.compare(own.size() - suffix.size(), suffix.size(), suffix) == 0;
  if (in_leaf) own.resize(own.size() - suffix.size());  // this daemon was started by one that had moved
  const std::string controllers = read(own + "/cgroup.controllers");
  for (const char* controller : wanted)
    if (!holds(controllers, controller)) return unavailable(own + " has no " + controller + " controller");
  if (!is_delegated(own, root)) return unavailable(own + " is not delegated to this process");
  if (!in_leaf) {
    if (!make(own + suffix))
      return unavailable(base::system_error("cannot make or use " + own + suffix).message);
    if (auto moved = write(own + suffix, "cgroup.procs", std::to_string(::getpid())); !moved)
      return unavailable(moved.error().message);
  }
  const std::string folder = own + "/" + name;
  if (auto done = write(own, "cgroup.subtree_control", "+memory +cpu +pids"); !done)
    return unavailable("other processes share " + own + " (" + done.error().message + ")");
  if (!make(folder)) return unavailable(base::system_error("cannot make or use " + folder).message);
  if (auto done = write(folder, "cgroup.subtree_control", "+memory +cpu +pids"); !done)
    return unavailable(done.error().message);
  return {2, {{"unified", folder}}, {}};
}

}  // namespace

CgroupBase detect_cgroups(const std::string& name, const std::string& root) {
  const std::string proc = (root == "/" ? "" : root) + "/proc/self";
  const std::string groups = read(proc + "/cgroup"), mounts = read(proc + "/mountinfo");
  if (find_mount(mounts, "memory") || find_mount(mounts, "pids"))
    return detect_version_1(name, root, groups, mounts);
  if (const auto mount = find_mount(mounts, "")) return detect_version_2(name, root, groups, *mount);
  return {0, {}, "control groups are not mounted"};
}

}  // namespace berth::run
