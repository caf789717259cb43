// Files of a log stream as a crash or a fault of the disk may leave them, and the tokens that clients send back. What is taken for
// good is exactly what would have been written.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/logstore/position.hpp"
#include "berth/logstore/segment.hpp"

namespace {

using namespace berth::logstore;

void check_records(std::string_view bytes) {
  while (const auto parsed = parse_record(bytes)) {
    const auto& [record, length] = *parsed;
    std::string written;
    append_record(written, record.timestamp, record.ingestion, record.flags, record.message);
    BERTH_CHECK(written == bytes.substr(0, length), "a record is what would be written");
    bytes.remove_prefix(length);
  }
}

/// Messages from the input, written as a stream and cut or changed in one place.
void check_written(std::string_view text) {
  if (text.size() < 3) return;
  const auto at = static_cast<unsigned char>(text[0]), change = static_cast<unsigned char>(text[1]);
  text.remove_prefix(2);
  std::string stream;
  std::vector<std::size_t> ends;
  for (std::int64_t time = 1; !text.empty(); ++time) {
    append_record(stream, time, time, 0, fuzz::take_line(text));
    ends.push_back(stream.size());
  }
  const std::size_t where = at * stream.size() / 256;
  stream[where] = static_cast<char>(stream[where] ^ change);
  std::size_t good = 0, offset = 0;
  while (const auto parsed = parse_record(std::string_view(stream).substr(offset))) {
    offset += parsed->second;
    BERTH_CHECK(good < ends.size() && offset == ends[good], "records end where they were written");
    ++good;
  }
  BERTH_CHECK(change != 0 || good == ends.size(), "all of an intact stream is read");
  BERTH_CHECK(change == 0 || offset <= where, "reading ends before what was changed");
}

void check_index(std::string_view bytes) {
  std::string written;
  for (const IndexEntry& entry : parse_index(bytes)) {
    BERTH_CHECK(encode_index_entry(entry).size() * ((written.size() / 32) + 1) <= bytes.size(),
                "no more than there is");
    written += encode_index_entry(entry);
  }
  if (bytes.size() >= 32) {  // an entry of the input's numbers comes back
    IndexEntry entry;
    std::copy_n(bytes.begin(), 8, reinterpret_cast<char*>(&entry.end));
    std::copy_n(bytes.begin() + 8, 8, reinterpret_cast<char*>(&entry.lowest));
    entry.highest = entry.lowest;
    const auto again = parse_index(encode_index_entry(entry));
    BERTH_CHECK(again.size() == 1 && again[0].end == entry.end && again[0].lowest == entry.lowest,
                "an entry comes back");
  }
}

void check_names(std::string_view text) {
  if (const auto offset = parse_segment_name(text))
    BERTH_CHECK(segment_name(*offset) == text, "names come back");
  if (const auto token = parse_token(text)) BERTH_CHECK(to_text(*token) == text, "tokens come back");
  if (const auto place = parse_filter_position(text))
    BERTH_CHECK(to_text(*place) == text, "places come back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 4)) {
    case 0:
      check_records(text);
      break;
    case 1:
      check_written(text);
      break;
    case 2:
      check_index(text);
      break;
    default:
      check_names(text);
  }
  return 0;
}
