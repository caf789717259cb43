#include "fathom/core/buffer.hpp"

#include "fathom/core/errors.hpp"

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>

namespace fathom {
namespace {
constexpr std::size_t huge_page = std::size_t{2} << 20;

std::size_t alignment_of(std::size_t bytes) { return bytes >= huge_page ? huge_page : 64; }
}  // namespace

void* HostMemory::allocate(std::size_t bytes) {
  const std::size_t alignment = alignment_of(bytes);
  const bool possible =
      bytes <= static_cast<std::size_t>(std::numeric_limits<std::ptrdiff_t>::max()) - alignment;
  const std::size_t size = (std::max<std::size_t>(bytes, 1) + alignment - 1) / alignment * alignment;
  void* block = possible ? std::aligned_alloc(alignment, size) : nullptr;
  if (!block)
    throw DeviceError("the machine has no " + std::to_string(bytes >> 20) +
                      " MiB of memory left: use a smaller batch or layer");
  // Weights are walked row by row from end to end: with 4 KiB pages the address translation costs as much as
  // the data.
  if (alignment == huge_page) madvise(block, size, MADV_HUGEPAGE);
  std::memset(block, 0, bytes);
  return block;
}

void HostMemory::release(void* block, std::size_t) noexcept { std::free(block); }

}  // namespace fathom
