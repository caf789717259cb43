/// What `berth up` is asked for, against what runs already. Pure.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::cli {

/// berthd's arguments by name, "--gpus" to "none"; the last one counts, a bare flag's value is empty.
std::map<std::string, std::string> flags_of(const std::vector<std::string>& arguments);

/// "--gpus none --allow-reset": the flags as they are typed.
std::string typed(const std::map<std::string, std::string>& flags);

struct FlagsWithoutEffect {
  std::map<std::string, std::string> differ;  ///< the daemon was started with others
  std::map<std::string, std::string> unsure;  ///< its --config may say the same, or not
};

/// Which of `wanted` the daemon runs without. `running` are its own arguments, empty if they cannot be known; `endpoint`
/// is where it answers.
FlagsWithoutEffect flags_without_effect(const std::vector<std::string>& wanted,
                                        const std::vector<std::string>& running, std::string_view endpoint);

}  // namespace berth::cli
