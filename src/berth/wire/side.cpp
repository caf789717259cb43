#include "berth/wire/side.hpp"

#include <fmt/format.h>

namespace berth::wire {

std::string Path::text() const {
  std::string before = parent ? parent->text() : std::string();
  if (index != 0) return before + "." + std::to_string(index) + ".member";
  if (!before.empty() && !name.empty()) before += '.';
  return before += name;
}

void Decoding::too_many(std::string_view code) {
  throw ServiceError(std::string(code), fmt::format("The request has more than {} values.", max_values));
}

void Decoding::finish(std::string_view code) const {
  if (missing_.empty()) return;
  std::string text =
      fmt::format("{} validation error{} detected: ", missing_.size(), missing_.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < missing_.size(); ++i) {
    if (i != 0) text += "; ";
    text +=
        fmt::format("Value null at '{}' failed to satisfy constraint: Member must not be null", missing_[i]);
  }
  throw ServiceError(std::string(code), text);
}

void Seen::report(const Type& type, Decoding& decoding, const Path& path) const {
  for (std::size_t i = 0; i < type.members.size(); ++i) {
    const Member& member = type.members[i];
    if (member.required && !has(i) && member.location == Location::Body)
      decoding.missing({&path, member.name});
  }
}

}  // namespace berth::wire
