#include "berth/cli/daemon_flags.hpp"

#include "berth/cli/place.hpp"

namespace berth::cli {
namespace {

/// What berthd does where a flag is not given.
const std::map<std::string, std::string>& defaults() {
  static const std::map<std::string, std::string> values{
      {"--listen", "127.0.0.1:4566"}, {"--gpus", "auto"},    {"--region", "us-east-1"},
      {"--driver", "process"},        {"--engine", "local"}, {"--account", "000000000000"},
      {"--log-level", "info"}};
  return values;
}

std::string host_and_port(std::string_view endpoint) {
  const auto scheme = endpoint.find("://");
  return std::string(scheme == endpoint.npos ? endpoint : endpoint.substr(scheme + 3));
}

}  // namespace

std::map<std::string, std::string> flags_of(const std::vector<std::string>& arguments) {
  std::map<std::string, std::string> flags;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string& word = arguments[i];
    if (!word.starts_with("--")) continue;
    if (const auto equals = word.find('='); equals != word.npos) {
      flags[word.substr(0, equals)] = word.substr(equals + 1);
    } else if (i + 1 < arguments.size() && !arguments[i + 1].starts_with("--")) {
      flags[word] = arguments[++i];
    } else {
      flags[word] = "";
    }
  }
  return flags;
}

std::string typed(const std::map<std::string, std::string>& flags) {
  std::string text;
  for (const auto& [name, value] : flags) {
    text += (text.empty() ? "" : " ") + name;
    if (!value.empty()) text += " " + shell_word(value);
  }
  return text;
}

FlagsWithoutEffect flags_without_effect(const std::vector<std::string>& wanted,
                                        const std::vector<std::string>& running, std::string_view endpoint) {
  const auto has = flags_of(running);
  const bool may_say_more = running.empty() || has.contains("--config");
  FlagsWithoutEffect result;
  for (const auto& [name, value] : flags_of(wanted)) {
    if (name == "--state-dir" || (name == "--listen" && value == host_and_port(endpoint))) continue;
    const auto given = has.find(name);
    const auto by_default = defaults().find(name);
    if (given != has.end()) {
      if (given->second != value) result.differ.emplace(name, value);
    } else if (may_say_more) {
      result.unsure.emplace(name, value);
    } else if (by_default == defaults().end() || by_default->second != value) {
      result.differ.emplace(name, value);
    }
  }
  return result;
}

}  // namespace berth::cli
