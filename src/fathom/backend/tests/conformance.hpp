/// Holds every backend to the reference: same numbers within rounding, guards untouched, the same bytes again
/// and again and for any number of threads.
#pragma once

#include "fathom/backend/tests/operands.hpp"
#include "fathom/cpu/cpu_backend.hpp"
#include "fathom/reference/reference_backend.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace fathom {

struct Tolerance {
  double relative = 2e-5;
  double absolute = 2e-5;
};

inline void expect_near(double got, double expected, const Tolerance& tolerance, const std::string& where) {
  if (std::isnan(expected))
    EXPECT_TRUE(std::isnan(got)) << where << " is " << got << ", not NaN";
  else if (std::isinf(expected))
    EXPECT_EQ(got, expected) << where;
  else
    EXPECT_NEAR(got, expected, tolerance.absolute + tolerance.relative * std::fabs(expected)) << where;
}

inline void expect_conform(const Operands<float>& got, const Operands<double>& expected,
                           const Tolerance& tolerance, const std::string& what) {
  ASSERT_EQ(got.views().size(), expected.views().size());
  for (std::size_t m = 0; m < got.views().size(); ++m) {
    const Matrix<float>& g = got.views()[m];
    const Matrix<double>& e = expected.views()[m];
    for (std::size_t r = 0; r < g.rows; ++r)
      for (std::size_t c = 0; c < g.cols; ++c)
        expect_near(static_cast<double>(g(r, c)), e(r, c), tolerance,
                    what + ", operand " + std::to_string(m) + " (" + std::to_string(r) + ", " +
                        std::to_string(c) + ")");
  }
  ASSERT_EQ(got.results().size(), expected.results().size());
  for (std::size_t i = 0; i < got.results().size(); ++i)
    expect_near(got.results()[i], expected.results()[i], tolerance, what + ", result");
}

/// call(backend, ctx, operands) makes its operands, and calls one primitive.
template <class Call>
void expect_conformance(const std::string& what, Call call, Numbers numbers = Numbers::plain,
                        const Tolerance& tolerance = {}) {
  Context reference_context;
  Operands<double> expected(numbers);
  call(*reference::make_backend(), reference_context, expected);
  expected.expect_guards_whole(what + " on reference");

  std::vector<unsigned char> bytes;
  for (const std::size_t threads : {1, 2, 3, 1}) {
    Context ctx({.threads = threads});
    Operands<float> got(numbers);
    call(*cpu::make_backend(), ctx, got);
    got.expect_guards_whole(what + " on cpu");
    if (bytes.empty())
      expect_conform(got, expected, tolerance, what);
    else
      EXPECT_EQ(got.bytes(), bytes) << what << ": other bytes with " << threads << " threads";
    bytes = got.bytes();
    if (::testing::Test::HasFailure()) return;  // one report is enough
  }
}

}  // namespace fathom
