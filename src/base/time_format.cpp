#include "base/time_format.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstdlib>

namespace base {
namespace {

using namespace std::chrono;

constexpr std::array<const char*, 7> weekdays = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
constexpr std::array<const char*, 12> months = {"Jan", "Feb", "Mar", "Apr", "May", "Jun",
                                                "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"};

struct Fields {
  int year, hour, minute, second, millisecond;
  unsigned month, day, weekday;
};

Fields fields_of(TimePoint time) {
  const auto day_point = floor<days>(time);
  const year_month_day date{day_point};
  const hh_mm_ss clock{time - day_point};
  return {int{date.year()},
          static_cast<int>(clock.hours().count()),
          static_cast<int>(clock.minutes().count()),
          static_cast<int>(clock.seconds().count()),
          static_cast<int>(clock.subseconds().count()),
          unsigned{date.month()},
          unsigned{date.day()},
          weekday{day_point}.c_encoding()};
}

std::optional<TimePoint> time_of(int y, int mo, int d, int h, int mi, int s, int ms) {
  const year_month_day date{year{y}, month{static_cast<unsigned>(mo)}, day{static_cast<unsigned>(d)}};
  if (!date.ok() || h < 0 || h > 23 || mi < 0 || mi > 59 || s < 0 || s > 60) return std::nullopt;
  return TimePoint{sys_days{date}} + hours{h} + minutes{mi} + seconds{s} + milliseconds{ms};
}

/// Takes fixed pieces off the front of a text; `ok` turns false at the first that is not there.
struct Reader {
  std::string_view rest;
  bool ok = true;

  int digits(std::size_t count) {
    int value = 0;
    if (rest.size() < count) return fail();
    for (char c : rest.substr(0, count)) {
      if (c < '0' || c > '9') return fail();
      value = value * 10 + (c - '0');
    }
    rest.remove_prefix(count);
    return value;
  }
  void literal(std::string_view text) {
    if (!rest.starts_with(text)) {
      fail();
    } else {
      rest.remove_prefix(text.size());
    }
  }
  template <std::size_t N>
  int one_of(const std::array<const char*, N>& names) {
    for (std::size_t i = 0; i < N; ++i) {
      if (rest.starts_with(names[i])) {
        rest.remove_prefix(3);
        return static_cast<int>(i);
      }
    }
    return fail();
  }
  int fail() {
    ok = false;
    return 0;
  }
};

}  // namespace

std::string to_iso8601(TimePoint time) {
  const Fields f = fields_of(time);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", f.year, f.month, f.day, f.hour, f.minute,
                     f.second, f.millisecond);
}

std::string to_amz_date(TimePoint time) {
  const Fields f = fields_of(time);
  return fmt::format("{:04}{:02}{:02}T{:02}{:02}{:02}Z", f.year, f.month, f.day, f.hour, f.minute, f.second);
}

std::string to_http_date(TimePoint time) {
  const Fields f = fields_of(time);
  return fmt::format("{}, {:02} {} {:04} {:02}:{:02}:{:02} GMT", weekdays[f.weekday], f.day,
                     months[f.month - 1], f.year, f.hour, f.minute, f.second);
}

double to_epoch_seconds(TimePoint time) {
  return static_cast<double>(time.time_since_epoch().count()) / 1000.0;
}

TimePoint from_epoch_seconds(double seconds) {
  return TimePoint{Milliseconds{static_cast<std::int64_t>(std::llround(seconds * 1000.0))}};
}

std::optional<TimePoint> parse_iso8601(std::string_view text) {
  Reader in{text};
  const int y = in.digits(4);
  in.literal("-");
  const int mo = in.digits(2);
  in.literal("-");
  const int d = in.digits(2);
  in.literal("T");
  const int h = in.digits(2);
  in.literal(":");
  const int mi = in.digits(2);
  in.literal(":");
  const int s = in.digits(2);
  int milli = 0;
  if (in.ok && in.rest.starts_with(".")) {
    in.literal(".");
    int scale = 100;
    std::size_t count = 0;
    for (; !in.rest.empty() && in.rest[0] >= '0' && in.rest[0] <= '9'; ++count, scale /= 10) {
      milli += (in.rest[0] - '0') * scale;
      in.rest.remove_prefix(1);
    }
    if (count == 0) in.fail();
  }
  int offset = 0;
  if (in.rest.starts_with("+") || in.rest.starts_with("-")) {
    const int sign = in.rest[0] == '-' ? -1 : 1;
    in.rest.remove_prefix(1);
    const int offset_hours = in.digits(2);
    in.literal(":");
    offset = sign * (offset_hours * 60 + in.digits(2));
  } else {
    in.literal("Z");
  }
  if (!in.ok || !in.rest.empty()) return std::nullopt;
  auto time = time_of(y, mo, d, h, mi, s, milli);
  if (time) *time -= minutes{offset};
  return time;
}

std::optional<TimePoint> parse_amz_date(std::string_view text) {
  Reader in{text};
  const int y = in.digits(4);
  const int mo = in.digits(2);
  const int d = in.digits(2);
  in.literal("T");
  const int h = in.digits(2);
  const int mi = in.digits(2);
  const int s = in.digits(2);
  in.literal("Z");
  if (!in.ok || !in.rest.empty()) return std::nullopt;
  return time_of(y, mo, d, h, mi, s, 0);
}

std::optional<TimePoint> parse_http_date(std::string_view text) {
  Reader in{text};
  in.one_of(weekdays);
  in.literal(", ");
  const int d = in.digits(2);
  in.literal(" ");
  const int mo = in.one_of(months) + 1;
  in.literal(" ");
  const int y = in.digits(4);
  in.literal(" ");
  const int h = in.digits(2);
  in.literal(":");
  const int mi = in.digits(2);
  in.literal(":");
  const int s = in.digits(2);
  in.literal(" GMT");
  if (!in.ok || !in.rest.empty()) return std::nullopt;
  return time_of(y, mo, d, h, mi, s, 0);
}

std::string to_age(Milliseconds age) {
  const std::int64_t total = std::max<std::int64_t>(0, age.count() / 1000);
  if (total < 60) return fmt::format("{} s", total);
  if (total < 3600) return fmt::format("{} min", total / 60);
  if (total < 86400) return fmt::format("{} h", total / 3600);
  return fmt::format("{} d", total / 86400);
}

}  // namespace base
