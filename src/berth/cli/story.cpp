#include "berth/cli/story.hpp"

#include "berth/cli/text.hpp"

#include <algorithm>

namespace berth::cli {

namespace {
constexpr std::size_t label_columns = 10;
}

void Story::say(const std::string& label, const std::string& line) {
  if (line.empty()) return;
  if (parts.empty() || parts.back().label != label) parts.push_back({label, {}});
  parts.back().lines.push_back(line);
}

std::string story_text(const Story& story, std::size_t width) {
  std::string text;
  for (const std::string& line :
       wrapped(on_one_line(story.headline), width > 0 ? width : story.headline.size() + 1))
    text += line + "\n";
  for (const Story::Part& part : story.parts) {
    std::string label = part.label;
    for (const std::string& line : part.lines) {
      // What is indented is a row, with columns of its own.
      const std::string clean =
          line.starts_with(' ') ? without_control_sequences(line.substr(1)) : on_one_line(line);
      const std::size_t room = width > label_columns + 20 ? width - label_columns : clean.size() + 1;
      const auto lines =
          line.starts_with(' ') ? std::vector<std::string>{fitted(clean, room)} : wrapped(clean, room);
      for (const std::string& each : lines) {
        std::string row =
            label + std::string(label_columns - std::min(label_columns, label.size()), ' ') + each;
        row.erase(row.find_last_not_of(' ') + 1);
        text += row + "\n";
        label.clear();
      }
    }
  }
  return text;
}

base::json::object story_json(const Story& story) {
  base::json::object document{{"headline", on_one_line(story.headline)}};
  for (const Story::Part& part : story.parts) {
    base::json::array lines;
    for (const std::string& line : part.lines) lines.emplace_back(without_control_sequences(line));
    document[part.label] = std::move(lines);
  }
  return document;
}

}  // namespace berth::cli
