/// Text files, line by line, through one buffer that grows only for a line longer than it; and the list of
/// files that a path stands for.
#pragma once

#include "base/files.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fathom::data {

/// The files that `path` names: itself, or, if it is a folder, everything in it (hidden files too, not what
/// is in folders below), sorted by path. Throws DataError if it is not there, and for a folder inside the
/// folder.
std::vector<std::string> list_files(const std::string& path);

class LineReader {
 public:
  /// Throws DataError if the file cannot be opened.
  explicit LineReader(const std::string& file);

  /// The next line without its newline and without one carriage return before it; nothing at the end of the
  /// file. The view is good until the next call. Throws DataError if reading fails.
  std::optional<std::string_view> next();

  const std::string& file() const { return file_; }
  std::uint64_t line() const { return line_; }  ///< number of the line that next() gave last, from 1

 private:
  bool fill();

  std::string file_;
  base::Fd fd_;
  std::unique_ptr<char[]> buffer_;
  std::size_t capacity_ = 0;
  std::size_t begin_ = 0, end_ = 0;  ///< what has been read and not been given out
  std::uint64_t line_ = 0;
  bool at_end_ = false;
};

}  // namespace fathom::data
