/// Files with a changed byte: each is read, or refused in a sentence; none ends the process.
#include "base/files.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/data/data_set.hpp"

#include <gtest/gtest.h>

#include <fstream>

namespace fathom::data {
namespace {

struct DamagedFile : testing::Test {
  base::TemporaryFolder folder;
  std::string path = folder / "set.nc";

  std::string whole() {
    DataSet set;
    set.name = "input";
    set.attributes = sparse | boolean;
    set.width = 128;
    set.examples = set.unique_examples = 3;
    set.start = {0, 2, 2};
    set.end = {2, 2, 3};
    set.index = {5, 127, 0};
    write_data_sets(path, std::vector<DataSet>{set});
    return base::read_file(path).value();
  }

  /// What becomes of the file if it holds `bytes`: "" or the error.
  std::string outcome(const std::string& bytes) {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
    try {
      load_data_sets(path);
    } catch (const DataError& error) {
      return error.what();
    }
    return {};
  }
};

TEST_F(DamagedFile, with_one_byte_changed_is_read_or_refused_by_name) {
  const std::string good = whole();
  ASSERT_EQ(outcome(good), "");
  int refused = 0;
  for (std::size_t at = 0; at < good.size(); at += 13) {
    std::string bad = good;
    bad[at] = static_cast<char>(~bad[at]);
    const std::string error = outcome(bad);
    if (error.empty()) continue;
    ++refused;
    EXPECT_EQ(error.rfind(path, 0), 0U) << "byte " << at << ": " << error;
  }
  EXPECT_GT(refused, 20);
}

TEST_F(DamagedFile, that_is_cut_short_is_refused_by_name) {
  const std::string good = whole();
  for (std::size_t size = 0; size < good.size(); size += 211)
    EXPECT_EQ(outcome(good.substr(0, size)).rfind(path, 0), 0U) << size << " bytes";
}

}  // namespace
}  // namespace fathom::data
