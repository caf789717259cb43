#include "base/encoding.hpp"
#include "berth/objects/object_store_fixture.hpp"

#include <gtest/gtest.h>

namespace berth::objects {
namespace {

struct MultipartTest : ::testing::Test, ObjectStoreFixture {
  MultipartTest() { wait(objects().create_bucket("bucket", account, "us-east-1")); }

  std::string begin(const std::string& key, Upload upload = {}) {
    return wait(objects().create_upload(ObjectName("bucket", key), std::move(upload))).id;
  }
  PartName part(const std::string& key, const std::string& id, int number, std::string_view bytes,
                std::vector<Checksum> checksums = {}) {
    auto stored = wait(objects().put_part(ObjectName("bucket", key), id, number, written(bytes, checksums)));
    return {number, "\"" + stored.etag + "\"", stored.checksums};
  }
  PutResult complete(const std::string& key, const std::string& id, std::vector<PartName> parts,
                     Conditions conditions = {}, ExpectedWhole expected = {}) {
    return wait(objects().complete_upload(ObjectName("bucket", key), id, parts, conditions, expected));
  }
  std::optional<Refusal> refusal(const std::string& key, const std::string& id, std::vector<PartName> parts,
                                 Conditions conditions = {}, ExpectedWhole expected = {}) {
    try {
      complete(key, id, std::move(parts), conditions, expected);
    } catch (const ObjectError& error) {
      return error.refusal;
    }
    return std::nullopt;
  }
  std::string get(const std::string& key, std::optional<RangeRequest> range = {}) {
    auto reading = wait(objects().get(ObjectName("bucket", key), range));
    EXPECT_TRUE(reading.is_open());
    std::string bytes(reading.range.length, '\0');
    auto reader = objects().reader(std::move(reading));
    std::size_t done = 0;
    while (std::size_t got = wait(reader.read_some(std::span(bytes).subspan(done)))) done += got;
    return bytes;
  }
  const std::string large = std::string(smallest_part, 'L');
};

TEST_F(MultipartTest, parts_in_any_order_become_one_object_and_no_byte_moves) {
  auto id = begin("k");
  auto third = part("k", id, 7, "the end");
  auto first = part("k", id, 2, large);
  auto second = part("k", id, 5, large + "second");
  part("k", id, 9, std::string(100'000, 'x'));  // not chosen
  auto result = complete("k", id, {first, second, third});
  settle();
  EXPECT_EQ(blob_files(), 2u);
  std::string md5s = base::md5(large) + base::md5(large + "second") + base::md5("the end");
  EXPECT_EQ(result.etag, base::to_hex(base::md5(md5s)) + "-3");
  EXPECT_EQ(get("k"), large + large + "second" + "the end");
  EXPECT_EQ(get("k", RangeRequest{large.size() - 1, large.size()}), "LL");
  EXPECT_EQ(get("k", RangeRequest{{}, 9}), "ndthe end");
  EXPECT_EQ(get("k", RangeRequest{2 * large.size() + 6, {}}), "the end");
}

TEST_F(MultipartTest, completing_again_gives_the_same_answer) {
  auto id = begin("k");
  auto only = part("k", id, 1, "one");
  auto result = complete("k", id, {only});
  EXPECT_EQ(complete("k", id, {only}).etag, result.etag);
  put("bucket", "k", "replaced");
  EXPECT_EQ(refusal("k", id, {only}), Refusal::NoSuchUpload);
}

TEST_F(MultipartTest, what_does_not_fit_is_refused_and_the_upload_goes_on) {
  auto id = begin("k");
  auto one = part("k", id, 1, "small"), two = part("k", id, 2, large);
  PartName wrong = one;
  wrong.etag = two.etag;
  EXPECT_EQ(refusal("k", id, {two, one}), Refusal::InvalidPartOrder);
  EXPECT_EQ(refusal("k", id, {one, one}), Refusal::InvalidPartOrder);
  EXPECT_EQ(refusal("k", id, {wrong}), Refusal::InvalidPart);
  EXPECT_EQ(refusal("k", id, {{3, one.etag, {}}}), Refusal::InvalidPart);
  EXPECT_EQ(refusal("k", id, {}), Refusal::InvalidPart);
  EXPECT_EQ(refusal("k", id, {one, two}), Refusal::PartTooSmall);
  EXPECT_EQ(refusal("other", id, {one}), Refusal::NoSuchUpload);
  EXPECT_EQ(refusal("k", "no-such-id", {one}), Refusal::NoSuchUpload);
  put("bucket", "k", "there");
  Conditions absent;
  absent.if_none_match = "*";
  EXPECT_EQ(refusal("k", id, {one}, absent), Refusal::PreconditionFailed);
  EXPECT_EQ(refusal("k", id, {one}), std::nullopt);
}

TEST_F(MultipartTest, a_part_that_is_sent_again_replaces_the_first) {
  auto id = begin("k");
  auto before = part("k", id, 1, std::string(50'000, 'a'));
  auto after = part("k", id, 1, std::string(50'000, 'b'));
  settle();
  EXPECT_EQ(blob_files(), 1u);
  EXPECT_EQ(refusal("k", id, {before}), Refusal::InvalidPart);
  complete("k", id, {after});
  EXPECT_EQ(get("k"), std::string(50'000, 'b'));
}

TEST_F(MultipartTest, aborting_and_deleting_the_bucket_free_the_parts) {
  auto id = begin("k");
  part("k", id, 1, std::string(50'000, 'a'));
  wait(objects().abort_upload(ObjectName("bucket", "k"), id));
  settle();
  EXPECT_EQ(blob_files(), 0u);
  part("other", begin("other"), 1, std::string(50'000, 'a'));
  wait(objects().delete_bucket("bucket"));
  settle();
  EXPECT_EQ(blob_files(), 0u);
}

TEST_F(MultipartTest, checksums_of_the_whole_come_from_the_parts) {
  Upload upload;
  upload.checksum = Checksum::Crc64Nvme;
  upload.checksum_of_whole = true;
  auto id = begin("k", upload);
  std::vector<PartName> parts{part("k", id, 1, large, {Checksum::Crc64Nvme}),
                              part("k", id, 2, "12", {Checksum::Crc64Nvme})};
  RunningChecksums running({Checksum::Crc64Nvme});
  running.update(large + "12");
  std::string expected = base::to_base64(running.finish().at(Checksum::Crc64Nvme));
  ExpectedWhole whole;
  whole.checksums = {{Checksum::Crc64Nvme, "AAAAAAAAAAA="}};
  EXPECT_EQ(refusal("k", id, parts, {}, whole), Refusal::BadDigest);
  whole.checksums = {{Checksum::Crc64Nvme, expected}};
  whole.size = 5;
  EXPECT_EQ(refusal("k", id, parts, {}, whole), Refusal::WrongSize);
  whole.size = large.size() + 2;
  auto result = complete("k", id, parts, {}, whole);
  EXPECT_EQ(result.checksums.at(Checksum::Crc64Nvme), expected);
  EXPECT_TRUE(result.checksum_of_whole);
}

TEST_F(MultipartTest, composite_checksums_are_of_the_parts_checksums) {
  Upload upload;
  upload.checksum = Checksum::Sha256;
  auto id = begin("k", upload);
  std::vector<PartName> parts{part("k", id, 1, "one", {Checksum::Sha256})};
  auto result = complete("k", id, parts);
  EXPECT_EQ(result.checksums.at(Checksum::Sha256), base::to_base64(base::sha256(base::sha256("one"))) + "-1");
  EXPECT_FALSE(result.checksum_of_whole);
}

TEST_F(MultipartTest, parts_and_uploads_are_listed_in_pages) {
  auto id = begin("b/k");
  for (int number : {1, 3, 5}) part("b/k", id, number, std::to_string(number));
  auto page = wait(objects().list_parts(ObjectName("bucket", "b/k"), id, 0, 2));
  ASSERT_EQ(page.parts.size(), 2u);
  EXPECT_TRUE(page.truncated);
  auto rest = wait(objects().list_parts(ObjectName("bucket", "b/k"), id, page.parts.back().number, 2));
  ASSERT_EQ(rest.parts.size(), 1u);
  EXPECT_EQ(rest.parts[0].number, 5);
  EXPECT_FALSE(rest.truncated);

  std::set<std::string> ids{begin("a"), begin("a"), begin("c"), id};
  std::set<std::string> seen;
  ListQuery query;
  query.limit = 1;
  std::string after_upload;
  for (int i = 0; i < 4; ++i) {
    auto uploads = wait(objects().list_uploads("bucket", query, after_upload));
    ASSERT_EQ(uploads.uploads.size(), 1u);
    EXPECT_EQ(uploads.truncated, i < 3);
    seen.insert(uploads.uploads[0].id);
    query.after = uploads.last_key;
    after_upload = uploads.last_upload;
  }
  EXPECT_EQ(seen, ids);
  ListQuery rolled;
  rolled.delimiter = "/";
  EXPECT_EQ(wait(objects().list_uploads("bucket", rolled)).prefixes, std::vector<std::string>{"b/"});
}

TEST_F(MultipartTest, a_part_may_be_a_range_of_an_object) {
  put("bucket", "from", large + "0123456789");
  auto id = begin("to");
  auto copied =
      wait(objects().copy_part(ObjectName("bucket", "from"), RangeRequest{large.size() - 2, large.size() + 3},
                               {}, ObjectName("bucket", "to"), id, 1));
  EXPECT_EQ(copied.etag, base::to_hex(base::md5("LL0123")));
  complete("to", id, {{1, copied.etag, {}}});
  wait(objects().remove(ObjectName("bucket", "from")));
  settle();
  EXPECT_EQ(get("to"), "LL0123");
}

TEST_F(MultipartTest, parts_are_told_and_read_by_number_until_the_object_is_copied) {
  auto id = begin("k");
  auto first = part("k", id, 3, large, {Checksum::Crc32}),
       second = part("k", id, 8, "end", {Checksum::Crc32});
  complete("k", id, {first, second});
  const ObjectName name("bucket", "k");
  auto found = wait(objects().parts(name, 0, 1));
  ASSERT_EQ(found.parts.size(), 1u);
  EXPECT_TRUE(found.truncated);
  EXPECT_EQ(part_count(found.object.etag), 2);
  EXPECT_EQ(found.parts[0].number, 3);
  EXPECT_EQ(found.parts[0].size, large.size());
  EXPECT_EQ(found.parts[0].checksums, first.checksums);
  EXPECT_EQ(wait(objects().parts(name, 3, 1)).parts.at(0).number, 8);

  auto read = [&](const char* key, int number) {
    auto reading = wait(objects().get(ObjectName("bucket", key), {}, {}, {}, number));
    return std::pair(reading.range.first, reading.range.length);
  };
  EXPECT_EQ(read("k", 8), std::pair(large.size(), std::uint64_t{3}));
  EXPECT_THROW(read("k", 1), ObjectError);
  wait(objects().copy(name, ObjectName("bucket", "copy"), CopyOptions()));
  EXPECT_EQ(wait(objects().parts(ObjectName("bucket", "copy"), 0, 10)).parts.size(), 0u);
  EXPECT_EQ(read("copy", 1), std::pair(std::uint64_t{0}, large.size() + 3));
  EXPECT_THROW(read("copy", 2), ObjectError);
  wait(objects().remove(name));
  EXPECT_EQ(store().load([](store::Connection& db) {
    auto row = db.statement("SELECT count(*) FROM object_parts");
    row.step();
    return row.integer(0);
  }),
            0);
}

TEST_F(MultipartTest, a_copied_part_has_the_checksum_of_its_upload_and_a_range_within_its_source) {
  put("bucket", "from", "0123456789");
  Upload announced;
  announced.checksum = Checksum::Crc32;
  auto id = begin("to", announced);
  const ObjectName from("bucket", "from"), to("bucket", "to");
  auto copied = wait(objects().copy_part(from, RangeRequest{0, 8}, {}, to, id, 1));
  EXPECT_EQ(copied.checksums.size(), 1u);
  for (RangeRequest behind : {RangeRequest{0, 10}, RangeRequest{10, 12}}) {
    try {
      wait(objects().copy_part(from, behind, {}, to, id, 2));
      ADD_FAILURE();
    } catch (const ObjectError& error) {
      EXPECT_EQ(error.refusal, Refusal::RangeNotInSource);
    }
  }
}

TEST_F(MultipartTest, an_object_of_very_many_parts_is_read_file_by_file) {
  auto id = begin("k");
  std::string all;
  std::vector<PartName> parts;
  put("bucket", "source", large);
  for (int number = 1; number <= int{most_open_files} + 3; ++number) {
    auto copied = wait(objects().copy_part(ObjectName("bucket", "source"), std::nullopt, {},
                                           ObjectName("bucket", "k"), id, number));
    parts.push_back({number, copied.etag, {}});
  }
  complete("k", id, parts);
  auto reading = wait(objects().get(ObjectName("bucket", "k")));
  EXPECT_FALSE(reading.is_open());
  wait(objects().empty_bucket("bucket"));  // the lease keeps the files until they were read
  auto reader = objects().reader(std::move(reading));
  std::string buffer(1 << 20, '\0');
  std::size_t total = 0;
  while (std::size_t got = wait(reader.read_some(buffer))) {
    EXPECT_EQ(buffer.find_first_not_of('L'), std::string::npos);
    total += got;
  }
  EXPECT_EQ(total, large.size() * parts.size());
}

}  // namespace
}  // namespace berth::objects
