/// Boost.Regex with bounded work: matching throws std::runtime_error after a million states, some milliseconds.
///
/// The bound is compiled into templates that all files of a program share, so whoever uses the library includes it here.
#pragma once

#define BOOST_REGEX_MAX_STATE_COUNT 1000000
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wold-style-cast"  // the library casts our limit in its own style
#include <boost/regex.hpp>
#pragma GCC diagnostic pop
