#include "fathom/data/replaced_file.hpp"

#include "base/output_target.hpp"
#include "fathom/core/errors.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <stdio.h>
#include <unistd.h>

namespace fathom::data {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 20;

}  // namespace

void publish(const std::string& temporary, const std::string& file) {
  const base::Fd fd(open(temporary.c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd || fsync(fd.get()) != 0 || rename(temporary.c_str(), file.c_str()) != 0) {
    const base::Error error = base::system_error("cannot write " + file);
    unlink(temporary.c_str());
    throw DataError(error.message);
  }
}

std::string file_to_replace(const std::string& name) {
  base::OutputTarget target = base::output_target(name);
  if (target.is_stream)
    throw DataError(name, 0, "cannot be written: it is a device or a pipe, and this output must be a file");
  return std::move(target.path);
}

ReplacedFile::ReplacedFile(const std::string& file) {
  base::OutputTarget target = base::output_target(file);
  file_ = std::move(target.path);
  if (!target.is_stream) temporary_.emplace(file_);
  const char* name = temporary_ ? temporary_->c_str() : file_.c_str();
  fd_ = base::Fd(open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
  if (!fd_) throw DataError(base::system_error("cannot write " + file).message);
}

ReplacedFile::~ReplacedFile() {
  if (fd_ && temporary_) unlink(temporary_->c_str());
}

void ReplacedFile::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_size) flush();
}

void ReplacedFile::flush() {
  if (const auto written = base::write_all(fd_.get(), buffer_); !written) {
    throw DataError(file_, 0, "cannot be written: " + written.error().message);
  }
  buffer_.clear();
}

void ReplacedFile::commit() {
  flush();
  if (temporary_) publish(temporary_->text(), file_);
  fd_.reset();
}

}  // namespace fathom::data
