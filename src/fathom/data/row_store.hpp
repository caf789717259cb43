/// Rows of points gathered in the order in which text brings them, then laid out by sample.
///
/// Points lie in blocks that are given back one by one while the final arrays are filled, so that making the
/// data set of a text whose samples come in order takes little more memory than the data set itself.
#pragma once

#include "fathom/data/data_set.hpp"

#include <cstdint>
#include <memory>
#include <vector>

namespace fathom::data {

class RowStore {
 public:
  explicit RowStore(bool with_values) : with_values_(with_values) {}

  /// Starts the row of a sample; an earlier row of the same sample is forgotten.
  void begin(std::uint32_t sample);
  void add(std::uint32_t feature, float value) {
    if (used_ == capacity_) make_room();
    index_[used_] = feature;
    if (with_values_) values_[used_] = value;
    ++used_;
    ++current_->count;
  }

  std::uint64_t rows() const { return present_; }
  bool has(std::uint32_t sample) const { return sample < rows_.size() && rows_[sample].present; }

  /// The rows in ascending order of the sample's number; with `all_up_to` > 0 every number below it gets a
  /// row, empty if it had none. Fills start, end, index, values, examples and the sparse, boolean bits;
  /// empties the store. `samples`, if given, gets the number of each row's sample.
  DataSet take(std::uint64_t all_up_to = 0, std::vector<std::uint32_t>* samples = nullptr);

 private:
  static constexpr std::size_t block_points = std::size_t{1} << 18;
  struct Row {
    std::uint64_t count = 0;
    std::uint32_t block = 0, first = 0;
    bool present = false;
  };
  struct Block {
    std::unique_ptr<std::uint32_t[]> index;
    std::unique_ptr<float[]> values;
  };
  void make_room();
  void open_block(std::size_t points);

  bool with_values_;
  std::vector<Row> rows_;  ///< by sample
  std::vector<Block> blocks_;
  Row* current_ = nullptr;
  std::uint32_t* index_ = nullptr;  ///< of the last block
  float* values_ = nullptr;
  std::size_t used_ = 0, capacity_ = 0;
  std::uint64_t present_ = 0;
};

}  // namespace fathom::data
