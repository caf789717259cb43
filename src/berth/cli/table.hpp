/// Tables for people: at most 100 columns wide whatever stands in them.
///
///   Table table({{"TASK", Column::Whole}, {"STATUS", Column::Whole}, {"REASON"}});
///   table.add({id, status, reason});
///   out << table.render();
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

struct Column {
  enum Cut {
    Shrinks,  ///< is cut, widest first, where the table would be too wide
    Whole,    ///< names that people copy: never cut
    Right     ///< numbers: whole, and aligned to the right
  };
  std::string_view title;
  Cut cut = Shrinks;
};

class Table {
 public:
  static constexpr std::size_t widest = 100;

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  /// One cell a column; an empty one is shown as "-". Control sequences are removed, line breaks become
  /// blanks.
  void add(const std::vector<std::string>& cells);
  bool is_empty() const { return rows_.empty(); }
  /// Title line and rows, each ended by a line break and without blanks at its end. If the whole columns
  /// alone are too wide, lines are longer than `width`.
  std::string render(std::size_t width = widest) const;

 private:
  std::vector<std::size_t> widths(std::size_t width) const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace berth::cli
