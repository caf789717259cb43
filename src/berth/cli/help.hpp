/// What --help looks like: the table of commands, and options without the library's jargon.
#pragma once

#include "berth/cli/errors.hpp"

#include <memory>
#include <string>
#include <vector>

namespace CLI {
class App;
class FormatterBase;
}  // namespace CLI

namespace berth::cli {

class Session;

std::shared_ptr<CLI::FormatterBase> help_formatter();

/// berth help [COMMAND...]: what --help of it prints.
struct Help {
  std::vector<std::string> words;
  void declare(CLI::App& app);
  ExitCode run(Session& session);  ///< program.cpp, which knows all commands
};

}  // namespace berth::cli
