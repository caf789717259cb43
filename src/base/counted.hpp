/// Numbers of things in sentences: "1 GPU", "2 GPUs", "3 repositories".
#pragma once

#include <concepts>
#include <string>
#include <string_view>

namespace base {

/// The plural of an English noun that forms it regularly: task, batch, index, repository.
std::string plural_of(std::string_view noun);

/// `count`, and `noun` in the number that goes with it. The last word of "log event" is what changes.
template <std::integral Count>
std::string counted(Count count, std::string_view noun) {
  return std::to_string(count) + " " + (count == 1 ? std::string(noun) : plural_of(noun));
}

}  // namespace base
