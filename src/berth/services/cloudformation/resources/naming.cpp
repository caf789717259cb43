#include "berth/services/cloudformation/resources/naming.hpp"

#include <algorithm>

namespace berth::cloudformation {

std::string fit_name(std::string_view suggested, const NameStyle& style) {
  const std::size_t tail_start = suggested.rfind('-');
  std::string head(suggested.substr(0, tail_start)), tail(suggested.substr(tail_start));
  if (head.size() + tail.size() > style.longest) head.resize(style.longest - tail.size());
  std::string name = head + tail;
  if (style.lower)
    std::ranges::transform(name, name.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
  if (style.single_dash) {
    const auto repeated = std::ranges::unique(name, [](char a, char b) { return a == '-' && b == '-'; });
    name.erase(repeated.begin(), repeated.end());
  }
  return name;
}

}  // namespace berth::cloudformation
