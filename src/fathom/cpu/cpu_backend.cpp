#include "fathom/cpu/cpu_backend.hpp"

#include "fathom/backend/shapes.hpp"
#include "fathom/core/shards.hpp"
#include "fathom/cpu/kernels.hpp"
#include "fathom/cpu/learn_row.hpp"
#include "fathom/cpu/output_step.hpp"
#include "fathom/cpu/scratch.hpp"
#include "fathom/cpu/targets.hpp"

#include <hwy/highway.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace fathom::cpu {
namespace {

// Grains of the shards. Part of "same bytes" where sums cross shards, a matter of speed elsewhere.
constexpr std::size_t few_rows = 16;      // element by element, and sparse sums
constexpr std::size_t product_rows = 64;  // of a product, by product_cols
constexpr std::size_t product_cols = 240;
constexpr std::size_t learning_rows = 32;
constexpr std::size_t norm_rows = 256;

/// work(row) for every row.
void each_row(Context& ctx, std::size_t rows, std::size_t grain,
              const std::function<void(std::size_t row)>& work) {
  const Shards shards{rows, grain};
  ctx.pool().run(shards.count(), [&](std::size_t shard, std::size_t) {
    const auto [first, count] = shards[shard];
    for (std::size_t row = first; row < first + count; ++row) work(row);
  });
}

class CpuBackend final : public Backend<float> {
 public:
  std::string_view name() const override { return "cpu"; }

  void fill(Context& ctx, float value, Matrix<float> y) override {
    each_row(ctx, y.rows, few_rows, [&](std::size_t row) { std::ranges::fill(y.row(row), value); });
  }
  void copy(Context& ctx, Matrix<const float> x, Matrix<float> y) override {
    check_same_shape("copy", x, y);
    each_row(ctx, y.rows, few_rows,
             [&](std::size_t row) { std::ranges::copy(x.row(row), y.row(row).begin()); });
  }
  void add(Context& ctx, Matrix<const float> x, Matrix<float> y) override {
    check_same_shape("add", x, y);
    each_row(ctx, y.rows, few_rows,
             [&](std::size_t row) { cpu::add(x.row(row).data(), y.row(row).data(), y.cols); });
  }
  void from_host(Context& ctx, Matrix<const float> host, Matrix<float> y) override { copy(ctx, host, y); }
  void to_host(Context& ctx, Matrix<const float> x, Matrix<float> host) override { copy(ctx, x, host); }
  void expand(Context& ctx, Csr x, Matrix<float> y) override {
    check_shape(x.rows == y.rows && x.cols == y.cols, "expand", "shapes differ");
    each_row(ctx, y.rows, few_rows, [&](std::size_t row) {
      std::ranges::fill(y.row(row), 0.0F);
      for (std::uint64_t p = x.starts[row]; p < x.ends[row]; ++p) y(row, x.index(p)) += x.value(p);
    });
  }

  void affine(Context& ctx, Matrix<const float> x, Matrix<const float> w, Row<const float> b, Into into,
              Matrix<float> y) override {
    check_affine<float>("affine", x.rows, x.cols, w, b, y);
    const Shards rows{y.rows, product_rows};
    const Shards cols{y.cols, product_cols};
    ctx.pool().run(rows.count() * cols.count(), [&](std::size_t shard, std::size_t) {
      const auto [row, row_count] = rows[shard % rows.count()];
      const auto [col, col_count] = cols[shard / rows.count()];
      const Matrix<float> part = y.row_range(row, row_count).col_range(col, col_count);
      Start start = into == Into::add ? Start::keep : Start::zero;
      if (!b.empty() && into == Into::add)
        for (std::size_t r = 0; r < row_count; ++r) cpu::add(b.data() + col, part.row(r).data(), col_count);
      if (!b.empty() && into == Into::overwrite) start = Start::column_bias;
      multiply({.rows = row_count,
                .cols = col_count,
                .depth = x.cols,
                .a = x.data + row * x.stride,
                .a_row = x.stride,
                .a_depth = 1,
                .b = w.data + col,
                .b_stride = w.stride,
                .c = part.data,
                .c_stride = part.stride,
                .start = start,
                .bias = b.empty() ? nullptr : b.data() + col});
    });
  }

  // dxᵀ = W·dyᵀ: the small matrices are transposed instead of the weights.
  void affine_back(Context& ctx, Matrix<const float> dy, Matrix<const float> w, Into into,
                   Matrix<float> dx) override {
    check_affine<float>("affine_back", dx.rows, dx.cols, w, {}, dy);
    Scratch shared(ctx.workspace(sizeof(float) * padded_size(dy.cols, dy.rows) + 64));
    const Matrix<float> transposed = shared.matrix(dy.cols, dy.rows);
    const Shards examples{dy.rows, product_rows};
    ctx.pool().run(examples.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = examples[shard];
      transpose_block(dy.row_range(first, count), transposed.col_range(first, count));
    });
    const Shards inputs{dx.cols, product_rows};
    ctx.pool().run(inputs.count() * examples.count(), [&](std::size_t shard, std::size_t worker) {
      const auto [in, in_count] = inputs[shard % inputs.count()];
      const auto [row, row_count] = examples[shard / inputs.count()];
      Scratch scratch(ctx.scratch(worker, sizeof(float) * padded_size(2 * product_rows, product_rows)));
      const Matrix<float> by_input(scratch.matrix(product_rows, product_rows).data, in_count, row_count,
                                   padded_stride<float>(product_rows));
      const Matrix<float> by_row(scratch.matrix(product_rows, product_rows).data, row_count, in_count,
                                 padded_stride<float>(product_rows));
      multiply({.rows = in_count,
                .cols = row_count,
                .depth = dy.cols,
                .a = w.data + in * w.stride,
                .a_row = w.stride,
                .a_depth = 1,
                .b = transposed.data + row,
                .b_stride = transposed.stride,
                .c = by_input.data,
                .c_stride = by_input.stride});
      transpose_block(by_input, by_row);
      for (std::size_t r = 0; r < row_count; ++r) {
        float* to = dx.row(row + r).data() + in;
        if (into == Into::add)
          cpu::add(by_row.row(r).data(), to, in_count);
        else
          std::ranges::copy(by_row.row(r), to);
      }
    });
  }

  void affine_step(Context& ctx, Matrix<const float> x, Matrix<const float> dy, const Learning& learning,
                   const Parameter<float>& w) override {
    check_affine<float>("affine_step", x.rows, x.cols, w.weights, {}, dy);
    check_parameter("affine_step", learning, w, learning.mode == UpdateMode::accumulate);
    const Shards inputs{x.cols, learning_rows};
    ctx.pool().run(inputs.count(), [&](std::size_t shard, std::size_t worker) {
      const auto [first, count] = inputs[shard];
      Scratch scratch(ctx.scratch(worker, sizeof(float) * padded_size(learning_rows, dy.cols)));
      const Matrix<float> sums = scratch.matrix(learning_rows, dy.cols);
      multiply({.rows = count,
                .cols = dy.cols,
                .depth = x.rows,
                .a = x.data + first,
                .a_row = 1,
                .a_depth = x.stride,
                .b = dy.data,
                .b_stride = dy.stride,
                .c = sums.data,
                .c_stride = sums.stride});
      for (std::size_t i = 0; i < count; ++i)
        learn_row(learning, w, first + i, 0, dy.cols, mean_of(x.rows), sums.row(i).data());
    });
  }

  void sparse_affine(Context& ctx, Csr x, Matrix<const float> w, Row<const float> b, Into into,
                     Matrix<float> y) override {
    check_affine<float>("sparse_affine", x.rows, x.cols, w, b, y);
    each_row(ctx, y.rows, few_rows, [&](std::size_t row) {
      sparse_sum({&x, x.starts[row], x.ends[row], w, b.empty() ? nullptr : b.data(), into == Into::add,
                  y.row(row).data()});
    });
  }

  void sparse_affine_step(Context& ctx, Csr by_column, Matrix<const float> dy, const Learning& learning,
                          const Parameter<float>& w) override {
    check_affine<float>("sparse_affine_step", by_column.cols, by_column.rows, w.weights, {}, dy);
    check_parameter("sparse_affine_step", learning, w, learning.mode == UpdateMode::accumulate);
    const Shards inputs{by_column.rows, learning_rows};
    ctx.pool().run(inputs.count(), [&](std::size_t shard, std::size_t worker) {
      const auto [first, count] = inputs[shard];
      Scratch scratch(ctx.scratch(worker, sizeof(float) * padded_size(1, dy.cols)));
      const Row<float> sum = scratch.row(dy.cols);
      for (std::size_t i = first; i < first + count; ++i) {
        sparse_sum({&by_column, by_column.starts[i], by_column.ends[i], dy, nullptr, false, sum.data()});
        learn_row(learning, w, i, 0, dy.cols, mean_of(dy.rows), sum.data());
      }
    });
  }

  void add_row(Context& ctx, Row<const float> x, Matrix<float> y) override {
    check_shape(x.size() == y.cols, "add_row", "the row needs one element for each column");
    each_row(ctx, y.rows, few_rows, [&](std::size_t row) { cpu::add(x.data(), y.row(row).data(), y.cols); });
  }
  void column_sums(Context& ctx, Matrix<const float> x, float factor, Row<float> y) override {
    check_shape(x.cols == y.size(), "column_sums", "the sums need one element for each column");
    const Shards cols{x.cols, product_cols};
    ctx.pool().run(cols.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = cols[shard];
      std::fill_n(y.data() + first, count, 0.0F);
      for (std::size_t row = 0; row < x.rows; ++row)
        cpu::add(x.row(row).data() + first, y.data() + first, count);
      scale(factor, y.data() + first, y.data() + first, count);
    });
  }
  Norms norms(Context& ctx, Matrix<const float> x) override {
    const Shards shards{x.rows, norm_rows};
    std::vector<Norms> parts(shards.count());
    ctx.pool().run(shards.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = shards[shard];
      for (std::size_t row = first; row < first + count; ++row) add_norms(x.row(row), parts[shard]);
    });
    Norms sums;
    for (const Norms& part : parts) {
      sums.squares += part.squares;
      sums.magnitudes += part.magnitudes;
    }
    return sums;
  }
  void limit_row_norms(Context& ctx, float limit, Matrix<float> x) override {
    each_row(ctx, x.rows, few_rows, [&](std::size_t row) {
      Norms norm;
      add_norms(x.row(row), norm);
      const double length = std::sqrt(norm.squares);
      if (length > static_cast<double>(limit))
        scale(static_cast<float>(static_cast<double>(limit) / length), x.row(row).data(), x.row(row).data(),
              x.cols);
    });
  }
  void limit_column_norms(Context& ctx, float limit, Matrix<float> x) override {
    const Shards cols{x.cols, 64};
    ctx.pool().run(cols.count(), [&](std::size_t shard, std::size_t) {
      const auto [first, count] = cols[shard];
      std::vector<double> factors(count, 0.0);
      for (std::size_t row = 0; row < x.rows; ++row)
        for (std::size_t c = 0; c < count; ++c) {
          const auto element = static_cast<double>(x(row, first + c));
          factors[c] += element * element;
        }
      for (double& factor : factors) {
        const double length = std::sqrt(factor);
        factor = length > static_cast<double>(limit) ? static_cast<double>(limit) / length : 1.0;
      }
      for (std::size_t row = 0; row < x.rows; ++row)
        for (std::size_t c = 0; c < count; ++c) x(row, first + c) *= static_cast<float>(factors[c]);
    });
  }

  void activate(Context& ctx, const formula::Activation& f, Matrix<const float> z, Matrix<float> y) override {
    check_same_shape("activate", z, y);
    each_row(ctx, y.rows, few_rows,
             [&](std::size_t row) { cpu::activate(f, z.row(row).data(), y.row(row).data(), y.cols); });
  }
  void multiply_slope(Context& ctx, const formula::Activation& f, Matrix<const float> y,
                      Matrix<float> d) override {
    check_same_shape("multiply_slope", y, d);
    each_row(ctx, y.rows, few_rows,
             [&](std::size_t row) { cpu::multiply_slope(f, y.row(row).data(), d.row(row).data(), d.cols); });
  }
  void drop(Context& ctx, const DropMask& mask, Matrix<const float> x, Matrix<float> y) override {
    check_same_shape("drop", x, y);
    const float factor = 1.0F / (1.0F - mask.probability);
    each_row(ctx, y.rows, few_rows, [&](std::size_t row) {
      PhiloxCounter words{};
      for (std::size_t c = 0; c < x.cols; ++c) {
        const std::uint64_t index = std::uint64_t{row} * x.cols + c;
        if (c == 0 || index % 4 == 0) words = mask.stream.block(index / 4);
        const bool kept = RandomStream::to_uniform(words[index % 4]) >= mask.probability;
        y(row, c) = kept ? factor * x(row, c) : 0.0F;
      }
    });
  }

  void update(Context& ctx, const Learning& learning, const Parameter<float>& w) override {
    check_parameter("update", {learning.optimizer, learning.rates}, w, true);
    each_row(ctx, w.weights.rows, few_rows, [&](std::size_t row) {
      update_weights(learning.optimizer, learning.rates, 1.0F,
                     weight_row(w, row, 0, w.weights.cols, w.gradient.row(row).data()));
    });
  }

  double output_layer_step(Context& ctx, const OutputStep<float>& step, const Parameter<float>& w,
                           const Parameter<float>& b, Matrix<float> d_input) override {
    return cpu::output_layer_step(ctx, step, w, b, d_input);
  }
  void output_scores(Context& ctx, Matrix<const float> h, Matrix<const float> w, Row<const float> b,
                     const formula::Activation& f, Matrix<float> y) override {
    cpu::output_scores(ctx, h, w, b, f, y);
  }

 private:
  static void add_norms(Row<const float> x, Norms& norms) {
    for (const float element : x) {
      const auto wide = static_cast<double>(element);
      norms.squares += wide * wide;
      norms.magnitudes += std::fabs(wide);
    }
  }
};

}  // namespace

std::unique_ptr<Backend<float>> make_backend() { return std::make_unique<CpuBackend>(); }

std::string_view instruction_set() {
  std::int64_t best = HWY_STATIC_TARGET;
  for (const std::int64_t target : {HWY_AVX3, HWY_AVX2})
    if ((hwy::SupportedTargets() & HWY_TARGETS & target) != 0) {
      best = target;
      break;
    }
  return hwy::TargetName(best);
}

}  // namespace fathom::cpu
