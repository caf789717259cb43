/// What a container sees, as data: the files that are put beside each other and bwrap's arguments. Pure but
/// for looking at which of the host's folders exist.
#pragma once

#include "berth/run/launch_spec.hpp"
#include "berth/run/process/init_protocol.hpp"

#include <string>
#include <vector>

namespace berth::run::process {

/// Inside the sandbox.
inline constexpr const char* program_folder = "/opt/fathom/bin";
inline constexpr const char* init_path = "/opt/berth/init";
inline constexpr const char* work_folder = "/work";

/// A host file or folder that appears inside.
struct Bind {
  std::string source;
  std::string destination;
  bool writable = false;
  bool devices = false;
  bool optional = false;
  bool staged = false;  ///< the task's user cannot reach the source: root binds it where it can first
  bool is_folder = false;
};

/// Small files made up for the container.
struct MadeFile {
  std::string destination;
  std::string content;
  int mode = 0444;
};

struct Sandbox {
  std::vector<Bind> binds;  ///< in order: a later one may lie inside an earlier one
  std::vector<std::pair<std::string, std::string>> links;  ///< target, path
  std::vector<MadeFile> files;
  std::int64_t shared_memory_mib = 64;
  std::string hostname;
};

struct SandboxRequest {
  const LaunchSpec& task;
  const ContainerSpec& container;
  std::string init_program;  ///< host path of berth-shim
  std::string work;          ///< host path of the writable folder
  std::string temporary;     ///< host path of /tmp
  std::int64_t uid = 0;      ///< the user inside is the same number
  std::int64_t gid = 0;
};

Sandbox plan_sandbox(const SandboxRequest& request);

/// bwrap's arguments. `file_descriptors` parallel to sandbox.files; `staged_at` parallel to sandbox.binds:
/// the source to use for staged ones (empty: the bind's own).
std::vector<std::string> bubblewrap_arguments(const Sandbox& sandbox,
                                              const std::vector<int>& file_descriptors,
                                              const std::vector<std::string>& staged_at);

/// The options that make the namespaces; find_bubblewrap tries these.
std::vector<std::string> namespace_arguments();

/// What init is told: the command with the container's whole environment (docs/design/shim.md lists what the
/// driver adds) and limits. `programs` is the folder of the image's programs: first on PATH.
InitOrders make_orders(const LaunchSpec& task, const ContainerSpec& container, const std::string& programs,
                       const std::string& work);

/// The hostname of a container: its own, or from the task's id.
std::string hostname_of(const LaunchSpec& task, const ContainerSpec& container);

/// RLIMIT_… of ECS's name; -1 if there is none.
int resource_of(const std::string& ulimit_name);

/// A shell script that hands the endpoint to AWS CLIs that do not read AWS_ENDPOINT_URL. `own_folder` is
/// where it stands.
std::string aws_wrapper(const std::string& own_folder);

}  // namespace berth::run::process
