#include "fathom/predict/filter.hpp"

#include "fathom/data/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

namespace fathom::predict {
namespace {

constexpr std::uint64_t progress_every = 10'000;  // lines

FilterEntry entry_of(std::uint32_t item, float value, FilterRule rule) {
  if (rule == FilterRule::multiply) return {item, value, false};
  return {item, 0.0f, true};
}

/// Finds filters whose values can only be meant as weights: some strictly between 0 and 1 and none above. Ratings
/// may begin at 0.5, but they do not end there.
class IgnoredWeights {
 public:
  void look_at(const std::string& file, float value) {
    ratings_ |= value > 1.0f;
    if (!(value > 0.0f && value < 1.0f)) return;
    if (count_++ == 0) file_ = file;
  }
  void tell(const data::Messages& messages) const {
    if (count_ == 0 || ratings_) return;
    messages(fmt::format(
        "Warning: the filter has {} value{} between 0 and 1, the first in \"{}\". In DSSTNE these are "
        "weights of the scores; here each listed feature is removed. To multiply by them use "
        "--dsstne-exact.",
        count_, count_ == 1 ? "" : "s", file_));
  }

 private:
  std::uint64_t count_ = 0;
  bool ratings_ = false;
  std::string file_;
};

}  // namespace

Filter::Filter(std::vector<std::vector<FilterEntry>> rows) {
  start_.push_back(0);
  for (auto& row : rows) {
    std::stable_sort(row.begin(), row.end(), [](const auto& a, const auto& b) { return a.item < b.item; });
    entries_.insert(entries_.end(), row.begin(), row.end());
    start_.push_back(entries_.size());
    samples_ += row.empty() ? 0 : 1;
    row = {};
  }
}

std::span<const FilterEntry> Filter::row(std::uint64_t sample) const {
  if (sample + 1 >= start_.size()) return {};
  return std::span(entries_).subspan(start_[sample], start_[sample + 1] - start_[sample]);
}

Filter Filter::read(const std::string& path, const data::LabelIndex& samples,
                    const data::LabelIndex& features, FilterRule rule, const data::Messages& messages,
                    data::InterruptFlag interrupt) {
  std::vector<std::vector<FilterEntry>> rows(samples.bound());
  const std::vector<std::string> files = data::list_files(path);
  messages(fmt::format("Loading {} filter files", files.size()));
  const auto start = std::chrono::steady_clock::now();
  std::uint64_t lines = 0;
  IgnoredWeights ignored;
  for (const std::string& file : files) {
    messages(fmt::format("\tLoading filter: {}", file));
    data::LineReader reader(file);
    while (const auto line = reader.next()) {
      data::stop_if(interrupt);
      if (line->empty()) continue;
      std::vector<FilterEntry>* row = nullptr;
      data::parse_sample_line(
          *line, data::ValueRule::lenient,
          [&](std::string_view sample) {
            const std::uint32_t number = samples.find(sample);
            if (number == data::LabelIndex::absent) return;
            row = &rows[number];
            row->clear();
          },
          [&](const data::Point& point) {
            if (row == nullptr) return;
            const std::uint32_t item = features.find(point.feature);
            if (item == data::LabelIndex::absent) return;
            row->push_back(entry_of(item, point.value, rule));
            if (rule == FilterRule::remove) ignored.look_at(file, point.value);
          },
          [](std::string_view, std::size_t) {}, [](const std::string&) {});
      if (++lines % progress_every == 0) {
        const double seconds =
            std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        messages(fmt::format("Progress Parsing Filter {}Time {:.6g}s", lines, seconds));
      }
    }
  }
  Filter filter(std::move(rows));
  messages(fmt::format("Info:SamplesFilter {}", filter.samples()));
  ignored.tell(messages);
  return filter;
}

}  // namespace fathom::predict
