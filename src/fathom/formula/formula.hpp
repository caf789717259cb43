/// How a formula is compiled for different numbers.
///
/// The files *-inl.hpp hold templates over V, the number that the formula computes in: double in the
/// reference, a SIMD pack per instruction set on the processor. A V is made from a double, has + - * /, and
/// the functions below. A file with Highway's foreach_target.h is compiled once per instruction set and
/// includes the formulas anew each time, into a namespace per instruction set; anything else gets them in
/// `scalar`, for float and double. The functions are found beside V: for packs in cpu/pack-inl.hpp, for plain
/// numbers here.
///
/// In min and max, not-a-number passes if it is the second argument.
#pragma once

#include <cmath>

#ifdef HWY_TARGET_INCLUDE
#define FORMULA HWY_INLINE
#define FORMULA_NAMESPACE HWY_NAMESPACE
#define FORMULA_BEFORE_NAMESPACE() HWY_BEFORE_NAMESPACE()
#define FORMULA_AFTER_NAMESPACE() HWY_AFTER_NAMESPACE()
#else
#define FORMULA inline
#define FORMULA_NAMESPACE scalar
#define FORMULA_BEFORE_NAMESPACE() static_assert(true)
#define FORMULA_AFTER_NAMESPACE() static_assert(true)
#endif

namespace fathom::formula::scalar {

inline double exp(double x) { return std::exp(x); }
inline double log(double x) { return std::log(x); }
inline double tanh(double x) { return std::tanh(x); }
inline double sqrt(double x) { return std::sqrt(x); }
inline double abs(double x) { return std::fabs(x); }
inline double min(double a, double b) { return a < b ? a : b; }
inline double max(double a, double b) { return b < a ? a : b; }
inline bool less(double a, double b) { return a < b; }
inline bool equal(double a, double b) { return a == b; }
inline double select(bool condition, double yes, double no) { return condition ? yes : no; }

}  // namespace fathom::formula::scalar
