#include "fathom/reference/reference_backend.hpp"

#include "fathom/backend/shapes.hpp"
#include "fathom/formula/activation-inl.hpp"
#include "fathom/formula/optimizer-inl.hpp"
#include "fathom/reference/output_step.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace fathom::reference {
namespace {

namespace scalar = formula::scalar;

/// f(x(r, c), y(r, c)) for every element.
template <class A, class B, class F>
void for_each(Matrix<A> x, Matrix<B> y, F f) {
  for (std::size_t r = 0; r < x.rows; ++r)
    for (std::size_t c = 0; c < x.cols; ++c) f(x(r, c), y(r, c));
}

void scale_to(double limit, double squares, auto elements) {
  const double length = std::sqrt(squares);
  if (length > limit) elements([&](double& x) { x *= limit / length; });
}

class ReferenceBackend final : public Backend<double> {
 public:
  std::string_view name() const override { return "reference"; }

  void fill(Context&, double value, Matrix<double> y) override {
    for_each(y, y, [&](double& out, double) { out = value; });
  }
  void copy(Context&, Matrix<const double> x, Matrix<double> y) override {
    check_same_shape("copy", x, y);
    for_each(x, y, [](double in, double& out) { out = in; });
  }
  void add(Context&, Matrix<const double> x, Matrix<double> y) override {
    check_same_shape("add", x, y);
    for_each(x, y, [](double in, double& out) { out += in; });
  }
  void from_host(Context& ctx, Matrix<const double> host, Matrix<double> y) override { copy(ctx, host, y); }
  void to_host(Context& ctx, Matrix<const double> x, Matrix<double> host) override { copy(ctx, x, host); }
  void expand(Context& ctx, Csr x, Matrix<double> y) override {
    check_shape(x.rows == y.rows && x.cols == y.cols, "expand", "shapes differ");
    fill(ctx, 0, y);
    for (std::size_t r = 0; r < x.rows; ++r)
      for (std::uint64_t p = x.starts[r]; p < x.ends[r]; ++p) y(r, x.index(p)) += x.value(p);
  }

  void affine(Context& ctx, Matrix<const double> x, Matrix<const double> w, Row<const double> b, Into into,
              Matrix<double> y) override {
    check_affine<double>("affine", x.rows, x.cols, w, b, y);
    start(ctx, b, into, y);
    for (std::size_t r = 0; r < y.rows; ++r)
      for (std::size_t o = 0; o < y.cols; ++o)
        for (std::size_t i = 0; i < x.cols; ++i) y(r, o) += x(r, i) * w(i, o);
  }
  void affine_back(Context& ctx, Matrix<const double> dy, Matrix<const double> w, Into into,
                   Matrix<double> dx) override {
    check_affine<double>("affine_back", dx.rows, dx.cols, w, {}, dy);
    if (into == Into::overwrite) fill(ctx, 0, dx);
    for (std::size_t r = 0; r < dx.rows; ++r)
      for (std::size_t i = 0; i < dx.cols; ++i)
        for (std::size_t o = 0; o < dy.cols; ++o) dx(r, i) += dy(r, o) * w(i, o);
  }
  void affine_step(Context& ctx, Matrix<const double> x, Matrix<const double> dy, const Learning& learning,
                   const Parameter<double>& w) override {
    check_affine<double>("affine_step", x.rows, x.cols, w.weights, {}, dy);
    learn(ctx, learning, w, [&](Matrix<double> gradient) {
      for (std::size_t r = 0; r < x.rows; ++r)
        for (std::size_t i = 0; i < x.cols; ++i)
          for (std::size_t o = 0; o < dy.cols; ++o)
            gradient(i, o) += x(r, i) * dy(r, o) / static_cast<double>(x.rows);
    });
  }

  void sparse_affine(Context& ctx, Csr x, Matrix<const double> w, Row<const double> b, Into into,
                     Matrix<double> y) override {
    check_affine<double>("sparse_affine", x.rows, x.cols, w, b, y);
    start(ctx, b, into, y);
    for (std::size_t r = 0; r < x.rows; ++r)
      for (std::uint64_t p = x.starts[r]; p < x.ends[r]; ++p)
        for (std::size_t o = 0; o < y.cols; ++o)
          y(r, o) += static_cast<double>(x.value(p)) * w(x.index(p), o);
  }
  void sparse_affine_step(Context& ctx, Csr by_column, Matrix<const double> dy, const Learning& learning,
                          const Parameter<double>& w) override {
    check_affine<double>("sparse_affine_step", by_column.cols, by_column.rows, w.weights, {}, dy);
    learn(ctx, learning, w, [&](Matrix<double> gradient) {
      for (std::size_t i = 0; i < by_column.rows; ++i)
        for (std::uint64_t p = by_column.starts[i]; p < by_column.ends[i]; ++p)
          for (std::size_t o = 0; o < dy.cols; ++o)
            gradient(i, o) += static_cast<double>(by_column.value(p)) * dy(by_column.index(p), o) /
                              static_cast<double>(dy.rows);
    });
  }

  void add_row(Context&, Row<const double> x, Matrix<double> y) override {
    check_shape(x.size() == y.cols, "add_row", "the row needs one element for each column");
    for (std::size_t r = 0; r < y.rows; ++r)
      for (std::size_t c = 0; c < y.cols; ++c) y(r, c) += x[c];
  }
  void column_sums(Context&, Matrix<const double> x, double scale, Row<double> y) override {
    check_shape(x.cols == y.size(), "column_sums", "the sums need one element for each column");
    for (std::size_t c = 0; c < x.cols; ++c) {
      double sum = 0;
      for (std::size_t r = 0; r < x.rows; ++r) sum += x(r, c);
      y[c] = scale * sum;
    }
  }
  Norms norms(Context&, Matrix<const double> x) override {
    Norms sums;
    for_each(x, x, [&](double element, double) {
      sums.squares += element * element;
      sums.magnitudes += std::fabs(element);
    });
    return sums;
  }
  void limit_row_norms(Context&, double limit, Matrix<double> x) override {
    for (std::size_t r = 0; r < x.rows; ++r) {
      double squares = 0;
      for (const double element : x.row(r)) squares += element * element;
      scale_to(limit, squares, [&](auto f) { std::ranges::for_each(x.row(r), f); });
    }
  }
  void limit_column_norms(Context&, double limit, Matrix<double> x) override {
    for (std::size_t c = 0; c < x.cols; ++c) {
      double squares = 0;
      for (std::size_t r = 0; r < x.rows; ++r) squares += x(r, c) * x(r, c);
      scale_to(limit, squares, [&](auto f) {
        for (std::size_t r = 0; r < x.rows; ++r) f(x(r, c));
      });
    }
  }

  void activate(Context&, const formula::Activation& activation, Matrix<const double> z,
                Matrix<double> y) override {
    check_same_shape("activate", z, y);
    std::visit([&](auto f) { for_each(z, y, [&](double in, double& out) { out = scalar::value(f, in); }); },
               activation);
  }
  void multiply_slope(Context&, const formula::Activation& activation, Matrix<const double> y,
                      Matrix<double> d) override {
    check_same_shape("multiply_slope", y, d);
    std::visit(
        [&](auto f) { for_each(y, d, [&](double out, double& delta) { delta *= scalar::slope(f, out); }); },
        activation);
  }
  void drop(Context&, const DropMask& mask, Matrix<const double> x, Matrix<double> y) override {
    check_same_shape("drop", x, y);
    for (std::size_t r = 0; r < x.rows; ++r)
      for (std::size_t c = 0; c < x.cols; ++c) {
        const bool kept = mask.stream.uniform(r * x.cols + c) >= mask.probability;
        y(r, c) = kept ? x(r, c) / (1.0 - static_cast<double>(mask.probability)) : 0.0;
      }
  }

  void update(Context&, const Learning& learning, const Parameter<double>& w) override {
    check_parameter("update", {learning.optimizer, learning.rates}, w, true);
    double unused = 0;
    std::visit(
        [&](auto optimizer) {
          for (std::size_t r = 0; r < w.weights.rows; ++r)
            for (std::size_t c = 0; c < w.weights.cols; ++c) {
              double& weight = w.weights(r, c);
              const double direction = scalar::descent(learning.rates, weight, w.gradient(r, c));
              weight = scalar::step(optimizer, learning.rates, weight, direction,
                                    w.first.present() ? w.first(r, c) : unused,
                                    w.second.present() ? w.second(r, c) : unused);
            }
        },
        learning.optimizer);
  }

  double output_layer_step(Context& ctx, const OutputStep<double>& step, const Parameter<double>& w,
                           const Parameter<double>& b, Matrix<double> d_input) override {
    check_output_step(step, w, b, d_input);
    const std::size_t batch = step.input.rows;
    const std::size_t units = w.weights.rows;
    std::vector<double> all_scores(batch * units);
    const Matrix<double> scores(all_scores.data(), batch, units);
    output_scores(ctx, step.input, w.weights, b.weights.row(0), step.activation, scores);
    const double loss =
        losses_and_deltas(step.loss, step.activation, step.targets, scores);  // scores: now deltas

    const auto mean = [&](auto term) { return batch == 0 ? 0.0 : term / static_cast<double>(batch); };
    if (d_input.present()) {
      fill(ctx, 0, d_input);
      for (std::size_t e = 0; e < batch; ++e)
        for (std::size_t o = 0; o < units; ++o)
          for (std::size_t k = 0; k < d_input.cols; ++k) d_input(e, k) += scores(e, o) * w.weights(o, k);
    }
    learn(ctx, step.learning, w, [&](Matrix<double> gradient) {
      for (std::size_t o = 0; o < units; ++o)
        for (std::size_t e = 0; e < batch; ++e)
          for (std::size_t k = 0; k < gradient.cols; ++k)
            gradient(o, k) += mean(scores(e, o) * step.input(e, k));
    });
    learn(ctx, step.learning.without_penalties(), b, [&](Matrix<double> gradient) {
      for (std::size_t o = 0; o < units; ++o)
        for (std::size_t e = 0; e < batch; ++e) gradient(0, o) += mean(scores(e, o));
    });
    return loss;
  }
  void output_scores(Context& ctx, Matrix<const double> h, Matrix<const double> w, Row<const double> b,
                     const formula::Activation& activation, Matrix<double> y) override {
    check_shape(w.cols == h.cols && b.size() == w.rows && y.rows == h.rows && y.cols == w.rows,
                "output_scores", "needs h [rows, in], w [units, in], b [units], y [rows, units]");
    for (std::size_t r = 0; r < y.rows; ++r)
      for (std::size_t o = 0; o < y.cols; ++o) {
        y(r, o) = b[o];
        for (std::size_t k = 0; k < h.cols; ++k) y(r, o) += h(r, k) * w(o, k);
      }
    activate(ctx, activation, y, y);
  }

 private:
  void start(Context& ctx, Row<const double> b, Into into, Matrix<double> y) {
    if (into == Into::overwrite) fill(ctx, 0, y);
    if (!b.empty()) add_row(ctx, b, y);
  }
  /// Lets `compute` add up the gradient, in w.gradient or beside it, and applies it unless it is to be kept.
  void learn(Context& ctx, const Learning& learning, const Parameter<double>& w, auto compute) {
    const bool accumulate = learning.mode == UpdateMode::accumulate;
    check_parameter("learn", learning, w, accumulate);
    std::vector<double> own(accumulate ? 0 : w.weights.rows * w.weights.cols);
    const Matrix<double> gradient =
        accumulate ? w.gradient : Matrix<double>(own.data(), w.weights.rows, w.weights.cols);
    fill(ctx, 0, gradient);
    compute(gradient);
    if (!accumulate) update(ctx, learning, {w.weights, gradient, w.first, w.second});
  }
};

}  // namespace

std::unique_ptr<Backend<double>> make_backend() { return std::make_unique<ReferenceBackend>(); }

}  // namespace fathom::reference
