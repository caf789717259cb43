#include "berth/cli/table.hpp"

#include "base/check.hpp"
#include "berth/cli/text.hpp"

#include <algorithm>
#include <numeric>

namespace berth::cli {
namespace {

constexpr std::size_t gap = 2;        // blanks between columns
constexpr std::size_t readable = 40;  // a sentence in a narrower column is hard to read
constexpr std::size_t indent = 4;     // of sentences below their row

std::size_t total_of(const std::vector<std::size_t>& widths) {
  return std::accumulate(widths.begin(), widths.end(), gap * (widths.size() - 1));
}

/// Takes from the widest of the columns that `may` be cut, until the table fits or all are down to `narrowest`.
void shrink(std::vector<std::size_t>& widths, std::size_t width, std::size_t narrowest, const auto& may) {
  for (std::size_t total = total_of(widths); total > width; --total) {
    std::size_t* victim = nullptr;
    for (std::size_t i = 0; i < widths.size(); ++i) {
      if (may(i) && widths[i] > narrowest && (victim == nullptr || widths[i] > *victim)) victim = &widths[i];
    }
    if (victim == nullptr) return;
    --*victim;
  }
}

void append_line(std::string& out, const std::vector<Column>& columns, const std::vector<std::size_t>& widths,
                 const auto& cell) {
  std::string line;
  for (std::size_t i = 0; i < widths.size(); ++i) {
    const std::string text = fitted(cell(i), widths[i]);
    const std::string blanks(widths[i] - std::min(widths[i], display_width(text)), ' ');
    if (i > 0) line.append(gap, ' ');
    line += columns[i].cut == Column::Right ? blanks + text : text + blanks;
  }
  line.erase(line.find_last_not_of(' ') + 1);
  out += line + "\n";
}

/// `text` in lines of at most `columns`, each behind `margin` blanks; the first `skip` lines are left out.
void append_wrapped(std::string& out, std::string_view text, std::size_t columns, std::size_t margin,
                    std::size_t skip) {
  const std::vector<std::string> lines = wrapped(text, columns);
  for (std::size_t i = skip; i < lines.size(); ++i) out += std::string(margin, ' ') + lines[i] + "\n";
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

std::vector<std::size_t> Table::cell_widths() const {
  std::vector<std::size_t> widths(columns_.size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  return widths;
}

std::vector<std::size_t> Table::natural_widths() const {
  std::vector<std::size_t> widths = cell_widths();
  for (std::size_t i = 0; i < columns_.size(); ++i)
    widths[i] = std::max(widths[i], display_width(columns_[i].title));
  return widths;
}

/// How wide the last column, of sentences, becomes beside the others, which give way a little for it. Nothing if they
/// leave too little: `widths` are then as they were.
std::optional<std::size_t> Table::room_for_notes(std::vector<std::size_t>& widths, std::size_t width) const {
  constexpr std::size_t still_told_apart = 12;
  std::vector<std::size_t> tried = widths;
  const std::size_t wanted = std::min(widths.back(), readable);
  tried.back() = wanted;
  shrink(tried, width, still_told_apart, [&](std::size_t i) { return columns_[i].cut == Column::Shrinks; });
  if (total_of(tried) > width) return std::nullopt;
  const std::size_t room = width - (total_of(tried) - wanted);
  tried.back() = std::min(room, widths.back());
  widths = std::move(tried);
  return widths.back();
}

std::string Table::render(std::size_t width) const {
  std::vector<std::size_t> fit = natural_widths();
  const bool with_notes = columns_.back().cut == Column::Wraps;
  std::optional<std::size_t> note_width = with_notes ? std::optional(fit.back()) : std::nullopt;
  if (width > 0 && total_of(fit) > width) {
    if (with_notes) note_width = room_for_notes(fit, width);
    if (with_notes && !note_width) fit.pop_back();  // sentences stand below their rows
    const auto last_name = columns_.back().cut == Column::Whole ? columns_.size() - 1 : columns_.size();
    const auto shrinks = [&](std::size_t i) { return columns_[i].cut == Column::Shrinks; };
    shrink(fit, width, 8, shrinks);
    shrink(fit, width, 8, [&](std::size_t i) { return columns_[i].cut == Column::Whole && i != last_name; });
    shrink(fit, width, 4, shrinks);
    // Numbers stay whole, so what is left to cut are their titles.
    const std::vector<std::size_t> cells = cell_widths();
    shrink(fit, width, 4,
           [&](std::size_t i) { return columns_[i].cut == Column::Right && fit[i] > cells[i]; });
  }
  std::string out;
  append_line(out, columns_, fit, [&](std::size_t i) { return columns_[i].title; });
  for (const auto& row : rows_) {
    std::vector<std::string> lines;
    if (note_width) lines = wrapped(row.back(), *note_width);
    append_line(out, columns_, fit, [&](std::size_t i) -> std::string_view {
      return note_width && i + 1 == columns_.size() ? lines.front() : row[i];
    });
    if (note_width) append_wrapped(out, row.back(), *note_width, total_of(fit) - *note_width, 1);
    if (with_notes && !note_width && row.back() != "-")
      append_wrapped(out, row.back(), width > 2 * indent ? width - indent : width, indent, 0);
  }
  return out;
}

}  // namespace berth::cli
