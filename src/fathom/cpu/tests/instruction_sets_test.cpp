/// The kernels on each instruction set that this machine has.
#include "fathom/backend/tests/operands.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/formula/tests/lists.hpp"

#include <gtest/gtest.h>
#include <hwy/highway.h>

#include <cstdint>
#include <vector>

namespace fathom::cpu {
namespace {

/// Makes the kernels run on one instruction set until it goes away.
class OnInstructionSet {
 public:
  explicit OnInstructionSet(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
  ~OnInstructionSet() {
    hwy::SetSupportedTargetsForTest(0);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// Steps of every kind, their results in one list of operands.
Operands<float> work() {
  Context ctx({.threads = 2});
  const auto backend = make_backend();
  Operands<float> o;
  const Matrix<float> x = o.matrix(37, 41);
  const Matrix<float> w = o.matrix(41, 83);
  const Matrix<float> y = o.matrix(37, 83);
  backend->affine(ctx, x, w, o.row(83), Into::overwrite, y);
  backend->affine_back(ctx, y, w, Into::add, x);
  for (const formula::Activation& f : formula::all_activations()) {
    backend->activate(ctx, f, y, o.matrix(37, 83));
    backend->multiply_slope(ctx, f, y, o.matrix(37, 83));
  }
  const SparseRows sparse = sparse_rows(37, 41, 0.2, true);
  SparseRows by_column;
  transpose(sparse.view(), by_column);
  backend->sparse_affine(ctx, sparse.view(), w, {}, Into::add, y);
  for (const formula::Optimizer& optimizer : formula::all_optimizers()) {
    const Learning learning{optimizer, formula::rates_at(optimizer, 2, 0.05, 0.01, 0.001), UpdateMode::apply};
    backend->sparse_affine_step(ctx, by_column.view(), y, learning, o.parameter(41, 83));
    backend->affine_step(ctx, x, y, learning, o.parameter(41, 83));
  }
  for (const formula::Loss& loss : formula::all_losses()) {
    SparseRows by_unit;
    transpose(sparse_rows(37, 150, 0.1, true).view(), by_unit);
    OutputStep<float> step{
        x, {}, loss, formula::Sigmoid{}, Head::one_pass, {formula::Adam{}, {}, UpdateMode::apply}};
    step.targets.by_unit = by_unit.view();
    const Parameter<float> weights = o.parameter(150, 41);
    const Parameter<float> bias = o.parameter(1, 150);
    o.result(backend->output_layer_step(ctx, step, weights, bias, o.matrix(37, 41)));
  }
  return o;
}

std::vector<std::int64_t> compiled_and_present() {
  std::vector<std::int64_t> targets;
  for (const std::int64_t target : {std::int64_t{HWY_AVX3}, std::int64_t{HWY_AVX2}, std::int64_t{HWY_SCALAR}})
    if ((hwy::SupportedTargets() & target) != 0 || target == HWY_SCALAR) targets.push_back(target);
  return targets;
}

TEST(InstructionSets, with_fused_multiply_add_give_the_same_bytes) {
#if !HWY_ARCH_X86
  GTEST_SKIP() << "the sets compared here are those of x86";
#endif
  if ((hwy::SupportedTargets() & HWY_AVX3) == 0 || (hwy::SupportedTargets() & HWY_AVX2) == 0)
    GTEST_SKIP() << "this machine has not both AVX2 and AVX-512";
  const auto bytes_on = [](std::int64_t target) {
    const OnInstructionSet set(target);
    EXPECT_EQ(instruction_set(), hwy::TargetName(target));
    return work().bytes();
  };
  EXPECT_EQ(bytes_on(HWY_AVX2), bytes_on(HWY_AVX3));
}

TEST(InstructionSets, all_agree_within_rounding) {
  const Operands<float> best = work();
  for (const std::int64_t target : compiled_and_present()) {
    const OnInstructionSet set(target);
    const Operands<float> got = work();
    for (std::size_t m = 0; m < best.views().size(); ++m)
      for (std::size_t r = 0; r < best.views()[m].rows; ++r)
        for (std::size_t c = 0; c < best.views()[m].cols; ++c)
          ASSERT_NEAR(got.views()[m](r, c), best.views()[m](r, c),
                      2e-4F * (1 + std::fabs(best.views()[m](r, c))))
              << hwy::TargetName(target) << ", operand " << m;
    for (std::size_t i = 0; i < best.results().size(); ++i)
      EXPECT_NEAR(got.results()[i], best.results()[i], 1e-5 * best.results()[i]) << hwy::TargetName(target);
  }
}

}  // namespace
}  // namespace fathom::cpu
