// Reading DSSTNE's data set files. Every item of data set N carries the decimal suffix N; everything that a
// hostile or damaged file could say is checked here, so that the engine can index without looking.
#include "fathom/core/errors.hpp"
#include "fathom/data/data_set.hpp"
#include "fathom/data/data_set_reading.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fathom::data {
namespace {

constexpr std::uint64_t most_data_sets = 1024;
constexpr std::uint32_t largest_u32 = std::numeric_limits<std::uint32_t>::max();
constexpr std::uint64_t any_length = std::numeric_limits<std::int64_t>::max();

/// One data set while it is read: knows the suffix and how to complain.
class Reading {
 public:
  Reading(const NetcdfReader& in, std::uint64_t number) : in_(in), number_(number) {}

  DataSet read() {
    read_head();
    read_extents();
    if (set_.is_sparse()) {
      read_sparse();
    } else if (set_.is_boolean()) {
      read_one_hot();
    } else {
      set_.values = elements("data", rows_times_stride());
    }
    read_weights_and_index();
    return std::move(set_);
  }

 private:
  std::string item(const char* name) const { return fmt::format("{}{}", name, number_); }
  [[noreturn]] void fail(const std::string& sentence) const {
    in_.fail(fmt::format("data set {} ({}): {}", number_, set_.name, sentence));
  }
  std::uint64_t dimension(const char* name) const {
    const auto length = in_.dimension(item(name));
    if (!length) fail(fmt::format("the dimension {} is missing", item(name)));
    if (*length == 0) fail(fmt::format("the dimension {} is 0", item(name)));
    if (*length > any_length) fail(fmt::format("the dimension {} is too large", item(name)));
    return *length;
  }

  void read_head() {
    set_.name = in_.text(item("name"));
    set_.attributes = static_cast<std::uint32_t>(in_.natural(item("attributes"), largest_u32));
    const std::uint64_t type = in_.natural(item("dataType"), largest_u32);
    set_.type = static_cast<DataType>(type);
    const bool known = type <= static_cast<std::uint64_t>(DataType::Char) && set_.type != DataType::LLInt &&
                       set_.type != DataType::ULLInt && set_.type != DataType::RGB16;
    if (!known) fail(fmt::format("invalid dataset type {}", type));
    constexpr std::uint32_t readable = sparse | boolean | sparse_ignore_zero | indexed | weighted;
    if ((set_.attributes & ~readable) != 0) {
      fail(fmt::format(
          "the attributes {} hold bits of features that do not exist (compressed 4, recurrent 8, mutable 16)",
          set_.attributes));
    }
  }

  void read_extents() {
    set_.dimensions = static_cast<std::uint32_t>(in_.natural(item("dimensions"), largest_u32));
    if (set_.dimensions < 1 || set_.dimensions > 3) fail("the number of dimensions must be 1, 2 or 3");
    const auto extent = [&](const char* name) {
      const std::uint64_t value = in_.natural(item(name), largest_u32);
      if (value == 0) fail(fmt::format("{} is 0", item(name)));
      return static_cast<std::uint32_t>(value);
    };
    set_.width = extent("width");
    if (set_.dimensions > 1) set_.height = extent("height");
    if (set_.dimensions > 2) set_.length = extent("length");
    const std::uint64_t area = std::uint64_t{set_.width} * set_.height;
    if (area > largest_u32 || area * set_.length > largest_u32) fail("an example has 2^32 units or more");
    set_.examples = dimension("examplesDim");
    set_.unique_examples =
        in_.dimension(item("uniqueExamplesDim")) ? dimension("uniqueExamplesDim") : set_.examples;
    const bool is_indexed = (set_.attributes & indexed) != 0;
    if (!is_indexed && set_.unique_examples != set_.examples) {
      fail(fmt::format("{} examples but {} stored rows, and no index between them", set_.examples,
                       set_.unique_examples));
    }
  }

  std::uint64_t rows_times_stride() const {
    if (set_.unique_examples > any_length / set_.stride())
      fail("it claims more values than memory could hold");
    return set_.unique_examples * set_.stride();
  }

  /// Values as floats, in the scale that DSSTNE gives their type.
  std::vector<float> elements(const char* name, std::uint64_t length) const {
    if (set_.type == DataType::Char) {
      std::vector<float> values;
      values.reserve(length);
      for (const signed char c : in_.characters(item(name), length))
        values.push_back(static_cast<float>(c) / 128.0f);
      return values;
    }
    std::vector<float> values = in_.floats(item(name), length);
    if (set_.type == DataType::UChar || set_.type == DataType::RGB8) {
      for (float& value : values) value /= 256.0f;
    }
    const auto bad = std::find_if(values.begin(), values.end(), [](float v) { return !(v - v == 0.0f); });
    if (bad != values.end()) {
      fail(fmt::format("{}[{}] is not a finite number", item(name), bad - values.begin()));
    }
    return values;
  }

  void read_sparse() {
    const std::uint64_t points = dimension("sparseDataDim");
    set_.start = in_.offsets(item("sparseStart"), set_.unique_examples);
    set_.end = in_.offsets(item("sparseEnd"), set_.unique_examples);
    for (std::uint64_t u = 0; u < set_.unique_examples; ++u) {
      if (set_.start[u] > set_.end[u] || set_.end[u] > points) {
        fail(fmt::format("row {} is [{}, {}), which is not a range within {} points", u, set_.start[u],
                         set_.end[u], points));
      }
    }
    set_.index = in_.naturals(item("sparseIndex"), points);
    const std::uint64_t stride = set_.stride();
    const auto bad =
        std::find_if(set_.index.begin(), set_.index.end(), [&](std::uint32_t i) { return i >= stride; });
    if (bad != set_.index.end()) {
      fail(fmt::format("{}[{}] is {}, but an example has {} units", item("sparseIndex"),
                       bad - set_.index.begin(), *bad, stride));
    }
    if (!set_.is_boolean()) set_.values = elements("sparseData", points);
  }

  /// One index a row: the same as a sparse boolean row of one point.
  void read_one_hot() {
    const std::uint64_t rows = set_.unique_examples;
    set_.index = in_.naturals(item("data"), rows);
    set_.attributes |= sparse;
    set_.start.resize(rows);
    set_.end.resize(rows);
    for (std::uint64_t u = 0; u < rows; ++u) {
      if (set_.index[u] >= set_.stride()) {
        fail(fmt::format("{}[{}] is {}, but an example has {} units", item("data"), u, set_.index[u],
                         set_.stride()));
      }
      set_.start[u] = u;
      set_.end[u] = u + 1;
    }
  }

  void read_weights_and_index() {
    if ((set_.attributes & weighted) != 0) {
      set_.weight = in_.floats(item("dataWeight"), set_.examples);
      for (std::uint64_t e = 0; e < set_.examples; ++e) {
        if (!(set_.weight[e] >= 0.0f && set_.weight[e] <= std::numeric_limits<float>::max())) {
          fail(fmt::format("the weight of example {} is not a finite number of at least 0", e));
        }
      }
    }
    if ((set_.attributes & indexed) != 0) {
      set_.row_of = in_.naturals(item("index"), set_.examples);
      for (std::uint64_t e = 0; e < set_.examples; ++e) {
        if (set_.row_of[e] >= set_.unique_examples) {
          fail(fmt::format("example {} is row {}, but there are {} rows", e, set_.row_of[e],
                           set_.unique_examples));
        }
      }
    }
  }

  const NetcdfReader& in_;
  std::uint64_t number_;
  DataSet set_;
};

}  // namespace

std::vector<DataSet> load_data_sets(const NetcdfReader& in) {
  const std::uint64_t count = in.natural("datasets", most_data_sets);
  if (count == 0) in.fail("it holds no data set");
  std::vector<DataSet> sets;
  for (std::uint64_t number = 0; number < count; ++number) sets.push_back(Reading(in, number).read());
  return sets;
}

std::vector<DataSet> load_data_sets(const std::string& file) { return load_data_sets(NetcdfReader(file)); }

}  // namespace fathom::data
