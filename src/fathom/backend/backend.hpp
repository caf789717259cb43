/// The primitives: everything for which two backends need different code, and nothing else. What can be said
/// with them is a layer (fathom/layers), in plain C++.
///
/// Real is what a backend computes in: float on the machines' backends, double in the reference. Views may
/// have any stride and any alignment, and zero rows or columns; outputs must not overlap inputs unless a
/// contract says so. Elements between a view's columns and its stride are never touched. All throw ShapeError
/// if dimensions disagree.
///
/// Same bytes: work is cut by shapes only (core/shards.hpp), every sum has one order that shapes decide, so
/// results depend neither on the number of threads nor on which thread did what. Inner products are one chain
/// of fused multiply-adds over k for each output element. Not-a-number and infinity go through as IEEE says.
#pragma once

#include "fathom/core/context.hpp"
#include "fathom/core/random.hpp"
#include "fathom/core/views.hpp"
#include "fathom/formula/activation.hpp"
#include "fathom/formula/loss.hpp"
#include "fathom/formula/optimizer.hpp"

#include <cstdint>
#include <string_view>

namespace fathom {

/// What happens to what the output held before.
enum class Into { overwrite, add };

/// apply: weights change at once. accumulate: only `gradient` is written, for an update that may still be
/// refused or clipped as a whole; update() applies it later.
enum class UpdateMode { apply, accumulate };

/// One pass over the output units where a unit's delta needs its own score only. Two where statistics of an
/// example's whole row come first (softmax, norms of output deltas).
enum class Head { one_pass, two_passes };

/// How weights learn in this step.
struct Learning {
  formula::Optimizer optimizer;
  formula::Rates rates;
  UpdateMode mode = UpdateMode::apply;

  /// The same without penalties on the weights' size: for biases.
  Learning without_penalties() const {
    Learning plain = *this;
    plain.rates.l2 = plain.rates.l1 = 0;
    return plain;
  }
};

/// A matrix that learns (a bias is one of a single row), and what its optimizer keeps. `gradient`, `first`
/// and `second` have the shape of `weights`; they may be absent where the mode or the optimizer does not use
/// them.
template <class Real>
struct Parameter {
  Matrix<Real> weights;
  Matrix<Real> gradient;  ///< mean over the batch of d loss / d weight, without penalties
  Matrix<Real> first, second;

  Parameter row_range(std::size_t from, std::size_t count) const {
    const auto part = [&](Matrix<Real> whole) {
      return whole.present() ? whole.row_range(from, count) : whole;
    };
    return {part(weights), part(gradient), part(first), part(second)};
  }
};

/// What the units of an output layer should be: sparse, seen from the units, or dense.
struct Targets {
  Csr by_unit;  ///< [units, batch]: which examples list a unit; rows ascending. Used unless `dense` is
                ///< present. Of a pair that occurs twice the last counts.
  Matrix<const float> dense;  ///< [batch, units]
  Row<const float> weights;   ///< empty, or [batch]: multiplies an example's loss and deltas
  bool listed_only = false;   ///< sparse: units that an example does not list have no loss and no delta
};

/// Drops numbers: element (row, col) of a [rows, cols] matrix is kept iff its random number is >=
/// probability.
struct DropMask {
  RandomStream stream;
  float probability = 0;
};

template <class Real>
struct OutputStep {
  Matrix<const Real> input;  ///< h [batch, in]
  Targets targets;
  formula::Loss loss;
  formula::Activation activation;
  Head head = Head::one_pass;
  Learning learning;
};

template <class Real>
class Backend {
 public:
  virtual ~Backend() = default;
  virtual std::string_view name() const = 0;

  /// y = value.
  virtual void fill(Context& ctx, Real value, Matrix<Real> y) = 0;
  /// y = x.
  virtual void copy(Context& ctx, Matrix<const Real> x, Matrix<Real> y) = 0;
  /// y += x.
  virtual void add(Context& ctx, Matrix<const Real> x, Matrix<Real> y) = 0;
  /// y = x, from or to memory of the host.
  virtual void from_host(Context& ctx, Matrix<const Real> host, Matrix<Real> y) = 0;
  virtual void to_host(Context& ctx, Matrix<const Real> x, Matrix<Real> host) = 0;
  /// Row by row, each value of `x`: y(r, x.index) += x.value, after y = 0. x [rows, cols] sparse; y [rows,
  /// cols].
  virtual void expand(Context& ctx, Csr x, Matrix<Real> y) = 0;

  /// y = x·W + b, or y += x·W + b. x [rows, in]; W [in, out]; b [out] or empty; y [rows, out].
  virtual void affine(Context& ctx, Matrix<const Real> x, Matrix<const Real> w, Row<const Real> b, Into into,
                      Matrix<Real> y) = 0;
  /// dx = dy·Wᵀ, or +=. dy [rows, out]; W [in, out]; dx [rows, in].
  virtual void affine_back(Context& ctx, Matrix<const Real> dy, Matrix<const Real> w, Into into,
                           Matrix<Real> dx) = 0;
  /// The gradient xᵀ·dy / rows of W [in, out] is applied or accumulated. x [rows, in]; dy [rows, out].
  virtual void affine_step(Context& ctx, Matrix<const Real> x, Matrix<const Real> dy,
                           const Learning& learning, const Parameter<Real>& w) = 0;

  /// As affine, for sparse x [rows, in]. Work O(points·out).
  virtual void sparse_affine(Context& ctx, Csr x, Matrix<const Real> w, Row<const Real> b, Into into,
                             Matrix<Real> y) = 0;
  /// As affine_step, for sparse x given by its columns: by_column [in, rows] (core/sparse.hpp: transpose).
  /// Work O(points·out) for the gradient and O(in·out) for the update, since penalties move every weight.
  virtual void sparse_affine_step(Context& ctx, Csr by_column, Matrix<const Real> dy,
                                  const Learning& learning, const Parameter<Real>& w) = 0;

  /// y += x in every row. x [cols]; y [rows, cols].
  virtual void add_row(Context& ctx, Row<const Real> x, Matrix<Real> y) = 0;
  /// y = scale·(sum of x's rows). x [rows, cols]; y [cols].
  virtual void column_sums(Context& ctx, Matrix<const Real> x, Real scale, Row<Real> y) = 0;
  /// The sum of squares and the sum of absolute values of all elements, in double.
  struct Norms {
    double squares = 0;
    double magnitudes = 0;
  };
  virtual Norms norms(Context& ctx, Matrix<const Real> x) = 0;
  /// Rows (columns) that are longer than `limit` are scaled down to it.
  virtual void limit_row_norms(Context& ctx, Real limit, Matrix<Real> x) = 0;
  virtual void limit_column_norms(Context& ctx, Real limit, Matrix<Real> x) = 0;

  /// y = f(z), element by element; y may be z.
  virtual void activate(Context& ctx, const formula::Activation& f, Matrix<const Real> z, Matrix<Real> y) = 0;
  /// d *= f'(z), the slope being taken from y = f(z).
  virtual void multiply_slope(Context& ctx, const formula::Activation& f, Matrix<const Real> y,
                              Matrix<Real> d) = 0;
  /// y = 0 where the mask drops, x/(1-probability) elsewhere; y may be x. With the gradient for x this is its
  /// own backward pass.
  virtual void drop(Context& ctx, const DropMask& mask, Matrix<const Real> x, Matrix<Real> y) = 0;

  /// Changes w.weights by w.gradient as `learning` says (its mode is not looked at).
  virtual void update(Context& ctx, const Learning& learning, const Parameter<Real>& w) = 0;

  /// One training step of an output layer, its loss included, without ever holding all scores: for each unit
  /// z = h·w + b, a = f(z), delta = d loss / d z; then d_input = sum of delta·w over all units, with the
  /// weights as they were; then the gradients of weights and bias (means over the batch) are applied or
  /// accumulated. w [units, in], a unit's weights contiguous; b [1, units]; d_input [batch, in] is
  /// overwritten; it may be absent. Returns the loss, summed over examples and units. Throws ConfigError for
  /// a loss and activation that do not go together and for a head that the backend does not have.
  virtual double output_layer_step(Context& ctx, const OutputStep<Real>& step, const Parameter<Real>& w,
                                   const Parameter<Real>& b, Matrix<Real> d_input) = 0;
  /// y = f(h·wᵀ + b) for a range of output units. h [rows, in]; w [units, in]; b [units]; y [rows, units].
  virtual void output_scores(Context& ctx, Matrix<const Real> h, Matrix<const Real> w, Row<const Real> b,
                             const formula::Activation& f, Matrix<Real> y) = 0;
};

}  // namespace fathom
