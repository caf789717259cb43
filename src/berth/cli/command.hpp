/// A command is a struct: its options are members, `declare` names them, `run` does it and answers the exit code.
///
///   struct Stop {
///     std::string task;
///     void declare(CLI::App& app) { app.add_option("TASK", task, "its id, or the beginning of it")->required(); }
///     ExitCode run(Session& session);
///   };
///
/// commands.cpp holds the table of all of them: name, family, one line of help.
#pragma once

#include "berth/cli/errors.hpp"

#include <functional>
#include <memory>
#include <span>
#include <string_view>

namespace CLI {
class App;
}

namespace berth::cli {

class Session;

using Action = std::function<ExitCode(Session&)>;

struct Command {
  std::string_view name;     ///< "ps", or two words: "stack launch"
  std::string_view family;   ///< heading in --help
  std::string_view summary;  ///< one line, lower case, no full stop
  /// Declares the options on `app` and answers what runs when the command was chosen.
  Action (*declare)(CLI::App& app);
};

/// A line of the table.
template <class C>
constexpr Command command(std::string_view name, std::string_view family, std::string_view summary) {
  return {name, family, summary, [](CLI::App& app) -> Action {
            auto chosen = std::make_shared<C>();
            chosen->declare(app);
            return [chosen](Session& session) { return chosen->run(session); };
          }};
}

/// Every command, in the order of --help.
std::span<const Command> commands();

}  // namespace berth::cli
