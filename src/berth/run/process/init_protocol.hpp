/// What the driver and the init inside the sandbox say to each other, over one socket pair: frames of
/// {length u32 of what follows, type u8, payload}, numbers as in memory (both ends are the same program).
///
///   init → driver    READY     everything is set up
///   driver → init    ORDERS    run this: argv, environment, folder, limits. Sent after the start is on disk
///   init → driver    RUNNING   the command has been executed, or
///                    FAILED    it could not be: text
///   driver → init    SIGNAL    number, for the command
///   init → driver    EXITED    raw wait status of the command; the rest of the sandbox is being killed
///
/// The environment travels here, not on a command line and not through bwrap's own environment, where
/// LD_PRELOAD would take effect before the sandbox stands. When the driver's end closes, init kills
/// everything.
#pragma once

#include "base/result.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace berth::run::process {

enum class FrameType : std::uint8_t { READY = 1, ORDERS, RUNNING, FAILED, SIGNAL, EXITED };

struct ResourceLimit {
  int resource = 0;  ///< RLIMIT_…
  std::uint64_t soft = 0;
  std::uint64_t hard = 0;
  bool operator==(const ResourceLimit&) const = default;
};

struct InitOrders {
  std::vector<std::string> argv;
  std::vector<std::string> environment;  ///< NAME=value
  std::string folder;
  std::vector<ResourceLimit> limits;  ///< lowered to the hard limits in force
  bool operator==(const InitOrders&) const = default;
};

struct Frame {
  FrameType type{};
  std::string payload;
};

std::string encode_frame(FrameType type, std::string_view payload = {});
std::string encode_number(int number);
std::optional<int> decode_number(std::string_view payload);
std::string encode_orders(const InitOrders& orders);
std::optional<InitOrders> decode_orders(std::string_view payload);

/// Takes whole frames off the head of a growing buffer.
class FrameReader {
 public:
  void add(std::string_view bytes) { buffer_ += bytes; }
  std::optional<Frame> next();

 private:
  std::string buffer_;
};

/// Descriptors as init finds them.
inline constexpr int init_socket = 3;
inline constexpr int init_standard_output = 4;
inline constexpr int init_standard_error = 5;

}  // namespace berth::run::process
