#include "fathom/data/row_store.hpp"

#include <algorithm>
#include <cstring>

namespace fathom::data {

void RowStore::begin(std::uint32_t sample) {
  if (sample >= rows_.size())
    rows_.resize(std::max<std::size_t>(sample + std::size_t{1}, rows_.size() * 3 / 2));
  current_ = &rows_[sample];
  if (!current_->present) ++present_;
  if (blocks_.empty()) open_block(block_points);
  *current_ = {0, static_cast<std::uint32_t>(blocks_.size() - 1), static_cast<std::uint32_t>(used_), true};
}

void RowStore::open_block(std::size_t points) {
  Block block;
  block.index = std::unique_ptr<std::uint32_t[]>(new std::uint32_t[points]);  // left uninitialised on purpose
  if (with_values_) block.values = std::unique_ptr<float[]>(new float[points]);
  index_ = block.index.get();
  values_ = block.values.get();
  used_ = 0;
  capacity_ = points;
  blocks_.push_back(std::move(block));
}

void RowStore::make_room() {
  // A row lies in one block: what it has so far moves along.
  const std::size_t count = current_->count;
  const std::uint32_t* old_index = index_ + current_->first;
  const float* old_values = with_values_ ? values_ + current_->first : nullptr;
  open_block(std::max(block_points, count * 2));
  std::memcpy(index_, old_index, count * sizeof(std::uint32_t));
  if (with_values_) std::memcpy(values_, old_values, count * sizeof(float));
  used_ = count;
  current_->block = static_cast<std::uint32_t>(blocks_.size() - 1);
  current_->first = 0;
}

DataSet RowStore::take(std::uint64_t all_up_to, std::vector<std::uint32_t>* samples) {
  DataSet set;
  set.attributes = sparse | (with_values_ ? 0U : std::uint32_t{boolean});
  set.type = with_values_ ? DataType::Float : DataType::UInt;
  std::uint64_t points = 0;
  bool in_order =
      true;  // rows lie in the blocks in the order of the samples: a block that is passed is done with
  std::uint32_t last_block = 0;
  for (const Row& row : rows_) {
    if (!row.present) continue;
    points += row.count;
    in_order = in_order && row.block >= last_block;
    last_block = row.block;
  }
  set.start.reserve(std::max(present_, all_up_to));
  set.end.reserve(set.start.capacity());
  set.index.reserve(points);
  if (with_values_) set.values.reserve(points);
  std::size_t released = 0;
  for (std::uint64_t sample = 0; sample < std::max<std::uint64_t>(rows_.size(), all_up_to); ++sample) {
    const Row row = sample < rows_.size() ? rows_[sample] : Row{};
    if (!row.present && sample >= all_up_to) continue;
    if (samples != nullptr) samples->push_back(static_cast<std::uint32_t>(sample));
    set.start.push_back(set.index.size());
    if (row.count > 0) {
      const Block& block = blocks_[row.block];
      set.index.insert(set.index.end(), block.index.get() + row.first,
                       block.index.get() + row.first + row.count);
      if (with_values_) {
        set.values.insert(set.values.end(), block.values.get() + row.first,
                          block.values.get() + row.first + row.count);
      }
      for (; in_order && released < row.block; ++released) blocks_[released] = {};
    }
    set.end.push_back(set.index.size());
  }
  set.examples = set.unique_examples = set.start.size();
  *this = RowStore(with_values_);
  return set;
}

}  // namespace fathom::data
