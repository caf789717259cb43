#include "fathom/data/index_file.hpp"

#include "fathom/core/errors.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/data/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace fathom::data {
namespace {

struct Line {
  std::string_view label;
  std::uint32_t number = 0;
};

Line parse_line(const LineReader& reader, std::string_view line) {
  const auto fail = [&](const std::string& reason) {
    throw DataError(reader.file(), reader.line(),
                    fmt::format("line {} contains invalid data: {}", reader.line(), reason));
  };
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) fail("no TAB between label and number");
  if (tab == 0) fail("the label is empty");
  const std::string_view digits = line.substr(tab + 1);
  if (digits.find('\t') != std::string_view::npos) fail("more than two fields");
  Line parsed{line.substr(0, tab)};
  const auto result = std::from_chars(digits.data(), digits.data() + digits.size(), parsed.number);
  if (result.ec != std::errc{} || result.ptr != digits.data() + digits.size() ||
      parsed.number == LabelIndex::absent) {
    fail(fmt::format("\"{}\" is not a number from 0 to 2^32 - 2", digits));
  }
  return parsed;
}

}  // namespace

LabelIndex read_index(const std::string& file, const Messages& messages) {
  LineReader reader(file);
  LabelIndex index;
  while (const auto line = reader.next()) {
    const Line parsed = parse_line(reader, *line);
    if (!index.add(parsed.label, parsed.number)) {
      throw DataError(
          file, reader.line(),
          fmt::format("Number of entries added to index not equal to number of lines processed: the label "
                      "{} stands here again",
                      parsed.label));
    }
  }
  messages(fmt::format("Number of lines processed: {}", reader.line()));
  messages(fmt::format("Number of entries added to index: {}", index.size()));
  return index;
}

void write_index(const std::string& file, const LabelIndex& index) {
  std::vector<LabelIndex::Entry> sorted = index.entries();
  std::sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.number < b.number; });
  ReplacedFile out(file);
  for (const LabelIndex::Entry& entry : sorted) out.write(fmt::format("{}\t{}\n", entry.label, entry.number));
  out.commit();
}

std::vector<std::string_view> labels_by_number(const LabelIndex& index, const std::string& file) {
  std::vector<std::string_view> labels(index.size());
  for (const LabelIndex::Entry& entry : index.entries()) {
    if (entry.number >= labels.size()) {
      throw DataError(file, 0,
                      fmt::format("{} has number {}, but {} labels must be numbered 0 to {}", entry.label,
                                  entry.number, labels.size(), labels.size() - 1));
    }
    if (!labels[entry.number].empty()) {
      throw DataError(
          file, 0,
          fmt::format("{} and {} have the same number {}", labels[entry.number], entry.label, entry.number));
    }
    labels[entry.number] = entry.label;
  }
  return labels;
}

}  // namespace fathom::data
