/// Events of several streams in one order. For the blocking pool.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/logstore/log_store.hpp"
#include "berth/logstore/stream_reader.hpp"

#include <vector>

namespace berth::logstore {

/// Goes through the streams' events by (timestamp, stream, offset) after `request.after`, until the page is full or
/// 64 MiB have been looked at.
base::Result<FilterPage> search(const base::Folder& root, std::vector<LogStream> streams,
                                const FilterRequest& request);

Event to_event(const LogStream& stream, StoredEvent stored);

}  // namespace berth::logstore
