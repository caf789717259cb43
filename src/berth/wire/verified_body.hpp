/// A connection's body behind a BodyCheck: what is read is the object's data, and the end is reached only if
/// it is right.
#pragma once

#include "berth/http/exchange.hpp"
#include "berth/wire/body_check.hpp"

namespace berth::wire {

class VerifiedBody final : public http::BodyReader {
 public:
  VerifiedBody(http::BodyReader& source, BodyCheck check)
      : source_(&source), executor_(source.executor()), check_(std::move(check)) {}

  base::Async<std::size_t> read_some(std::span<char> buffer) override;
  std::optional<std::uint64_t> size() const override { return check_.size(); }
  base::asio::any_io_executor executor() const override { return executor_; }
  /// The exchange is over: later reads fail instead of touching it.
  void detach() { source_ = nullptr; }

 private:
  http::BodyReader* source_;
  base::asio::any_io_executor executor_;
  BodyCheck check_;
  bool finished_ = false;
};

}  // namespace berth::wire
