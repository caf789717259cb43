#include "berth/run/simulated/script.hpp"

#include <algorithm>
#include <csignal>
#include <cstdlib>

namespace berth::run {
namespace {

int exit_status(const std::string& code) {
  return static_cast<int>(std::strtoll(code.c_str(), nullptr, 10) & 0xFF) << 8;
}

/// What is no number, or below zero, is none at all; what is beyond thirty years is those.
base::Milliseconds seconds(const std::string& text) {
  constexpr double most = 1e9;
  const double value = std::strtod(text.c_str(), nullptr);
  return base::Milliseconds(value > 0 ? static_cast<long long>(std::min(value, most) * 1000) : 0);
}

}  // namespace

Script parse_script(const std::vector<std::string>& argv) {
  Script script;
  script.duration = base::Milliseconds(0);
  const std::string word = argv.empty() ? "" : argv[0];
  const auto argument = [&](std::size_t i) { return i < argv.size() ? argv[i] : std::string("0"); };
  if (word == "false") {
    script.wait_status = exit_status("1");
  } else if (word == "exit") {
    script.wait_status = exit_status(argument(1));
  } else if (word == "sleep") {
    script.duration = seconds(argument(1));
  } else if (word == "run") {
    script.duration = seconds(argument(1));
    script.wait_status = exit_status(argument(2));
  } else if (word == "forever" || word == "stubborn") {
    script.duration.reset();
    script.heeds_term = word == "forever";
  } else if (word == "oom") {
    script.duration = seconds(argument(1));
    script.wait_status = SIGKILL;
    script.out_of_memory = true;
  } else if (word == "fail") {
    script.cannot_start = "CannotStartContainerError:";
    for (std::size_t i = 1; i < argv.size(); ++i) script.cannot_start += " " + argv[i];
  }
  return script;
}

}  // namespace berth::run
