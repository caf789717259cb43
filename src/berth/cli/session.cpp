#include "berth/cli/session.hpp"

#include "base/time_format.hpp"
#include "berth/cli/api.hpp"

namespace berth::cli {

Session::Session(PlaceOptions place_options, bool as_json, Environment variables, Streams to,
                 const base::Clock& time)
    : options(std::move(place_options)),
      json(as_json),
      environment(std::move(variables)),
      streams(to),
      clock(time),
      out(to.out) {}

Session::~Session() = default;

const Place& Session::place() {
  if (!place_) place_ = find_place(options, environment);
  return *place_;
}

Api& Session::api() {
  if (!api_) api_ = std::make_unique<Api>(place());
  return *api_;
}

std::string Session::age_of(std::optional<base::TimePoint> time) const {
  return time ? base::to_age(clock.now() - *time) : "-";
}

}  // namespace berth::cli
