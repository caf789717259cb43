#include "berth/cli/progress.hpp"

#include "berth/cli/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace berth::cli {

std::string progress_line(std::string_view title, std::uint64_t done, std::uint64_t whole,
                          std::size_t width) {
  if (whole == 0) return fitted(fmt::format("{}  {}", title, to_size(done)), width);
  done = std::min(done, whole);
  const double share = static_cast<double>(done) / static_cast<double>(whole);
  const std::string numbers =
      fmt::format("{:3.0f} %  {} of {}", std::min(100.0, share * 100), to_size(done), to_size(whole));
  constexpr std::size_t bar = 20;
  const std::size_t room = width - std::min(width, numbers.size() + bar + 6);
  const auto filled = static_cast<std::size_t>(share * bar);
  return fitted(fmt::format("{}  [{}{}]  {}", fitted(title, room), std::string(filled, '#'),
                            std::string(bar - filled, '-'), numbers),
                width);
}

Progress::Progress(std::ostream& out, std::size_t columns, const base::Clock& clock, std::string title,
                   std::uint64_t whole)
    : out_(out), columns_(columns), clock_(clock), title_(std::move(title)), whole_(whole) {}

Progress::~Progress() {
  if (columns_ > 0 && drawn_ != base::TimePoint{}) out_ << "\r\x1b[K" << std::flush;
}

void Progress::advance(std::uint64_t bytes) {
  done_ += bytes;
  if (columns_ == 0) return;
  const base::TimePoint now = clock_.now();
  if (now - drawn_ < std::chrono::milliseconds(100)) return;
  drawn_ = now;
  out_ << "\r" << progress_line(title_, done_, whole_, std::min(columns_, std::size_t{80}) - 1) << "\x1b[K"
       << std::flush;
}

}  // namespace berth::cli
