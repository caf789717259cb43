#include "berth/wire/side.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace berth::wire {

std::string Path::text() const {
  std::string before = parent ? parent->text() : std::string();
  if (index != 0) return before + "." + std::to_string(index) + ".member";
  if (!before.empty() && !name.empty()) before += '.';
  return before += name;
}

std::string Path::members() const {
  std::string before = parent ? parent->members() : std::string();
  if (index != 0 || name.empty()) return before;
  if (!before.empty()) before += '.';
  return before += name;
}

void Unknown::add(const Path& parent, std::string_view name) {
  constexpr std::size_t most_names = 32, longest = 128;
  if (names_.size() > most_names) return;
  std::string whole = parent.members();
  if (!whole.empty()) whole += '.';
  whole += name;
  if (whole.size() > longest) whole = whole.substr(0, longest) + "...";
  for (char& c : whole) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
                       std::string_view("._:/-").find(c) != std::string_view::npos;
    if (!plain) c = '?';
  }
  if (std::ranges::find(names_, whole) != names_.end()) return;
  names_.push_back(names_.size() == most_names ? "and others" : std::move(whole));
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
