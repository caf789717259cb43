#include "berth/cli/help.hpp"

#include "berth/cli/command.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace berth::cli {
namespace {

constexpr std::size_t column = 30;  // where explanations begin

class HelpFormatter final : public CLI::Formatter {
 public:
  HelpFormatter() {
    column_width(column);
    label("Positionals", "Arguments");
  }

  /// At the top every command with its words; within a group, what CLI11 makes of it.
  std::string make_subcommands(const CLI::App* app, CLI::AppFormatMode mode) const override {
    if (app->get_parent() != nullptr) return CLI::Formatter::make_subcommands(app, mode);
    std::string text, family;
    for (const Command& command : commands()) {
      if (command.family != family) text += fmt::format("\n{}:\n", family = command.family);
      text += fmt::format("  {:<{}}{}\n", command.name, column - 2, command.summary);
    }
    return text;
  }

  /// "--gpus N": the value's name and nothing else.
  std::string make_option_opts(const CLI::Option* option) const override {
    if (!option->nonpositional() || option->get_type_size() == 0) return {};
    const std::string name = option->get_type_name();
    return " " + name.substr(0, name.find(":INT in "));  // what CLI11 adds for a range
  }

  std::string make_usage(const CLI::App* app, std::string name) const override {
    const bool takes_command = !app->get_subcommands({}).empty();
    std::string line = "Usage: " + (name.empty() ? app->get_name() : name) +
                       (takes_command ? " COMMAND [OPTIONS]" : " [OPTIONS]");
    for (const CLI::Option* option :
         app->get_options([](const CLI::Option* o) { return o->get_positional(); })) {
      std::string word = option->get_name(true);
      if (option->get_expected_max() > 1) word += "...";
      if (option->get_description().ends_with(", after --")) word = "-- " + word;
      line += option->get_required() ? " " + word : " [" + word + "]";
    }
    return "\n" + line + "\n";
  }
};

}  // namespace

std::shared_ptr<CLI::FormatterBase> help_formatter() { return std::make_shared<HelpFormatter>(); }

}  // namespace berth::cli
