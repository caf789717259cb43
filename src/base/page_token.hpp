/// Tokens of lists in pages. A token names the last entry given out, so that pages stay right while entries come and go;
/// it carries a check, so that what was never given out is refused rather than taken for a place.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace base {

std::string to_page_token(std::string_view last);
/// Nothing for a text that to_page_token did not make.
std::optional<std::string> from_page_token(std::string_view token);

}  // namespace base
