#include "fathom/data/convert.hpp"

#include "base/files.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/data/index_file.hpp"
#include "fathom/data/text_input.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace fathom::data {
namespace {

using Numbers = std::vector<std::uint64_t>;
using Indices = std::vector<std::uint32_t>;
using Values = std::vector<float>;

class Convert : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(path(name)) << text; }
  std::string read(const std::string& name) const { return base::read_file(path(name)).value(); }
  bool exists(const std::string& name) const { return std::filesystem::exists(path(name)); }

  ConvertOptions options(const std::string& input) const {
    ConvertOptions o;
    o.name = "gl_input";
    o.input = path(input);
    o.output = path("out.nc");
    o.feature_index = path("features");
    o.sample_index = path("samples");
    o.create_features = true;
    return o;
  }
  DataSet run(const ConvertOptions& o) {
    messages_.clear();
    convert(o, [&](std::string_view line) { messages_.emplace_back(line); });
    return load_data_sets(o.output).at(0);
  }
  std::string error_of(const ConvertOptions& o) {
    try {
      run(o);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }
  bool said(const std::string& part) const {
    return std::any_of(messages_.begin(), messages_.end(),
                       [&](const std::string& line) { return line.find(part) != std::string::npos; });
  }

  base::TemporaryFolder folder_;
  std::vector<std::string> messages_;
};

constexpr const char* edge_cases =
    "u1\ti3,5:i1\n"
    "\n"
    "u2\ti2::i3,1.5:\n"
    "badline-without-tab\n"
    "u3\t\n"
    "u1\ti1:i1,7,9\n"
    "u4\ti4,2\n";

TEST_F(Convert, the_edge_cases_of_the_text_format_become_the_expected_arrays) {
  write("in", edge_cases);
  const DataSet set = run(options("in"));
  EXPECT_EQ(set.name, "gl_input");
  EXPECT_EQ(set.attributes, 3U);
  EXPECT_EQ(set.type, DataType::UInt);
  EXPECT_EQ(set.width, 128U);
  EXPECT_EQ(set.dimensions, 1U);
  EXPECT_EQ(set.examples, 4U);
  EXPECT_EQ(set.start, (Numbers{0, 2, 4, 4}));
  EXPECT_EQ(set.end, (Numbers{2, 4, 4, 5}));
  EXPECT_EQ(set.index, (Indices{1, 1, 2, 0, 3}));
  EXPECT_TRUE(set.values.empty());
  EXPECT_EQ(read("features"), "i3\t0\ni1\t1\ni2\t2\ni4\t3\n");
  EXPECT_EQ(read("samples"), "u1\t0\nu2\t1\nu3\t2\nu4\t3\n");
  EXPECT_TRUE(said("Warning: Skipping over malformed line (badline-without-tab) at line 4"));
  EXPECT_TRUE(
      said("Warning: Data point [i1,7,9] at line 6 has more than 1 value for feature (actual value: 3)."));
}

TEST_F(Convert, analog_keeps_values) {
  write("in", edge_cases);
  ConvertOptions o = options("in");
  o.analog = true;
  const DataSet set = run(o);
  EXPECT_EQ(set.attributes, 1U);
  EXPECT_EQ(set.type, DataType::Float);
  EXPECT_EQ(set.index, (Indices{1, 1, 2, 0, 3}));
  EXPECT_EQ(set.values, (Values{0.0f, 7.0f, 0.0f, 1.5f, 2.0f}));
}

TEST_F(Convert, the_lines_of_dsstnes_converter_appear_in_its_order) {
  write("in", "u1\ta:b\n");
  run(options("in"));
  ASSERT_EQ(messages_.size(), 12U);
  const std::vector<std::string> expected{
      "Flag -c is set. Will create a new feature file and overwrite: " + path("features"),
      "Generating dataset of type: indicator",
      "Will create a new samples index file: " + path("samples"),
      "Will create a new features index file: " + path("features"),
      "Indexing 1 files",
      "\tIndexing file: " + path("in"),
      "Exported " + path("features") + " with 2 entries.",
      "Exported " + path("samples") + " with 1 entries.",
      "Raw max index is: 2",
      "Rounded up max index to: 128",
      "Created NetCDF file " + path("out.nc") + " for dataset gl_input",
  };
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), messages_.begin()));
  EXPECT_EQ(messages_.back().rfind("Total time for generating NetCDF: ", 0), 0U);
}

TEST_F(Convert, without_create_and_merge_unknown_features_are_dropped) {
  write("features", "a\t0\nb\t1\n");
  write("in", "u1\ta:x:b\nu2\tx\n");
  ConvertOptions o = options("in");
  o.create_features = false;
  const DataSet set = run(o);
  EXPECT_EQ(set.start, (Numbers{0, 2}));
  EXPECT_EQ(set.end, (Numbers{2, 2}));
  EXPECT_EQ(set.index, (Indices{0, 1}));
  EXPECT_EQ(read("features"), "a\t0\nb\t1\n");
  EXPECT_TRUE(said("Number of lines processed: 2"));
  EXPECT_TRUE(said("Number of entries added to index: 2"));
}

TEST_F(Convert, merge_appends_after_the_greatest_index) {
  write("features", "b\t7\na\t2");  // gaps, any order, no final newline
  write("in", "u1\tnew:a\n");
  ConvertOptions o = options("in");
  o.create_features = false;
  o.merge_features = true;
  EXPECT_EQ(run(o).index, (Indices{8, 2}));
  EXPECT_EQ(read("features"), "a\t2\nb\t7\nnew\t8\n");
  EXPECT_TRUE(said("Flag -m is set. Will merge with existing feature file and overwrite: "));
  EXPECT_TRUE(said("Raw max index is: 9"));
}

TEST_F(Convert, create_does_not_read_an_old_feature_index) {
  write("features", "this is not an index");
  write("in", "u1\ta\n");
  run(options("in"));
  EXPECT_EQ(read("features"), "a\t0\n");
}

TEST_F(Convert, the_sample_index_is_always_loaded_and_extended) {
  write("samples", "u9\t0\nu1\t1\n");
  write("in", "u2\tb\nu1\ta\n");
  const DataSet set = run(options("in"));
  EXPECT_EQ(read("samples"), "u9\t0\nu1\t1\nu2\t2\n");
  EXPECT_EQ(set.index, (Indices{1, 0})) << "examples stand in the order of the sample index";
  EXPECT_EQ(set.examples, 2U);
  EXPECT_TRUE(said("Warning: 1 of 3 samples in"));
}

TEST_F(Convert, all_samples_gives_indexed_samples_without_data_an_empty_example) {
  write("samples", "u9\t0\nu1\t1\n");
  write("in", "u1\ta\n");
  ConvertOptions o = options("in");
  o.all_samples = true;
  const DataSet set = run(o);
  EXPECT_EQ(set.start, (Numbers{0, 0}));
  EXPECT_EQ(set.end, (Numbers{0, 1}));
  EXPECT_FALSE(said("Warning"));
}

TEST_F(Convert, a_folder_is_read_file_by_file_in_order) {
  std::filesystem::create_directory(path("dir"));
  write("dir/2", "u2\tb\n");
  write("dir/1", "u1\ta\n");
  write("dir/.hidden", "u0\tc\n");
  EXPECT_EQ(run(options("dir")).index, (Indices{0, 1, 2}));
  EXPECT_EQ(read("samples"), "u0\t0\nu1\t1\nu2\t2\n");
  EXPECT_TRUE(said("Indexing 3 files"));
  std::filesystem::create_directory(path("dir/sub"));
  EXPECT_EQ(error_of(options("dir")), path("dir/sub") + ": Is a directory");
}

TEST_F(Convert, one_carriage_return_at_the_end_of_a_line_is_not_part_of_the_label) {
  write("in", "u1\ta:b\r\nu2\tb\r\n\r\nu3\ta");
  EXPECT_EQ(run(options("in")).index, (Indices{0, 1, 1, 0}));
}

TEST_F(Convert, widths_are_rounded_up_to_128) {
  for (const auto& [features, width] : {std::pair(1, 128), std::pair(128, 128), std::pair(129, 256)}) {
    std::string line = "u\t";
    for (int i = 0; i < features; ++i) line += "f" + std::to_string(i) + ":";
    write("in", line + "\n");
    EXPECT_EQ(run(options("in")).width, static_cast<std::uint32_t>(width));
  }
}

TEST_F(Convert, numbers_are_read_as_far_as_they_are_numbers) {
  write("in", "u\ta,0.025f:b,10x:c, 3:d,+4:e,1e2:f,-2:g,1112486027\n");
  ConvertOptions o = options("in");
  o.analog = true;
  EXPECT_EQ(run(o).values, (Values{0.025f, 10, 3, 4, 100, -2, 1112486027.0f}));
}

TEST_F(Convert, every_fault_names_file_and_line_and_leaves_no_file) {
  struct Case {
    std::string text, error;
  };
  const Case cases[] = {
      {"u1\ta\nu2\tb,abc\n", path("in") + ":2: the value \"abc\" of feature b is not a number"},
      {"u1\ta,\n", path("in") + ":1: the value \"\" of feature a is not a number"},
      {"u1\ta,,5\n", path("in") + ":1: the value \"\" of feature a is not a number"},
      {"u1\ta,1e999\n", path("in") + ":1: the value \"1e999\" of feature a is not a number"},
      {"u1\ta\n\n\n\ta\n", path("in") + ":4: the sample label before the TAB is empty"},
      {"", "\"" + path("in") + "\" holds no data point; nothing was written"},
      {"u1\t\n", "\"" + path("in") + "\" holds no data point; nothing was written"},
  };
  for (const Case& c : cases) {
    write("in", c.text);
    EXPECT_EQ(error_of(options("in")), c.error);
    EXPECT_FALSE(exists("out.nc"));
    EXPECT_FALSE(exists("features"));
    EXPECT_FALSE(exists("samples"));
  }
  EXPECT_EQ(error_of(options("absent")), path("absent") + " not found.");
  ConvertOptions o = options("in");
  o.create_features = false;
  EXPECT_EQ(error_of(o), "Cannnot find a valid feature index file: " + path("features"));
}

TEST_F(Convert, an_interruption_leaves_nothing) {
  const std::atomic<bool> interrupted = true;
  write("in", "u1\ta\n");
  ConvertOptions o = options("in");
  o.interrupt = &interrupted;
  EXPECT_THROW(run(o), Interrupted);
  EXPECT_FALSE(exists("features"));
}

TEST_F(Convert, rows_may_be_longer_than_the_blocks_that_they_are_gathered_in) {
  std::string text;
  for (const char* sample : {"u1", "u2", "u1"}) {
    text += std::string(sample) + "\t";
    for (int i = 0; i < 400'000; ++i) text += std::to_string(i % 1000) + (i % 3 == 0 ? ",2:" : ":");
    text += "\n";
  }
  write("in", text);
  ConvertOptions o = options("in");
  o.analog = true;
  const DataSet set = run(o);
  ASSERT_EQ(set.points(), 800'000U);
  for (std::uint32_t i = 0; i < 800'000; ++i) {
    const std::uint32_t in_row = i % 400'000;
    ASSERT_EQ(set.index[i], in_row % 1000);
    ASSERT_EQ(set.values[i], in_row % 3 == 0 ? 2.0f : 0.0f);
  }
}

// ---- index files ----

TEST_F(Convert, an_index_with_gaps_loads) {
  write("index", "110510\t26743\n1\t26734\n2\t26740\n3\t26735\n4\t26736\n");
  const LabelIndex index = read_index(path("index"), [](std::string_view) {});
  EXPECT_EQ(index.size(), 5U);
  EXPECT_EQ(index.find("110510"), 26743U);
  EXPECT_EQ(index.find("5"), LabelIndex::absent);
  EXPECT_THROW(labels_by_number(index, "index"), DataError);
}

TEST_F(Convert, index_files_with_faults_are_refused_with_the_line) {
  struct Case {
    std::string text, part;
  };
  const Case cases[] = {
      {"a\t0\na\t0\n", ":2: Number of entries added to index not equal to number of lines processed"},
      {"a\t0\nb\t1\na\t2\n", ":3: Number of entries added to index not equal to number of lines processed"},
      {"\t0\n", ":1: line 1 contains invalid data: the label is empty"},
      {"a 0\n", ":1: line 1 contains invalid data: no TAB"},
      {"a\t0\nb\t1\t2\n", ":2: line 2 contains invalid data: more than two fields"},
      {"a\t0\n\nb\t1\n", ":2: line 2 contains invalid data"},
      {"a\tx\n", "\"x\" is not a number"},
      {"a\t-1\n", "\"-1\" is not a number"},
      {"a\t1x\n", "\"1x\" is not a number"},
      {"a\t4294967296\n", "\"4294967296\" is not a number"},
  };
  for (const Case& c : cases) {
    write("index", c.text);
    try {
      read_index(path("index"), [](std::string_view) {});
      ADD_FAILURE() << c.text;
    } catch (const DataError& error) {
      EXPECT_NE(std::string(error.what())
                    .find(path("index") + c.part.substr(0, c.part[0] == ':' ? std::string::npos : 0)),
                std::string::npos)
          << error.what();
      EXPECT_NE(std::string(error.what()).find(c.part), std::string::npos) << error.what();
    }
  }
  write("index", "");
  EXPECT_EQ(read_index(path("index"), [](std::string_view) {}).size(), 0U);
}

TEST_F(Convert, an_index_that_was_written_reads_back_sorted_by_number) {
  LabelIndex index;
  for (int i = 0; i < 5000; ++i) index.add("label" + std::to_string(i), static_cast<std::uint32_t>(4999 - i));
  write_index(path("index"), index);
  const LabelIndex back = read_index(path("index"), [](std::string_view) {});
  const auto labels = labels_by_number(back, "index");
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(labels[i], "label" + std::to_string(4999 - i));
}

TEST(LabelIndex, finds_what_was_added_whatever_the_length) {
  LabelIndex index;
  std::vector<std::string> labels;
  for (int i = 0; i < 20000; ++i)
    labels.push_back(std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i));
  labels.push_back(std::string(200'000, 'y'));
  for (std::uint32_t i = 0; i < labels.size(); ++i) EXPECT_EQ(index.find_or_add(labels[i]), i);
  for (std::uint32_t i = 0; i < labels.size(); ++i) {
    EXPECT_EQ(index.find(labels[i]), i);
    EXPECT_EQ(index.entries()[i].label, labels[i]);
  }
  EXPECT_EQ(index.find("nobody"), LabelIndex::absent);
  EXPECT_FALSE(index.add(labels[7], 3));
}

TEST_F(Convert, lines_of_any_length_are_read_whole) {
  std::string text;
  for (const std::size_t length :
       {std::size_t{0}, std::size_t{1}, std::size_t{262'143}, std::size_t{262'144}, std::size_t{3'000'000}}) {
    text += std::string(length, 'a') + "\n";
  }
  write("in", text + "last");
  LineReader reader(path("in"));
  std::vector<std::size_t> lengths;
  while (const auto line = reader.next()) lengths.push_back(line->size());
  EXPECT_EQ(lengths, (std::vector<std::size_t>{0, 1, 262'143, 262'144, 3'000'000, 4}));
  EXPECT_EQ(reader.line(), 6U);
}

}  // namespace
}  // namespace fathom::data
