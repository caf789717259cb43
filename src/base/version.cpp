#include "base/version.hpp"

namespace base {

std::string_view version() { return BERTH_VERSION; }

std::string version_line(std::string_view program) {
  return std::string(program) + " " + std::string(version());
}

}  // namespace base
