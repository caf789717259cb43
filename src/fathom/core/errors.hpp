/// What the engine throws. `main` of a tool catches Error once: one line on stderr, exit code non-zero.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>

namespace fathom {

/// The base of all of them; what() is a whole sentence: what, which, and what to do.
struct Error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// The network configuration, a flag or a combination of both asks for something wrong or not supported.
struct ConfigError : Error {
  using Error::Error;
  /// `where` names the place: a file with a JSON path, a layer, a flag. what() is "where: problem".
  ConfigError(const std::string& where, const std::string& problem) : Error(where + ": " + problem) {}
};

/// A data file is damaged or does not fit. what() is "file:line: problem", without `:line` where line is 0.
struct DataError : Error {
  explicit DataError(const std::string& problem) : Error(problem) {}
  DataError(std::string file_name, std::uint64_t line_number, const std::string& problem)
      : Error(file_name + (line_number > 0 ? ":" + std::to_string(line_number) : "") + ": " + problem),
        file(std::move(file_name)),
        line(line_number) {}

  std::string file;        ///< empty if the data did not come from a file
  std::uint64_t line = 0;  ///< counted from 1; 0 where the format has no lines
};

/// Two views that meet in a primitive disagree about their sizes. The caller's mistake, never the data's.
struct ShapeError : Error {
  using Error::Error;
};

/// The machine, a device or a library refused: no memory, no device, a failed launch.
struct DeviceError : Error {
  using Error::Error;
};

/// Training has left the numbers: the loss or a weight is not finite any more.
struct DivergenceError : Error {
  using Error::Error;
};

}  // namespace fathom
