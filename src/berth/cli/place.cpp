#include "berth/cli/place.hpp"

#include "base/files.hpp"
#include "berth/cli/errors.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <sstream>

namespace berth::cli {
namespace {

std::string trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == text.npos) return {};
  return std::string(text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1));
}

std::string without_slash(std::string endpoint) {
  while (endpoint.ends_with('/')) endpoint.pop_back();
  return endpoint;
}

/// The state folder that someone chose, as opposed to the default one.
std::optional<std::string> named_state_dir(const PlaceOptions& options, const Environment& environment) {
  return options.state_dir.empty() ? environment("BERTH_STATE_DIR") : options.state_dir;
}

/// What DIR/endpoint says; nothing if the file is not there.
std::optional<std::string> told_endpoint(const std::string& state_dir) {
  const auto text = base::read_file(state_dir + "/endpoint", 4096);
  if (!text) return std::nullopt;
  const std::string endpoint = without_slash(trimmed(*text));
  return endpoint.empty() ? std::nullopt : std::optional(endpoint);
}

/// A daemon that ended left its keys in the folder, but not its endpoint.
std::string no_daemon_in(const std::string& state_dir, const PlaceOptions& options) {
  const std::string option = options.state_dir.empty() ? "" : " --state-dir " + shell_word(options.state_dir);
  if (base::read_file(state_dir + "/credentials", 64 << 10))
    return fmt::format("no daemon is running in {}: 'berth up{}' starts it", state_dir, option);
  return fmt::format(
      "no daemon has ever run in {}: 'berth up{}' starts one; --state-dir or --endpoint names another",
      state_dir, option);
}

Keys keys_of_folder(const std::string& state_dir) {
  const std::string file = state_dir + "/credentials";
  const auto text = base::read_file(file, 64 << 10);
  if (!text) {
    throw machine_refused(
        text.error().message +
        ": set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or name the daemon's --state-dir");
  }
  const auto keys = parse_credentials(*text);
  if (!keys) throw machine_refused(file + ": " + keys.error().message);
  return *keys;
}

std::optional<Keys> keys_of_environment(const Environment& environment) {
  const auto id = environment("AWS_ACCESS_KEY_ID"), secret = environment("AWS_SECRET_ACCESS_KEY");
  if (!id || !secret) return std::nullopt;
  return Keys{*id, *secret, environment("AWS_SESSION_TOKEN").value_or("")};
}

}  // namespace

Environment process_environment() {
  return [](const std::string& name) -> std::optional<std::string> {
    const char* value = std::getenv(name.c_str());
    return value == nullptr || *value == '\0' ? std::nullopt : std::optional<std::string>(value);
  };
}

std::string state_dir_of(const PlaceOptions& options, const Environment& environment) {
  if (const auto named = named_state_dir(options, environment)) return *named;
  if (const auto state = environment("XDG_STATE_HOME")) return *state + "/berth";
  if (const auto home = environment("HOME")) return *home + "/.local/state/berth";
  throw wrong_input("neither XDG_STATE_HOME nor HOME is set: name the daemon's folder with --state-dir DIR");
}

std::string region_of(const PlaceOptions& options, const Environment& environment) {
  if (!options.region.empty()) return options.region;
  if (const auto region = environment("AWS_REGION")) return *region;
  return environment("AWS_DEFAULT_REGION").value_or("us-east-1");
}

Place find_place(const PlaceOptions& options, const Environment& environment) {
  Place place;
  place.state_dir = state_dir_of(options, environment);
  place.region = region_of(options, environment);
  const auto told = told_endpoint(place.state_dir);
  const auto variable = environment("AWS_ENDPOINT_URL");
  bool from_folder = false;
  if (!options.endpoint.empty()) {
    place.endpoint = without_slash(options.endpoint);
  } else if (variable && !named_state_dir(options, environment)) {
    place.endpoint = without_slash(*variable);
  } else if (told) {
    place.endpoint = *told;
    from_folder = true;
  } else {
    throw machine_refused(no_daemon_in(place.state_dir, options));
  }
  const auto keys = from_folder ? std::nullopt : keys_of_environment(environment);
  place.keys = keys ? *keys : keys_of_folder(place.state_dir);
  return place;
}

base::Result<Keys> parse_credentials(const std::string& text) {
  Keys keys;
  std::istringstream lines(text);
  bool ours = true;
  for (std::string raw; std::getline(lines, raw);) {
    const std::string line = trimmed(raw);
    if (line.empty() || line[0] == '#' || line[0] == ';') continue;
    if (line[0] == '[') {
      ours = line == "[default]";
      continue;
    }
    const auto equals = line.find('=');
    if (!ours || equals == line.npos) continue;
    const std::string name = trimmed(std::string_view(line).substr(0, equals));
    const std::string value = trimmed(std::string_view(line).substr(equals + 1));
    if (name == "aws_access_key_id") keys.id = value;
    if (name == "aws_secret_access_key") keys.secret = value;
    if (name == "aws_session_token") keys.session_token = value;
  }
  if (keys.id.empty()) return base::failure("no aws_access_key_id in it");
  if (keys.secret.empty()) return base::failure("no aws_secret_access_key in it");
  return keys;
}

std::string shell_word(const std::string& text) {
  constexpr std::string_view plain =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./:@%+=,";
  if (!text.empty() && text.find_first_not_of(plain) == text.npos) return text;
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string shell_exports(const Place& place, const Environment& environment) {
  std::string lines;
  const auto line = [&](std::string_view name, const std::string& value) {
    lines += fmt::format("export {}={}\n", name, shell_word(value));
  };
  line("AWS_ENDPOINT_URL", place.endpoint);
  line("AWS_ACCESS_KEY_ID", place.keys.id);
  line("AWS_SECRET_ACCESS_KEY", place.keys.secret);
  if (!place.keys.session_token.empty()) {
    line("AWS_SESSION_TOKEN", place.keys.session_token);
  } else if (environment("AWS_SESSION_TOKEN")) {
    lines += "unset AWS_SESSION_TOKEN\n";  // another session's token beside these keys would be refused
  }
  line("AWS_DEFAULT_REGION", place.region);
  return lines;
}

}  // namespace berth::cli
