/// The simulated runner's timer on an Asio executor.
#pragma once

#include "berth/run/simulated/simulated_runner.hpp"

#include <boost/asio/any_io_executor.hpp>

namespace berth::run {

/// Functions run on `executor`; those that are due when the context stops are dropped.
class AsioTimer final : public Timer {
 public:
  explicit AsioTimer(boost::asio::any_io_executor executor) : executor_(std::move(executor)) {}
  void after(base::Milliseconds delay, std::function<void()> function) override;

 private:
  boost::asio::any_io_executor executor_;
};

}  // namespace berth::run
