/// berthd's settings: one table; each entry is a flag, a key of the configuration file and a line of --help.
///
///   settings table ── flags (CLI11) ──┐
///                  └─ FILE (toml++)  ─┴→ Settings           flags win over the file; unknown keys are errors
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::daemon {

/// A range of host user ids [first, first + count) that tasks run under, one id a task.
struct UidRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

struct Settings {
  std::string state_dir;                        ///< default $XDG_STATE_HOME/berth
  std::string listen = "127.0.0.1:4566";        ///< HOST:PORT; port 0 picks one
  std::string engine = "local";                 ///< `local`, the only one
  std::string driver = "process";               ///< process (bubblewrap) or simulated
  std::string gpus = "auto";                    ///< auto, none, or simulate:SPEC
  std::string region = "us-east-1";             ///< of callers that name none
  std::string account = "000000000000";         ///< twelve digits
  std::string tls_cert, tls_key;                ///< both or neither; required to listen beyond loopback
  std::string task_uid_range = "200000:65536";  ///< FIRST:COUNT, used when the daemon is root
  std::string log_level = "info";               ///< debug, info, warn, error
  bool allow_reset = false;                     ///< offer POST /_berth/reset
  bool unsafe_no_sandbox = false;               ///< run tasks even where no namespaces can be had
};

/// What main is asked to do instead of serving.
enum class Request { Serve, ShowHelp, ShowVersion, DumpShapes, DumpReference };

struct CommandLine {
  Request request = Request::Serve;
  Settings settings;
  std::string help;  ///< filled for ShowHelp
};

/// Reads flags and, if --config names one, the file. The error says which flag, or file and key, and what it
/// takes.
base::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments);

/// Sets what the TOML text of the file `path` says. The error names file, line and key.
base::Status read_settings(std::string_view text, const std::string& path, Settings& settings);

/// The table of settings, for documentation.
struct SettingLine {
  std::string_view name, help;
  std::string default_value;  ///< "" if there is none
  bool is_flag = false;
};
std::vector<SettingLine> setting_lines();

/// Checks that need no world: forms and combinations. Called by parse_command_line.
base::Status validate(const Settings& settings);

/// HOST and PORT of "127.0.0.1:4566" or "[::1]:4566".
base::Result<std::pair<std::string, std::uint16_t>> parse_listen(const std::string& text);
base::Result<UidRange> parse_uid_range(const std::string& text);

/// True for 127.0.0.0/8 and ::1, the only addresses that plain HTTP is served on.
bool is_loopback(const std::string& host);

/// The name below which a Host names a bucket, BUCKET.localhost: the listened name itself, or localhost where that is
/// an address, below which there are no names.
std::string bucket_domain(const std::string& listen_host);

/// $XDG_STATE_HOME/berth, else ~/.local/state/berth, from the given values of the two variables.
std::string default_state_dir(const std::optional<std::string>& xdg_state_home,
                              const std::optional<std::string>& home);

}  // namespace berth::daemon
