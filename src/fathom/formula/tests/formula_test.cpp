#include "fathom/formula/activation-inl.hpp"
#include "fathom/formula/loss-inl.hpp"
#include "fathom/formula/optimizer-inl.hpp"
#include "fathom/formula/tests/lists.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace fathom::formula {
namespace {

constexpr double h = 1e-6;

double value_of(const Activation& f, double z) {
  return std::visit([&](auto a) { return scalar::value(a, z); }, f);
}
double slope_of(const Activation& f, double y) {
  return std::visit([&](auto a) { return scalar::slope(a, y); }, f);
}

TEST(Activation, has_the_values_of_its_definition) {
  const struct {
    Activation f;
    double z, y;
  } table[] = {
      {Linear{}, -2.5, -2.5},
      {Sigmoid{}, 0, 0.5},
      {Sigmoid{}, 2, 0.8807970779778823},
      {Sigmoid{}, -800, 0},
      {Sigmoid{}, 800, 1},
      {Tanh{}, 0.5, 0.46211715726000973},
      {Relu{}, -1, 0},
      {Relu{}, 3, 3},
      {LeakyRelu{0.1F}, -2, -0.2},
      {LeakyRelu{0.1F}, 2, 2},
      {LeakyRelu{}, -2, -2},
      {Elu{2.0F}, -1, 2 * (std::exp(-1.0) - 1)},
      {Elu{2.0F}, 1, 1},
      {Selu{1.5F, 2.0F}, -1, 1.5 * 2 * (std::exp(-1.0) - 1)},
      {Selu{1.5F, 2.0F}, 2, 3},
  };
  for (const auto& row : table)
    EXPECT_NEAR(value_of(row.f, row.z), row.y, 1e-7) << row.f.index() << " at " << row.z;
}

TEST(Activation, slope_from_the_output_is_the_derivative) {
  for (const Activation& f : all_activations())
    for (const double z : {-3.0, -1.0, -0.3, 0.2, 1.0, 2.5}) {
      const double difference = (value_of(f, z + h) - value_of(f, z - h)) / (2 * h);
      EXPECT_NEAR(slope_of(f, value_of(f, z)), difference, 1e-6) << f.index() << " at " << z;
    }
}

TEST(Activation, passes_not_a_number_on) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Activation& f : all_activations()) EXPECT_TRUE(std::isnan(value_of(f, nan))) << f.index();
}

struct Pair {
  double loss, delta;
};
using Target = double;
enum class Kind { dense, listed, other };

/// The loss of a unit with pre-activation z, and its delta.
Pair evaluate(const Loss& loss, const Activation& f, Kind kind, double z, Target t) {
  return std::visit(
      [&]<class L, class A>(L l, A a) -> Pair {
        if constexpr (goes_with<L, A>) {
          const double y = scalar::value(a, z);
          switch (kind) {
            case Kind::dense:
              return {scalar::value(l, y, t), scalar::delta(l, a, y, t)};
            case Kind::listed:
              return {scalar::listed_value(l, y, t), scalar::listed_delta(l, a, y, t)};
            case Kind::other:
              return {scalar::other_value(l, y), scalar::other_delta(l, a, y)};
          }
        }
        return {};
      },
      loss, f);
}

TEST(Loss, has_the_values_of_its_definition) {
  const double a = 1 / (1 + std::exp(-0.4));  // 0.598688
  const struct {
    const char* what;
    Loss loss;
    Kind kind;
    double t, value, delta;
  } table[] = {
      {"cross-entropy, dense", CrossEntropy{}, Kind::dense, 0.25,
       -0.25 * std::log(a) - 0.75 * std::log(1 - a), a - 0.25},
      {"cross-entropy, listed", CrossEntropy{30, 2}, Kind::listed, 1, -std::log(a), 30 * (a - 1)},
      {"cross-entropy, listed, with a value", CrossEntropy{}, Kind::listed, 0.5,
       -0.5 * std::log(a) - 0.5 * std::log(1 - a), a - 0.5},
      {"cross-entropy, other", CrossEntropy{30, 2}, Kind::other, 0, -std::log(1 - a), 2 * a},
      {"marginal, listed, below its target", ScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::listed, 7,
       -3 * std::log(a), 3 * (a - 1)},
      {"marginal, listed, past its target", ScaledMarginalCrossEntropy{0.5F, 0.1F, 3, 5}, Kind::listed, 1, 0,
       0},
      {"marginal, other, above its target", ScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::other, 0,
       -5 * std::log(1 - a), 5 * a},
      {"marginal, other, past its target", ScaledMarginalCrossEntropy{0.9F, 0.7F, 3, 5}, Kind::other, 0, 0,
       0},
      {"marginal, dense 1", ScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::dense, 1, -3 * std::log(a),
       3 * (a - 1)},
      {"marginal, dense 0", ScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::dense, 0,
       -5 * std::log(1 - a), 5 * a},
      {"marginal, dense 0.5 is nothing", ScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::dense, 0.5, 0,
       0},
      {"data-scaled, listed", DataScaledMarginalCrossEntropy{0.9F, 0.1F, 3, 5}, Kind::listed, 2,
       -6 * std::log(a), 6 * (a - 1)},
      {"L2, dense", L2{7, 9}, Kind::dense, 2, 0.5 * (a - 2) * (a - 2), (a - 2) * a * (1 - a)},
      {"L2, listed", L2{7, 9}, Kind::listed, 2, 0.5 * (a - 2) * (a - 2), 7 * (a - 2) * a * (1 - a)},
      {"L2, other", L2{7, 9}, Kind::other, 0, 0.5 * a * a, 9 * a * a * (1 - a)},
      {"L1, dense", L1{}, Kind::dense, 2, 2 - a, -a * (1 - a)},
      {"L1, other", L1{7, 9}, Kind::other, 0, a, 9 * a * (1 - a)},
      {"L1, exactly met", L1{}, Kind::dense, a, 0, 0},
  };
  for (const auto& row : table) {
    const Pair got = evaluate(row.loss, Sigmoid{}, row.kind, 0.4, row.t);
    EXPECT_NEAR(got.loss, row.value, 1e-12) << row.what;
    EXPECT_NEAR(got.delta, row.delta, 1e-12) << row.what;
  }
}

TEST(Loss, delta_is_the_derivative_by_z_for_every_loss_and_activation) {
  for (const Loss& loss : defaults<Loss>())  // boosts change the delta only, so the defaults, which have none
    for (const Activation& f : all_activations()) {
      if (!are_compatible(loss, f)) continue;
      for (const Kind kind : {Kind::dense, Kind::listed, Kind::other})
        for (const double t : {0.0, 1.0, 0.3})
          for (const double z : {-2.9, -1.0, -0.35, 0.25, 1.1, 2.6}) {
            const Pair at = evaluate(loss, f, kind, z, t);
            const double difference =
                (evaluate(loss, f, kind, z + h, t).loss - evaluate(loss, f, kind, z - h, t).loss) / (2 * h);
            EXPECT_NEAR(at.delta, difference, 1e-6 * (1 + std::fabs(difference)))
                << "loss " << loss.index() << ", activation " << f.index() << ", target " << t << ", z " << z;
          }
    }
}

TEST(Loss, is_finite_where_the_logarithm_is_not) {
  for (const Loss& loss : all_losses())
    for (const double z : {-800.0, 800.0})
      for (const Kind kind : {Kind::dense, Kind::listed, Kind::other}) {
        const Pair at = evaluate(loss, Sigmoid{}, kind, z, 1.0);
        EXPECT_TRUE(std::isfinite(at.loss) && std::isfinite(at.delta)) << loss.index();
      }
}

TEST(Loss, of_not_a_number_is_not_a_number) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Loss& loss : all_losses())
    for (const Kind kind : {Kind::listed, Kind::other}) {
      const Pair at = evaluate(loss, Sigmoid{}, kind, nan, 1.0);
      EXPECT_TRUE(std::isnan(at.loss) && std::isnan(at.delta)) << loss.index();
    }
}

TEST(Loss, cross_entropies_go_with_sigmoid_units_only) {
  for (const Activation& f : all_activations()) {
    const bool sigmoid = std::holds_alternative<Sigmoid>(f);
    EXPECT_EQ(are_compatible(CrossEntropy{}, f), sigmoid);
    EXPECT_EQ(are_compatible(ScaledMarginalCrossEntropy{}, f), sigmoid);
    EXPECT_EQ(are_compatible(DataScaledMarginalCrossEntropy{}, f), sigmoid);
    EXPECT_TRUE(are_compatible(L2{}, f));
    EXPECT_TRUE(are_compatible(L1{}, f));
  }
}

/// The weight after the gradients 0.5 and then -0.25, from 1, at alpha 0.1.
double after_two(const Optimizer& optimizer) {
  double w = 1, first = 0, second = 0;
  std::uint64_t step = 0;
  for (const double gradient : {0.5, -0.25}) {
    const Rates rates = rates_at(optimizer, ++step, 0.1, 0, 0);
    const double r = scalar::descent(rates, w, gradient);
    w = std::visit([&](auto f) { return scalar::step(f, rates, w, r, first, second); }, optimizer);
  }
  return w;
}

TEST(Optimizer, takes_the_steps_of_its_definition) {
  // Worked out by hand from the rules, with r = -0.5 and then r = 0.25.
  EXPECT_NEAR(after_two(Sgd{}), 1 - 0.05 + 0.025, 1e-12);
  EXPECT_NEAR(after_two(Momentum{0.5F}), 1 - 0.05 + (-0.025 + 0.025), 1e-12);
  // v: 0 -> -0.05 (w moves -0.05 + 0.5·(-0.05)) -> 0 (w moves 0 + 0.5·0.05)
  EXPECT_NEAR(after_two(Nesterov{0.5F}), 1 - 0.075 + 0.025, 1e-12);
  EXPECT_NEAR(after_two(AdaGrad{}), 1 - 0.1 + 0.025 / std::sqrt(0.3125), 1e-12);
  EXPECT_NEAR(after_two(RmsProp{0.5F}), 1 - 0.05 / std::sqrt(0.125) + 0.025 / std::sqrt(0.0625 + 0.03125),
              1e-12);
  {
    const double s1 = 0.125, d1 = std::sqrt(1e-9 / s1) * -0.5, v1 = 0.5 * d1 * d1;
    const double s2 = 0.5 * s1 + 0.5 * 0.0625, d2 = std::sqrt(std::max(1e-9, v1) / s2) * 0.25;
    EXPECT_NEAR(after_two(AdaDelta{0.5F}), 1 + d1 + d2, 1e-12);
  }
  {
    const double b1 = 0.5, b2 = 0.75;
    const double m1 = (1 - b1) * -0.5, v1 = (1 - b2) * 0.25;
    const double m2 = b1 * m1 + (1 - b1) * 0.25, v2 = b2 * v1 + (1 - b2) * 0.0625;
    const double w1 = 1 + 0.1 * (m1 / (1 - b1)) / (std::sqrt(v1 / (1 - b2)) + 1e-8);
    const double w2 = w1 + 0.1 * (m2 / (1 - b1 * b1)) / (std::sqrt(v2 / (1 - b2 * b2)) + 1e-8);
    EXPECT_NEAR(after_two(Adam{0.5F, 0.75F}), w2, 1e-12);
    EXPECT_NEAR(w1, 0.9, 1e-7) << "Adam's first step has the length alpha";
  }
}

TEST(Optimizer, penalties_pull_towards_zero) {
  const Rates rates{.alpha = 1, .l2 = 0.5, .l1 = 0.25};
  EXPECT_DOUBLE_EQ(scalar::descent(rates, 2.0, 0.125), -0.125 - 1.0 - 0.25);
  EXPECT_DOUBLE_EQ(scalar::descent(rates, -2.0, 0.125), -0.125 + 1.0 + 0.25);
  EXPECT_DOUBLE_EQ(scalar::descent(rates, 0.0, 0.125), -0.125);
}

TEST(Optimizer, every_one_walks_down_a_parabola) {
  for (const Optimizer& optimizer : all_optimizers()) {
    double w = 3, first = 0, second = 0;
    for (std::uint64_t step = 1; step <= 50000; ++step) {
      const Rates rates = rates_at(optimizer, step, 0.05, 0, 0);
      const double r = scalar::descent(rates, w, w - 1);  // d/dw of (w-1)²/2
      w = std::visit([&](auto f) { return scalar::step(f, rates, w, r, first, second); }, optimizer);
    }
    EXPECT_NEAR(w, 1, 0.1) << optimizer.index();
  }
}

}  // namespace
}  // namespace fathom::formula
