/// Data sets: the examples that a network reads or learns to produce, as DSSTNE's NetCDF files keep them.
///
/// A file holds one or more data sets, each with a name that a layer of the configuration refers to. Examples
/// are sparse rows (CSR: start, end, index and, unless boolean, a value) or dense rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fathom::data {

/// Bits of DataSet::attributes, as stored.
enum Attribute : std::uint32_t {
  sparse = 1,
  boolean = 2,
  compressed = 4,
  recurrent = 8,
  mutable_ = 16,
  sparse_ignore_zero = 32,
  indexed = 64,
  weighted = 128,
};

/// The element type in the file. In memory every value is a float (see DataSet::values).
enum class DataType : std::uint32_t {
  UInt = 0,
  Int = 1,
  LLInt = 2,
  ULLInt = 3,
  Float = 4,
  Double = 5,
  RGB8 = 6,
  RGB16 = 7,
  UChar = 8,
  Char = 9,
};

/// The stored points of one example. Values are empty if every stored point means 1.
struct SparseRow {
  std::span<const std::uint32_t> index;
  std::span<const float> value;
};

struct DataSet {
  std::string name;
  std::uint32_t attributes = 0;
  DataType type = DataType::UInt;
  std::uint32_t dimensions = 1;
  std::uint32_t width = 0, height = 1, length = 1;
  std::uint64_t examples = 0;         ///< E: what an epoch runs over
  std::uint64_t unique_examples = 0;  ///< U: stored rows; equal to E unless indexed

  // Sparse: points of stored row u are [start[u], end[u]).
  std::vector<std::uint64_t> start, end;  ///< [U]
  std::vector<std::uint32_t> index;   ///< [points] each < stride(); not sorted; a repeated index counts twice
  std::vector<float> values;          ///< sparse: [points] or empty if boolean; dense: [U * stride()]
  std::vector<float> weight;          ///< [E] if weighted, else empty
  std::vector<std::uint32_t> row_of;  ///< [E] if indexed: example e is stored row row_of[e]; else empty

  bool is_sparse() const { return (attributes & sparse) != 0; }
  bool is_boolean() const { return (attributes & boolean) != 0; }
  bool ignores_zero() const { return (attributes & sparse_ignore_zero) != 0; }
  std::uint64_t stride() const { return std::uint64_t{width} * height * length; }  ///< units of one example
  std::uint64_t points() const { return index.size(); }
  std::uint64_t stored_row(std::uint64_t example) const { return row_of.empty() ? example : row_of[example]; }
  float weight_of(std::uint64_t example) const { return weight.empty() ? 1.0f : weight[example]; }
  SparseRow sparse_row(std::uint64_t example) const {
    const std::uint64_t u = stored_row(example), first = start[u], count = end[u] - first;
    return {std::span(index).subspan(first, count),
            values.empty() ? std::span<const float>{} : std::span(values).subspan(first, count)};
  }
  std::span<const float> dense_row(std::uint64_t example) const {
    return std::span(values).subspan(stored_row(example) * stride(), stride());
  }
};

/// Reads and validates every data set of a file. Values of UChar and RGB8 are scaled by 1/256 (dense ones
/// keep that scale too; an input layer subtracts 0.5), of Char by 1/128. A dense boolean data set is turned
/// into a sparse one. Throws DataError that names the file, the data set and the fault. Source: Amazon
/// DSSTNE.
std::vector<DataSet> load_data_sets(const std::string& file);

/// Writes sparse data sets (without weights and index, which no tool of ours makes) into one NetCDF-4 file,
/// under a temporary name that is renamed at the end. Row starts are 32-bit unless there are 2^32 points or
/// more. Throws DataError if that fails.
void write_data_sets(const std::string& file, std::span<const DataSet> sets);

/// Widths are rounded up to a multiple of this.
inline constexpr std::uint32_t width_alignment = 128;
constexpr std::uint64_t rounded_width(std::uint64_t features) {
  return (features + width_alignment - 1) / width_alignment * width_alignment;
}

}  // namespace fathom::data
