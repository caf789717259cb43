/// Filters: text files of the samples' form that say which items are not for a sample.
///
///   <sample> TAB <feature>[,<value>]:…
///
/// Every listed feature is removed from the sample's list, whatever its value: training files serve as filters,
/// and their values are ratings or timestamps. What DSSTNE's last version does instead, FilterRule::multiply,
/// removes nothing: the value multiplies the score before ranking, and no value counts as 0. A later line for a
/// sample replaces the earlier one; unknown samples and features are passed over. Source: Amazon DSSTNE.
#pragma once

#include "fathom/data/convert.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fathom::predict {

/// What happens to one item of one sample.
struct FilterEntry {
  std::uint32_t item;
  float factor;
  bool removed;
};

enum class FilterRule {
  remove,    ///< what is listed is not recommended
  multiply,  ///< scores are multiplied by the values, as in DSSTNE
};

class Filter {
 public:
  Filter() = default;  ///< lets everything through
  explicit Filter(std::vector<std::vector<FilterEntry>> rows);

  /// Reads a file or folder. Throws DataError with the file. FilterRule::remove says once if there are values
  /// that look like weights, which then have no effect.
  static Filter read(const std::string& path, const data::LabelIndex& samples,
                     const data::LabelIndex& features, FilterRule rule, const data::Messages& messages,
                     data::InterruptFlag interrupt = nullptr);

  /// The entries of a sample, ascending by item; an item may occur more than once.
  std::span<const FilterEntry> row(std::uint64_t sample) const;
  std::uint64_t samples() const { return samples_; }  ///< how many have entries

 private:
  std::vector<std::uint64_t> start_;  ///< by sample; row s is [start_[s], start_[s + 1])
  std::vector<FilterEntry> entries_;
  std::uint64_t samples_ = 0;
};

}  // namespace fathom::predict
