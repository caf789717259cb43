#include "berth/objects/listing.hpp"

#include "berth/objects/object_store_fixture.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <sqlite3.h>

#include <set>

namespace berth::objects {
namespace {

struct ListingTest : ::testing::Test, ObjectStoreFixture {
  static std::string show(const Listing& listing) {
    std::string text;
    for (const auto& object : listing.objects) text += object.key + " ";
    text += "|";
    for (const auto& prefix : listing.prefixes) text += " " + prefix;
    return text + (listing.truncated ? " …" : "");
  }
  std::string list(std::string prefix, std::string delimiter = "", std::string after = "",
                   std::size_t limit = 1000) {
    ListQuery query{prefix, delimiter, after, limit};
    return show(wait(objects().list("bucket", query)));
  }
};

TEST_F(ListingTest, keys_are_in_byte_order_and_rolled_up) {
  for (const char* key : {"a", "a/", "a/b", "a/b/c", "a/d", "a-b", "B", "\xc3\xa4", "z/1", "z/2"})
    put("bucket", key, "");
  EXPECT_EQ(list(""), "B a a-b a/ a/b a/b/c a/d z/1 z/2 \xc3\xa4 |");
  EXPECT_EQ(list("", "/"), "B a a-b \xc3\xa4 | a/ z/");
  EXPECT_EQ(list("a/", "/"), "a/ a/b a/d | a/b/");
  EXPECT_EQ(list("a/b", "/"), "a/b | a/b/");
  EXPECT_EQ(list("nothing"), "|");
  EXPECT_EQ(list("", "", "a/b"), "a/b/c a/d z/1 z/2 \xc3\xa4 |");
  EXPECT_EQ(list("", "/", "a/b"), "\xc3\xa4 | z/");
  EXPECT_EQ(list("", "/", "a/"), "\xc3\xa4 | z/");
  EXPECT_EQ(list("z", "", "a"), "z/1 z/2 |");
  EXPECT_EQ(list("a", "", "z"), "|");
  EXPECT_EQ(list("", "", "", 3), "B a a-b | …");
  EXPECT_EQ(list("", "", "", 10), "B a a-b a/ a/b a/b/c a/d z/1 z/2 \xc3\xa4 |");
  EXPECT_EQ(list("", "/", "", 4), "B a a-b | a/ …");
  EXPECT_EQ(list("", "", "", 0), "|");
}

TEST_F(ListingTest, buckets_do_not_see_each_other) {
  put("bucket", "mine", "");
  put("bucket2", "theirs", "");
  EXPECT_EQ(list(""), "mine |");
}

/// Pages through a bucket and compares with the same done over a set in memory.
TEST_F(ListingTest, pages_together_are_the_whole_for_any_keys) {
  wait(objects().create_bucket("bucket", account, "us-east-1"));
  rc::check("pages of any size give every entry once, in order", [this] {
    auto letter = rc::gen::element('a', 'b', '/', '\xff', '\x01');
    auto keys = *rc::gen::container<std::set<std::string>>(
        rc::gen::nonEmpty(rc::gen::container<std::string>(letter)));
    auto prefix = *rc::gen::container<std::string>(letter);
    std::string delimiter = *rc::gen::element<std::string>("", "/", "a/", "\xff");
    auto limit = *rc::gen::inRange<std::size_t>(1, 5);
    if (prefix.size() > 2) prefix.resize(2);

    store().change([keys](store::Connection& db) {
      db.run("DELETE FROM objects");
      for (const std::string& key : keys) {
        db.run("INSERT INTO objects VALUES ('bucket', ?1, 'null', 0, 0, '', 0, '{}')", store::Bytes{key});
      }
    });
    store().flush();

    std::set<std::string> expected;
    for (const std::string& key : keys) {
      if (key.starts_with(prefix)) expected.insert(common_prefix(key, prefix, delimiter).value_or(key));
    }
    std::vector<std::string> seen;
    ListQuery query{prefix, delimiter, "", limit};
    for (int page = 0; page < 200; ++page) {
      Listing listing = wait(objects().list("bucket", query));
      std::set<std::string> entries(listing.prefixes.begin(), listing.prefixes.end());
      for (const auto& object : listing.objects) entries.insert(object.key);
      RC_ASSERT(entries.size() <= limit);
      seen.insert(seen.end(), entries.begin(), entries.end());
      if (!listing.truncated) break;
      RC_ASSERT(entries.size() == limit);
      query.after = listing.last;
    }
    RC_ASSERT(seen == std::vector<std::string>(expected.begin(), expected.end()));
  });
}

TEST_F(ListingTest, a_large_common_prefix_is_skipped_by_a_seek) {
  wait(objects().create_bucket("bucket", account, "us-east-1"));
  store().change([](store::Connection& db) {
    db.run(
        "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000) INSERT INTO "
        "objects SELECT "
        "'bucket', CAST('logs/' || i AS BLOB), 'null', 0, 0, '', 0, '{}' FROM n");
    db.run("INSERT INTO objects VALUES ('bucket', CAST('zoo' AS BLOB), 'null', 0, 0, '', 0, '{}')");
  });
  store().flush();
  ListQuery query;
  query.delimiter = "/";
  // Rows that SQLite visits, counted by its own statistics: not one for each of the hundred thousand.
  auto steps = store().load([&](store::Connection& db) {
    int instructions = 0;
    sqlite3_progress_handler(
        db.getHandle(), 1, [](void* count) { return ++*static_cast<int*>(count), 0; }, &instructions);
    EXPECT_EQ(show(objects::list(db, "bucket", query)), "zoo | logs/");
    sqlite3_progress_handler(db.getHandle(), 0, nullptr, nullptr);
    return instructions;
  });
  EXPECT_LT(steps, 1000);
}

}  // namespace
}  // namespace berth::objects
