#include "fathom/data/data_set.hpp"

#include "base/files.hpp"
#include "fathom/core/errors.hpp"

#include <gtest/gtest.h>
#include <netcdf.h>

#include <cmath>
#include <filesystem>
#include <functional>

namespace fathom::data {
namespace {

/// A NetCDF file in the making, in one line an item.
class File {
 public:
  explicit File(const std::string& name, int format = NC_NETCDF4) {
    check(nc_create(name.c_str(), format | NC_CLOBBER, &id_));
  }
  ~File() { check(nc_close(id_)); }
  File& number(const char* name, unsigned value) {
    check(nc_put_att_uint(id_, NC_GLOBAL, name, NC_UINT, 1, &value));
    return *this;
  }
  File& remove(const char* name) {
    check(nc_del_att(id_, NC_GLOBAL, name));
    return *this;
  }
  File& text(const char* name, const std::string& value) {
    check(nc_put_att_text(id_, NC_GLOBAL, name, value.size(), value.data()));
    return *this;
  }
  File& dimension(const char* name, std::size_t length) {
    int id = 0;
    check(nc_def_dim(id_, name, length, &id));
    return *this;
  }
  template <class T>
  File& variable(const char* name, nc_type type, const char* dimension, const std::vector<T>& values) {
    int dim = 0, id = 0;
    check(nc_inq_dimid(id_, dimension, &dim));
    check(nc_def_var(id_, name, type, 1, &dim, &id));
    check(nc_enddef(id_));
    check(nc_put_var(id_, id, values.data()));
    check(nc_redef(id_));
    return *this;
  }
  /// A variable that is never written.
  File& declared(const char* name, const char* dimension) {
    int dim = 0, id = 0;
    check(nc_inq_dimid(id_, dimension, &dim));
    check(nc_def_var(id_, name, NC_UINT, 1, &dim, &id));
    const std::size_t chunk = 1024;
    check(nc_def_var_chunking(id_, id, NC_CHUNKED, &chunk));
    return *this;
  }
  /// The head of data set 0.
  File& head(unsigned attributes, unsigned type, unsigned width) {
    return number("datasets", 1)
        .text("name0", "set")
        .number("attributes0", attributes)
        .number("dataType0", type)
        .number("dimensions0", 1)
        .number("width0", width);
  }
  /// Two sparse rows over three points.
  File& rows(std::vector<std::uint32_t> start = {0, 2}, std::vector<std::uint32_t> end = {2, 3},
             std::vector<std::uint32_t> index = {1, 0, 3}) {
    return dimension("examplesDim0", 2)
        .dimension("sparseDataDim0", index.size())
        .variable("sparseStart0", NC_UINT, "examplesDim0", start)
        .variable("sparseEnd0", NC_UINT, "examplesDim0", end)
        .variable("sparseIndex0", NC_UINT, "sparseDataDim0", index);
  }

 private:
  static void check(int status) {
    if (status != NC_NOERR) throw std::runtime_error(nc_strerror(status));
  }
  int id_ = 0;
};

class DataSetFile : public testing::Test {
 protected:
  std::string error_of(const std::function<void(File&)>& fill) {
    {
      File file(path_);
      fill(file);
    }
    try {
      load_data_sets(path_);
    } catch (const DataError& error) {
      const std::string text = error.what();
      return text.rfind(path_ + ": ", 0) == 0 ? text.substr(path_.size() + 2) : "without file name: " + text;
    }
    return "no error";
  }
  base::TemporaryFolder folder_;
  std::string path_ = folder_ / "set.nc";
};

TEST_F(DataSetFile, what_was_written_reads_back_the_same) {
  DataSet indicator;
  indicator.name = "input";
  indicator.attributes = sparse | boolean;
  indicator.width = 128;
  indicator.examples = indicator.unique_examples = 3;
  indicator.start = {0, 2, 2};
  indicator.end = {2, 2, 3};
  indicator.index = {5, 127, 0};
  DataSet analog = indicator;
  analog.name = "output";
  analog.attributes = sparse;
  analog.type = DataType::Float;
  analog.values = {0.5f, -2.0f, 1e-30f};
  const std::vector<DataSet> sets{indicator, analog};
  write_data_sets(path_, sets);
  const std::vector<DataSet> back = load_data_sets(path_);
  ASSERT_EQ(back.size(), 2U);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(back[i].name, sets[i].name);
    EXPECT_EQ(back[i].attributes, sets[i].attributes);
    EXPECT_EQ(back[i].type, sets[i].type);
    EXPECT_EQ(back[i].width, 128U);
    EXPECT_EQ(back[i].examples, 3U);
    EXPECT_EQ(back[i].start, sets[i].start);
    EXPECT_EQ(back[i].end, sets[i].end);
    EXPECT_EQ(back[i].index, sets[i].index);
    EXPECT_EQ(back[i].values, sets[i].values);
  }
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder_.path()), {}), 1)
      << "no temporary file is left";
}

TEST_F(DataSetFile, row_starts_may_be_64_bit_and_attributes_of_any_integer_type) {
  {
    File file(path_);
    file.head(3, 0, 4)
        .dimension("examplesDim0", 2)
        .dimension("sparseDataDim0", 3)
        .variable<std::uint64_t>("sparseStart0", NC_UINT64, "examplesDim0", {0, 2})
        .variable<std::int64_t>("sparseEnd0", NC_INT64, "examplesDim0", {2, 3})
        .variable<std::uint32_t>("sparseIndex0", NC_UINT, "sparseDataDim0", {1, 0, 3});
  }
  const DataSet set = load_data_sets(path_)[0];
  EXPECT_EQ(set.end, (std::vector<std::uint64_t>{2, 3}));
  EXPECT_EQ(set.sparse_row(0).index.size(), 2U);
  EXPECT_EQ(set.sparse_row(1).index[0], 3U);
}

TEST_F(DataSetFile, indexed_and_weighted_examples_share_stored_rows) {
  {
    File file(path_);
    file.head(3 + 64 + 128, 0, 4)
        .dimension("examplesDim0", 3)
        .dimension("uniqueExamplesDim0", 2)
        .dimension("sparseDataDim0", 3)
        .variable<std::uint32_t>("sparseStart0", NC_UINT, "uniqueExamplesDim0", {0, 2})
        .variable<std::uint32_t>("sparseEnd0", NC_UINT, "uniqueExamplesDim0", {2, 3})
        .variable<std::uint32_t>("sparseIndex0", NC_UINT, "sparseDataDim0", {1, 0, 3})
        .variable<float>("dataWeight0", NC_FLOAT, "examplesDim0", {1, 0.5f, 2})
        .variable<std::uint32_t>("index0", NC_UINT, "examplesDim0", {1, 0, 1});
  }
  const DataSet set = load_data_sets(path_)[0];
  EXPECT_EQ(set.examples, 3U);
  EXPECT_EQ(set.sparse_row(0).index[0], 3U);
  EXPECT_EQ(set.sparse_row(1).index[0], 1U);
  EXPECT_EQ(set.weight_of(2), 2.0f);
}

TEST_F(DataSetFile, dense_sets_of_three_dimensions_and_bytes_are_scaled) {
  {
    File file(path_);
    file.head(0, 8, 2)
        .number("height0", 2)
        .number("length0", 1)
        .remove("dimensions0")
        .number("dimensions0", 3)
        .dimension("examplesDim0", 1)
        .dimension("dataDim0", 4)
        .variable<unsigned char>("data0", NC_UBYTE, "dataDim0", {0, 64, 128, 255});
  }
  const DataSet set = load_data_sets(path_)[0];
  EXPECT_EQ(set.stride(), 4U);
  EXPECT_EQ(set.values, (std::vector<float>{0, 0.25f, 0.5f, 255.0f / 256.0f}));
}

TEST_F(DataSetFile, chars_may_be_stored_as_characters_or_bytes) {
  for (const nc_type type : {NC_CHAR, NC_BYTE}) {
    {
      File file(path_);
      file.head(0, 9, 2)
          .dimension("examplesDim0", 1)
          .dimension("dataDim0", 2)
          .variable<signed char>("data0", type, "dataDim0", {64, -128});
    }
    EXPECT_EQ(load_data_sets(path_)[0].values, (std::vector<float>{0.5f, -1.0f}));
  }
}

TEST_F(DataSetFile, a_dense_boolean_set_is_one_hot) {
  {
    File file(path_);
    file.head(2, 0, 10)
        .dimension("examplesDim0", 2)
        .dimension("dataDim0", 2)
        .variable<std::uint32_t>("data0", NC_UINT, "dataDim0", {7, 0});
  }
  const DataSet set = load_data_sets(path_)[0];
  EXPECT_TRUE(set.is_sparse());
  EXPECT_EQ(set.sparse_row(0).index[0], 7U);
}

TEST_F(DataSetFile, everything_a_file_could_say_wrong_is_refused_by_name) {
  struct Case {
    std::function<void(File&)> fill;
    std::string error;
  };
  const Case cases[] = {
      {[](File&) {}, "the attribute datasets is missing"},
      {[](File& f) { f.number("datasets", 0); }, "it holds no data set"},
      {[](File& f) { f.number("datasets", 4000000000U); },
       "the attribute datasets is 4000000000; at most 1024 is possible"},
      {[](File& f) { f.text("datasets", "1"); }, "the attribute datasets is not a number"},
      {[](File& f) { f.number("datasets", 1); }, "the attribute name0 is missing"},
      {[](File& f) { f.number("datasets", 1).number("name0", 3); }, "the attribute name0 is not text"},
      {[](File& f) { f.head(3, 0, 4).rows().remove("width0"); }, "the attribute width0 is missing"},
      {[](File& f) { f.head(3, 0, 0).rows(); }, "data set 0 (set): width0 is 0"},
      {[](File& f) { f.head(3, 2, 4).rows(); }, "data set 0 (set): invalid dataset type 2"},
      {[](File& f) { f.head(3, 77, 4).rows(); }, "data set 0 (set): invalid dataset type 77"},
      {[](File& f) { f.head(3 + 8, 0, 4).rows(); },
       "data set 0 (set): the attributes 11 hold bits of features that do not exist (compressed 4, recurrent "
       "8, mutable 16)"},
      {[](File& f) { f.head(3, 0, 4).number("dimensions0", 4); },
       "data set 0 (set): the number of dimensions must be 1, 2 or 3"},
      {[](File& f) { f.head(3, 0, 65536).number("dimensions0", 2).number("height0", 65536); },
       "data set 0 (set): an example has 2^32 units or more"},
      {[](File& f) { f.head(3, 0, 4); }, "data set 0 (set): the dimension examplesDim0 is missing"},
      {[](File& f) { f.head(3, 0, 4).dimension("examplesDim0", NC_UNLIMITED); },
       "data set 0 (set): the dimension examplesDim0 is 0"},
      {[](File& f) { f.head(3, 0, 4).dimension("examplesDim0", 2); },
       "data set 0 (set): the dimension sparseDataDim0 is missing"},
      {[](File& f) { f.head(3, 0, 4).dimension("examplesDim0", 2).dimension("sparseDataDim0", 1); },
       "the variable sparseStart0 is missing"},
      {[](File& f) {
         f.head(3, 0, 4).rows({0, 3}, {2, 2});
       },
       "data set 0 (set): row 1 is [3, 2), which is not a range within 3 points"},
      {[](File& f) {
         f.head(3, 0, 4).rows({0, 2}, {2, 4});
       },
       "data set 0 (set): row 1 is [2, 4), which is not a range within 3 points"},
      {[](File& f) {
         f.head(3, 0, 4).rows({0, 2}, {2, 3}, {1, 0, 4});
       },
       "data set 0 (set): sparseIndex0[2] is 4, but an example has 4 units"},
      {[](File& f) { f.head(1, 4, 4).rows(); }, "the variable sparseData0 is missing"},
      {[](File& f) {
         f.head(1, 4, 4).rows().variable<float>("sparseData0", NC_FLOAT, "sparseDataDim0", {1, NAN, 2});
       },
       "data set 0 (set): sparseData0[1] is not a finite number"},
      {[](File& f) {
         f.head(3 + 64, 0, 4).rows().variable<std::uint32_t>("index0", NC_UINT, "examplesDim0", {0, 2});
       },
       "data set 0 (set): example 1 is row 2, but there are 2 rows"},
      {[](File& f) {
         f.head(3 + 128, 0, 4).rows().variable<float>("dataWeight0", NC_FLOAT, "examplesDim0", {1, -1});
       },
       "data set 0 (set): the weight of example 1 is not a finite number of at least 0"},
      {[](File& f) { f.head(3, 0, 4).rows().dimension("uniqueExamplesDim0", 3); },
       "data set 0 (set): 2 examples but 3 stored rows, and no index between them"},
      {[](File& f) {
         f.head(0, 4, 4)
             .dimension("examplesDim0", 2)
             .dimension("dataDim0", 7)
             .variable<float>("data0", NC_FLOAT, "dataDim0", std::vector<float>(7));
       },
       "the variable data0 has 7 elements instead of 8"},
      {[](File& f) {
         f.head(2, 0, 4)
             .dimension("examplesDim0", 1)
             .dimension("dataDim0", 1)
             .variable<std::uint32_t>("data0", NC_UINT, "dataDim0", {4});
       },
       "data set 0 (set): data0[0] is 4, but an example has 4 units"},
      {[](File& f) { f.head(0, 4, 4000000000U).dimension("examplesDim0", 4000000000U); },
       "data set 0 (set): it claims more values than memory could hold"},
      {[](File& f) {
         f.head(3, 0, 4)
             .dimension("examplesDim0", 2)
             .dimension("sparseDataDim0", 3)
             .variable<std::int32_t>("sparseStart0", NC_INT, "examplesDim0", {0, 2});
       },
       "the variable sparseStart0 must be of type uint, uint64 or int64"},
      {[](File& f) {
         f.head(3, 0, 4)
             .dimension("examplesDim0", 2)
             .dimension("sparseDataDim0", 3)
             .variable<std::int64_t>("sparseStart0", NC_INT64, "examplesDim0", {0, -1});
       },
       "variable sparseStart0: NetCDF: Numeric conversion not representable"},
  };
  for (const Case& c : cases) EXPECT_EQ(error_of(c.fill), c.error);
}

TEST_F(DataSetFile, a_file_that_claims_more_than_it_holds_is_refused_before_memory_is_taken) {
  const std::string error = error_of([](File& f) {
    f.head(3, 0, 4)
        .dimension("examplesDim0", 1ULL << 40)
        .dimension("sparseDataDim0", 1)
        .declared("sparseStart0", "examplesDim0");
  });
  EXPECT_EQ(error, "the variable sparseStart0 claims 1099511627776 elements, more than the file can hold");
}

TEST_F(DataSetFile, what_is_no_netcdf_file_is_said_so) {
  EXPECT_THROW(load_data_sets(folder_ / "absent"), DataError);
  EXPECT_THROW(load_data_sets(folder_.path()), DataError);
  EXPECT_TRUE(base::Folder::open(folder_.path()).value().write_durably("text", "hello").has_value());
  EXPECT_THROW(load_data_sets(folder_ / "text"), DataError);
}

}  // namespace
}  // namespace fathom::data
