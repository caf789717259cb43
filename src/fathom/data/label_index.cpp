#include "fathom/data/label_index.hpp"

#include "fathom/core/errors.hpp"

#include <algorithm>
#include <cstring>

namespace fathom::data {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr std::size_t first_slots = 1024;
constexpr std::size_t block_bytes = std::size_t{1} << 16;

/// Eight bytes a step, mixed by a 64 x 64 -> 128 bit product. Labels are short, so the tail decides the
/// speed.
std::uint32_t hash_of(std::string_view label) {
  constexpr std::uint64_t multiplier = 0x9e3779b97f4a7c15ULL;
  std::uint64_t state = 0x243f6a8885a308d3ULL ^ label.size();
  const char* at = label.data();
  std::size_t left = label.size();
  const auto mix = [&](std::uint64_t word) {
    const auto product = static_cast<Wide>(state ^ word) * multiplier;
    state = static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  };
  for (; left >= 8; left -= 8, at += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  std::uint64_t word = 0;
  if (left >= 4) {
    std::uint32_t low = 0, high = 0;  // overlapping reads instead of a loop over the last bytes
    std::memcpy(&low, at, 4);
    std::memcpy(&high, at + left - 4, 4);
    word = low | (std::uint64_t{high} << 32);
  } else if (left > 0) {
    const auto byte = [&](std::size_t i) { return std::uint64_t{static_cast<unsigned char>(at[i])}; };
    word = byte(0) | (byte(left / 2) << 8) | (byte(left - 1) << 16);
  }
  mix(word);
  return static_cast<std::uint32_t>(state ^ (state >> 32));
}

}  // namespace

LabelIndex::LabelIndex() : slots_(first_slots) {}

std::size_t LabelIndex::slot_of(std::string_view label, std::uint32_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
    const Slot& slot = slots_[at];
    if (slot.entry == absent || (slot.hash == hash && entries_[slot.entry].label == label)) return at;
  }
}

std::uint32_t LabelIndex::find(std::string_view label) const {
  const Slot& slot = slots_[slot_of(label, hash_of(label))];
  return slot.entry == absent ? absent : entries_[slot.entry].number;
}

std::uint32_t LabelIndex::find_or_add(std::string_view label) {
  const std::uint32_t hash = hash_of(label);
  const std::size_t at = slot_of(label, hash);
  if (slots_[at].entry != absent) return entries_[slots_[at].entry].number;
  if (bound_ >= absent) throw DataError("an index cannot hold more than 2^32 - 1 labels");
  const auto number = static_cast<std::uint32_t>(bound_);
  insert(at, label, hash, number);
  return number;
}

bool LabelIndex::add(std::string_view label, std::uint32_t number) {
  const std::uint32_t hash = hash_of(label);
  const std::size_t at = slot_of(label, hash);
  if (slots_[at].entry != absent) return false;
  insert(at, label, hash, number);
  return true;
}

void LabelIndex::insert(std::size_t slot, std::string_view label, std::uint32_t hash, std::uint32_t number) {
  slots_[slot] = {hash, static_cast<std::uint32_t>(entries_.size())};
  entries_.push_back({keep(label), number});
  bound_ = std::max(bound_, std::uint64_t{number} + 1);
  if (entries_.size() * 2 > slots_.size()) grow();
}

void LabelIndex::grow() {
  std::vector<Slot> old(slots_.size() * 4);
  old.swap(slots_);
  const std::size_t mask = slots_.size() - 1;
  for (const Slot& slot : old) {
    if (slot.entry == absent) continue;
    std::size_t at = slot.hash & mask;
    while (slots_[at].entry != absent) at = (at + 1) & mask;
    slots_[at] = slot;
  }
}

std::string_view LabelIndex::keep(std::string_view label) {
  if (label.empty()) return {};
  if (label.size() > free_bytes_) {
    free_bytes_ = std::max(block_bytes, label.size());
    blocks_.push_back(std::make_unique<char[]>(free_bytes_));
    free_ = blocks_.back().get();
  }
  std::memcpy(free_, label.data(), label.size());
  const std::string_view kept(free_, label.size());
  free_ += label.size();
  free_bytes_ -= label.size();
  return kept;
}

}  // namespace fathom::data
