#include "berth/logstore/line_writer.hpp"

#include <algorithm>

namespace berth::logstore {

void LineWriter::emit(std::string_view line, std::uint8_t more_flags, base::TimePoint now) {
  const std::int64_t ingestion = now.time_since_epoch().count();
  const std::int64_t begun = partial_.empty() ? ingestion : partial_since_.time_since_epoch().count();
  // The streams of containers are in order, whatever the clock does and however the two outputs interleave.
  const std::int64_t timestamp = std::max(begun, writer_.highest_timestamp());
  writer_.append(timestamp, ingestion, static_cast<std::uint8_t>(flags_ | more_flags), line);
}

void LineWriter::add(std::string_view bytes, base::TimePoint now) {
  while (!bytes.empty()) {
    const std::size_t newline = bytes.find('\n');
    const std::string_view piece = bytes.substr(0, newline);
    const bool complete = newline != std::string_view::npos;
    bytes.remove_prefix(complete ? newline + 1 : bytes.size());
    if (complete && partial_.empty() && piece.size() <= message_limit_bytes) {
      emit(piece, 0, now);
      continue;
    }
    if (partial_.empty()) partial_since_ = now;
    partial_ += piece;
    std::string_view rest = partial_;
    while (rest.size() > message_limit_bytes) {
      emit(rest.substr(0, message_limit_bytes), record_continues, now);
      rest.remove_prefix(message_limit_bytes);
    }
    if (complete) {
      emit(rest, 0, now);
      rest = {};
    }
    partial_ = std::string(rest);
  }
}

void LineWriter::finish(base::TimePoint now) {
  if (!partial_.empty()) emit(partial_, record_unfinished, now);
  partial_.clear();
}

}  // namespace berth::logstore
