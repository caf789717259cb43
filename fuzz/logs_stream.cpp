// A log stream's folder, damaged: whatever its segment and index hold, reading gives events in order, each that stood in the segment,
// and pages that are cut small give the same events.
#include "input.hpp"

#include "base/check.hpp"
#include "base/files.hpp"
#include "berth/logstore/segment.hpp"
#include "berth/logstore/stream_reader.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <string>

namespace {

using namespace berth::logstore;

/// One folder of this process, its files written anew for each input.
const base::Folder& root() {
  static const base::TemporaryFolder temporary;
  static const base::Folder folder = base::Folder::open(temporary.path()).value();
  return folder;
}

void write_file(const base::Folder& folder, const std::string& name, std::string_view bytes) {
  const base::Fd file = folder.file(name, O_WRONLY | O_CREAT | O_TRUNC).value();
  BERTH_CHECK(write(file.get(), bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
              "the disk takes it");
}

using Events = std::vector<StoredEvent>;

Events read_all(const StreamReader& reader, std::size_t page) {
  Events all;
  for (Position from = Position::before_all();;) {
    auto some = reader.after(from, {}, {.events = page});
    BERTH_CHECK(some.has_value(), "files that are there are read");
    if (some->empty()) return all;
    BERTH_CHECK(some->front().position > from, "pages go on");
    from = some->back().position;
    for (StoredEvent& event : *some) all.push_back(std::move(event));
    BERTH_CHECK(all.size() < 100'000, "and end");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size < 4) return 0;
  std::string_view text = fuzz::text(bytes + 3, size - 3);
  std::string segment, index;
  std::int64_t time = 1000;
  const bool with_index = (bytes[0] & 1) != 0;
  std::int64_t latest = time;  // of all records so far
  IndexEntry block{.end = 0, .lowest = INT64_MAX, .highest = INT64_MIN, .ordered = true};
  while (!text.empty()) {  // the first byte of a line moves the time
    const std::string_view line = fuzz::take_line(text);
    if (!line.empty()) time += static_cast<signed char>(line[0]);
    append_record(segment, time, time, 0, line);
    block.lowest = std::min(block.lowest, time);
    block.highest = std::max(block.highest, time);
    block.ordered = block.ordered && time >= latest;
    latest = std::max(latest, time);
    if (!with_index || line.size() % 3 != 0) continue;
    block.end = segment.size();
    index += encode_index_entry(block);
    block = {.end = 0, .lowest = INT64_MAX, .highest = INT64_MIN, .ordered = true};
  }
  if ((bytes[0] & 2) != 0 && !segment.empty())
    segment[bytes[1] * segment.size() / 256] = static_cast<char>(bytes[2]);
  if ((bytes[0] & 4) != 0 && !index.empty())
    index[bytes[1] * index.size() / 256] = static_cast<char>(bytes[2]);
  const base::Folder stream = root().folder("stream", true).value();
  write_file(stream, segment_name(0), segment);
  write_file(stream, index_name(0), index);

  const auto reader = StreamReader::open(root(), "stream");
  BERTH_CHECK(reader.has_value(), "a folder that is there is read");
  const Events whole = read_all(*reader, 10'000), cut = read_all(*reader, 2);
  BERTH_CHECK(whole.size() == cut.size(), "pages of any size give the same");
  for (std::size_t i = 0; i < whole.size(); ++i) {
    BERTH_CHECK(whole[i].position == cut[i].position && whole[i].message == cut[i].message, "event by event");
    const auto record = parse_record(std::string_view(segment).substr(whole[i].position.offset));
    BERTH_CHECK(record && record->first.message == whole[i].message, "and every event stands in the segment");
  }
  return 0;
}
