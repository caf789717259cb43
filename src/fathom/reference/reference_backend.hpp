/// The primitives in double precision, each as plain as its definition: what the other backends are compared
/// with, and what gradients are checked on.
#pragma once

#include "fathom/backend/backend.hpp"

#include <memory>

namespace fathom::reference {

std::unique_ptr<Backend<double>> make_backend();

}  // namespace fathom::reference
