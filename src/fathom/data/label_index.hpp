/// Labels and their numbers: features or samples. Built for converting text at many million labels a second:
/// one open-addressing table, labels in one arena, no allocation for a label that is known.
#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

namespace fathom::data {

class LabelIndex {
 public:
  static constexpr std::uint32_t absent = 0xffffffffU;

  LabelIndex();

  /// The number of a label, or `absent`.
  std::uint32_t find(std::string_view label) const;
  /// The number of a label; a new label gets the greatest number so far + 1.
  std::uint32_t find_or_add(std::string_view label);
  /// Adds a label with a number that the caller knows; false if the label is there already.
  bool add(std::string_view label, std::uint32_t number);

  std::size_t size() const { return entries_.size(); }
  /// The greatest number + 1; equals size() for an index without gaps.
  std::uint64_t bound() const { return bound_; }

  struct Entry {
    std::string_view label;  ///< lives as long as the index
    std::uint32_t number;
  };
  const std::vector<Entry>& entries() const { return entries_; }  ///< in the order of adding

 private:
  struct Slot {
    std::uint32_t hash = 0;
    std::uint32_t entry = absent;
  };
  std::size_t slot_of(std::string_view label, std::uint32_t hash) const;
  void insert(std::size_t slot, std::string_view label, std::uint32_t hash, std::uint32_t number);
  void grow();
  std::string_view keep(std::string_view label);

  std::vector<Slot> slots_;  ///< a power of two, at most half full
  std::vector<Entry> entries_;
  std::vector<std::unique_ptr<char[]>> blocks_;
  char* free_ = nullptr;
  std::size_t free_bytes_ = 0;
  std::uint64_t bound_ = 0;
};

}  // namespace fathom::data
