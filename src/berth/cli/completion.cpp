#include "berth/cli/completion.hpp"

#include "berth/cli/errors.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

#include <algorithm>

namespace berth::cli {
namespace {

/// What an argument or an option's value is, by the name that --help gives it.
struct Placeholder {
  std::string_view name;
  std::vector<Names> names;
  std::vector<std::string_view> words;
};

const std::vector<Placeholder>& placeholders() {
  static const std::vector<Placeholder> all{
      {"TASK", {Names::Tasks}, {}},
      {"TASK_OR_GROUP", {Names::Tasks, Names::LogGroups}, {}},
      {"WHAT", {Names::Tasks, Names::Stacks, Names::Definitions}, {}},
      {"TASKDEF", {Names::Definitions}, {}},
      {"NAME", {Names::Stacks}, {}},
      {"OUTPUT", {Names::Outputs}, {}},
      {"CLUSTER", {Names::Clusters}, {}},
      {"REPOSITORY", {Names::Repositories}, {}},
      {"TEMPLATE", {Names::Files}, {}},
      {"DIR", {Names::Files}, {}},
      {"FROM", {Names::Buckets, Names::Files}, {}},
      {"TO", {Names::Buckets, Names::Files}, {}},
      {"ADDRESS", {Names::Buckets}, {}},
      {"BUCKET", {Names::Buckets}, {}},
      {"OBJECT", {Names::Buckets}, {}},
      {"IMAGE", {}, {"fathom"}},
      {"SHELL", {}, {"bash", "zsh", "fish"}},
      {"SPEC", {}, {"auto", "none", "simulate:"}},
  };
  return all;
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" :[")); }

/// The options of a command, and those that stand anywhere.
std::vector<const CLI::Option*> options_of(const CLI::App& command) {
  std::vector<const CLI::Option*> options;
  for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
    for (const CLI::Option* option : app->get_options())
      if (option->nonpositional()) options.push_back(option);
  return options;
}

const CLI::Option* find_option(const CLI::App& command, const std::string& word) {
  for (const CLI::Option* option : options_of(command))
    if (option->check_name(word)) return option;
  return nullptr;
}

std::vector<const CLI::Option*> positionals_of(const CLI::App& command) {
  return command.get_options([](const CLI::Option* option) { return option->get_positional(); });
}

const CLI::App* find_command(const CLI::App& app, const std::string& word) {
  const auto named = app.get_subcommands([&](const CLI::App* sub) { return sub->check_name(word); });
  return named.empty() ? nullptr : named.front();
}

void expect(std::string word, std::string description, Expected& expected) {
  if (word.starts_with(expected.typed)) expected.words.push_back({std::move(word), std::move(description)});
}

void expect_value_of(std::string_view placeholder, Expected& expected) {
  for (const Placeholder& each : placeholders()) {
    if (each.name != placeholder) continue;
    expected.names = each.names;
    for (const std::string_view word : each.words) expect(std::string(word), "", expected);
  }
}

void expect_options(const CLI::App& command, Expected& expected) {
  for (const CLI::Option* option : options_of(command)) {
    const auto& names = option->get_lnames();
    if (!names.empty()) expect("--" + names.front(), option->get_description(), expected);
  }
}

/// What of the words before has been read.
struct Read {
  const CLI::App* command;
  const CLI::Option* waiting = nullptr;  ///< an option whose value comes next
  std::vector<std::string> positionals;
  bool only_words = false;  ///< after --
};

Read read(const CLI::App& app, const std::vector<std::string>& words) {
  Read read{.command = &app};
  for (const std::string& word : words) {
    if (read.waiting != nullptr) {
      read.waiting = nullptr;
    } else if (word == "--") {
      read.only_words = true;
    } else if (!read.only_words && word.size() > 1 && word.starts_with('-')) {
      const CLI::Option* option = find_option(*read.command, word);
      const bool takes_value = option != nullptr && option->get_items_expected_max() > 0;
      if (takes_value) read.waiting = option;
    } else if (const CLI::App* sub = read.positionals.empty() ? find_command(*read.command, word) : nullptr) {
      read.command = sub;
    } else {
      read.positionals.push_back(word);
    }
  }
  return read;
}

}  // namespace

Expected expected_next(const CLI::App& app, const std::vector<std::string>& words) {
  Expected expected;
  if (words.empty()) return expected;
  expected.typed = words.back();
  const Read before = read(app, {words.begin(), words.end() - 1});
  if (before.waiting != nullptr) {
    expect_value_of(first_word(before.waiting->get_type_name()), expected);
    return expected;
  }
  if (expected.typed.starts_with('-') && !before.only_words) {
    expect_options(*before.command, expected);
    return expected;
  }
  if (before.positionals.empty())
    for (const CLI::App* sub : before.command->get_subcommands({}))
      expect(sub->get_name(), sub->get_description(), expected);
  const auto positionals = positionals_of(*before.command);
  if (positionals.empty()) return expected;
  const std::size_t index = std::min(before.positionals.size(), positionals.size() - 1);
  const bool is_full = before.positionals.size() > index && positionals[index]->get_expected_max() <= 1;
  if (is_full) return expected;
  if (!before.positionals.empty()) expected.stack = before.positionals.front();
  const std::string name = positionals[index]->get_name(true);
  if (before.command->get_name() == "help")
    for (const CLI::App* sub : app.get_subcommands({}))
      expect(sub->get_name(), sub->get_description(), expected);
  expect_value_of(name, expected);
  return expected;
}

namespace {

// Words are taken from the line itself, for bash cuts its own at ':' and '='; what it has cut off stays on the line, and
// is taken off the candidates.
constexpr std::string_view bash_script = R"(# Completion of berth for bash: source <(berth completion bash)
_berth() {
  local line=${COMP_LINE:0:COMP_POINT} words current kept candidate description
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  current=${words[-1]}
  kept=${current%"${current##*[:=]}"}
  COMPREPLY=()
  while IFS=$'\t' read -r candidate description; do
    case $candidate in
      :files)
        compopt -o filenames 2>/dev/null
        while IFS= read -r candidate; do COMPREPLY+=("$candidate"); done < <(compgen -f -- "$current")
        ;;
      *)
        [[ $candidate == *[:/=] ]] && compopt -o nospace 2>/dev/null
        COMPREPLY+=("${candidate#"$kept"}")
        ;;
    esac
  done < <("${words[0]}" __complete "${words[@]:1}" 2>/dev/null)
}
complete -F _berth berth
)";

constexpr std::string_view zsh_script = R"(#compdef berth
# Completion of berth for zsh: in a folder of $fpath as _berth, or: source <(berth completion zsh)
_berth() {
  local -a candidates
  local line word description files
  for line in "${(@f)$("${words[1]}" __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    word=${line%%$'\t'*}
    description=${line#*$'\t'}
    if [[ $word == :files ]]; then
      files=1
    elif [[ -n $word ]]; then
      candidates+=("${word//:/\\:}:$description")
    fi
  done
  (( $#candidates )) && _describe berth candidates
  [[ -n $files ]] && _files
}
compdef _berth berth
)";

constexpr std::string_view fish_script = R"(# Completion of berth for fish: berth completion fish | source
function __berth_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in ($words[1] __complete $words[2..-1] 2>/dev/null)
        if test "$line" = ":files"
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c berth -f -a '(__berth_complete)'
)";

}  // namespace

std::string completion_script(std::string_view shell) {
  if (shell == "bash") return std::string(bash_script);
  if (shell == "zsh") return std::string(zsh_script);
  if (shell == "fish") return std::string(fish_script);
  throw wrong_input(fmt::format("there is no completion for '{}': there is for bash, zsh and fish", shell));
}

}  // namespace berth::cli
