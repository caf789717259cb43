#include "berth/logstore/segment.hpp"

#include "base/hash.hpp"

#include <bit>
#include <charconv>
#include <cstring>

namespace berth::logstore {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they stand in memory");

template <class T>
void put(std::string& out, T value) {
  char bytes[sizeof value];
  std::memcpy(bytes, &value, sizeof value);
  out.append(bytes, sizeof value);
}

template <class T>
T get(std::string_view bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

constexpr std::size_t index_entry_bytes = 32;

std::string name_of(std::uint64_t offset, const char* ending) {
  std::string name(16, '0');
  for (std::size_t digit = 16; digit-- > 0; offset >>= 4) name[digit] = "0123456789abcdef"[offset & 15];
  return name + ending;
}

}  // namespace

void append_record(std::string& out, std::int64_t timestamp, std::int64_t ingestion, std::uint8_t flags,
                   std::string_view message) {
  const std::size_t start = out.size();
  put(out, static_cast<std::uint32_t>(message.size()));
  put(out, std::uint32_t{0});
  put(out, timestamp);
  put(out, ingestion);
  put(out, flags);
  out += message;
  const std::uint32_t sum = base::crc32c(std::string_view(out).substr(start + 8));
  std::memcpy(out.data() + start + 4, &sum, sizeof sum);
}

std::optional<std::pair<Record, std::size_t>> parse_record(std::string_view bytes) {
  if (bytes.size() < record_header_bytes) return std::nullopt;
  const std::size_t length = get<std::uint32_t>(bytes, 0);
  if (length > message_limit_bytes || bytes.size() - record_header_bytes < length) return std::nullopt;
  if (base::crc32c(bytes.substr(8, record_header_bytes - 8 + length)) != get<std::uint32_t>(bytes, 4))
    return std::nullopt;
  Record record;
  record.timestamp = get<std::int64_t>(bytes, 8);
  record.ingestion = get<std::int64_t>(bytes, 16);
  record.flags = get<std::uint8_t>(bytes, 24);
  record.message = bytes.substr(record_header_bytes, length);
  return std::pair{record, record_header_bytes + length};
}

std::optional<std::uint64_t> parse_segment_name(std::string_view name) {
  if (name.size() != 20 || name.substr(16) != ".log") return std::nullopt;
  std::uint64_t offset = 0;
  const auto [end, error] = std::from_chars(name.data(), name.data() + 16, offset, 16);
  if (error != std::errc{} || end != name.data() + 16 || segment_name(offset) != name) return std::nullopt;
  return offset;
}

std::string segment_name(std::uint64_t offset) { return name_of(offset, ".log"); }
std::string index_name(std::uint64_t offset) { return name_of(offset, ".idx"); }

std::string encode_index_entry(const IndexEntry& entry) {
  std::string bytes;
  put(bytes, entry.end);
  put(bytes, entry.lowest);
  put(bytes, entry.highest);
  put(bytes, std::uint32_t{entry.ordered});
  put(bytes, base::crc32c(bytes));
  return bytes;
}

std::vector<IndexEntry> parse_index(std::string_view bytes) {
  std::vector<IndexEntry> entries;
  for (; bytes.size() >= index_entry_bytes; bytes.remove_prefix(index_entry_bytes)) {
    if (base::crc32c(bytes.substr(0, 28)) != get<std::uint32_t>(bytes, 28)) break;
    IndexEntry entry{get<std::uint64_t>(bytes, 0), get<std::int64_t>(bytes, 8), get<std::int64_t>(bytes, 16),
                     get<std::uint32_t>(bytes, 24) != 0};
    if (!entries.empty() && entry.end <= entries.back().end) break;
    entries.push_back(entry);
  }
  return entries;
}

}  // namespace berth::logstore
