/// NetCDF files through the C library: typed access for reading, and writing that leaves a whole file or
/// none. Every failure is a DataError that names the file and the item.
#pragma once

#include "fathom/data/partial_name.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace fathom::data {

/// A file that is read. Sizes are checked before memory is taken: a variable that claims more than the file
/// could hold, even compressed, is an error.
class NetcdfReader {
 public:
  explicit NetcdfReader(const std::string& file);
  /// Reads from a file that is open already, and closes it; for tests that build files in memory.
  NetcdfReader(int id, std::string name, std::uint64_t size_in_bytes);
  ~NetcdfReader();
  NetcdfReader(const NetcdfReader&) = delete;
  NetcdfReader& operator=(const NetcdfReader&) = delete;

  const std::string& file() const { return file_; }
  [[noreturn]] void fail(const std::string& sentence) const;

  bool has_attribute(const std::string& name) const;
  bool has_variable(const std::string& name) const;
  /// A number of any integer type, between 0 and `limit`.
  std::uint64_t natural(const std::string& name, std::uint64_t limit) const;
  std::int64_t integer(const std::string& name) const;
  float real(const std::string& name) const;
  double double_precision(const std::string& name) const;
  /// Characters, without trailing NULs; "" for an attribute of length 0.
  std::string text(const std::string& name) const;
  std::optional<std::uint64_t> dimension(const std::string& name) const;

  /// One-dimensional variables of exactly `length` elements, converted by the library; a value that does not
  /// fit the type asked for is an error.
  std::vector<float> floats(const std::string& variable, std::uint64_t length) const;
  std::vector<std::uint32_t> naturals(const std::string& variable, std::uint64_t length) const;
  /// As stored in `uint`, `uint64` or `int64`.
  std::vector<std::uint64_t> offsets(const std::string& variable, std::uint64_t length) const;
  /// Signed bytes: NC_CHAR or NC_BYTE.
  std::vector<signed char> characters(const std::string& variable, std::uint64_t length) const;
  std::uint64_t length_of(const std::string& variable) const;  ///< of a one-dimensional variable

 private:
  int checked_variable(const std::string& variable, std::uint64_t length, std::size_t element_size) const;
  int type_of(int variable) const;
  void check(int status, const std::string& item) const;
  void check_scalar(const std::string& name) const;

  std::string file_;
  int id_ = -1;
  std::uint64_t size_ = 0;
};

/// A NetCDF-4 file that is written under a temporary name in the same folder. Declare everything, then put
/// the arrays, then `commit`: only that gives the file its name. A writer that is destroyed before leaves
/// nothing.
class NetcdfWriter {
 public:
  explicit NetcdfWriter(const std::string& file);
  ~NetcdfWriter();
  NetcdfWriter(const NetcdfWriter&) = delete;
  NetcdfWriter& operator=(const NetcdfWriter&) = delete;

  void attribute(const std::string& name, std::uint32_t value);
  void attribute(const std::string& name, std::int32_t value);
  void attribute(const std::string& name, std::uint64_t value);
  void attribute(const std::string& name, float value);
  void attribute(const std::string& name, double value);
  void attribute(const std::string& name, const std::string& text);  ///< NC_CHAR

  int dimension(const std::string& name, std::uint64_t length);  ///< length > 0
  /// Declare a variable over one dimension; the arrays must outlive `commit`.
  void variable(const std::string& name, int dimension, std::span<const float> values);
  void variable(const std::string& name, int dimension, std::span<const std::uint32_t> values);
  void variable(const std::string& name, int dimension, std::span<const std::uint64_t> values);

  /// Writes the arrays, closes, syncs and renames. The writer is done afterwards.
  void commit();

 private:
  struct Pending {
    int id;
    const void* values;
    std::string name;
  };
  void declare(const std::string& name, int type, int dimension, const void* values);
  void check(int status, const std::string& item) const;

  std::string file_;
  PartialName temporary_;
  int id_ = -1;
  std::vector<Pending> pending_;
};

}  // namespace fathom::data
