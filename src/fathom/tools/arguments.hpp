/// DSSTNE's command lines: a flag is an exact string, its value is the next argument, whatever that is; the first
/// match wins. What is not known is passed over with one warning. New flags of Fathom's begin with two dashes.
/// Source: Amazon DSSTNE.
#pragma once

#include "fathom/core/errors.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::tools {

/// The command line is wrong: main prints what() and how to see the usage, and ends with status 1.
struct UsageError : Error {
  using Error::Error;
};

/// One of the mistakes at which DSSTNE prints the whole usage: so does main, and what() after it.
struct UnusableCall : UsageError {
  using UsageError::UsageError;
};

/// One flag of a tool.
struct Flag {
  std::string_view name;   ///< "-i", "--threads"
  std::string_view value;  ///< what its value is called in the usage text; empty for a switch
  std::string_view help;   ///< one line; empty: accepted without being listed
};

class Arguments {
 public:
  Arguments(std::vector<std::string> words, std::vector<Flag> flags);
  static Arguments from_main(int count, char** words, std::vector<Flag> flags);

  bool has(std::string_view flag) const;
  /// The value of a flag; nothing if it is not there. UsageError if it is the last word.
  std::optional<std::string> value(std::string_view flag) const;
  std::string value_or(std::string_view flag, std::string_view otherwise) const;
  /// The value of a flag that must be there; UnusableCall if it is not.
  std::string required(std::string_view flag, std::string_view reason) const;
  /// A whole number of at least `least`; blanks before and anything after the digits are passed over.
  std::optional<std::uint64_t> natural(std::string_view flag, std::uint64_t least) const;
  std::optional<float> real(std::string_view flag) const;

  /// Words that are neither flags nor their values, in one line; empty if there are none.
  std::string unknown() const;
  /// "-i <file>   help" for every listed flag.
  std::string table() const;

 private:
  std::vector<std::string> words_;  ///< without the program's name
  std::vector<Flag> flags_;
};

}  // namespace fathom::tools
