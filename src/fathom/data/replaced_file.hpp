/// Output files that appear under their name whole or not at all: written beside it, synced, renamed.
#pragma once

#include "base/files.hpp"

#include <string>
#include <string_view>

namespace fathom::data {

/// A name in the folder of `file` that nothing else uses: a hidden one with this process's id.
std::string temporary_name(const std::string& file);

/// Syncs `temporary` and renames it to `file`; removes it and throws DataError if that fails.
void publish(const std::string& temporary, const std::string& file);

/// A text file in the making. A name that leads to something else than a file (a pipe, /dev/stdout) is written at once.
class ReplacedFile {
 public:
  /// Throws DataError if the folder does not let a file be made.
  explicit ReplacedFile(const std::string& file);
  ~ReplacedFile();
  ReplacedFile(const ReplacedFile&) = delete;
  ReplacedFile& operator=(const ReplacedFile&) = delete;

  void write(std::string_view text);  ///< buffered; throws DataError, e.g. when the disk is full
  void commit();                      ///< gives the file its name; without it nothing remains

 private:
  void flush();
  std::string file_, temporary_, buffer_;  ///< temporary_ is empty if there is none
  base::Fd fd_;
};

}  // namespace fathom::data
