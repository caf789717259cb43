/// The daemon's own log: one line an event on standard error, level first. Never a secret, never a body.
///
///   base::log::info("task {} placed on {}", id, instance);
///
/// Bytes that came from outside go through `printable`.
#pragma once

#include <spdlog/spdlog.h>

#include <string>
#include <string_view>

namespace base::log {

using spdlog::debug;
using spdlog::error;
using spdlog::info;
using spdlog::warn;

/// Sets the pattern and the level (debug, info, warn, error); called once by main.
void start(std::string_view program, std::string_view level);

/// The text without control characters and escape sequences (each byte replaced by '?').
std::string printable(std::string_view text);

}  // namespace base::log
