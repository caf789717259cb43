#pragma once

namespace berth::daemon {
inline constexpr const char* version = "0.1.0";
}  // namespace berth::daemon
