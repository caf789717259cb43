#include "berth/logstore/segment.hpp"

#include "base/files.hpp"
#include "berth/logstore/line_writer.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <random>

namespace berth::logstore {
namespace {

base::TimePoint at(std::int64_t ms) { return base::TimePoint{base::Milliseconds{ms}}; }

struct Segments : testing::Test {
  base::TemporaryFolder temporary;
  base::Folder folder() { return base::Folder::open(temporary.path()).value(); }
  SegmentWriter writer() { return SegmentWriter::open(folder()).value(); }
  std::string bytes(std::uint64_t start = 0) { return folder().read(segment_name(start)).value(); }

  struct Seen {
    std::uint64_t offset;
    std::int64_t timestamp;
    std::uint8_t flags;
    std::string message;
  };
  std::vector<Seen> records() {
    std::vector<Seen> seen;
    for (const std::string& name : folder().list().value()) {
      const auto start = parse_segment_name(name);
      if (!start) continue;
      const std::string text = folder().read(name, std::size_t{1} << 30).value();
      std::size_t used = 0;
      while (auto record = parse_record(std::string_view(text).substr(used))) {
        seen.push_back({*start + used, record->first.timestamp, record->first.flags,
                        std::string(record->first.message)});
        used += record->second;
      }
      EXPECT_EQ(used, text.size()) << name;
    }
    return seen;
  }
};

TEST(SegmentNames, are_offsets) {
  EXPECT_EQ(segment_name(0x4000000), "0000000004000000.log");
  EXPECT_EQ(parse_segment_name("0000000004000000.log"), 0x4000000U);
  for (const char* name :
       {"", "0000000004000000.idx", "000000000400000G.log", "00000000040000FF.log", "x.log"})
    EXPECT_EQ(parse_segment_name(name), std::nullopt) << name;
}

TEST(Records, round_trip_and_every_flipped_bit_is_noticed) {
  std::string bytes;
  append_record(bytes, -5, 77, record_continues, std::string("a\0b", 3));
  const auto record = parse_record(bytes);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->first.timestamp, -5);
  EXPECT_EQ(record->first.ingestion, 77);
  EXPECT_EQ(record->first.flags, record_continues);
  EXPECT_EQ(record->first.message, std::string_view("a\0b", 3));
  EXPECT_EQ(record->second, bytes.size());
  for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
    std::string damaged = bytes;
    damaged[bit / 8] = static_cast<char>(damaged[bit / 8] ^ (1 << (bit % 8)));
    EXPECT_FALSE(parse_record(damaged).has_value()) << bit;
  }
  for (std::size_t cut = 0; cut < bytes.size(); ++cut)
    EXPECT_FALSE(parse_record(bytes.substr(0, cut)).has_value());
}

TEST_F(Segments, a_writer_goes_on_where_the_last_one_ended) {
  for (int i = 0; i < 3; ++i) {
    auto w = writer();
    w.append(i, i, 0, "line " + std::to_string(i));
    ASSERT_TRUE(w.sync());
  }
  const auto seen = records();
  ASSERT_EQ(seen.size(), 3U);
  EXPECT_EQ(seen[1].offset, record_header_bytes + 6);
  EXPECT_EQ(seen[2].message, "line 2");
}

TEST_F(Segments, a_torn_tail_is_cut_at_every_length) {
  std::string whole;
  append_record(whole, 1, 1, 0, "first");
  const std::size_t first = whole.size();
  append_record(whole, 2, 2, 0, "second");
  for (std::size_t cut = first; cut < whole.size(); ++cut) {
    ASSERT_TRUE(folder().write_durably(segment_name(0), whole.substr(0, cut)));
    auto w = writer();
    EXPECT_EQ(w.end(), first);
    w.append(3, 3, 0, "third");
    ASSERT_TRUE(w.write());
    const auto seen = records();
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_EQ(seen[1].message, "third");
  }
}

TEST_F(Segments, nothing_is_visible_before_write_and_everything_after) {
  auto w = writer();
  w.append(1, 1, 0, "x");
  EXPECT_TRUE(bytes().empty());
  EXPECT_EQ(w.end(), record_header_bytes + 1);
  ASSERT_TRUE(w.write());
  EXPECT_TRUE(w.has_unsynced());
  EXPECT_EQ(records().size(), 1U);
  ASSERT_TRUE(w.sync());
  EXPECT_FALSE(w.has_unsynced());
}

TEST_F(Segments, the_index_tells_ranges_of_time_and_order) {
  std::optional<SegmentWriter> kept = writer();
  SegmentWriter& w = *kept;
  const std::string line(1000, 'x');
  for (int i = 0; i < 200; ++i) w.append(i, i, 0, line);
  w.append(50, 300, 0, line);  // falls back
  for (int i = 200; i < 300; ++i) w.append(i, i, 0, line);
  ASSERT_TRUE(w.write());
  const auto entries = parse_index(folder().read(index_name(0)).value());
  ASSERT_GE(entries.size(), 4U);
  EXPECT_TRUE(entries[0].ordered);
  EXPECT_EQ(entries[0].lowest, 0);
  EXPECT_LT(entries[0].highest, 100);
  EXPECT_FALSE(std::all_of(entries.begin(), entries.end(), [](const IndexEntry& e) { return e.ordered; }));
  kept.reset();
  EXPECT_EQ(writer().highest_timestamp(), 299);
}

TEST_F(Segments, a_stream_has_one_writer) {
  auto w = writer();
  const auto other = SegmentWriter::open(folder());
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, std::errc::resource_unavailable_try_again);
}

TEST_F(Segments, a_damaged_index_only_costs_a_scan) {
  {
    auto w = writer();
    for (int i = 0; i < 300; ++i) w.append(i, i, 0, std::string(1000, 'x'));
    ASSERT_TRUE(w.write());
  }
  std::string index = folder().read(index_name(0)).value();
  index[40] = static_cast<char>(index[40] ^ 1);
  ASSERT_TRUE(folder().write_durably(index_name(0), index));
  auto w = writer();
  EXPECT_EQ(w.highest_timestamp(), 299);
  w.append(400, 400, 0, "more");
  ASSERT_TRUE(w.write());
  EXPECT_EQ(records().size(), 301U);
}

TEST_F(Segments, files_are_rolled_over_and_offsets_go_on) {
  std::optional<SegmentWriter> kept = writer();
  SegmentWriter& w = *kept;
  const std::string big(256'000, 'y');
  std::uint64_t expected = 0;
  for (int i = 0; i < 300; ++i) {
    EXPECT_EQ(w.end(), expected);
    w.append(i, i, 0, big);
    expected += record_header_bytes + big.size();
    ASSERT_TRUE(w.write());
  }
  const auto seen = records();
  ASSERT_EQ(seen.size(), 300U);
  EXPECT_EQ(folder().list().value().size(), 4U);  // two files, each with its index
  for (std::size_t i = 1; i < seen.size(); ++i)
    ASSERT_EQ(seen[i].offset, seen[i - 1].offset + big.size() + record_header_bytes);
  const std::string second = folder().list().value()[3];
  const auto first_index = parse_index(folder().read(index_name(0)).value());
  EXPECT_EQ(first_index.back().end, *parse_segment_name(second));
  kept.reset();
  EXPECT_EQ(SegmentWriter::open(folder()).value().end(), expected);
}

TEST_F(Segments, lines_become_records) {
  auto w = writer();
  LineWriter out(w, 0), err(w, record_standard_error);
  out.add("one\ntw", at(10));
  err.add("oops\n", at(20));
  out.add("o\n\n", at(30));
  out.add("unfinished", at(40));
  out.finish(at(50));
  err.finish(at(50));
  ASSERT_TRUE(w.write());
  const auto seen = records();
  ASSERT_EQ(seen.size(), 5U);
  EXPECT_EQ(seen[0].message, "one");
  EXPECT_EQ(seen[1].message, "oops");
  EXPECT_EQ(seen[1].flags, record_standard_error);
  EXPECT_EQ(seen[2].message, "two");
  EXPECT_EQ(seen[2].timestamp, 20);  // begun at 10, but the stream stays in order
  EXPECT_EQ(seen[3].message, "");
  EXPECT_EQ(seen[4].message, "unfinished");
  EXPECT_EQ(seen[4].flags, record_unfinished);
  EXPECT_EQ(seen[4].timestamp, 40);
}

TEST_F(Segments, long_lines_are_cut_at_the_limit_and_whole) {
  for (const std::size_t length : {message_limit_bytes - 1, message_limit_bytes, message_limit_bytes + 1,
                                   message_limit_bytes * 2, message_limit_bytes * 2 + 7}) {
    base::TemporaryFolder own;
    {
      auto w = SegmentWriter::open(base::Folder::open(own.path()).value()).value();
      LineWriter out(w, 0);
      const std::string line(length, 'z');
      for (std::size_t i = 0; i < length; i += 65536) out.add(std::string_view(line).substr(i, 65536), at(1));
      out.add("\nnext\n", at(2));
      ASSERT_TRUE(w.write());
    }
    const std::string text = base::read_file(own / segment_name(0)).value();
    std::vector<std::pair<std::size_t, bool>> pieces;
    std::string_view rest = text;
    while (auto record = parse_record(rest)) {
      pieces.emplace_back(record->first.message.size(), (record->first.flags & record_continues) != 0);
      rest.remove_prefix(record->second);
    }
    ASSERT_EQ(pieces.back(), (std::pair<std::size_t, bool>{4, false}));
    pieces.pop_back();
    std::size_t sum = 0;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      sum += pieces[i].first;
      EXPECT_EQ(pieces[i].second, i + 1 < pieces.size());
    }
    EXPECT_EQ(sum, length);
    EXPECT_EQ(pieces.size(), (length + message_limit_bytes - 1) / message_limit_bytes);
  }
}

TEST_F(Segments, any_bytes_in_any_pieces_come_back) {
  std::mt19937 random(7);
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += static_cast<char>(random() % 30 == 0 ? '\n' : random());
  {
    auto w = writer();
    LineWriter out(w, 0);
    for (std::size_t used = 0; used < text.size();) {
      const std::size_t count = std::min<std::size_t>(1 + random() % 999, text.size() - used);
      out.add(std::string_view(text).substr(used, count), at(1));
      used += count;
    }
    out.finish(at(2));
    ASSERT_TRUE(w.write());
  }
  std::string back;
  for (const Seen& seen : records())
    back += seen.message + ((seen.flags & record_unfinished) != 0 ? "" : "\n");
  EXPECT_EQ(back, text);
}

}  // namespace
}  // namespace berth::logstore
