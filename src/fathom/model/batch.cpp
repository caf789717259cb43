#include "fathom/model/batch.hpp"

#include "fathom/core/errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace fathom::model {
namespace {

const data::DataSet* find(std::span<const data::DataSet> sets, const std::string& name) {
  const auto found = std::ranges::find(sets, name, &data::DataSet::name);
  return found == sets.end() ? nullptr : &*found;
}

std::string names_of(std::span<const data::DataSet> sets) {
  std::string names;
  for (const data::DataSet& set : sets) names += (names.empty() ? "" : ", ") + set.name;
  return names.empty() ? "none" : names;
}

const data::DataSet& find_for(const LayerConfig& layer, std::span<const data::DataSet> sets) {
  const data::DataSet* set = find(sets, layer.data_set);
  if (set == nullptr)
    throw ConfigError("layer " + layer.name,
                      fmt::format("there is no data set {}; there is {}",
                                  layer.data_set.empty() ? "named for it" : layer.data_set, names_of(sets)));
  return *set;
}

/// The decisions about one data set's stored points in one epoch, read mostly in ascending order.
class Kept {
 public:
  explicit Kept(const Denoising& denoising)
      : stream_(denoising.seed, Purpose::denoising, denoising.epoch), probability_(denoising.probability) {}

  bool operator()(std::uint64_t point) {
    if (point / 4 != block_) {
      block_ = point / 4;
      words_ = stream_.block(block_);
    }
    return RandomStream::to_uniform(words_[point % 4]) >= probability_;
  }

 private:
  RandomStream stream_;
  float probability_;
  std::uint64_t block_ = std::numeric_limits<std::uint64_t>::max();
  PhiloxCounter words_{};
};

/// Appends an example's points. Values are stored if the data set has some or `factor` is not 1.
void append(const data::DataSet& set, std::uint64_t row, float factor, bool with_values, Kept* kept,
            SparseRows& rows) {
  for (std::uint64_t point = set.start[row]; point < set.end[row]; ++point) {
    if (kept && !(*kept)(point)) continue;
    rows.indices.push_back(set.index[point]);
    if (with_values) rows.values.push_back(set.values.empty() ? factor : factor * set.values[point]);
  }
  rows.starts.push_back(rows.indices.size());
}

/// A weighted data set multiplies the values of an input. Source: Amazon DSSTNE.
void fill_input(const data::DataSet& set, std::span<const std::uint32_t> examples,
                const std::optional<Denoising>& denoising, Batch::Input& input) {
  input.sparse = set.is_sparse();
  if (!input.sparse) {
    const bool centred = set.type == data::DataType::UChar || set.type == data::DataType::RGB8;
    input.dense.assign(examples.size() * input.width, 0.0F);
    for (std::size_t i = 0; i < examples.size(); ++i)
      std::ranges::transform(
          set.dense_row(examples[i]), input.dense.begin() + static_cast<std::ptrdiff_t>(i * input.width),
          [&](float value) { return set.weight_of(examples[i]) * (centred ? value - 0.5F : value); });
    return;
  }
  std::optional<Kept> kept;
  float factor = 1;
  if (denoising) {
    kept.emplace(*denoising);
    factor = 1.0F / (1.0F - denoising->probability);
  }
  const bool with_values = !set.values.empty() || !set.weight.empty() || denoising;
  input.rows.clear(input.width);
  for (const std::uint32_t example : examples)
    append(set, set.stored_row(example), factor * set.weight_of(example), with_values,
           kept ? &*kept : nullptr, input.rows);
}

void fill_target(const data::DataSet& set, std::span<const std::uint32_t> examples, Batch::Target& target) {
  target.sparse = set.is_sparse();
  target.listed_only = set.ignores_zero();
  target.weights.clear();
  if (!set.weight.empty())
    for (const std::uint32_t example : examples) target.weights.push_back(set.weight[example]);
  if (target.sparse) {
    target.rows.clear(target.width);
    for (const std::uint32_t example : examples)
      append(set, set.stored_row(example), 1.0F, !set.values.empty(), nullptr, target.rows);
    transpose(target.rows.view(), target.by_unit);
    return;
  }
  target.dense.assign(examples.size() * target.width, 0.0F);
  for (std::size_t i = 0; i < examples.size(); ++i)
    std::ranges::copy(set.dense_row(examples[i]),
                      target.dense.begin() + static_cast<std::ptrdiff_t>(i * target.width));
}

}  // namespace

void set_automatic_sizes(NetworkConfig& config, std::span<const data::DataSet> sets) {
  for (LayerConfig& layer : config.layers)
    if (layer.automatic && layer.n == 0) layer.n = static_cast<std::uint32_t>(find_for(layer, sets).stride());
}

layers::InputBatch Batch::Input::view(std::size_t size) const {
  layers::InputBatch batch;
  batch.sparse = sparse;
  if (sparse) {
    batch.rows = rows.view();
    batch.by_column = by_column.view();
  } else {
    batch.dense = Matrix<const float>(dense.data(), size, width);
  }
  return batch;
}

Targets Batch::Target::view(std::size_t size) const {
  Targets targets;
  if (sparse)
    targets.by_unit = by_unit.view();
  else
    targets.dense = Matrix<const float>(dense.data(), size, width);
  targets.weights = weights;
  targets.listed_only = listed_only;
  return targets;
}

BatchSource::BatchSource(const NetworkConfig& config, std::span<const data::DataSet> sets, Use use)
    : use_(use) {
  for (const LayerConfig& layer : config.layers) {
    if (layer.kind == LayerKind::Input) {
      inputs_.push_back(bind(layer, sets));
      inputs_.back().denoised = config.denoising_p > 0 && layer.sparse && inputs_.back().set->is_sparse();
    } else if (layer.kind == LayerKind::Output && use == Use::training) {
      targets_.push_back(bind(layer, sets));
    }
  }
}

BatchSource::Bound BatchSource::bind(const LayerConfig& layer, std::span<const data::DataSet> sets) {
  const data::DataSet& set = find_for(layer, sets);
  if (set.stride() > layer.n)
    throw ConfigError("layer " + layer.name, fmt::format("data set {} has {} units, the layer only {}",
                                                         set.name, set.stride(), layer.n));
  if (set.stride() < layer.n)
    warnings_.push_back(fmt::format("Layer {} has {} units, its data set {} only {}: the others stay 0.",
                                    layer.name, layer.n, set.name, set.stride()));
  const bool first = inputs_.empty() && targets_.empty();
  if (first) examples_ = set.examples;
  if (set.examples != examples_)
    throw DataError(fmt::format("data set {} has {} examples, but {} has {}: they must list the same samples",
                                set.name, set.examples,
                                inputs_.empty() ? targets_[0].set->name : inputs_[0].set->name, examples_));
  if (examples_ > std::numeric_limits<std::uint32_t>::max())
    throw DataError(
        fmt::format("data set {} has {} examples; 2^32 - 1 are possible", set.name, set.examples));
  return {&set, layer.n, false};
}

void BatchSource::fill(std::span<const std::uint32_t> examples, const std::optional<Denoising>& denoising,
                       Batch& batch) const {
  batch.size = examples.size();
  batch.inputs.resize(inputs_.size());
  batch.targets.resize(targets_.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    Batch::Input& input = batch.inputs[i];
    input.width = inputs_[i].width;
    fill_input(*inputs_[i].set, examples, inputs_[i].denoised ? denoising : std::nullopt, input);
    if (input.sparse && use_ == Use::training) transpose(input.rows.view(), input.by_column);
  }
  for (std::size_t i = 0; i < targets_.size(); ++i) {
    batch.targets[i].width = targets_[i].width;
    fill_target(*targets_[i].set, examples, batch.targets[i]);
  }
}

}  // namespace fathom::model
