/// Invariants of our own. A broken one means that memory can no longer be trusted: the process stops in every
/// build, and restart recovers from what is on disk. Never for bad input or a failing world (see result.hpp).
#pragma once

#include <string_view>

namespace base {
[[noreturn]] void invariant_broken(const char* file, int line, const char* condition, std::string_view why);
}  // namespace base

#define BERTH_CHECK(condition, why)                                                  \
  do {                                                                               \
    if (!(condition)) ::base::invariant_broken(__FILE__, __LINE__, #condition, why); \
  } while (false)
