#include "fathom/core/context.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/core/shards.hpp"
#include "fathom/core/sparse.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <thread>
#include <vector>

namespace fathom {
namespace {

TEST(ThreadPool, calls_each_shard_once_and_keeps_workers_apart) {
  for (const std::size_t threads : {1, 2, 3, 8}) {
    ThreadPool pool(threads);
    EXPECT_EQ(pool.threads(), threads);
    for (const std::size_t shards : {0, 1, 2, 7, 1000}) {
      std::vector<std::atomic<int>> calls(shards);
      std::vector<std::atomic<int>> inside(threads);
      std::atomic<bool> shared = false;
      pool.run(shards, [&](std::size_t shard, std::size_t worker) {
        if (inside.at(worker)++ > 0) shared = true;
        ++calls[shard];
        --inside[worker];
      });
      EXPECT_FALSE(shared) << "two threads had the same worker number";
      for (const auto& count : calls) EXPECT_EQ(count, 1);
    }
  }
}

TEST(ThreadPool, hands_the_first_exception_to_the_caller_and_works_afterwards) {
  for (const std::size_t threads : {1, 3}) {
    ThreadPool pool(threads);
    const auto fail = [](std::size_t shard, std::size_t) {
      if (shard == 5) throw std::runtime_error("five");
    };
    EXPECT_THROW(pool.run(100, fail), std::runtime_error);
    std::atomic<int> calls = 0;
    pool.run(10, [&](std::size_t, std::size_t) { ++calls; });
    EXPECT_EQ(calls, 10);
  }
}

TEST(ThreadPool, many_short_loops_end) {
  ThreadPool pool(3);
  std::atomic<std::uint64_t> sum = 0;
  for (int loop = 0; loop < 5000; ++loop) pool.run(4, [&](std::size_t shard, std::size_t) { sum += shard; });
  EXPECT_EQ(sum, 5000U * 6);
}

TEST(Shards, cover_everything_once_whatever_the_sizes) {
  for (std::size_t total = 0; total < 300; ++total)
    for (const std::size_t unit : {1, 7, 96}) {
      const Shards shards = Shards::at_most(8, total, unit);
      EXPECT_LE(shards.count(), 8U);
      std::size_t next = 0;
      for (std::size_t shard = 0; shard < shards.count(); ++shard) {
        EXPECT_EQ(shards[shard].first, next);
        EXPECT_GT(shards[shard].count, 0U);
        EXPECT_EQ(shards[shard].first % unit, 0U);
        next += shards[shard].count;
      }
      EXPECT_EQ(next, total);
    }
}

TEST(Transpose, lists_rows_by_column_in_ascending_order_with_their_values) {
  SparseRows x;
  x.clear(4);
  for (const std::vector<std::uint32_t>& row : {std::vector<std::uint32_t>{3, 1}, {}, {1, 1, 0}}) {
    for (const std::uint32_t index : row) {
      x.indices.push_back(index);
      x.values.push_back(static_cast<float>(x.indices.size()));
    }
    x.starts.push_back(x.indices.size());
  }
  SparseRows y;
  transpose(x.view(), y);
  EXPECT_EQ(y.rows(), 4U);
  EXPECT_EQ(y.cols, 3U);
  EXPECT_EQ(y.starts, (std::vector<std::uint64_t>{0, 1, 4, 4, 5}));
  EXPECT_EQ(y.indices, (std::vector<std::uint32_t>{2, 0, 2, 2, 0}));
  EXPECT_EQ(y.values, (std::vector<float>{5, 2, 3, 4, 1}));
}

TEST(Transpose, of_nothing_is_nothing_and_absent_values_stay_absent) {
  SparseRows x, y;
  x.clear(0);
  transpose(x.view(), y);
  EXPECT_EQ(y.rows(), 0U);
  x.clear(2);
  x.indices = {1};
  x.starts = {0, 1};
  transpose(x.view(), y);
  EXPECT_EQ(y.view().values, nullptr);
  EXPECT_EQ(y.view().value(0), 1.0F);
}

TEST(Buffer, is_zero_aligned_and_padded_to_an_odd_number_of_lines) {
  HostMemory memory;
  for (const std::size_t cols : {1, 16, 17, 128, 1024}) {
    Buffer<float> buffer(memory, 3, cols);
    EXPECT_EQ(buffer.view().stride % 32, 16U);
    EXPECT_GE(buffer.view().stride, cols);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(buffer.view().data) % 64, 0U);
    for (std::size_t row = 0; row < 3; ++row)
      for (const float element : buffer.view().row(row)) EXPECT_EQ(element, 0.0F);
  }
}

TEST(HostMemory, says_how_much_was_asked_when_there_is_not_enough) {
  HostMemory memory;
  EXPECT_THROW((void)memory.allocate(std::numeric_limits<std::size_t>::max() / 2), DeviceError);
  EXPECT_THROW((void)memory.allocate(std::numeric_limits<std::size_t>::max() - 5), DeviceError);
}

TEST(Errors, say_file_and_line) {
  EXPECT_STREQ(DataError("a.txt", 3, "no tab").what(), "a.txt:3: no tab");
  EXPECT_STREQ(DataError("a.nc", 0, "no such variable").what(), "a.nc: no such variable");
  EXPECT_STREQ(ConfigError("layer Hidden", "has no source").what(), "layer Hidden: has no source");
}

TEST(Context, grows_scratch_memory_a_worker_and_shared) {
  Context ctx({.threads = 2});
  EXPECT_NE(ctx.scratch(0, 100), ctx.scratch(1, 100));
  EXPECT_NE(ctx.workspace(100), ctx.scratch(1, 100));
  void* block = ctx.scratch(0, 100);
  EXPECT_EQ(ctx.scratch(0, 50), block);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(ctx.scratch(0, 1 << 20)) % 64, 0U);
  EXPECT_EQ(Context({.threads = 0}).threads(), std::max(1U, std::thread::hardware_concurrency()));
}

}  // namespace
}  // namespace fathom
