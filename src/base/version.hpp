/// The version of all that is built here: the project's, in CMakeLists.txt.
#pragma once

#include <string>
#include <string_view>

namespace base {

std::string_view version();  ///< "0.1.0"

/// What a program prints for --version: "berthd 0.1.0".
std::string version_line(std::string_view program);

}  // namespace base
