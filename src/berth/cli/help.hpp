/// What --help looks like: the table of commands, and options without the library's jargon.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace berth::cli {

std::shared_ptr<CLI::FormatterBase> help_formatter();

}  // namespace berth::cli
