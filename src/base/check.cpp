#include "base/check.hpp"

#include <cstdio>
#include <cstdlib>

namespace base {

void invariant_broken(const char* file, int line, const char* condition, std::string_view why) {
  std::fprintf(stderr, "%s:%d: invariant broken: %s (%.*s)\n", file, line, condition,
               static_cast<int>(why.size()), why.data());
  std::abort();
}

}  // namespace base
