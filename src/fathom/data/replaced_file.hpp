/// Output files that appear under their name whole or not at all: written beside it, synced, renamed.
#pragma once

#include "base/files.hpp"
#include "fathom/data/partial_name.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace fathom::data {

/// Syncs `temporary` and renames it to `file`; removes it and throws DataError if that fails.
void publish(const std::string& temporary, const std::string& file);

/// The file that `name` leads to, links followed. Throws DataError for a device, a pipe and the like, which cannot be replaced.
std::string file_to_replace(const std::string& name);

/// A text file in the making. A link is followed to its file; a name that leads to something else (a pipe, /dev/stdout) is
/// written at once.
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
  std::string file_, buffer_;
  std::optional<PartialName> temporary_;
  base::Fd fd_;
};

}  // namespace fathom::data
