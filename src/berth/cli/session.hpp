/// What every command works with: where the daemon is, the way to it, and where to print.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/place.hpp"

#include <cstddef>
#include <istream>
#include <memory>
#include <optional>
#include <ostream>

namespace berth::cli {

class Api;

/// Results go to `out`, errors and progress to `err`. A terminal has columns; 0 of them is a pipe or a file, where
/// nothing is cut and nothing is drawn.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  std::size_t out_columns = 0;
  std::size_t err_columns = 0;
  std::istream* in = nullptr;  ///< where answers are typed; null if standard input is no terminal
};

class Session {
 public:
  Session(PlaceOptions options, bool json, Environment environment, Streams streams,
          const base::Clock& clock);
  ~Session();

  /// Found at the first use; throws machine_refused if there is no daemon to be found.
  const Place& place();
  /// Connects at the first call that it makes.
  Api& api();

  /// What tables are rendered for: the terminal's columns, 0 for a pipe.
  std::size_t width() const { return streams.out_columns; }

  /// "3 min" ago, or "-" for what has not happened.
  std::string age_of(std::optional<base::TimePoint> time) const;

  const PlaceOptions options;
  const bool json;  ///< print JSON for programs instead of tables for people
  const Environment environment;
  const Streams streams;
  const base::Clock& clock;
  std::ostream& out;  ///< streams.out

 private:
  std::optional<Place> place_;
  std::unique_ptr<Api> api_;
};

}  // namespace berth::cli
