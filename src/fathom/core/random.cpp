#include "fathom/core/random.hpp"

#include <algorithm>

namespace fathom {

std::vector<std::uint32_t> permutation(const RandomStream& stream, std::size_t count) {
  std::vector<std::uint64_t> keyed(count);  // key above, number below: sorting needs no comparison of its own
  for (std::size_t index = 0; index < count; index += 4) {
    const PhiloxCounter words = stream.block(index / 4);
    for (std::size_t lane = 0; lane < 4 && index + lane < count; ++lane)
      keyed[index + lane] = (std::uint64_t{words[lane]} << 32) | (index + lane);
  }
  std::sort(keyed.begin(), keyed.end());
  std::vector<std::uint32_t> order(count);
  std::transform(keyed.begin(), keyed.end(), order.begin(),
                 [](std::uint64_t entry) { return static_cast<std::uint32_t>(entry); });
  return order;
}

}  // namespace fathom
