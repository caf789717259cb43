/// berth completion SHELL, and berth __complete WORD..., which the shells' scripts call.
#pragma once

#include "berth/cli/completion.hpp"
#include "berth/cli/errors.hpp"

#include <string>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

struct Completion {
  std::string shell;
  void declare(CLI::App& app);
  ExitCode run(Session& session);
};

/// Prints what could come next, a line each: the word, a tab, what it is; `:files` stands for files. Names that only the
/// daemon knows are left out where it does not answer at once.
void print_expected(Session& session, const Expected& expected);

}  // namespace berth::cli
