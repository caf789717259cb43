#include "berth/objects/object_store.hpp"

#include "base/encoding.hpp"
#include "berth/objects/object_store_fixture.hpp"

#include <boost/asio/use_future.hpp>
#include <gtest/gtest.h>

#include <future>

namespace berth::objects {
namespace {

std::string pattern(std::size_t size, unsigned seed = 1) {
  std::string bytes(size, '\0');
  for (char& byte : bytes) byte = static_cast<char>((seed = seed * 1664525u + 1013904223u) >> 24);
  return bytes;
}

struct ObjectStoreTest : ::testing::Test, ObjectStoreFixture {
  std::string get(const std::string& key, std::optional<RangeRequest> range = {}) {
    auto reading = wait(objects().get(ObjectName("bucket", key), range));
    std::string bytes(reading.range.length, '\0');
    auto reader = objects().reader(std::move(reading));
    std::size_t done = 0;
    while (std::size_t got = wait(reader.read_some(std::span(bytes).subspan(done)))) done += got;
    EXPECT_EQ(done, bytes.size());
    return bytes;
  }
  /// What the work is refused for; nothing if it is not.
  template <class T>
  std::optional<Refusal> refusal(base::Async<T> work) {
    try {
      wait(std::move(work));
    } catch (const ObjectError& error) {
      return error.refusal;
    }
    return std::nullopt;
  }
  std::int64_t rows(const std::string& table) {
    return store().load(
        [&](store::Connection& db) { return db.execAndGet("SELECT count(*) FROM " + table).getInt64(); });
  }
};

TEST_F(ObjectStoreTest, buckets_come_and_go) {
  wait(objects().create_bucket("one", account, "us-east-1"));
  wait(objects().create_bucket("two", account, "eu-west-1"));
  wait(objects().create_bucket("other", "111122223333", "us-east-1"));
  wait(objects().create_bucket("/hidden", account, "us-east-1", ObjectStore::Visibility::Internal));
  EXPECT_EQ(refusal(objects().create_bucket("one", account, "us-east-1")), Refusal::BucketOwnedByYou);
  EXPECT_EQ(refusal(objects().create_bucket("other", account, "us-east-1")), Refusal::BucketExists);
  EXPECT_EQ(refusal(objects().bucket("other", account)), Refusal::AccessDenied);
  EXPECT_EQ(refusal(objects().bucket("none")), Refusal::NoSuchBucket);
  EXPECT_EQ(wait(objects().bucket("two")).region, "eu-west-1");
  auto names = [&](auto... arguments) {
    std::string all;
    for (const Bucket& bucket : wait(objects().buckets(account, arguments...))) all += bucket.name + " ";
    return all;
  };
  EXPECT_EQ(names(), "one two ");
  EXPECT_EQ(names("t"), "two ");
  EXPECT_EQ(names("", "one"), "two ");
  EXPECT_EQ(names("", "", 1u), "one ");
  wait(objects().delete_bucket("one", account));
  EXPECT_EQ(names(), "two ");
  EXPECT_EQ(refusal(objects().delete_bucket("one")), Refusal::NoSuchBucket);
}

TEST_F(ObjectStoreTest, a_bucket_with_objects_stays) {
  put("bucket", "a", "1");
  EXPECT_EQ(refusal(objects().delete_bucket("bucket")), Refusal::BucketNotEmpty);
  EXPECT_EQ(wait(objects().empty_bucket("bucket")), 1u);
  wait(objects().delete_bucket("bucket"));
}

TEST_F(ObjectStoreTest, every_size_comes_back_as_it_was_written) {
  std::size_t files = 0;
  for (std::size_t size : {std::size_t{0}, std::size_t{1}, inline_limit, inline_limit + 1,
                           (std::size_t{1} << 20) - 1, std::size_t{1} << 20, (std::size_t{3} << 20) + 17}) {
    std::string bytes = pattern(size);
    auto result = put("bucket", "k", bytes);
    EXPECT_EQ(result.etag, base::to_hex(base::md5(bytes)));
    EXPECT_EQ(get("k"), bytes) << size;
    EXPECT_EQ(wait(objects().head(ObjectName("bucket", "k"))).size, size);
    settle();
    files = blob_files();
    EXPECT_EQ(files, size > inline_limit ? 1u : 0u) << "the replaced blob is gone";
  }
  reopen();
  EXPECT_EQ(get("k"), pattern((3 << 20) + 17));
}

TEST_F(ObjectStoreTest, attributes_and_checksums_are_kept) {
  Attributes attributes;
  attributes.headers = {{"content-type", "text/plain"}, {"cache-control", "no-cache"}};
  attributes.metadata = {{"colour", "gr\xc3\xbcn"}, {"latin-1", "gr\xfcn"}, {"escapes", "100 %41 \"\\"}};
  wait(objects().create_bucket("bucket", account, "us-east-1"));
  wait(objects().put(ObjectName("bucket", "k"), written("123456789", {Checksum::Crc32}), attributes));
  auto info = wait(objects().head(ObjectName("bucket", "k")));
  EXPECT_EQ(info.attributes.headers, attributes.headers);
  EXPECT_EQ(info.attributes.metadata, attributes.metadata);
  EXPECT_EQ(info.attributes.checksums.at(Checksum::Crc32), "y/Q5Jg==");
  EXPECT_EQ(info.modified, clock().now());
}

TEST_F(ObjectStoreTest, ranges_are_cut_out) {
  std::string bytes = pattern(100'000);
  put("bucket", "file", bytes);
  put("bucket", "row", bytes.substr(0, 1000));
  EXPECT_EQ(get("file", RangeRequest{10, 19}), bytes.substr(10, 10));
  EXPECT_EQ(get("file", RangeRequest{{}, 7}), bytes.substr(bytes.size() - 7));
  EXPECT_EQ(get("row", RangeRequest{990, 5000}), bytes.substr(990, 10));
  EXPECT_EQ(refusal(objects().get(ObjectName("bucket", "row"), RangeRequest{1000, {}})),
            Refusal::InvalidRange);
}

TEST_F(ObjectStoreTest, conditions_are_decided_on_what_is_stored) {
  auto first = put("bucket", "k", "1");
  Conditions absent, unchanged;
  absent.if_none_match = "*";
  unchanged.if_match = "\"" + first.etag + "\"";
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "k"), written("2"), {}, absent)),
            Refusal::PreconditionFailed);
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "k"), written("2"), {}, unchanged)), std::nullopt);
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "k"), written("3"), {}, unchanged)),
            Refusal::PreconditionFailed);
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "new"), written("3"), {}, unchanged)),
            Refusal::NoSuchKey);
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "new"), written("3"), {}, absent)), std::nullopt);
  EXPECT_EQ(get("k"), "2");
  EXPECT_EQ(refusal(objects().get(ObjectName("bucket", "k"), {}, unchanged)), Refusal::PreconditionFailed);
  EXPECT_EQ(refusal(objects().head(ObjectName("bucket", "nothing"))), Refusal::NoSuchKey);
}

TEST_F(ObjectStoreTest, of_two_racing_writers_who_want_to_be_first_one_wins) {
  wait(objects().create_bucket("bucket", account, "us-east-1"));
  Conditions absent;
  absent.if_none_match = "*";
  int won = 0, lost = 0;
  std::vector<std::future<PutResult>> racers;
  for (int i = 0; i < 20; ++i) {
    racers.push_back(base::asio::co_spawn(
        lane(), objects().put(ObjectName("bucket", "k"), written(std::to_string(i)), {}, absent),
        base::asio::use_future));
  }
  lane().restart();
  lane().run();
  for (auto& racer : racers) {
    try {
      racer.get();
      ++won;
    } catch (const ObjectError&) {
      ++lost;
    }
  }
  EXPECT_EQ(won, 1);
  EXPECT_EQ(lost, 19);
}

TEST_F(ObjectStoreTest, removing_frees_the_blob_and_all_rows) {
  put("bucket", "large", pattern(50'000));
  put("bucket", "small", "x");
  EXPECT_TRUE(wait(objects().remove(ObjectName("bucket", "large"))));
  EXPECT_TRUE(wait(objects().remove(ObjectName("bucket", "small"))));
  EXPECT_FALSE(wait(objects().remove(ObjectName("bucket", "small"))));
  settle();
  EXPECT_EQ(blob_files(), 0u);
  for (const char* table : {"objects", "contents", "extents", "blobs"}) EXPECT_EQ(rows(table), 0) << table;
}

TEST_F(ObjectStoreTest, what_is_being_read_stays_readable_after_removal) {
  std::string bytes = pattern(200'000);
  put("bucket", "k", bytes);
  auto reading = wait(objects().get(ObjectName("bucket", "k")));
  wait(objects().remove(ObjectName("bucket", "k")));
  settle();
  EXPECT_EQ(blob_files(), 0u);
  auto reader = objects().reader(std::move(reading));
  std::string read(bytes.size(), '\0');
  std::size_t done = 0;
  while (std::size_t got = wait(reader.read_some(std::span(read).subspan(done)))) done += got;
  EXPECT_EQ(read, bytes);
}

TEST_F(ObjectStoreTest, bytes_that_are_never_named_leave_nothing) {
  written(pattern(100'000));
  EXPECT_EQ(refusal(objects().put(ObjectName("no-bucket", "k"), written(pattern(100'000)), {})),
            Refusal::NoSuchBucket);
  settle();
  EXPECT_EQ(blob_files(), 0u);
}

TEST_F(ObjectStoreTest, orphans_are_swept_at_start_and_nothing_else) {
  put("bucket", "k", pattern(50'000));
  auto root = base::Folder::open(folder() / "blobs").value();
  auto shard = root.folder("ab", true).value();
  ASSERT_TRUE(shard.create_durably("abcdef", "left by a crash"));
  EXPECT_EQ(blob_files(), 2u);
  reopen();
  settle();
  settle();
  EXPECT_EQ(blob_files(), 1u);
  EXPECT_EQ(get("k"), pattern(50'000));
}

TEST_F(ObjectStoreTest, a_copy_shares_the_bytes_and_outlives_its_source) {
  std::string bytes = pattern(60'000);
  Attributes attributes;
  attributes.metadata = {{"a", "1"}};
  auto source = put("bucket", "from", bytes, attributes);
  auto copied = wait(objects().copy(ObjectName("bucket", "from"), ObjectName("bucket", "to"), CopyOptions()));
  EXPECT_EQ(copied.etag, source.etag);
  EXPECT_EQ(blob_files(), 1u);
  wait(objects().remove(ObjectName("bucket", "from")));
  settle();
  EXPECT_EQ(get("to"), bytes);
  EXPECT_EQ(wait(objects().head(ObjectName("bucket", "to"))).attributes.metadata, attributes.metadata);
  CopyOptions others;
  others.attributes.emplace().metadata = {{"b", "2"}};
  wait(objects().copy(ObjectName("bucket", "to"), ObjectName("bucket", "to"), others));  // onto itself
  EXPECT_EQ(get("to"), bytes);
  EXPECT_EQ(wait(objects().head(ObjectName("bucket", "to"))).attributes.metadata,
            others.attributes->metadata);
  wait(objects().remove(ObjectName("bucket", "to")));
  settle();
  EXPECT_EQ(blob_files(), 0u);
  EXPECT_EQ(rows("blobs"), 0);
}

TEST_F(ObjectStoreTest, a_copy_is_made_only_if_source_and_target_are_as_the_caller_says) {
  auto source = put("bucket", "from", "1");
  auto target = put("bucket", "to", "2");
  auto copy = [&](const CopyOptions& options, const char* to) {
    return objects().copy(ObjectName("bucket", "from"), ObjectName("bucket", to), options);
  };
  CopyOptions wrong_source, unchanged_source, taken, wrong_target, right;
  wrong_source.source.if_match = "\"0\"";
  unchanged_source.source.if_none_match = source.etag;  // NotModified for a reader
  taken.target.if_none_match = "*";
  wrong_target.target.if_match = source.etag;
  right.source.if_match = source.etag;
  right.target.if_match = target.etag;
  for (const CopyOptions& options : {wrong_source, unchanged_source, taken, wrong_target}) {
    EXPECT_EQ(refusal(copy(options, "to")), Refusal::PreconditionFailed);
  }
  EXPECT_EQ(refusal(copy(right, "nowhere")), Refusal::NoSuchKey);
  EXPECT_EQ(get("to"), "2");
  wait(copy(right, "to"));
  EXPECT_EQ(get("to"), "1");
  wait(copy(taken, "new"));
  EXPECT_EQ(get("new"), "1");
}

TEST_F(ObjectStoreTest, a_copy_has_the_checksum_of_its_source_or_the_one_it_is_asked_for) {
  put("bucket", "other", "");
  wait(objects().put(ObjectName("bucket", "from"), written("123456789", {Checksum::Crc32}), {}));
  auto same = wait(objects().copy(ObjectName("bucket", "from"), ObjectName("bucket", "to"), CopyOptions()));
  EXPECT_EQ(same.checksums, (std::map<Checksum, std::string>{{Checksum::Crc32, "y/Q5Jg=="}}));
  CopyOptions options;
  options.checksum = Checksum::Crc32c;
  auto other = wait(objects().copy(ObjectName("bucket", "from"), ObjectName("bucket", "to"), options));
  EXPECT_EQ(other.checksums, (std::map<Checksum, std::string>{{Checksum::Crc32c, "4waSgw=="}}));
}

TEST_F(ObjectStoreTest, tags_are_kept_changed_and_copied_and_nothing_else_changes_with_them) {
  Attributes attributes;
  attributes.tags = {{"a", "1"}};
  auto made = put("bucket", "k", "x", attributes);
  const ObjectName name("bucket", "k");
  wait(objects().set_tags(name, {{"b", "ü"}, {"c", ""}}));
  reopen();
  auto found = wait(objects().head(name));
  EXPECT_EQ(found.attributes.tags, (std::map<std::string, std::string>{{"b", "ü"}, {"c", ""}}));
  EXPECT_EQ(found.modified, made.modified);
  CopyOptions options;
  options.tags.emplace();
  wait(objects().copy(name, ObjectName("bucket", "same"), CopyOptions()));
  wait(objects().copy(name, ObjectName("bucket", "none"), options));
  EXPECT_EQ(wait(objects().head(ObjectName("bucket", "same"))).attributes.tags, found.attributes.tags);
  EXPECT_TRUE(wait(objects().head(ObjectName("bucket", "none"))).attributes.tags.empty());
  EXPECT_EQ(refusal(objects().set_tags(ObjectName("bucket", "no"), {})), Refusal::NoSuchKey);
}

TEST_F(ObjectStoreTest, a_buckets_tags_go_with_it) {
  wait(objects().create_bucket("tagged", account, "us-east-1"));
  EXPECT_EQ(wait(objects().bucket_tags("tagged")), std::nullopt);
  wait(objects().set_bucket_tags("tagged", {{"a", "1"}}));
  EXPECT_EQ(wait(objects().bucket_tags("tagged"))->at("a"), "1");
  wait(objects().delete_bucket("tagged"));
  wait(objects().create_bucket("tagged", account, "us-east-1"));
  EXPECT_EQ(wait(objects().bucket_tags("tagged")), std::nullopt);
}

TEST_F(ObjectStoreTest, many_are_removed_at_once_but_those_whose_conditions_do_not_hold) {
  for (const char* key : {"a", "b", "c"}) put("bucket", key, key);
  std::vector<Removal> removals{{"a", {}}, {"b", {}}, {"nosuch", {}}};
  removals[1].conditions.if_match = "other";
  removals[2].conditions.if_match = "other";
  auto done = wait(objects().remove_all("bucket", removals));
  EXPECT_FALSE(done[0].refused);
  EXPECT_TRUE(done[1].refused);
  EXPECT_FALSE(done[2].refused);
  EXPECT_EQ(rows("objects"), 2);
  EXPECT_EQ(refusal(objects().remove_all("bucket", removals, "111122223333")), Refusal::AccessDenied);
}

TEST_F(ObjectStoreTest, another_account_is_kept_out_where_the_account_is_asked) {
  put("bucket", "k", "1");
  const std::string other = "111122223333";
  EXPECT_EQ(refusal(objects().get(ObjectName("bucket", "k"), {}, {}, other)), Refusal::AccessDenied);
  EXPECT_EQ(refusal(objects().remove(ObjectName("bucket", "k"), {}, other)), Refusal::AccessDenied);
  EXPECT_EQ(refusal(objects().list("bucket", {}, other)), Refusal::AccessDenied);
  EXPECT_EQ(refusal(objects().put(ObjectName("bucket", "k"), written("2"), {}, {}, other)),
            Refusal::AccessDenied);
}

TEST_F(ObjectStoreTest, clearing_leaves_nothing) {
  put("bucket", "large", pattern(50'000));
  put("bucket", "small", "x");
  wait(objects().create_upload(ObjectName("bucket", "k"), Upload{}));
  wait(objects().clear());
  settle();
  EXPECT_EQ(blob_files(), 0u);
  for (const char* table : {"buckets", "objects", "uploads", "contents", "extents", "blobs"}) {
    EXPECT_EQ(rows(table), 0) << table;
  }
  put("bucket", "again", "x");
  EXPECT_EQ(get("again"), "x");
}

TEST_F(ObjectStoreTest, reading_whole_objects_is_bounded) {
  put("bucket", "k", "12345");
  EXPECT_EQ(wait(objects().read(ObjectName("bucket", "k"), 5)), "12345");
  EXPECT_EQ(refusal(objects().read(ObjectName("bucket", "k"), 4)), Refusal::TooLarge);
}

}  // namespace
}  // namespace berth::objects
