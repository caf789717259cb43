/// The output layer's training step, tile by tile.
///
/// A tile is a few output units, their weights contiguous. For a tile and a block of examples the four steps
/// run while everything is in the second-level cache: scores = W·hᵀ, deltas in place, d_input += deltasᵀ·W,
/// gradient += deltas·h. Then the tile's weights learn, so each weight is read and written once per
/// minibatch, and the matrix of all scores never exists.
///
/// Tiles are grouped into a number of shards that only the shapes decide. Each shard sums its own part of
/// d_input; the parts are added in a fixed tree.
#include "fathom/cpu/output_step.hpp"

#include "fathom/backend/shapes.hpp"
#include "fathom/core/shards.hpp"
#include "fathom/cpu/kernels.hpp"
#include "fathom/cpu/learn_row.hpp"
#include "fathom/cpu/scratch.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace fathom::cpu {
namespace {

constexpr std::size_t tile_units = 96;
constexpr std::size_t block_examples = 256;
constexpr std::size_t most_shards = 32;
constexpr std::size_t score_rows = 64;  // examples a shard of output_scores

class Step {
 public:
  Step(Context& ctx, const OutputStep<float>& step, const Parameter<float>& w, const Parameter<float>& b,
       Matrix<float> d_input)
      : ctx_(ctx),
        step_(step),
        w_(w),
        b_(b),
        d_input_(d_input),
        batch_(step.input.rows),
        in_(step.input.cols),
        shards_(Shards::at_most(most_shards, w.weights.rows, tile_units)),
        losses_(shards_.count()) {}

  double run() {
    const std::size_t parts = d_input_.present() ? shards_.count() : 0;
    Scratch shared(
        ctx_.workspace(sizeof(float) * (padded_size(in_, batch_) + parts * padded_size(batch_, in_)) + 64));
    input_transposed_ = shared.matrix(in_, batch_);
    transpose_input();
    for (std::size_t part = 0; part < parts; ++part) d_parts_.push_back(shared.matrix(batch_, in_));
    ctx_.pool().run(shards_.count(),
                    [&](std::size_t shard, std::size_t worker) { run_shard(shard, worker); });
    if (d_input_.present()) add_parts();
    return std::accumulate(losses_.begin(), losses_.end(), 0.0);
  }

 private:
  /// What one worker needs for its tile.
  struct Work {
    Matrix<float> scores, gradient, dense;
    Row<float> losses, sums, aside;
    Work(Context& ctx, std::size_t worker, std::size_t in) {
      const std::size_t size = 2 * padded_size(tile_units, block_examples) + padded_size(tile_units, in) +
                               2 * padded_size(1, block_examples) + padded_size(1, tile_units);
      Scratch scratch(ctx.scratch(worker, sizeof(float) * size));
      scores = scratch.matrix(tile_units, block_examples);
      dense = scratch.matrix(tile_units, block_examples);
      gradient = scratch.matrix(tile_units, in);
      losses = scratch.row(block_examples);
      aside = scratch.row(block_examples);
      sums = scratch.row(tile_units);
    }
  };

  void transpose_input() {
    const Shards rows{batch_, 64};
    ctx_.pool().run(rows.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = rows[shard];
      transpose_block(step_.input.row_range(first, count), input_transposed_.col_range(first, count));
    });
  }

  void run_shard(std::size_t shard, std::size_t worker) {
    Work work(ctx_, worker, in_);
    const auto [first, count] = shards_[shard];
    for (std::size_t unit = first; unit < first + count; unit += tile_units)
      run_tile(shard, work, unit, std::min(tile_units, first + count - unit), unit == first);
    if (count == 0 && d_input_.present()) clear(d_parts_[shard]);
  }

  void run_tile(std::size_t shard, Work& work, std::size_t unit, std::size_t units, bool first_tile) {
    std::ranges::fill(work.sums, 0.0F);
    for (std::size_t example = 0; example < batch_; example += block_examples) {
      const std::size_t examples = std::min(block_examples, batch_ - example);
      score(work, unit, units, example, examples);
      losses_[shard] += deltas(work, unit, units, example, examples);
      if (d_input_.present()) back(shard, work, unit, units, example, examples, first_tile);
      gradient(work, units, example, examples);
    }
    learn(work, unit, units);
  }

  void score(Work& work, std::size_t unit, std::size_t units, std::size_t example, std::size_t examples) {
    multiply({.rows = units,
              .cols = examples,
              .depth = in_,
              .a = w_.weights.data + unit * w_.weights.stride,
              .a_row = w_.weights.stride,
              .a_depth = 1,
              .b = input_transposed_.data + example,
              .b_stride = input_transposed_.stride,
              .c = work.scores.data,
              .c_stride = work.scores.stride,
              .start = Start::row_bias,
              .bias = b_.weights.data + unit});
  }

  double deltas(Work& work, std::size_t unit, std::size_t units, std::size_t example, std::size_t examples) {
    std::ranges::fill(work.losses, 0.0F);
    DeltaTile tile;
    tile.scores = {work.scores.data, units, examples, work.scores.stride};
    if (step_.targets.dense.present()) {
      const Matrix<float> dense(work.dense.data, units, examples, work.dense.stride);
      transpose_block(step_.targets.dense.row_range(example, examples).col_range(unit, units), dense);
      tile.dense = dense;
    }
    tile.by_unit = &step_.targets.by_unit;
    tile.first_row = unit;
    tile.first_example = example;
    tile.weights = step_.targets.weights.empty() ? nullptr : step_.targets.weights.data() + example;
    tile.listed_only = step_.targets.listed_only;
    tile.losses = work.losses.data();
    tile.sums = work.sums.data();
    tile.aside = work.aside.data();
    output_deltas(step_.loss, step_.activation, tile);
    return std::accumulate(work.losses.begin(), work.losses.begin() + static_cast<std::ptrdiff_t>(examples),
                           0.0);
  }

  void back(std::size_t shard, Work& work, std::size_t unit, std::size_t units, std::size_t example,
            std::size_t examples, bool first_tile) {
    const Matrix<float>& part = d_parts_[shard];
    multiply({.rows = examples,
              .cols = in_,
              .depth = units,
              .a = work.scores.data,
              .a_row = 1,
              .a_depth = work.scores.stride,
              .b = w_.weights.data + unit * w_.weights.stride,
              .b_stride = w_.weights.stride,
              .c = part.data + example * part.stride,
              .c_stride = part.stride,
              .start = first_tile ? Start::zero : Start::keep});
  }

  void gradient(Work& work, std::size_t units, std::size_t example, std::size_t examples) {
    multiply({.rows = units,
              .cols = in_,
              .depth = examples,
              .a = work.scores.data,
              .a_row = work.scores.stride,
              .a_depth = 1,
              .b = step_.input.data + example * step_.input.stride,
              .b_stride = step_.input.stride,
              .c = work.gradient.data,
              .c_stride = work.gradient.stride,
              .start = example == 0 ? Start::zero : Start::keep});
  }

  void learn(Work& work, std::size_t unit, std::size_t units) {
    if (batch_ == 0) clear({work.gradient.data, units, in_, work.gradient.stride});
    const float mean = mean_of(batch_);
    for (std::size_t row = 0; row < units; ++row)
      learn_row(step_.learning, w_, unit + row, 0, in_, mean, work.gradient.row(row).data());
    learn_row(step_.learning.without_penalties(), b_, 0, unit, units, mean, work.sums.data());
  }

  static void clear(Matrix<float> x) {
    for (std::size_t row = 0; row < x.rows; ++row) std::ranges::fill(x.row(row), 0.0F);
  }

  /// part[0] += part[1], part[2] += part[3], …; then part[0] += part[2], …: a tree that the number of shards
  /// decides.
  void add_parts() {
    const Shards rows{batch_, 16};
    ctx_.pool().run(rows.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = rows[shard];
      for (std::size_t row = first; row < first + count; ++row) {
        for (std::size_t step = 1; step < d_parts_.size(); step *= 2)
          for (std::size_t part = 0; part + step < d_parts_.size(); part += 2 * step)
            add(d_parts_[part + step].row(row).data(), d_parts_[part].row(row).data(), in_);
        if (d_parts_.empty())
          std::ranges::fill(d_input_.row(row), 0.0F);
        else
          std::ranges::copy(d_parts_[0].row(row), d_input_.row(row).begin());
      }
    });
  }

  Context& ctx_;
  const OutputStep<float>& step_;
  const Parameter<float>& w_;
  const Parameter<float>& b_;
  Matrix<float> d_input_;
  std::size_t batch_, in_;
  Shards shards_;
  Matrix<float> input_transposed_;
  std::vector<Matrix<float>> d_parts_;
  std::vector<double> losses_;
};

}  // namespace

double output_layer_step(Context& ctx, const OutputStep<float>& step, const Parameter<float>& w,
                         const Parameter<float>& b, Matrix<float> d_input) {
  check_output_step(step, w, b, d_input);
  return Step(ctx, step, w, b, d_input).run();
}

void output_scores(Context& ctx, Matrix<const float> h, Matrix<const float> w, Row<const float> b,
                   const formula::Activation& f, Matrix<float> y) {
  check_shape(w.cols == h.cols && b.size() == w.rows && y.rows == h.rows && y.cols == w.rows, "output_scores",
              "needs h [rows, in], w [units, in], b [units], y [rows, units]");
  // Scores come out by unit, examples side by side: the weights need not be transposed, only the examples and
  // results.
  Scratch shared(ctx.workspace(sizeof(float) * padded_size(h.cols, h.rows) + 64));
  const Matrix<float> transposed = shared.matrix(h.cols, h.rows);
  transpose_block(h, transposed);
  const Shards units = Shards{w.rows, tile_units};
  const Shards rows = Shards{h.rows, score_rows};
  ctx.pool().run(units.count() * rows.count(), [&](std::size_t shard, std::size_t worker) {
    const auto [unit, unit_count] = units[shard % units.count()];
    const auto [row, row_count] = rows[shard / units.count()];
    Scratch scratch(ctx.scratch(worker, sizeof(float) * padded_size(tile_units, score_rows)));
    const Matrix<float> tile(scratch.matrix(tile_units, score_rows).data, unit_count, row_count,
                             padded_stride<float>(score_rows));
    multiply({.rows = unit_count,
              .cols = row_count,
              .depth = h.cols,
              .a = w.data + unit * w.stride,
              .a_row = w.stride,
              .a_depth = 1,
              .b = transposed.data + row,
              .b_stride = transposed.stride,
              .c = tile.data,
              .c_stride = tile.stride,
              .start = Start::row_bias,
              .bias = b.data() + unit});
    for (std::size_t i = 0; i < unit_count; ++i)
      activate(f, tile.row(i).data(), tile.row(i).data(), row_count);
    transpose_block(tile, y.row_range(row, row_count).col_range(unit, unit_count));
  });
}

}  // namespace fathom::cpu
