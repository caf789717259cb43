#include "berth/wire/request_body.hpp"

#include "berth/wire/error.hpp"

namespace berth::wire {

namespace {

base::Async<void> pump(std::shared_ptr<http::BodyReader> reader,
                       std::function<base::Async<void>(std::string_view)> sink, std::size_t block_size) {
  const std::unique_ptr<char[]> block(new char[block_size]);
  while (true) {
    std::size_t filled = 0;
    while (filled < block_size) {
      const std::span<char> rest(block.get() + filled, block_size - filled);
      const std::size_t count = co_await reader->read_some(rest);
      if (count == 0) break;
      filled += count;
    }
    if (filled == 0) co_return;
    const std::string_view bytes(block.get(), filled);
    co_await sink(bytes);
    if (filled < block_size) co_return;
  }
}

base::Async<std::optional<std::string>> collect(std::shared_ptr<http::BodyReader> reader, std::size_t limit) {
  co_return co_await http::read_all(*reader, limit);
}

}  // namespace

base::Async<void> RequestBody::each_block(std::function<base::Async<void>(std::string_view)> sink,
                                          std::size_t block_size) {
  if (!reader_) co_return;
  auto work = pump(reader_, std::move(sink), block_size);
  co_await base::on(reader_->executor(), std::move(work));
}

base::Async<std::string> RequestBody::text(std::size_t limit) {
  if (!reader_) co_return std::string{};
  auto work = collect(reader_, limit);
  std::optional<std::string> all = co_await base::on(reader_->executor(), std::move(work));
  if (!all) {
    throw ServiceError("EntityTooLarge", "Your proposed upload exceeds the maximum allowed object size.",
                       400);
  }
  co_return std::move(*all);
}

}  // namespace berth::wire
