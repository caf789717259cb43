#include "fathom/core/context.hpp"

#include <algorithm>
#include <thread>

namespace fathom {

Context::Context(Options options)
    : seed_(options.seed),
      pool_(options.threads > 0 ? options.threads : std::max(1U, std::thread::hardware_concurrency())),
      memory_(std::make_unique<HostMemory>()),
      scratch_{*memory_, std::vector<Block>(pool_.threads() + 1)} {}

void* Context::scratch(std::size_t worker, std::size_t bytes) {
  Block& block = scratch_.blocks.at(worker);
  if (block.bytes < bytes) {
    const Block larger{memory_->allocate(bytes), bytes};
    if (block.data) memory_->release(block.data, block.bytes);
    block = larger;
  }
  return block.data;
}

}  // namespace fathom
