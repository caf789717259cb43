/// Ids of what is never stored: made from names, so that they are always the same.
#pragma once

#include <string>
#include <string_view>

namespace berth::fleet {

/// AWS's form of an id: prefix, '-' and 17 hexadecimal digits, here of a hash.
std::string made_id(std::string_view prefix, std::string_view account, std::string_view region,
                    std::string_view what);

}  // namespace berth::fleet
