#include "fathom/eval/evaluate.hpp"

#include "fathom/data/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace fathom::eval {
namespace {

using Items = std::vector<std::uint32_t>;
using Lists = std::vector<Items>;  ///< by sample

double gain(std::size_t rank) {
  return 1.0 / std::log2(static_cast<double>(rank) + 1.0);
}  // rank counts from 1

/// Reads lists of items by sample, in the order of the lines' points; a later line replaces an earlier one.
Lists read_lists(const std::string& path, data::LabelIndex& samples, data::LabelIndex& items,
                 data::InterruptFlag interrupt) {
  Lists lists(samples.size());
  for (const std::string& file : data::list_files(path)) {
    data::LineReader reader(file);
    while (const auto line = reader.next()) {
      data::stop_if(interrupt);
      if (line->empty()) continue;
      Items* list = nullptr;
      const bool good = data::parse_sample_line(
          *line, data::ValueRule::lenient,
          [&](std::string_view label) {
            const std::uint32_t sample = samples.find_or_add(label);
            if (sample >= lists.size()) lists.resize(sample + std::size_t{1});
            list = &lists[sample];
            list->clear();
          },
          [&](const data::Point& point) { list->push_back(items.find_or_add(point.feature)); },
          [](std::string_view, std::size_t) {}, [](const std::string&) {});
      if (!good)
        throw DataError(reader.file(), reader.line(), "the line has no TAB between sample and items");
    }
  }
  lists.resize(samples.size());
  return lists;
}

void sort_without_repeats(Items& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

bool has(const Items& sorted, std::uint32_t item) {
  return std::binary_search(sorted.begin(), sorted.end(), item);
}

const Items& list_of(const Lists& lists, std::size_t sample) {
  static const Items none;
  return sample < lists.size() ? lists[sample] : none;
}

Items without(const Items& ranked, const Items& struck_out, std::size_t at_most) {
  Items left;
  for (const std::uint32_t item : ranked) {
    if (left.size() == at_most) break;
    if (!has(struck_out, item)) left.push_back(item);
  }
  return left;
}

/// All items of the training data, most popular first.
Items by_popularity(const Lists& seen, std::size_t items) {
  std::vector<std::uint64_t> count(items);
  for (const Items& list : seen) {
    for (const std::uint32_t item : list) ++count[item];
  }
  Items order;
  for (std::uint32_t item = 0; item < items; ++item) {
    if (count[item] > 0) order.push_back(item);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return count[a] > count[b]; });
  return order;
}

/// Sums of qualities, then their mean.
class Mean {
 public:
  explicit Mean(const std::vector<std::size_t>& ks) {
    for (const std::size_t k : ks) sums_.push_back({k, 0, 0});
  }
  void add(const std::vector<Quality>& one) {
    for (std::size_t i = 0; i < one.size(); ++i) {
      sums_[i].recall += one[i].recall;
      sums_[i].ndcg += one[i].ndcg;
    }
    ++count_;
  }
  std::vector<Quality> take() {
    for (Quality& q : sums_) {
      q.recall /= static_cast<double>(count_);
      q.ndcg /= static_cast<double>(count_);
    }
    return std::move(sums_);
  }

 private:
  std::vector<Quality> sums_;
  std::uint64_t count_ = 0;
};

}  // namespace

std::vector<Quality> quality_of(const Items& ranked, const Items& held_out,
                                const std::vector<std::size_t>& ks) {
  std::vector<Quality> qualities;
  for (const std::size_t k : ks) {
    std::size_t hits = 0;
    double found = 0, ideal = 0;
    for (std::size_t i = 0; i < std::min(k, ranked.size()); ++i) {
      if (!has(held_out, ranked[i])) continue;
      ++hits;
      found += gain(i + 1);
    }
    for (std::size_t i = 0; i < std::min(k, held_out.size()); ++i) ideal += gain(i + 1);
    qualities.push_back({k, static_cast<double>(hits) / static_cast<double>(held_out.size()), found / ideal});
  }
  return qualities;
}

Evaluation evaluate(const EvaluateOptions& options) {
  if (options.ks.empty() || std::find(options.ks.begin(), options.ks.end(), 0U) != options.ks.end()) {
    throw ConfigError("k must be at least 1");
  }
  data::LabelIndex samples, items;
  Lists seen;
  if (!options.seen.empty()) seen = read_lists(options.seen, samples, items, options.interrupt);
  const std::size_t known_items = items.size();
  for (Items& list : seen) sort_without_repeats(list);
  Lists truth = read_lists(options.truth, samples, items, options.interrupt);
  const Lists recs = read_lists(options.recs, samples, items, options.interrupt);

  const Items popular = by_popularity(seen, known_items);
  const std::size_t largest_k = *std::max_element(options.ks.begin(), options.ks.end());
  Mean mean(options.ks), popular_mean(options.ks);
  Evaluation result;
  result.shortest_list = ~std::uint64_t{0};
  for (std::size_t sample = 0; sample < truth.size(); ++sample) {
    data::stop_if(options.interrupt);
    Items& held_out = truth[sample];
    sort_without_repeats(held_out);
    if (held_out.empty()) continue;
    ++result.samples;
    result.held_out_items += held_out.size();
    if (!seen.empty()) {
      result.unknown_held_out_items += static_cast<std::uint64_t>(std::count_if(
          held_out.begin(), held_out.end(), [&](std::uint32_t item) { return item >= known_items; }));
    }
    const Items& had = list_of(seen, sample);
    const Items& list = list_of(recs, sample);
    const Items ranked = without(list, had, largest_k);
    if (list.empty()) {
      ++result.without_recommendations;
    } else {
      result.shortest_list = std::min<std::uint64_t>(result.shortest_list, ranked.size());
      result.longest_list = std::max<std::uint64_t>(result.longest_list, list.size());
    }
    mean.add(quality_of(ranked, held_out, options.ks));
    popular_mean.add(quality_of(without(popular, had, largest_k), held_out, options.ks));
  }
  if (result.samples == 0) throw DataError(options.truth, 0, "no sample has a held-out item");
  if (result.without_recommendations == result.samples) {
    throw DataError(options.recs, 0, "it recommends nothing for any sample of \"" + options.truth + "\"");
  }
  result.recommendations = mean.take();
  if (!seen.empty()) result.most_popular = popular_mean.take();
  return result;
}

std::string to_text(const Evaluation& e) {
  std::string header = fmt::format("{:<18}", ""), ours = fmt::format("{:<18}", "recommendations");
  std::string popular = fmt::format("{:<18}", "most popular");
  for (const bool recall : {true, false}) {
    for (std::size_t i = 0; i < e.recommendations.size(); ++i) {
      const Quality& q = e.recommendations[i];
      header += fmt::format("{:>12}", fmt::format("{}@{}", recall ? "recall" : "NDCG", q.k));
      ours += fmt::format("{:>12.4f}", recall ? q.recall : q.ndcg);
      if (!e.most_popular.empty()) {
        popular += fmt::format("{:>12.4f}", recall ? e.most_popular[i].recall : e.most_popular[i].ndcg);
      }
    }
  }
  std::string text = header + "\n" + ours + "\n";
  if (!e.most_popular.empty()) text += popular + "\n";
  text += fmt::format(
      "\nMeans over {} samples with {} held-out items{}.\n", e.samples, e.held_out_items,
      e.unknown_held_out_items > 0
          ? fmt::format(" ({} of them never occur in the training data)", e.unknown_held_out_items)
          : "");
  text +=
      e.most_popular.empty()
          ? "Lists are taken as they are: without --seen nothing is struck out and there is no baseline.\n"
          : "All items of the training data are ranked but those that the sample has there.\n";
  text +=
      "recall@k = hits / held-out items; NDCG@k: discount log2, ideal list cut at min(k, held-out items).\n";
  if (e.without_recommendations > 0) {
    text += fmt::format("{} samples have no recommendations and count as 0.\n", e.without_recommendations);
  }
  std::size_t largest = 0;
  for (const Quality& q : e.recommendations) largest = std::max(largest, q.k);
  if (e.longest_list < largest) {
    text += fmt::format(
        "The lists have at most {} items: figures for larger k are too low. Predict with a larger -k.\n",
        e.longest_list);
  }
  return text;
}

}  // namespace fathom::eval
