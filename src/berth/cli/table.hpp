/// Tables for people. On a terminal they keep within its width whatever stands in them; through a pipe nothing is cut.
///
///   Table table({{"TASK", Column::Whole}, {"STATUS", Column::Whole}, {"REASON", Column::Wraps}});
///   table.add({id, status, reason});
///   out << table.render(session.width());
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

struct Column {
  enum Cut {
    Shrinks,  ///< is cut, widest first, where the table would be too wide
    Whole,    ///< names that people copy: cut only where nothing else helps, and never as the last column
    Right,    ///< numbers: whole, and aligned to the right; at last their title is cut
    Wraps  ///< sentences, as the last column: go on in further lines, below the row where there is little room
  };
  std::string_view title;
  Cut cut = Shrinks;
};

class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// One cell a column; an empty one is shown as "-". Control sequences are removed, line breaks become
  /// blanks.
  void add(const std::vector<std::string>& cells);
  bool is_empty() const { return rows_.empty(); }
  /// Title line and rows, each ended by a line break and without blanks at its end. `width` 0 is a pipe: as wide as it
  /// comes. If numbers and the last name alone are too wide, lines are longer than `width`.
  std::string render(std::size_t width) const;

 private:
  std::vector<std::size_t> cell_widths() const;
  std::vector<std::size_t> natural_widths() const;
  std::optional<std::size_t> room_for_notes(std::vector<std::size_t>& widths, std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace berth::cli
