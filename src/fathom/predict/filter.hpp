/// Filters: text files of the samples' form that say what happens to the scores of single items before
/// ranking.
///
///   <sample> TAB <feature>[,<value>]:…
///
/// A feature without value, with 0, or with a value above 10 is removed from the sample's list: training
/// files serve as filters, and their values are ratings or timestamps. A value up to 10 multiplies the score.
/// `multiply_only` is what DSSTNE's last version does instead: every value multiplies, and nothing is
/// removed. A later line for a sample replaces the earlier one; unknown samples and features are passed over.
/// Source: Amazon DSSTNE.
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

enum class FilterRule { remove_and_multiply, multiply_only };

class Filter {
 public:
  Filter() = default;  ///< lets everything through
  explicit Filter(std::vector<std::vector<FilterEntry>> rows);

  /// Reads a file or folder. Throws DataError with the file.
  static Filter read(const std::string& path, const data::LabelIndex& samples,
                     const data::LabelIndex& features, FilterRule rule, const data::Messages& messages,
                     data::InterruptFlag interrupt = nullptr);

  /// The entries of a sample, ascending by item; an item may occur more than once.
  std::span<const FilterEntry> row(std::uint64_t sample) const;
  std::uint64_t samples() const { return samples_; }  ///< how many have entries
  std::uint64_t amplifying() const;                   ///< entries that multiply by more than 1

 private:
  std::vector<std::uint64_t> start_;  ///< by sample; row s is [start_[s], start_[s + 1])
  std::vector<FilterEntry> entries_;
  std::uint64_t samples_ = 0;
};

}  // namespace fathom::predict
