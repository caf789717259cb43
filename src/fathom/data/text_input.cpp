#include "fathom/data/text_input.hpp"

#include "fathom/core/errors.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>

namespace fathom::data {
namespace {

constexpr std::size_t buffer_bytes = std::size_t{1} << 18;

std::string_view without_carriage_return(std::string_view line) {
  if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
  return line;
}

}  // namespace

std::vector<std::string> list_files(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code error;
  const auto status = fs::status(path, error);
  if (!fs::exists(status)) throw DataError(path + " not found.");
  if (!fs::is_directory(status)) return {path};
  std::vector<std::string> files;
  for (fs::directory_iterator at(path, error), last; !error && at != last; at.increment(error)) {
    if (at->is_directory(error)) throw DataError(at->path().string() + ": Is a directory");
    files.push_back(at->path().string());
  }
  if (error) throw DataError(path, 0, "cannot be listed: " + error.message());
  std::sort(files.begin(), files.end());
  return files;
}

LineReader::LineReader(const std::string& file)
    : file_(file),
      fd_(open(file.c_str(), O_RDONLY | O_CLOEXEC)),
      buffer_(new char[buffer_bytes]),
      capacity_(buffer_bytes) {
  if (!fd_) throw DataError(base::system_error("cannot open " + file).message);
  posix_fadvise(fd_.get(), 0, 0, POSIX_FADV_SEQUENTIAL);
}

std::optional<std::string_view> LineReader::next() {
  for (std::size_t looked = 0;;) {
    const char* first = buffer_.get() + begin_;
    const void* newline = std::memchr(first + looked, '\n', end_ - begin_ - looked);
    if (newline != nullptr) {
      const auto length = static_cast<std::size_t>(static_cast<const char*>(newline) - first);
      begin_ += length + 1;
      ++line_;
      return without_carriage_return({first, length});
    }
    looked = end_ - begin_;
    if (fill()) continue;
    if (looked == 0) return {};
    const std::string_view last(buffer_.get() + begin_, looked);
    begin_ = end_;
    ++line_;
    return without_carriage_return(last);
  }
}

bool LineReader::fill() {
  if (at_end_) return false;
  if (begin_ > 0) {
    std::memmove(buffer_.get(), buffer_.get() + begin_, end_ - begin_);
    end_ -= begin_;
    begin_ = 0;
  }
  if (end_ == capacity_) {
    capacity_ *= 2;
    std::unique_ptr<char[]> larger(new char[capacity_]);  // no zeros: read() fills it
    std::memcpy(larger.get(), buffer_.get(), end_);
    buffer_ = std::move(larger);
  }
  ssize_t got = 0;
  do {
    got = read(fd_.get(), buffer_.get() + end_, capacity_ - end_);
  } while (got < 0 && errno == EINTR);
  if (got < 0) throw DataError(base::system_error("cannot read " + file_).message);
  end_ += static_cast<std::size_t>(got);
  at_end_ = got == 0;
  return !at_end_;
}

}  // namespace fathom::data
