#include "fathom/eval/split.hpp"

#include "fathom/data/label_index.hpp"
#include "fathom/data/replaced_file.hpp"
#include "fathom/data/text_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

namespace fathom::eval {
namespace {

/// SplitMix64: from any state a sequence of well-mixed numbers.
class Mixer {
 public:
  explicit Mixer(std::uint64_t state) : state_(state) {}
  std::uint64_t next() {
    state_ += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
  }
  std::uint64_t below(std::uint64_t bound) {
    return next() % bound;
  }  // bounds are small: the bias is nothing

 private:
  std::uint64_t state_;
};

std::uint64_t hash_of(std::string_view label) {  // FNV-1a
  std::uint64_t hash = 0xcbf29ce484222325ULL;
  for (const char c : label) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return hash;
}

std::uint64_t held_out_count(std::uint64_t items, double fraction) {
  const auto wanted = static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(items)));
  return std::clamp<std::uint64_t>(wanted, 1, items - 1);
}

/// One line's sample and its different items as they are written ("item" or "item,value").
struct Sample {
  std::string_view label;
  std::vector<std::string_view> points;
};

class Splitter {
 public:
  explicit Splitter(const SplitOptions& options)
      : options_(options),
        files_(data::list_files(options.input)),
        train_(options.train),
        test_(options.test) {}

  SplitCounts run(const data::Messages& messages) {
    messages_ = &messages;
    each_line([&](std::uint64_t number, const Sample& sample) { note_last_line(number, sample); });
    each_line([&](std::uint64_t number, const Sample& sample) {
      if (last_line_[samples_.find(sample.label)] == number) write(sample);
    });
    if (counts_.samples == 0) {
      throw DataError(options_.input, 0, fmt::format("no sample has {} items or more", options_.least_items));
    }
    train_.commit();
    test_.commit();
    return counts_;
  }

 private:
  template <class Handle>
  void each_line(Handle handle) {
    std::uint64_t number = 0;  // over all files
    for (const std::string& file : files_) {
      data::LineReader reader(file);
      while (const auto line = reader.next()) {
        data::stop_if(options_.interrupt);
        ++number;
        if (const auto sample = parse(reader, *line, number)) handle(number, *sample);
      }
    }
  }

  std::optional<Sample> parse(const data::LineReader& reader, std::string_view line, std::uint64_t number) {
    if (line.empty()) return {};
    Sample sample;
    data::LabelIndex items;
    const bool good = data::parse_sample_line(
        line, data::ValueRule::ignored, [&](std::string_view label) { sample.label = label; },
        [&](const data::Point& point) {
          if (!items.add(point.feature, 0)) return;
          const char* const end = std::find(point.feature.data(), line.data() + line.size(), ':');
          sample.points.emplace_back(point.feature.data(),
                                     static_cast<std::size_t>(end - point.feature.data()));
        },
        [](std::string_view, std::size_t) {},
        [&](const std::string& sentence) { throw DataError(reader.file(), reader.line(), sentence); });
    if (!good) {
      if (number > warned_) {  // not again in the second pass
        (*messages_)(
            fmt::format("Warning: {}:{}: skipping a line without TAB", reader.file(), reader.line()));
        warned_ = number;
      }
      return {};
    }
    if (sample.label.empty())
      throw DataError(reader.file(), reader.line(), "the sample label before the TAB is empty");
    return sample;
  }

  void note_last_line(std::uint64_t number, const Sample& sample) {
    const std::uint32_t index = samples_.find_or_add(sample.label);
    if (index >= last_line_.size()) last_line_.resize(index + std::size_t{1});
    last_line_[index] = number;
  }

  void write(Sample sample) {
    const std::uint64_t items = sample.points.size();
    if (items < std::max<std::uint64_t>(options_.least_items, 2)) {
      ++counts_.left_out;
      return;
    }
    const std::uint64_t held_out = held_out_count(items, options_.fraction);
    // The first `held_out` steps of a shuffle choose; both parts keep the order of the line.
    std::vector<std::uint64_t> order(items);
    for (std::uint64_t i = 0; i < items; ++i) order[i] = i;
    Mixer random(options_.seed * 0x9e3779b97f4a7c15ULL ^ hash_of(sample.label));
    for (std::uint64_t i = 0; i < held_out; ++i) std::swap(order[i], order[i + random.below(items - i)]);
    std::vector<bool> is_held_out(items);
    for (std::uint64_t i = 0; i < held_out; ++i) is_held_out[order[i]] = true;

    std::string lines[2];
    for (std::uint64_t i = 0; i < items; ++i) {
      std::string& line = lines[is_held_out[i] ? 1 : 0];
      line += line.empty() ? '\t' : ':';
      line += sample.points[i];
    }
    train_.write(fmt::format("{}{}\n", sample.label, lines[0]));
    test_.write(fmt::format("{}{}\n", sample.label, lines[1]));
    ++counts_.samples;
    counts_.train_items += items - held_out;
    counts_.test_items += held_out;
  }

  const SplitOptions& options_;
  const data::Messages* messages_ = nullptr;
  std::vector<std::string> files_;
  data::ReplacedFile train_, test_;
  data::LabelIndex samples_;
  std::vector<std::uint64_t> last_line_;  ///< by sample: the number of the line that counts
  std::uint64_t warned_ = 0;
  SplitCounts counts_;
};

}  // namespace

SplitCounts split(const SplitOptions& options, const data::Messages& messages) {
  if (!(options.fraction > 0.0 && options.fraction < 1.0))
    throw ConfigError("the fraction must lie between 0 and 1");
  if (options.train == options.test)
    throw ConfigError("train and test cannot be the same file: " + options.train);
  return Splitter(options).run(messages);
}

}  // namespace fathom::eval
