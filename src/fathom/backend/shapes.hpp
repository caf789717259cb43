/// The checks that every backend makes before it starts: which primitive, and which shapes disagree.
#pragma once

#include "fathom/backend/backend.hpp"
#include "fathom/core/errors.hpp"

#include <string>

namespace fathom {

/// Throws ShapeError unless `holds`.
inline void check_shape(bool holds, std::string_view primitive, std::string_view rule) {
  if (!holds) throw ShapeError(std::string(primitive) + ": " + std::string(rule));
}

template <class A, class B>
void check_same_shape(std::string_view primitive, const Matrix<A>& x, const Matrix<B>& y) {
  check_shape(x.rows == y.rows && x.cols == y.cols, primitive,
              "shapes differ: " + std::to_string(x.rows) + "x" + std::to_string(x.cols) + " and " +
                  std::to_string(y.rows) + "x" + std::to_string(y.cols));
}

template <class Real>
void check_affine(std::string_view primitive, std::size_t rows, std::size_t in, Matrix<const Real> w,
                  Row<const Real> b, Matrix<const Real> y) {
  check_shape(w.rows == in, primitive, "the weights need one row for each input");
  check_shape(b.empty() || b.size() == w.cols, primitive, "the bias needs one element for each output");
  check_shape(y.rows == rows && y.cols == w.cols, primitive,
              "the output needs a row for each example and a column for each unit");
}

/// The memory that `learning` needs is there and has the weights' shape.
template <class Real>
void check_parameter(std::string_view primitive, const Learning& learning, const Parameter<Real>& w,
                     bool with_gradient) {
  if (with_gradient) check_same_shape(primitive, w.weights, w.gradient);
  const int states = formula::states_of(learning.optimizer);
  if (with_gradient && learning.mode == UpdateMode::accumulate) return;
  if (states > 0) check_same_shape(primitive, w.weights, w.first);
  if (states > 1) check_same_shape(primitive, w.weights, w.second);
}

template <class Real>
void check_output_step(const OutputStep<Real>& step, const Parameter<Real>& w, const Parameter<Real>& b,
                       Matrix<Real> d_input) {
  constexpr std::string_view primitive = "output_layer_step";
  const std::size_t batch = step.input.rows;
  const std::size_t units = w.weights.rows;
  check_shape(w.weights.cols == step.input.cols, primitive, "the weights need one column for each input");
  check_shape(b.weights.rows == 1 && b.weights.cols == units, primitive,
              "the bias needs one element for each unit");
  check_shape(!d_input.present() || (d_input.rows == batch && d_input.cols == step.input.cols), primitive,
              "the delta for the input needs the input's shape");
  if (step.targets.dense.present())
    check_shape(step.targets.dense.rows == batch && step.targets.dense.cols == units, primitive,
                "dense targets need a row for each example and a column for each unit");
  else
    check_shape(step.targets.by_unit.rows == units && step.targets.by_unit.cols == batch, primitive,
                "sparse targets need a row for each unit and a column for each example");
  check_shape(step.targets.weights.empty() || step.targets.weights.size() == batch, primitive,
              "example weights need one element for each example");
  const bool accumulate = step.learning.mode == UpdateMode::accumulate;
  check_parameter(primitive, step.learning, w, accumulate);
  check_parameter(primitive, step.learning, b, accumulate);
  if (step.head != Head::one_pass)
    throw ConfigError("output_layer_step",
                      "this backend has no pass for row statistics before the output deltas");
  if (!formula::are_compatible(step.loss, step.activation))
    throw ConfigError("output_layer_step",
                      "this error function has no delta for the output layer's activation");
}

}  // namespace fathom
