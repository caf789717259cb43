#include "berth/cli/table.hpp"

#include "base/check.hpp"
#include "berth/cli/text.hpp"

#include <algorithm>

namespace berth::cli {
namespace {

constexpr std::size_t gap = 2;        // blanks between columns
constexpr std::size_t narrowest = 8;  // a column is not cut below this

void append_line(std::string& out, const std::vector<Column>& columns, const std::vector<std::size_t>& widths,
                 const auto& cell) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const std::string text = fitted(cell(i), widths[i]);
    const std::string blanks(widths[i] - std::min(widths[i], display_width(text)), ' ');
    if (i > 0) line.append(gap, ' ');
    line += columns[i].cut == Column::Right ? blanks + text : text + blanks;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

}  // namespace

void Table::add(const std::vector<std::string>& cells) {
  BERTH_CHECK(cells.size() == columns_.size(), "a row has a cell for every column");
  std::vector<std::string> row;
  for (const std::string& cell : cells) {
    std::string text = on_one_line(cell);
    row.push_back(text.empty() ? "-" : std::move(text));
  }
  rows_.push_back(std::move(row));
}

std::vector<std::size_t> Table::widths(std::size_t width) const {
  std::vector<std::size_t> widths;
  std::size_t total = 0;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    std::size_t widest_cell = display_width(columns_[i].title);
    for (const auto& row : rows_) widest_cell = std::max(widest_cell, display_width(row[i]));
    widths.push_back(widest_cell);
    total += widest_cell + (i > 0 ? gap : 0);
  }
  while (total > width) {
    std::size_t* victim = nullptr;
    for (std::size_t i = 0; i < columns_.size(); ++i) {
      const bool may_shrink = columns_[i].cut == Column::Shrinks && widths[i] > narrowest;
      if (may_shrink && (victim == nullptr || widths[i] > *victim)) victim = &widths[i];
    }
    if (victim == nullptr) break;
    --*victim;
    --total;
  }
  return widths;
}

std::string Table::render(std::size_t width) const {
  const std::vector<std::size_t> fit = widths(width);
  std::string out;
  append_line(out, columns_, fit, [&](std::size_t i) { return columns_[i].title; });
  for (const auto& row : rows_)
    append_line(out, columns_, fit, [&](std::size_t i) -> std::string_view { return row[i]; });
  return out;
}

}  // namespace berth::cli
