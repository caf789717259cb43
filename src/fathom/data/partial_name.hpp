/// Names for files in the making: .NAME.PID.partial beside what they will replace.
#pragma once

#include <atomic>
#include <memory>
#include <string>

namespace fathom::data {

/// One such name; the file itself is its owner's to make, to rename and to remove.
class PartialName {
 public:
  /// Removes what processes that are gone have left of earlier files in the making of `file`: those that nobody has
  /// written to for a minute, so that another machine's in the same folder stay.
  explicit PartialName(const std::string& file);
  ~PartialName();
  PartialName(const PartialName&) = delete;
  PartialName& operator=(const PartialName&) = delete;

  const std::string& text() const { return *text_; }
  const char* c_str() const { return text_->c_str(); }

 private:
  std::unique_ptr<const std::string> text_;
  std::atomic<const char*>* slot_ = nullptr;
};

/// Removes every file whose PartialName lives. For a signal handler that is about to end the process: it makes system
/// calls only, and those names must not be used any more.
void remove_partial_files() noexcept;

}  // namespace fathom::data
