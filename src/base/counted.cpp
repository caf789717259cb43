#include "base/counted.hpp"

namespace base {

std::string plural_of(std::string_view noun) {
  constexpr std::string_view vowels = "aeiou";
  const auto ends = [&](std::string_view ending) { return noun.ends_with(ending); };
  std::string plural(noun);
  if (noun.size() > 1 && ends("y") && vowels.find(noun[noun.size() - 2]) == vowels.npos) {
    plural.pop_back();
    return plural + "ies";
  }
  const bool hisses = ends("s") || ends("x") || ends("z") || ends("ch") || ends("sh");
  return plural + (hisses ? "es" : "s");
}

}  // namespace base
