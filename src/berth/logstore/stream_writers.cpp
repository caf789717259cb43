#include "berth/logstore/stream_writers.hpp"

#include "berth/logstore/catalog.hpp"

namespace berth::logstore {
namespace {
constexpr std::size_t open_limit = 64;
}

/// Beyond the limit, those that nobody uses at the moment are closed.
std::shared_ptr<StreamWriters::Slot> StreamWriters::take(std::uint64_t stream) {
  const std::lock_guard lock(mutex_);
  if (slots_.size() >= open_limit && slots_.count(stream) == 0)
    std::erase_if(slots_, [](const auto& entry) { return entry.second.use_count() == 1; });
  auto& slot = slots_[stream];
  if (!slot) slot = std::make_shared<Slot>();
  return slot;
}

base::Status StreamWriters::put(std::uint64_t stream, const std::vector<NewEvent>& events,
                                std::int64_t ingestion) {
  const std::shared_ptr<Slot> slot = take(stream);
  const std::lock_guard lock(slot->mutex);
  if (!slot->writer) {
    auto folder = root_->folder(stream_folder(stream), true);
    if (!folder) return folder.error();
    if (auto synced = root_->sync(); !synced) return synced;
    auto writer = SegmentWriter::open(std::move(*folder));
    if (!writer) return writer.error();
    slot->writer = std::move(*writer);
  }
  for (const NewEvent& event : events) slot->writer->append(event.timestamp, ingestion, 0, event.message);
  auto synced = slot->writer->sync();
  // What was not acknowledged is not kept; the file itself is looked at anew by the next writer.
  if (!synced) slot->writer.reset();
  return synced;
}

void StreamWriters::close(std::uint64_t stream) {
  std::shared_ptr<Slot> slot;
  {
    const std::lock_guard lock(mutex_);
    const auto found = slots_.find(stream);
    if (found == slots_.end()) return;
    slot = found->second;
    slots_.erase(found);
  }
  const std::lock_guard lock(slot->mutex);
  slot->writer.reset();
}

}  // namespace berth::logstore
