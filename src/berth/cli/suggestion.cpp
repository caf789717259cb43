#include "berth/cli/suggestion.hpp"

#include <algorithm>

namespace berth::cli {

std::size_t edit_distance(std::string_view a, std::string_view b) {
  // Rows of the table of distances between beginnings: of a's first i - 2, i - 1 and i characters.
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    std::swap(before, last);
    std::swap(last, row);
  }
  return last[b.size()];
}

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& candidates) {
  constexpr std::size_t telling_beginning = 3;
  const std::string* best = nullptr;
  std::size_t best_distance = 0;
  for (const std::string& candidate : candidates) {
    const bool is_beginning = word.size() >= telling_beginning && candidate.starts_with(word);
    const std::size_t distance = is_beginning ? 1 : edit_distance(word, candidate);
    const std::size_t bearable = std::max<std::size_t>(1, std::max(word.size(), candidate.size()) / 3);
    if (distance > bearable || distance >= std::max(word.size(), candidate.size())) continue;
    if (best == nullptr || distance < best_distance) {
      best = &candidate;
      best_distance = distance;
    }
  }
  return best == nullptr ? std::nullopt : std::optional(*best);
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const auto meant = nearest(word, candidates);
  return meant ? ": did you mean '" + *meant + "'?" : std::string();
}

}  // namespace berth::cli
