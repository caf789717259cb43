#include "berth/run/process/sandbox.hpp"

#include <dirent.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>

namespace berth::run::process {
namespace {

constexpr std::int64_t run_folder_bytes = std::int64_t{16} << 20;

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }

/// What the link at `path` points to; empty if it is none.
std::string link_target(const std::string& path) {
  char target[4096];
  const ssize_t length = ::readlink(path.c_str(), target, sizeof target);
  return length > 0 ? std::string(target, static_cast<std::size_t>(length)) : std::string();
}

void add_system_files(Sandbox& sandbox) {
  sandbox.binds.push_back({.source = "/usr", .destination = "/usr", .is_folder = true});
  for (const char* name : {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"}) {
    if (const std::string target = link_target(name); !target.empty()) {
      sandbox.links.emplace_back(target, name);
    } else if (exists(name)) {  // a host without merged /usr
      sandbox.binds.push_back({.source = name, .destination = name, .is_folder = true});
    }
  }
  for (const char* name : {"/etc/alternatives", "/etc/ssl", "/etc/openmpi", "/etc/ld.so.cache",
                           "/etc/nsswitch.conf", "/etc/hosts", "/etc/localtime", "/sys/devices/system"}) {
    sandbox.binds.push_back({.source = name, .destination = name, .optional = true});
  }
  // Often a link into /run: what it points to is shown under the name that programs know.
  const std::unique_ptr<char, void (*)(void*)> resolver(::realpath("/etc/resolv.conf", nullptr), std::free);
  if (resolver)
    sandbox.binds.push_back({.source = resolver.get(), .destination = "/etc/resolv.conf", .optional = true});
}

/// The driver's device nodes, for containers that have GPUs.
void add_gpu_devices(Sandbox& sandbox) {
  const std::unique_ptr<DIR, int (*)(DIR*)> devices(::opendir("/dev"), ::closedir);
  while (const dirent* entry = devices ? ::readdir(devices.get()) : nullptr) {
    const std::string name = entry->d_name;
    if (name.rfind("nvidia", 0) != 0) continue;
    const std::string path = "/dev/" + name;
    sandbox.binds.push_back(
        {.source = path, .destination = path, .writable = true, .devices = true, .optional = true});
  }
}

std::string passwd(const SandboxRequest& request) {
  const std::string ids = std::to_string(request.uid) + ":" + std::to_string(request.gid);
  std::string text = "root:x:0:0:root:/root:/usr/sbin/nologin\n";
  if (request.uid != 0) text += "task:x:" + ids + ":task:" + work_folder + ":/bin/sh\n";
  return text + "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
}

std::string group(const SandboxRequest& request) {
  std::string text = "root:x:0:\n";
  if (request.gid != 0) text += "task:x:" + std::to_string(request.gid) + ":\n";
  return text + "nogroup:x:65534:\n";
}

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ",") + word;
  return text;
}

}  // namespace

Sandbox plan_sandbox(const SandboxRequest& request) {
  Sandbox sandbox;
  const bool staged = request.task.host.uid.has_value();
  sandbox.hostname = hostname_of(request.task, request.container);
  sandbox.shared_memory_mib = request.container.shared_memory_mib;
  add_system_files(sandbox);
  if (!request.container.gpu_ids.empty()) add_gpu_devices(sandbox);
  for (const BoundFile& file : request.task.host.files) {
    sandbox.binds.push_back({.source = file.source,
                             .destination = std::string(program_folder) + "/" + file.name,
                             .staged = staged});
  }
  sandbox.binds.push_back({.source = request.init_program, .destination = init_path, .staged = staged});
  sandbox.binds.push_back({.source = request.work,
                           .destination = work_folder,
                           .writable = true,
                           .staged = staged,
                           .is_folder = true});
  sandbox.binds.push_back({.source = request.temporary,
                           .destination = "/tmp",
                           .writable = true,
                           .staged = staged,
                           .is_folder = true});
  sandbox.links.emplace_back("../tmp", "/var/tmp");
  sandbox.files = {{"/etc/passwd", passwd(request)},
                   {"/etc/group", group(request)},
                   {std::string(program_folder) + "/aws", aws_wrapper(program_folder), 0555}};
  return sandbox;
}

std::vector<std::string> namespace_arguments() {
  return {"--unshare-user",       "--disable-userns", "--unshare-pid",     "--unshare-ipc", "--unshare-uts",
          "--unshare-cgroup-try", "--new-session",    "--die-with-parent", "--as-pid-1"};
}

std::vector<std::string> bubblewrap_arguments(const Sandbox& sandbox,
                                              const std::vector<int>& file_descriptors,
                                              const std::vector<std::string>& staged_at) {
  std::vector<std::string> arguments = namespace_arguments();
  const auto add = [&](std::initializer_list<std::string> more) { arguments.insert(arguments.end(), more); };
  add({"--hostname", sandbox.hostname});
  for (const char* folder :
       {"/etc", "/opt", "/opt/berth", "/opt/fathom", program_folder, "/sys", "/sys/devices", "/var"})
    add({"--perms", "0755", "--dir", folder});
  add({"--proc", "/proc", "--dev", "/dev"});
  add({"--size", std::to_string(sandbox.shared_memory_mib << 20), "--perms", "1777", "--tmpfs", "/dev/shm"});
  for (std::size_t i = 0; i < sandbox.binds.size(); ++i) {
    const Bind& bind = sandbox.binds[i];
    std::string option = bind.devices ? "--dev-bind" : bind.writable ? "--bind" : "--ro-bind";
    if (bind.optional) option += "-try";
    add({option, staged_at[i].empty() ? bind.source : staged_at[i], bind.destination});
  }
  for (const auto& [target, path] : sandbox.links) add({"--symlink", target, path});
  for (std::size_t i = 0; i < sandbox.files.size(); ++i) {
    const MadeFile& file = sandbox.files[i];
    add({"--perms", file.mode == 0555 ? "0555" : "0444", "--ro-bind-data",
         std::to_string(file_descriptors[i]), file.destination});
  }
  add({"--size", std::to_string(run_folder_bytes), "--perms", "1777", "--tmpfs", "/run"});
  // What is left of the root is bwrap's own file system, in memory: nothing to write to.
  add({"--remount-ro", "/dev", "--remount-ro", "/", "--chdir", "/"});
  return arguments;
}

std::string hostname_of(const LaunchSpec& task, const ContainerSpec& container) {
  const std::string name = container.hostname.empty() ? task.task_id.substr(0, 12) : container.hostname;
  return name.substr(0, 63);
}

int resource_of(const std::string& name) {
  static constexpr std::pair<const char*, int> resources[] = {
      {"core", RLIMIT_CORE},         {"cpu", RLIMIT_CPU},
      {"data", RLIMIT_DATA},         {"fsize", RLIMIT_FSIZE},
      {"locks", RLIMIT_LOCKS},       {"memlock", RLIMIT_MEMLOCK},
      {"msgqueue", RLIMIT_MSGQUEUE}, {"nice", RLIMIT_NICE},
      {"nofile", RLIMIT_NOFILE},     {"nproc", RLIMIT_NPROC},
      {"rss", RLIMIT_RSS},           {"rtprio", RLIMIT_RTPRIO},
      {"rttime", RLIMIT_RTTIME},     {"sigpending", RLIMIT_SIGPENDING},
      {"stack", RLIMIT_STACK}};
  for (const auto& [known, resource] : resources)
    if (name == known) return resource;
  return -1;
}

InitOrders make_orders(const LaunchSpec& task, const ContainerSpec& container, const std::string& programs,
                       const std::string& work) {
  std::map<std::string, std::string> environment = {
      {"PATH", programs + ":/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"},
      {"HOME", work},
      {"HOSTNAME", hostname_of(task, container)},
      {"AWS_EC2_METADATA_DISABLED", "true"},
      {"OMPI_MCA_rmaps_base_oversubscribe", "1"},
      {"OMPI_MCA_mpi_yield_when_idle", "1"},
  };
  if (!container.gpu_ids.empty()) {
    environment["NVIDIA_VISIBLE_DEVICES"] = joined(container.gpu_ids);
    environment["CUDA_VISIBLE_DEVICES"] = joined(container.gpu_ids);
  }
  for (const auto& [name, value] : container.environment) environment[name] = value;

  InitOrders orders;
  orders.argv = container.argv;
  for (const auto& [name, value] : environment) orders.environment.push_back(name + "=" + value);
  orders.folder = container.working_directory.empty() ? work : container.working_directory;
  // Core files would put a task's secrets into its work folder; whoever wants them says so with a ulimit.
  orders.limits.push_back({RLIMIT_CORE, 0, RLIM_INFINITY});
  for (const Ulimit& ulimit : container.ulimits) {
    const auto number = [](std::int64_t limit) {
      return limit < 0 ? RLIM_INFINITY : static_cast<rlim_t>(limit);
    };
    if (const int resource = resource_of(ulimit.name); resource >= 0)
      orders.limits.push_back({resource, number(ulimit.soft), number(ulimit.hard)});
  }
  return orders;
}

std::string aws_wrapper(const std::string& own_folder) {
  return R"(#!/bin/sh
# Hands the endpoint to AWS CLIs that do not read AWS_ENDPOINT_URL. A later --endpoint-url wins over this one.
own=")" + own_folder +
         R"("
blanks=$IFS
IFS=:
for folder in $PATH; do
  if [ "$folder" != "$own" ] && [ -x "$folder/aws" ]; then
    IFS=$blanks
    if [ -n "$AWS_ENDPOINT_URL" ]; then exec "$folder/aws" --endpoint-url "$AWS_ENDPOINT_URL" "$@"; fi
    exec "$folder/aws" "$@"
  fi
done
echo "aws: no AWS CLI is installed on this machine" >&2
exit 127
)";
}

}  // namespace berth::run::process
