/// A container's two outputs, from pipes into the segments of its log stream. Every byte that the container
/// wrote is stored, or counted as lost with the reason if the disk refuses for good.
#pragma once

#include "base/clock.hpp"
#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/logstore/line_writer.hpp"
#include "berth/run/launch_spec.hpp"

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace berth::shim {

class Syncer;

class ContainerOutput {
 public:
  /// Makes the pipes and opens the stream (none: output is read and dropped).
  static base::Result<std::unique_ptr<ContainerOutput>> open(const std::optional<run::LogTarget>& target);

  /// The ends for the command: standard output (0) and standard error (1). To be closed once the driver has
  /// them.
  int write_end(std::size_t which) const { return write_ends_[which].get(); }
  void close_write_ends();

  /// The ends to poll; −1 once that output has ended, and while the disk refuses (the container then waits in
  /// write(2)).
  int read_end(std::size_t which) const;
  /// Takes what is there; what was read is visible to readers of the stream when this returns. `now` stamps
  /// lines, `steady` is for the deadline.
  void read(std::size_t which, base::TimePoint now, base::TimePoint steady);
  /// At the container's end: all that is left in the pipes, then onto the disk.
  void finish(base::TimePoint now);

  /// When tend() is due: a second after something was written that is not yet on disk, or to try the disk
  /// again.
  std::optional<base::TimePoint> deadline() const { return deadline_; }
  void tend(base::TimePoint steady, Syncer& syncer);

  /// Empty, or how much was lost and why.
  std::string loss() const;

 private:
  ContainerOutput() = default;
  bool take(std::size_t which, base::TimePoint now);
  void store(base::TimePoint steady);

  std::array<base::Fd, 2> read_ends_, write_ends_;
  std::optional<logstore::SegmentWriter> writer_;
  std::array<std::optional<logstore::LineWriter>, 2> lines_;
  std::optional<base::TimePoint> deadline_;
  std::string trouble_;  // why the last write failed; empty if it did not
  std::uint64_t lost_bytes_ = 0;
};

}  // namespace berth::shim
