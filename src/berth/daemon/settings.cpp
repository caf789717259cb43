#include "berth/daemon/settings.hpp"

#include "base/files.hpp"
#include "berth/daemon/toml.hpp"

#include <CLI/CLI.hpp>
#include <arpa/inet.h>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace berth::daemon {
namespace {

/// One setting: its flag is --name, its key in the file the same name. Exactly one member is set.
struct Setting {
  const char* name;
  const char* help;
  std::string Settings::*text = nullptr;
  bool Settings::*flag = nullptr;
};

constexpr std::size_t file_limit = std::size_t{1} << 20;

constexpr Setting settings_table[] = {
    {"state-dir", "where all state is kept (default: $XDG_STATE_HOME/berth)", &Settings::state_dir},
    {"listen", "HOST:PORT to serve on; port 0 picks one", &Settings::listen},
    {"engine", "what runs tasks: local", &Settings::engine},
    {"driver", "how the local engine runs containers: process (sandboxed by bubblewrap) or simulated",
     &Settings::driver},
    {"gpus", "auto (ask the driver), none, or simulate:SPEC, such as simulate:4xA10G", &Settings::gpus},
    {"region", "region of callers that name none", &Settings::region},
    {"account", "the account's twelve digits", &Settings::account},
    {"tls-cert", "certificate chain (PEM); needed to listen beyond loopback", &Settings::tls_cert},
    {"tls-key", "its private key (PEM)", &Settings::tls_key},
    {"task-uid-range", "FIRST:COUNT of host user ids for tasks when berthd is root",
     &Settings::task_uid_range},
    {"log-level", "debug, info, warn or error", &Settings::log_level},
    {"allow-reset", "offer POST /_berth/reset, which stops all tasks and forgets all state", nullptr,
     &Settings::allow_reset},
    {"unsafe-no-sandbox", "run tasks even where they cannot be isolated from this machine", nullptr,
     &Settings::unsafe_no_sandbox},
};

const Setting* find_setting(std::string_view name) {
  const auto found = std::find_if(std::begin(settings_table), std::end(settings_table),
                                  [&](const Setting& setting) { return name == setting.name; });
  return found == std::end(settings_table) ? nullptr : found;
}

template <class Number>
bool parse_whole(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() && !text.empty();
}

}  // namespace

base::Status read_settings(std::string_view text, const std::string& path, Settings& settings) {
  toml::table table;
  try {
    table = toml::parse(text, std::string_view(path));
  } catch (const toml::parse_error& error) {
    return base::failure(fmt::format("{}:{}: {}", path, error.source().begin.line, error.description()));
  }
  for (const auto& [key, value] : table) {
    const auto line = value.source().begin.line;
    const Setting* setting = find_setting(key.str());
    if (setting == nullptr) {
      return base::failure(
          fmt::format("{}:{}: unknown key `{}`; berthd --help lists the settings", path, line, key.str()));
    }
    if (setting->text != nullptr && value.is_string()) {
      settings.*setting->text = **value.as_string();
    } else if (setting->flag != nullptr && value.is_boolean()) {
      settings.*setting->flag = **value.as_boolean();
    } else {
      return base::failure(fmt::format("{}:{}: `{}` takes a {}", path, line, key.str(),
                                       setting->text != nullptr ? "string" : "boolean"));
    }
  }
  return {};
}

base::Result<CommandLine> parse_command_line(const std::vector<std::string>& arguments) {
  CommandLine line;
  CLI::App app{"berthd runs GPU deep-learning tasks the Amazon ECS way on this machine.", "berthd"};
  std::string config;
  bool version = false, dump_shapes = false, dump_reference = false;
  app.add_option("--config", config, "a TOML file with any of the settings below as keys; flags win over it");
  app.add_flag("--version", version, "print the version and end");
  app.add_flag("--dump-shapes", dump_shapes, "print every operation with its members as JSON and end");
  app.add_flag("--dump-reference", dump_reference,
               "print what docs/reference is made of as JSON and end: operations, resource types, settings");
  Settings flags;
  for (const Setting& setting : settings_table) {
    const std::string name = std::string("--") + setting.name;
    if (setting.text != nullptr) {
      app.add_option(name, flags.*setting.text, setting.help)->capture_default_str()->take_last();
    } else {
      app.add_flag(name, flags.*setting.flag, setting.help);
    }
  }
  try {
    std::vector<std::string> reversed(arguments.rbegin(),
                                      arguments.rend());  // CLI11 takes them from the back
    app.parse(reversed);
  } catch (const CLI::CallForHelp&) {
    line.request = Request::ShowHelp;
    line.help = app.help();
    return line;
  } catch (const CLI::ParseError& error) {
    return base::failure(fmt::format("{} (berthd --help lists the flags)", error.what()));
  }
  if (version) line.request = Request::ShowVersion;
  if (dump_shapes) line.request = Request::DumpShapes;
  if (dump_reference) line.request = Request::DumpReference;
  if (!config.empty()) {
    const auto text = base::read_file(config, file_limit);
    if (!text) return text.error().within("--config");
    if (auto read = read_settings(*text, config, line.settings); !read) return read.error();
  }
  for (const Setting& setting : settings_table) {
    if (app.count(std::string("--") + setting.name) == 0) continue;
    if (setting.text != nullptr) {
      line.settings.*setting.text = flags.*setting.text;
    } else {
      line.settings.*setting.flag = flags.*setting.flag;
    }
  }
  if (auto valid = validate(line.settings); !valid) return valid.error();
  return line;
}

std::vector<SettingLine> setting_lines() {
  const Settings defaults;
  std::vector<SettingLine> lines;
  for (const Setting& setting : settings_table) {
    const bool is_flag = setting.flag != nullptr;
    lines.push_back({setting.name, setting.help, is_flag ? "" : defaults.*setting.text, is_flag});
  }
  return lines;
}

base::Status validate(const Settings& settings) {
  const auto listen = parse_listen(settings.listen);
  if (!listen) return listen.error();
  if (settings.tls_cert.empty() != settings.tls_key.empty()) {
    return base::failure("--tls-cert and --tls-key go together: give both or neither");
  }
  if (settings.tls_cert.empty() && !is_loopback(listen->first)) {
    return base::failure(
        fmt::format("--listen {}: plain HTTP is served on loopback only; give --tls-cert and --tls-key to "
                    "listen elsewhere",
                    settings.listen));
  }
  if (settings.engine != "local")
    return base::failure(fmt::format("--engine {}: the only engine is local", settings.engine));
  if (settings.driver != "process" && settings.driver != "simulated") {
    return base::failure(fmt::format("--driver {}: it is process or simulated", settings.driver));
  }
  if (settings.gpus != "auto" && settings.gpus != "none" && !settings.gpus.starts_with("simulate:")) {
    return base::failure(
        fmt::format("--gpus {}: it is auto, none or simulate:SPEC (as in simulate:4xA10G)", settings.gpus));
  }
  if (settings.account.size() != 12 ||
      settings.account.find_first_not_of("0123456789") != std::string::npos) {
    return base::failure(fmt::format("--account {}: an account is twelve digits", settings.account));
  }
  if (settings.region.empty() ||
      settings.region.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") != std::string::npos) {
    return base::failure(fmt::format(
        "--region {}: a region is lower-case letters, digits and hyphens, as us-east-1", settings.region));
  }
  static constexpr std::string_view levels[] = {"debug", "info", "warn", "error"};
  if (std::find(std::begin(levels), std::end(levels), settings.log_level) == std::end(levels)) {
    return base::failure(fmt::format("--log-level {}: it is debug, info, warn or error", settings.log_level));
  }
  if (auto range = parse_uid_range(settings.task_uid_range); !range) return range.error();
  return {};
}

base::Result<std::pair<std::string, std::uint16_t>> parse_listen(const std::string& text) {
  const std::size_t colon = text.rfind(':');
  std::uint16_t port = 0;
  if (colon == std::string::npos || colon == 0 ||
      !parse_whole(std::string_view(text).substr(colon + 1), port)) {
    return base::failure(fmt::format("--listen {}: it is HOST:PORT, as 127.0.0.1:4566", text));
  }
  std::string host = text.substr(0, colon);
  if (host.front() == '[' && host.back() == ']') host = host.substr(1, host.size() - 2);
  return std::pair{host, port};
}

base::Result<UidRange> parse_uid_range(const std::string& text) {
  const std::size_t colon = text.find(':');
  UidRange range;
  if (colon == std::string::npos || !parse_whole(std::string_view(text).substr(0, colon), range.first) ||
      !parse_whole(std::string_view(text).substr(colon + 1), range.count) || range.first < 1000 ||
      range.count == 0 || range.count > UINT32_MAX - range.first) {
    return base::failure(fmt::format(
        "--task-uid-range {}: it is FIRST:COUNT with FIRST at least 1000, as 200000:65536", text));
  }
  return range;
}

bool is_loopback(const std::string& host) {
  in_addr address{};  // a name such as 127.evil.example is not an address
  const bool loopback =
      ::inet_pton(AF_INET, host.c_str(), &address) == 1 && (ntohl(address.s_addr) >> 24) == 127;
  return loopback || host == "localhost" || host == "::1";
}

std::string bucket_domain(const std::string& listen_host) {
  in6_addr address{};
  const bool is_address = ::inet_pton(AF_INET, listen_host.c_str(), &address) == 1 ||
                          ::inet_pton(AF_INET6, listen_host.c_str(), &address) == 1;
  return is_address ? "localhost" : listen_host;
}

std::string default_state_dir(const std::optional<std::string>& xdg_state_home,
                              const std::optional<std::string>& home) {
  if (xdg_state_home && xdg_state_home->starts_with('/')) return *xdg_state_home + "/berth";
  return home.value_or("") + "/.local/state/berth";
}

}  // namespace berth::daemon
