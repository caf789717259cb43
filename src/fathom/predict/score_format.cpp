#include "fathom/predict/score_format.hpp"

#include "fathom/core/errors.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <iterator>

namespace fathom::predict {
namespace {

constexpr unsigned largest_number = 99;  // of width and precision
constexpr unsigned fast_precision = 8;   // digits for which score * 10^digits is exact in double precision
constexpr double fast_magnitude = 1'000'000;  // and still is

/// Takes a number from the start of `text`; 0 if there is none.
unsigned take_number(std::string_view& text) {
  unsigned number = 0;
  const auto result = std::from_chars(text.data(), text.data() + text.size(), number);
  text.remove_prefix(static_cast<std::size_t>(result.ptr - text.data()));
  return result.ec == std::errc{} ? number : 0;
}

}  // namespace

ScoreFormat::ScoreFormat(std::string_view text) {
  std::string_view rest = text;
  if (!rest.empty() && rest[0] != '0') width_ = take_number(rest);
  if (!rest.empty() && rest[0] == '.') {
    rest.remove_prefix(1);
    precision_ = take_number(rest);
  }
  const bool good = rest.size() == 1 && (rest[0] == 'f' || rest[0] == 'e' || rest[0] == 'g') &&
                    width_ <= largest_number && precision_ <= largest_number;
  if (!good) {
    throw ConfigError(
        fmt::format("-p {}: a score format is [width][.precision] and f, e or g, such as 4.3f", text));
  }
  conversion_ = rest[0];
  format_ =
      fmt::format("{{:{}.{}{}}}", width_ > 0 ? fmt::format(">{}", width_) : "", precision_, conversion_);
}

void ScoreFormat::append(float score, std::string& out) const {
  const double wide = score;
  if (conversion_ != 'f' || precision_ > fast_precision || precision_ == 0 ||
      !(std::fabs(wide) < fast_magnitude)) {
    fmt::format_to(std::back_inserter(out), fmt::runtime(format_), wide);
    return;
  }
  // A float has 24 significant bits and 10^8 has 27, so the product is exact and rounding it is what printf
  // does.
  constexpr double powers[] = {1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  auto digits = static_cast<std::uint64_t>(std::nearbyint(std::fabs(wide) * powers[precision_]));
  char buffer[32];
  char* const end = std::end(buffer);
  char* at = end;
  for (unsigned i = 0; i < precision_; ++i, digits /= 10) *--at = static_cast<char>('0' + digits % 10);
  *--at = '.';
  do {
    *--at = static_cast<char>('0' + digits % 10);
    digits /= 10;
  } while (digits > 0);
  if (std::signbit(score)) *--at = '-';
  const auto length = static_cast<std::size_t>(end - at);
  if (length < width_) out.append(width_ - length, ' ');
  out.append(at, length);
}

}  // namespace fathom::predict
