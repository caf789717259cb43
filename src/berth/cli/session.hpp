/// What every command works with: where the daemon is, the way to it, and where to print.
#pragma once

#include "base/clock.hpp"
#include "berth/cli/place.hpp"

#include <memory>
#include <optional>
#include <ostream>

namespace berth::cli {

class Api;

/// A terminal, or not. Errors and progress go to `err`, results to `out`.
struct Streams {
  std::ostream& out;
  std::ostream& err;
  bool out_is_terminal = false;
  bool err_is_terminal = false;
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
