#include "fathom/tools/arguments.hpp"

#include "fathom/data/sample_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fathom::tools {

Arguments::Arguments(std::vector<std::string> words, std::vector<Flag> flags)
    : words_(std::move(words)), flags_(std::move(flags)) {}

Arguments Arguments::from_main(int count, char** words, std::vector<Flag> flags) {
  return {std::vector<std::string>(words + std::min(count, 1), words + count), std::move(flags)};
}

bool Arguments::has(std::string_view flag) const {
  return std::find(words_.begin(), words_.end(), flag) != words_.end();
}

std::optional<std::string> Arguments::value(std::string_view flag) const {
  const auto found = std::find(words_.begin(), words_.end(), flag);
  if (found == words_.end()) return {};
  if (std::next(found) == words_.end()) throw UsageError(fmt::format("Missing value for argument: {}", flag));
  return *std::next(found);
}

std::string Arguments::value_or(std::string_view flag, std::string_view otherwise) const {
  return value(flag).value_or(std::string(otherwise));
}

std::string Arguments::required(std::string_view flag, std::string_view reason) const {
  const auto found = value(flag);
  if (!found) throw UnusableCall(fmt::format("Missing required argument: {}: {}", flag, reason));
  return *found;
}

std::optional<std::uint64_t> Arguments::natural(std::string_view flag, std::uint64_t least) const {
  const auto text = value(flag);
  if (!text) return {};
  const std::size_t start = text->find_first_not_of(" \t\n\v\f\r");
  std::uint64_t number = 0;
  const char* const first = text->data() + (start == std::string::npos ? text->size() : start);
  const auto result = std::from_chars(first, text->data() + text->size(), number);
  if (result.ec != std::errc{} || number < least) {
    throw UsageError(fmt::format("{} {}: a whole number of at least {} is expected", flag, *text, least));
  }
  return number;
}

std::optional<float> Arguments::real(std::string_view flag) const {
  const auto text = value(flag);
  if (!text) return {};
  float number = 0;
  if (!data::parse_value(*text, number))
    throw UsageError(fmt::format("{} {}: a number is expected", flag, *text));
  return number;
}

std::string Arguments::unknown() const {
  std::string all;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const auto flag =
        std::find_if(flags_.begin(), flags_.end(), [&](const Flag& f) { return f.name == words_[i]; });
    if (flag == flags_.end()) {
      all += (all.empty() ? "" : " ") + words_[i];
    } else if (!flag->value.empty()) {
      ++i;
    }
  }
  return all;
}

std::string Arguments::table() const {
  std::string text;
  for (const Flag& flag : flags_) {
    if (flag.help.empty()) continue;
    const std::string left =
        flag.value.empty() ? std::string(flag.name) : fmt::format("{} <{}>", flag.name, flag.value);
    text += fmt::format("    {:<30} {}\n", left, flag.help);
  }
  return text;
}

}  // namespace fathom::tools
