#include "base/page_token.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"

namespace base {

namespace {

constexpr std::size_t check_size = 4;

std::string check_of(std::string_view last) {
  return sha256("page token " + std::string(last)).substr(0, check_size);
}

}  // namespace

std::string to_page_token(std::string_view last) { return to_base64(check_of(last) + std::string(last)); }

std::optional<std::string> from_page_token(std::string_view token) {
  const auto bytes = from_base64(token);
  if (!bytes || bytes->size() < check_size) return std::nullopt;
  std::string last = bytes->substr(check_size);
  if (bytes->compare(0, check_size, check_of(last)) != 0) return std::nullopt;
  return last;
}

}  // namespace base
