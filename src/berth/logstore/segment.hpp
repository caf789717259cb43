/// Segment files: what a log stream is on disk, written by a shim or by the daemon and read by the daemon.
///
/// A stream is a folder. Its bytes are one sequence, cut into files named by the offset of their first byte
/// (16 hexadecimal digits): `0000000000000000.log`, `0000000004000000.log`, … A record is
///
///   length      u32   bytes of the message
///   crc32c      u32   over everything that follows
///   timestamp   i64   milliseconds since the epoch
///   ingestion   i64   likewise
///   flags       u8
///   message
///
/// little-endian, back to back. The offset of its first byte identifies a record for ever. The first record
/// that is cut short or whose checksum is wrong ends the stream: after a crash that is the torn tail, and
/// whoever writes next truncates it; while the writer lives it is a record still being written.
///
/// Beside each file stands a sparse index, `….idx`: after each 64 KiB or so of records one entry of 32 bytes
/// {end offset, lowest timestamp, highest timestamp, flags, crc32c}. It only saves work: bytes after the last
/// good entry are scanned.
#pragma once

#include "base/files.hpp"
#include "base/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::logstore {

inline constexpr std::size_t record_header_bytes = 25;
inline constexpr std::uint64_t segment_limit_bytes = std::uint64_t{64} << 20;
inline constexpr std::uint64_t index_block_bytes = std::uint64_t{64} << 10;
/// CloudWatch's largest event (262,144 bytes with 26 of overhead). Longer lines become several records.
inline constexpr std::size_t message_limit_bytes = 262'144 - 26;

enum RecordFlag : std::uint8_t {
  record_continues = 1,       ///< the line goes on in the next record: it was longer than message_limit_bytes
  record_standard_error = 2,  ///< from the container's standard error
  record_unfinished = 4       ///< the last bytes of the stream, without a newline
};

struct Record {
  std::uint64_t offset = 0;  ///< in the stream
  std::int64_t timestamp = 0;
  std::int64_t ingestion = 0;
  std::uint8_t flags = 0;
  std::string_view message;
};

void append_record(std::string& out, std::int64_t timestamp, std::int64_t ingestion, std::uint8_t flags,
                   std::string_view message);
/// The record at the head of `bytes`, and how long it is; nothing if it is torn.
std::optional<std::pair<Record, std::size_t>> parse_record(std::string_view bytes);

struct IndexEntry {
  std::uint64_t end = 0;  ///< stream offset after the block's last record
  std::int64_t lowest = 0;
  std::int64_t highest = 0;
  bool ordered = true;  ///< timestamps do not fall, within the block and against all before it
};

/// `0000000004000000.log` → 0x4000000; nothing for any other name.
std::optional<std::uint64_t> parse_segment_name(std::string_view name);
std::string segment_name(std::uint64_t offset);
std::string index_name(std::uint64_t offset);
std::string encode_index_entry(const IndexEntry& entry);
/// The good entries at the head of an index file.
std::vector<IndexEntry> parse_index(std::string_view bytes);

/// Appends to one stream. One writer at a time; not thread-safe.
class SegmentWriter {
 public:
  /// Opens the stream in `folder`, cutting off a torn tail. EAGAIN if another writer has it.
  static base::Result<SegmentWriter> open(base::Folder folder);
  SegmentWriter(SegmentWriter&&) noexcept;
  SegmentWriter& operator=(SegmentWriter&&) noexcept;
  ~SegmentWriter();

  /// Adds a record to the buffer; write() puts the buffer into the file, sync() onto the disk.
  void append(std::int64_t timestamp, std::int64_t ingestion, std::uint8_t flags, std::string_view message);
  /// Readers see what was appended. After an error the buffer is kept and the file is cut back to what it
  /// was.
  base::Status write();
  /// write(), then fsync of everything written since the last sync, folder included where a file was added.
  base::Status sync();
  /// Ends the present file, if it holds anything: what comes goes into a new one.
  base::Status roll();
  /// For a sync on another thread: a descriptor of the file, to be given to fdatasync(2). What was written
  /// before this call counts as synced from here on; if that fdatasync fails, say so where sync() would have.
  base::Result<base::Fd> begin_sync();
  std::uint64_t buffered_bytes() const;
  /// Gives up what could not be written; returns how many bytes that were.
  std::uint64_t discard();
  /// Offset that the next record will have.
  std::uint64_t end() const;
  bool has_unsynced() const;
  std::int64_t highest_timestamp()
      const;  ///< of the whole stream; the lowest number there is for an empty one

 private:
  struct State;
  explicit SegmentWriter(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace berth::logstore
