#include "fathom/backend/tests/conformance.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/formula/tests/lists.hpp"

#include <gtest/gtest.h>

namespace fathom {
namespace {

// Around the tiles (96 units), the blocks of examples (256) and the vectors.
struct Size {
  std::size_t batch, in, units;
};
const Size small{5, 9, 37};
const Size sizes[] = {{0, 3, 4},    {1, 0, 3},   {2, 3, 0},     {1, 1, 1},      {3, 4, 2},     {16, 16, 95},
                      {17, 33, 96}, {8, 20, 97}, {31, 64, 200}, {257, 17, 100}, {300, 48, 211}};

enum class Form { indicators, values, listed_only, dense };
const Form forms[] = {Form::indicators, Form::values, Form::listed_only, Form::dense};

struct Options {
  Form form = Form::indicators;
  bool weighted = false;
  bool with_d_input = true;
  UpdateMode mode = UpdateMode::apply;
  formula::Optimizer optimizer = formula::Sgd{};
};

template <class Real>
void run(Backend<Real>& backend, Context& ctx, Operands<Real>& o, Size size, const formula::Loss& loss,
         const formula::Activation& f, const Options& options) {
  const SparseRows rows = sparse_rows(size.batch, size.units, 0.1, options.form == Form::values);
  SparseRows by_unit;
  transpose(rows.view(), by_unit);
  std::vector<float> dense(size.batch * size.units + 1);  // never without memory
  for (std::size_t i = 0; i < dense.size(); ++i) dense[i] = i % 3 == 0 ? 0.0F : i % 3 == 1 ? 1.0F : 0.25F;
  std::vector<float> weights(size.batch);
  for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = 0.5F + 0.25F * static_cast<float>(i % 4);

  const Matrix<Real> input = o.matrix(size.batch, size.in);
  OutputStep<Real> step{input, {}, loss, f, Head::one_pass, {}};
  if (options.form == Form::dense)
    step.targets.dense = Matrix<const float>(dense.data(), size.batch, size.units);
  else
    step.targets.by_unit = by_unit.view();
  step.targets.listed_only = options.form == Form::listed_only;
  if (options.weighted) step.targets.weights = weights;
  step.learning = {options.optimizer, formula::rates_at(options.optimizer, 2, 0.05, 0.01, 0.002),
                   options.mode};
  const Parameter<Real> w = o.parameter(size.units, size.in);
  const Parameter<Real> b = o.parameter(1, size.units);
  const Matrix<Real> d_input = options.with_d_input ? o.matrix(size.batch, size.in) : Matrix<Real>();
  o.result(backend.output_layer_step(ctx, step, w, b, d_input));
}

void conform(const std::string& what, Size size, const formula::Loss& loss, const formula::Activation& f,
             const Options& options, Numbers numbers = Numbers::plain) {
  expect_conformance(
      what + " batch " + std::to_string(size.batch) + ", in " + std::to_string(size.in) + ", units " +
          std::to_string(size.units) + ", loss " + std::to_string(loss.index()) + ", activation " +
          std::to_string(f.index()) + ", form " + std::to_string(static_cast<int>(options.form)),
      [&](auto& backend, Context& ctx, auto& operands) {
        run(backend, ctx, operands, size, loss, f, options);
      },
      numbers);
}

TEST(OutputLayerStep, agrees_with_the_reference_for_every_loss_activation_and_form_of_targets) {
  for (const formula::Loss& loss : formula::all_losses())
    for (const formula::Activation& f : formula::all_activations())
      if (formula::are_compatible(loss, f))
        for (const Form form : forms) conform("list", small, loss, f, {.form = form});
}

TEST(OutputLayerStep, agrees_with_the_reference_for_all_sizes) {
  for (const Size& size : sizes)
    for (const Form form : forms)
      conform("size", size, formula::CrossEntropy{}, formula::Sigmoid{}, {.form = form});
}

TEST(OutputLayerStep, weights_examples) {
  for (const Form form : forms)
    conform("weighted", small, formula::ScaledMarginalCrossEntropy{}, formula::Sigmoid{},
            {.form = form, .weighted = true});
}

TEST(OutputLayerStep, applies_or_accumulates_for_every_optimizer) {
  for (const formula::Optimizer& optimizer : formula::all_optimizers())
    for (const UpdateMode mode : {UpdateMode::apply, UpdateMode::accumulate})
      conform("optimizer " + std::to_string(optimizer.index()), {9, 20, 130}, formula::CrossEntropy{},
              formula::Sigmoid{}, {.mode = mode, .optimizer = optimizer});
}

TEST(OutputLayerStep, needs_no_delta_for_its_input) {
  conform("no d_input", {9, 20, 130}, formula::CrossEntropy{}, formula::Sigmoid{}, {.with_d_input = false});
}

TEST(OutputLayerStep, a_unit_that_many_examples_list_is_right_too) {
  // More points than are put aside one by one.
  expect_conformance("popular unit", [](auto& backend, Context& ctx, auto& o) {
    using Real = typename std::decay_t<decltype(o)>::Real;
    SparseRows rows, by_unit;
    rows.clear(3);
    for (std::uint32_t example = 0; example < 200; ++example) {
      rows.indices.push_back(example % 2);
      rows.starts.push_back(rows.indices.size());
    }
    transpose(rows.view(), by_unit);
    const Matrix<Real> input = o.matrix(200, 7);
    OutputStep<Real> step{input, {}, formula::CrossEntropy{}, formula::Sigmoid{}, Head::one_pass, {}};
    step.targets.by_unit = by_unit.view();
    step.learning = {formula::Sgd{}, {}, UpdateMode::apply};
    const Parameter<Real> w = o.parameter(3, 7);
    const Parameter<Real> b = o.parameter(1, 3);
    o.result(backend.output_layer_step(ctx, step, w, b, o.matrix(200, 7)));
  });
}

TEST(OutputLayerStep, lets_not_a_number_be_seen_in_the_loss) {
  Context ctx;
  for (const formula::Loss& loss : formula::all_losses()) {
    Operands<float> o(Numbers::special);
    run(*cpu::make_backend(), ctx, o, small, loss, formula::Sigmoid{}, {});
    EXPECT_TRUE(std::isnan(o.results()[0])) << loss.index();
  }
}

TEST(OutputLayerStep, refuses_what_it_cannot_do) {
  Context ctx;
  const auto attempt = [&](auto change) {
    Operands<float> o;
    SparseRows by_unit;
    transpose(sparse_rows(4, 6, 0.5, false).view(), by_unit);
    const Matrix<float> input = o.matrix(4, 3);
    OutputStep<float> step{input, {}, formula::CrossEntropy{}, formula::Sigmoid{}, Head::one_pass, {}};
    step.targets.by_unit = by_unit.view();
    change(step);
    const Parameter<float> w = o.parameter(6, 3);
    cpu::make_backend()->output_layer_step(ctx, step, w, o.parameter(1, 6), o.matrix(4, 3));
  };
  EXPECT_NO_THROW(attempt([](auto&) {}));
  EXPECT_THROW(attempt([](auto& step) { step.head = Head::two_passes; }), ConfigError);
  EXPECT_THROW(attempt([](auto& step) { step.activation = formula::Relu{}; }), ConfigError);
  EXPECT_THROW(attempt([](auto& step) { step.input = step.input.row_range(0, 3); }), ShapeError);
}

}  // namespace
}  // namespace fathom
