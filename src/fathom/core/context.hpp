/// What every primitive needs and nobody may hold globally: threads, scratch memory, the seed, where buffers
/// live.
#pragma once

#include "fathom/core/buffer.hpp"
#include "fathom/core/thread_pool.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fathom {

/// One per run; used by one thread at a time. Several in one process do not know each other.
class Context {
 public:
  struct Options {
    std::size_t threads = 1;     ///< 0: as many as the machine has cores
    std::uint64_t seed = 12134;  ///< DSSTNE's fixed one
  };
  explicit Context(Options options);
  Context() : Context(Options{}) {}
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  ThreadPool& pool() { return pool_; }
  std::size_t threads() const { return pool_.threads(); }
  std::uint64_t seed() const { return seed_; }
  Memory& memory() { return *memory_; }

  /// Scratch memory of one worker, at least `bytes` long, 64-byte aligned, contents undefined. Valid until
  /// this worker asks again. A worker touches only its own.
  void* scratch(std::size_t worker, std::size_t bytes);
  /// Scratch memory of the primitive that is running, for all its workers; asked for outside of pool().run().
  void* workspace(std::size_t bytes) { return scratch(threads(), bytes); }

 private:
  struct Block {
    void* data = nullptr;
    std::size_t bytes = 0;
  };
  struct ReleaseBlocks {
    Memory& memory;
    std::vector<Block> blocks;
    ~ReleaseBlocks() {
      for (const Block& block : blocks)
        if (block.data) memory.release(block.data, block.bytes);
    }
  };

  std::uint64_t seed_;
  ThreadPool pool_;
  std::unique_ptr<Memory> memory_;
  ReleaseBlocks scratch_;  // one a worker, and a shared one
};

}  // namespace fathom
