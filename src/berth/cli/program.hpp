/// The program: command line in, exit code out. Everything that a command throws becomes one line on stderr here.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/place.hpp"
#include "berth/cli/session.hpp"

#include <string>
#include <vector>

namespace berth::cli {

/// `arguments` without the program's name. Answers the exit code (errors.hpp).
int run_program(const std::vector<std::string>& arguments, const Environment& environment,
                const Streams& streams, const base::Clock& clock);

}  // namespace berth::cli
