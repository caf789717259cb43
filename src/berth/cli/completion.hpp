/// What could come next on a command line of berth, from the table of commands and their options. Pure.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace berth::cli {

struct Candidate {
  std::string word;
  std::string description;  ///< one line; may be empty
  auto operator<=>(const Candidate&) const = default;
};

/// Names that only the daemon knows, and files.
enum class Names {
  Nothing,
  Files,
  Tasks,
  Stacks,
  Outputs,
  Definitions,
  Clusters,
  LogGroups,
  Buckets,
  Repositories
};

struct Expected {
  std::vector<Candidate> words;  ///< those that begin with what is typed already
  std::vector<Names> names;      ///< and what else could stand there
  std::string typed;             ///< what stands there already
  std::string stack;             ///< whose outputs, for Names::Outputs
};

/// `words` are those after "berth", the last one is being typed and may be empty.
Expected expected_next(const CLI::App& app, const std::vector<std::string>& words);

/// The script that a shell sources: `shell` is bash, zsh or fish; anything else throws wrong_input. It asks
/// `berth __complete` for everything.
std::string completion_script(std::string_view shell);

}  // namespace berth::cli
