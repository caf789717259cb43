/// Many kept connections that ask as fast as they are answered, from one thread.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace bench {

/// Where it stops, whichever comes first; shared by all threads.
struct Limit {
  std::atomic<std::int64_t> left;  ///< requests that may still be sent
  std::chrono::steady_clock::time_point until;

  bool take() {
    return std::chrono::steady_clock::now() < until && left.fetch_sub(1, std::memory_order_relaxed) > 0;
  }
};

struct Tally {
  std::uint64_t answered = 0;                 ///< with a status below 300 and the text that was asked for
  std::uint64_t refused = 0;                  ///< with anything else
  std::string refusal{};                      ///< the first of those
  std::vector<std::uint32_t> microseconds{};  ///< from the first byte sent to the last byte received, of each

  void add(Tally other);
};

/// The whole bytes of the next request; they stay until the next call.
using NextRequest = std::function<const std::string&()>;

/// Opens `connections` to host:port and keeps each busy until the limit. An answer of 200 that lacks `expected` counts
/// as refused. Throws base::Failure if a connection cannot be had, breaks, or answers with what is not HTTP.
Tally run_load(const std::string& host, const std::string& port, int connections, const NextRequest& next,
               std::string_view expected, Limit& limit);

}  // namespace bench
