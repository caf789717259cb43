#include "fathom/data/convert.hpp"

#include "fathom/data/index_file.hpp"
#include "fathom/data/text_input.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <limits>

namespace fathom::data {
namespace {

constexpr std::size_t progress_every = 10'000;  // samples

class Stopwatch {
 public:
  double seconds() const {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
  }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

/// Reads one file after another into rows.
class SampleReader {
 public:
  SampleReader(LabelIndex& features, LabelIndex& samples, const ReadOptions& options,
               const Messages& messages)
      : features_(features),
        samples_(samples),
        options_(options),
        messages_(messages),
        rows_(options.analog) {}

  void read(const std::string& file) {
    messages_(fmt::format("\tIndexing file: {}", file));
    LineReader reader(file);
    while (const auto line = reader.next()) {
      stop_if(options_.interrupt);
      if (!line->empty()) read_line(reader, *line);
    }
  }
  RowStore take() { return std::move(rows_); }

 private:
  void read_line(const LineReader& reader, std::string_view line) {
    const std::size_t known = samples_.size();
    const auto begin = [&](std::string_view sample) {
      if (sample.empty())
        throw DataError(reader.file(), reader.line(), "the sample label before the TAB is empty");
      rows_.begin(samples_.find_or_add(sample));
    };
    const bool adds = options_.new_features == NewFeatures::added;
    const auto point = [&](const Point& p) {
      const std::uint32_t feature = adds ? features_.find_or_add(p.feature) : features_.find(p.feature);
      if (feature != LabelIndex::absent) rows_.add(feature, p.value);
    };
    const auto warn = [&](std::string_view text, std::size_t fields) {
      messages_(fmt::format(
          "Warning: Data point [{}] at line {} has more than 1 value for feature (actual value: {}). "
          "Keeping the first value and ignoring subsequent values.",
          text, reader.line(), fields));
    };
    const auto fail = [&](const std::string& sentence) {
      throw DataError(reader.file(), reader.line(), sentence);
    };
    const ValueRule rule = options_.analog ? ValueRule::strict : ValueRule::ignored;
    if (!parse_sample_line(line, rule, begin, point, warn, fail)) {
      messages_(fmt::format("Warning: Skipping over malformed line ({}) at line {}", line, reader.line()));
    }
    if (samples_.size() > known && samples_.size() % progress_every == 0) report_progress();
  }

  void report_progress() {
    const double now = total_.seconds();
    messages_(fmt::format("Progress Parsing (Sample {}, Time {:.6g}, Total {:.6g})", samples_.size(),
                          now - last_, now));
    last_ = now;
  }

  LabelIndex& features_;
  LabelIndex& samples_;
  const ReadOptions& options_;
  const Messages& messages_;
  RowStore rows_;
  Stopwatch total_;
  double last_ = 0;
};

bool exists(const std::string& file) { return access(file.c_str(), F_OK) == 0; }

LabelIndex load_samples(const ConvertOptions& options, const Messages& messages) {
  if (!exists(options.sample_index)) {
    messages("Will create a new samples index file: " + options.sample_index);
    return {};
  }
  messages("Loading sample index from: " + options.sample_index);
  return read_index(options.sample_index, messages);
}

LabelIndex load_features(const ConvertOptions& options, const Messages& messages) {
  if (options.create_features) {
    messages("Will create a new features index file: " + options.feature_index);
    return {};
  }
  if (!exists(options.feature_index)) {
    throw DataError("Cannnot find a valid feature index file: " + options.feature_index);
  }
  messages("Loading feature index from: " + options.feature_index);
  return read_index(options.feature_index, messages);
}

void export_if_changed(const std::string& file, const LabelIndex& index, std::size_t before,
                       const Messages& messages) {
  if (index.size() == before) return;
  write_index(file, index);
  messages(fmt::format("Exported {} with {} entries.", file, index.size()));
}

/// Rows are matched by rank, not by label: whoever makes two data sets over one sample index must know when
/// one of them lacks samples.
void warn_of_missing_samples(const ConvertOptions& options, std::uint64_t rows, std::size_t samples,
                             const Messages& messages) {
  if (rows == samples || options.all_samples) return;
  messages(fmt::format(
      "Warning: {} of {} samples in \"{}\" do not occur in \"{}\" and get no example. Data sets are matched "
      "by the order of their examples: the other one must lack the same samples. --all-samples gives them "
      "empty examples.",
      samples - rows, samples, options.sample_index, options.input));
}

}  // namespace

RowStore read_samples(const std::string& path, LabelIndex& features, LabelIndex& samples,
                      const ReadOptions& options, const Messages& messages) {
  const std::vector<std::string> files = list_files(path);
  messages(fmt::format("Indexing {} files", files.size()));
  SampleReader reader(features, samples, options, messages);
  for (const std::string& file : files) reader.read(file);
  return reader.take();
}

void convert(const ConvertOptions& options, const Messages& messages) {
  const Stopwatch total;
  if (options.create_features) {
    messages("Flag -c is set. Will create a new feature file and overwrite: " + options.feature_index);
  } else if (options.merge_features) {
    messages("Flag -m is set. Will merge with existing feature file and overwrite: " + options.feature_index);
  }
  messages(fmt::format("Generating dataset of type: {}", options.analog ? "analog" : "indicator"));
  if (!exists(options.input)) throw DataError(options.input + " not found.");
  LabelIndex samples = load_samples(options, messages);
  LabelIndex features = load_features(options, messages);
  const std::size_t samples_before = samples.size(), features_before = features.size();
  const bool grows = options.create_features || options.merge_features;
  const ReadOptions read{grows ? NewFeatures::added : NewFeatures::dropped, options.analog,
                         options.interrupt};
  RowStore rows = read_samples(options.input, features, samples, read, messages);
  warn_of_missing_samples(options, rows.rows(), samples.size(), messages);

  DataSet set = rows.take(options.all_samples ? samples.bound() : 0);
  if (set.points() == 0) {
    throw DataError(fmt::format("\"{}\" holds no data point{}; nothing was written", options.input,
                                grows ? "" : " of a feature that \"" + options.feature_index + "\" knows"));
  }
  set.name = options.name;
  const std::uint64_t width = rounded_width(features.bound());
  if (width > std::numeric_limits<std::uint32_t>::max())
    throw DataError("there are too many features: " + std::to_string(width));
  set.width = static_cast<std::uint32_t>(width);
  stop_if(options.interrupt);

  export_if_changed(options.feature_index, features, features_before, messages);
  export_if_changed(options.sample_index, samples, samples_before, messages);
  messages(fmt::format("Raw max index is: {}", features.bound()));
  messages(fmt::format("Rounded up max index to: {}", width));
  write_data_sets(options.output, std::span(&set, 1));
  messages(fmt::format("Created NetCDF file {} for dataset {}", options.output, options.name));
  messages(fmt::format("Total time for generating NetCDF: {:.6g} secs. ", total.seconds()));
}

}  // namespace fathom::data
