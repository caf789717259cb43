#include "fathom/backend/tests/conformance.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/formula/tests/lists.hpp"

#include <gtest/gtest.h>

#include <span>
#include <string>

namespace fathom {
namespace {

// Around the vector widths (4, 8, 16), the kernels' blocks (8 rows, 48 columns, 128 deep) and the shards (64,
// 240).
struct Size {
  std::size_t rows, cols, depth;
};
const Size all_sizes[] = {{0, 0, 0},    {0, 5, 3},    {1, 0, 4},     {1, 1, 0},     {1, 1, 1},  {2, 15, 3},
                          {3, 16, 7},   {4, 17, 16},  {7, 31, 129},  {8, 48, 128},  {9, 33, 5}, {17, 64, 31},
                          {33, 80, 64}, {65, 47, 40}, {70, 241, 65}, {64, 260, 300}};

// For walks over a list of formulas: the loop is the same for each member.
const Size some_sizes[] = {{0, 0, 0}, {1, 1, 1}, {9, 33, 5}, {35, 49, 20}};

const std::span<const Size> sizes(all_sizes), few_sizes(some_sizes);

std::string name(const std::string& what, const Size& s) {
  return what + " " + std::to_string(s.rows) + "x" + std::to_string(s.cols) + "x" + std::to_string(s.depth);
}

template <class Call>
void for_sizes(std::span<const Size> of, const std::string& what, Call call, bool with_specials = true) {
  for (const Size& size : of)
    for (const Numbers numbers : {Numbers::plain, Numbers::special}) {
      if (numbers == Numbers::special && !with_specials) continue;
      expect_conformance(
          name(what, size),
          [&](auto& backend, Context& ctx, auto& operands) { call(backend, ctx, operands, size); }, numbers);
      if (::testing::Test::HasFailure()) return;
    }
}

Learning learning(const formula::Optimizer& optimizer, UpdateMode mode) {
  return {optimizer, formula::rates_at(optimizer, 3, 0.05, 0.01, 0.002), mode};
}

TEST(Primitive, fill_copy_and_add) {
  for_sizes(sizes, "fill",
            [](auto& b, Context& ctx, auto& o, Size s) { b.fill(ctx, 2.5F, o.matrix(s.rows, s.cols)); });
  for_sizes(sizes, "copy", [](auto& b, Context& ctx, auto& o, Size s) {
    const auto x = o.matrix(s.rows, s.cols);
    b.copy(ctx, x, o.matrix(s.rows, s.cols));
    b.from_host(ctx, x, o.matrix(s.rows, s.cols));
    b.to_host(ctx, x, o.matrix(s.rows, s.cols));
  });
  for_sizes(sizes, "add", [](auto& b, Context& ctx, auto& o, Size s) {
    b.add(ctx, o.matrix(s.rows, s.cols), o.matrix(s.rows, s.cols));
  });
}

TEST(Primitive, expand) {
  for (const bool values : {false, true})
    for_sizes(sizes, "expand", [&](auto& b, Context& ctx, auto& o, Size s) {
      const SparseRows x = sparse_rows(s.rows, s.cols, 0.2, values);
      b.expand(ctx, x.view(), o.matrix(s.rows, s.cols));
    });
}

TEST(Primitive, affine) {
  for (const Into into : {Into::overwrite, Into::add})
    for (const bool bias : {false, true})
      for_sizes(sizes, "affine", [&](auto& b, Context& ctx, auto& o, Size s) {
        const auto x = o.matrix(s.rows, s.depth);
        const auto w = o.matrix(s.depth, s.cols);
        const auto row = o.row(s.cols);
        using Real = typename std::decay_t<decltype(o)>::Real;
        b.affine(ctx, x, w, bias ? Row<const Real>(row) : Row<const Real>(), into, o.matrix(s.rows, s.cols));
      });
}

TEST(Primitive, affine_back) {
  for (const Into into : {Into::overwrite, Into::add})
    for_sizes(sizes, "affine_back", [&](auto& b, Context& ctx, auto& o, Size s) {
      const auto dy = o.matrix(s.rows, s.depth);
      const auto w = o.matrix(s.cols, s.depth);
      b.affine_back(ctx, dy, w, into, o.matrix(s.rows, s.cols));
    });
}

TEST(Primitive, affine_step_applies_or_accumulates_for_every_optimizer) {
  for (const formula::Optimizer& optimizer : formula::all_optimizers())
    for (const UpdateMode mode : {UpdateMode::apply, UpdateMode::accumulate})
      for_sizes(
          optimizer.index() == 0 ? sizes : few_sizes, "affine_step " + std::to_string(optimizer.index()),
          [&](auto& b, Context& ctx, auto& o, Size s) {
            const auto x = o.matrix(s.depth, s.rows);
            const auto dy = o.matrix(s.depth, s.cols);
            b.affine_step(ctx, x, dy, learning(optimizer, mode), o.parameter(s.rows, s.cols));
          },
          false);
}

TEST(Primitive, sparse_affine) {
  for (const bool values : {false, true})
    for (const Into into : {Into::overwrite, Into::add})
      for (const bool bias : {false, true})
        for_sizes(sizes, "sparse_affine", [&](auto& b, Context& ctx, auto& o, Size s) {
          const SparseRows x = sparse_rows(s.rows, s.depth, 0.2, values);
          const auto w = o.matrix(s.depth, s.cols);
          const auto row = o.row(s.cols);
          using Real = typename std::decay_t<decltype(o)>::Real;
          b.sparse_affine(ctx, x.view(), w, bias ? Row<const Real>(row) : Row<const Real>(), into,
                          o.matrix(s.rows, s.cols));
        });
}

TEST(Primitive, sparse_affine_step_applies_or_accumulates_for_every_optimizer) {
  for (const formula::Optimizer& optimizer : formula::all_optimizers())
    for (const UpdateMode mode : {UpdateMode::apply, UpdateMode::accumulate})
      for_sizes(
          optimizer.index() == 0 ? sizes : few_sizes,
          "sparse_affine_step " + std::to_string(optimizer.index()),
          [&](auto& b, Context& ctx, auto& o, Size s) {
            SparseRows by_column;
            transpose(sparse_rows(s.depth, s.rows, 0.2, mode == UpdateMode::apply).view(), by_column);
            const auto dy = o.matrix(s.depth, s.cols);
            b.sparse_affine_step(ctx, by_column.view(), dy, learning(optimizer, mode),
                                 o.parameter(s.rows, s.cols));
          },
          false);
}

TEST(Primitive, update_for_every_optimizer) {
  for (const formula::Optimizer& optimizer : formula::all_optimizers())
    for_sizes(
        few_sizes, "update " + std::to_string(optimizer.index()),
        [&](auto& b, Context& ctx, auto& o, Size s) {
          b.update(ctx, learning(optimizer, UpdateMode::apply), o.parameter(s.rows, s.cols));
        },
        false);
}

TEST(Primitive, rows_and_columns) {
  for_sizes(sizes, "add_row", [](auto& b, Context& ctx, auto& o, Size s) {
    const auto row = o.row(s.cols);
    b.add_row(ctx, row, o.matrix(s.rows, s.cols));
  });
  for_sizes(sizes, "column_sums", [](auto& b, Context& ctx, auto& o, Size s) {
    const auto x = o.matrix(s.rows, s.cols);
    b.column_sums(ctx, x, 0.25F, o.row(s.cols));
  });
  for_sizes(sizes, "norms", [](auto& b, Context& ctx, auto& o, Size s) {
    const auto norms = b.norms(ctx, o.matrix(s.rows, s.cols));
    o.result(norms.squares);
    o.result(norms.magnitudes);
  });
  for (const float limit : {0.5F, 4.0F}) {
    for_sizes(
        sizes, "limit_row_norms",
        [&](auto& b, Context& ctx, auto& o, Size s) {
          b.limit_row_norms(ctx, limit, o.matrix(s.rows, s.cols));
        },
        false);
    for_sizes(
        sizes, "limit_column_norms",
        [&](auto& b, Context& ctx, auto& o, Size s) {
          b.limit_column_norms(ctx, limit, o.matrix(s.rows, s.cols));
        },
        false);
  }
}

TEST(Primitive, activate_and_multiply_slope_for_every_activation) {
  for (const formula::Activation& f : formula::all_activations()) {
    for_sizes(f.index() == 1 ? sizes : few_sizes, "activate " + std::to_string(f.index()),
              [&](auto& b, Context& ctx, auto& o, Size s) {
                const auto z = o.matrix(s.rows, s.cols);
                for (std::size_t r = 0; r < s.rows; ++r)
                  for (auto& element : z.row(r)) element *= 12;
                b.activate(ctx, f, z, o.matrix(s.rows, s.cols));
                b.activate(ctx, f, z, z);
              });
    for_sizes(f.index() == 1 ? sizes : few_sizes, "multiply_slope " + std::to_string(f.index()),
              [&](auto& b, Context& ctx, auto& o, Size s) {
                const auto y = o.matrix(s.rows, s.cols);
                b.multiply_slope(ctx, f, y, o.matrix(s.rows, s.cols));
              });
  }
}

TEST(Primitive, activations_stay_right_far_out) {
  for (const formula::Activation& f : formula::all_activations())
    expect_conformance("activate " + std::to_string(f.index()) + " far out", [&](auto& b, Context& ctx,
                                                                                 auto& o) {
      const auto z = o.matrix(1, 12);
      const float far[] = {-1000, -200, -104, -90, -20, -1e-6F, 0, 1e-6F, 20, 60, 80, 1000};
      const bool grows =
          f.index() > 3;  // e^z - 1 of a large z is not a number that activations need: they are linear there
      for (std::size_t i = 0; i < 12; ++i) z(0, i) = grows ? std::min(far[i], 60.0F) : far[i];
      b.activate(ctx, f, z, z);
    });
}

TEST(Primitive, drop_keeps_what_the_mask_keeps_and_scales_it) {
  for (const float probability : {0.0F, 0.2F, 0.5F, 0.9F})
    for_sizes(sizes, "drop", [&](auto& b, Context& ctx, auto& o, Size s) {
      const DropMask mask{RandomStream(4, Purpose::dropout, 9, 2), probability};
      const auto x = o.positive(s.rows, s.cols);
      b.drop(ctx, mask, x, o.matrix(s.rows, s.cols));
      b.drop(ctx, mask, x, x);
    });
}

TEST(Primitive, output_scores_for_every_activation) {
  for (const formula::Activation& f : formula::all_activations())
    for_sizes(f.index() == 1 ? sizes : few_sizes, "output_scores " + std::to_string(f.index()),
              [&](auto& b, Context& ctx, auto& o, Size s) {
                const auto h = o.matrix(s.rows, s.depth);
                const auto w = o.matrix(s.cols, s.depth);
                const auto bias = o.row(s.cols);
                b.output_scores(ctx, h, w, bias, f, o.matrix(s.rows, s.cols));
              });
}

TEST(Primitive, refuses_shapes_that_disagree) {
  Context ctx;
  const auto cpu_backend = cpu::make_backend();
  Operands<float> o;
  const auto two_by_three = o.matrix(2, 3);
  const auto three_by_two = o.matrix(3, 2);
  const Learning adam = learning(formula::Adam{}, UpdateMode::apply);
  EXPECT_THROW(cpu_backend->copy(ctx, two_by_three, three_by_two), ShapeError);
  EXPECT_THROW(cpu_backend->affine(ctx, two_by_three, two_by_three, {}, Into::overwrite, two_by_three),
               ShapeError);
  EXPECT_THROW(
      cpu_backend->affine(ctx, two_by_three, three_by_two, o.row(5), Into::overwrite, o.matrix(2, 2)),
      ShapeError);
  EXPECT_THROW(cpu_backend->affine_back(ctx, two_by_three, two_by_three, Into::add, two_by_three),
               ShapeError);
  EXPECT_THROW(cpu_backend->column_sums(ctx, two_by_three, 1, o.row(2)), ShapeError);
  EXPECT_THROW(cpu_backend->add_row(ctx, o.row(2), two_by_three), ShapeError);
  EXPECT_THROW(cpu_backend->update(ctx, adam, {two_by_three, two_by_three, two_by_three, {}}), ShapeError)
      << "Adam keeps two states";
  EXPECT_THROW(cpu_backend->update(ctx, adam, {two_by_three, three_by_two, two_by_three, two_by_three}),
               ShapeError);
}

}  // namespace
}  // namespace fathom
