// The small texts of S3: ranges, conditions, names, tags, copy sources, checksums. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "berth/objects/bucket_name.hpp"
#include "berth/objects/checksum.hpp"
#include "berth/objects/conditions.hpp"
#include "berth/objects/range.hpp"
#include "berth/services/s3/copy_source.hpp"
#include "berth/services/s3/tags.hpp"
#include "berth/wire/error.hpp"

#include <regex>

namespace {

using namespace berth;

void check_range(std::string_view text) {
  const auto range = objects::parse_range(text);
  if (!range) return;
  BERTH_CHECK(range->first || range->last, "a range says something");
  for (const std::uint64_t size : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{10}, UINT64_MAX}) {
    const auto part = objects::apply_range(*range, size);
    if (!part) continue;
    BERTH_CHECK(part->length > 0 && part->first < size && part->length <= size - part->first,
                "lies within the object");
    BERTH_CHECK(!range->first || part->first == *range->first, "and begins where it says");
  }
}

void check_conditions(std::string_view text) {
  objects::Conditions conditions;
  conditions.if_match = std::string(fuzz::take_line(text));
  conditions.if_none_match = std::string(fuzz::take_line(text));
  const std::string etag(objects::bare_etag(text));
  const auto decision = objects::decide_read(conditions, etag, base::TimePoint{});
  BERTH_CHECK(objects::names_etag(*conditions.if_match, etag) ||
                  decision == objects::ReadDecision::PreconditionFailed,
              "who asks for another object gets none");
  (void)objects::decide_write(conditions, etag);
  (void)objects::decide_write(conditions, std::nullopt);
  if (etag.find(',') == etag.npos)
    BERTH_CHECK(objects::names_etag("\"" + etag + "\"", etag), "a tag names itself");
}

void check_names(const std::string& text) {
  static const std::regex form("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]"),
      address("[0-9]+\\.[0-9]+\\.[0-9]+\\.[0-9]+");
  const bool joined_badly =
      text.find("..") != text.npos || text.find(".-") != text.npos || text.find("-.") != text.npos;
  const bool is_name = std::regex_match(text, form) && !joined_badly && !std::regex_match(text, address);
  if (objects::is_bucket_name(text)) BERTH_CHECK(std::regex_match(text, form) && !joined_badly, "S3's rule");
  const bool may_be_reserved = text.find("--") != text.npos || text.starts_with("sthree-") ||
                               text.starts_with("amzn-s3-demo-") || text.ends_with(".mrap") ||
                               text.ends_with("-s3alias");
  if (is_name && !may_be_reserved) BERTH_CHECK(objects::is_bucket_name(text), "and all of it");
  BERTH_CHECK(objects::is_object_key(text) == (!text.empty() && text.size() <= 1024 && base::is_utf8(text)),
              "keys");
}

void check_tags(std::string_view text) {
  const s3::TagMap tags = s3::parse_tag_header(text);  // throws for what is none
  BERTH_CHECK(tags.size() <= 10, "at most ten");
  std::string written;
  for (const auto& [key, value] : tags)
    written += (written.empty() ? "" : "&") + base::percent_encode(key) + "=" + base::percent_encode(value);
  BERTH_CHECK(s3::parse_tag_header(written) == tags, "tags come back");
}

void check_copy_source(std::string_view text) {
  const auto source = s3::read_copy_source(text);
  if (!source) return;
  std::string written = base::percent_encode(source->bucket) + "/" + base::percent_encode(source->key, "/");
  if (source->version) written += "?versionId=" + *source->version;
  BERTH_CHECK(s3::read_copy_source(written) == source, "a source comes back");
  BERTH_CHECK(source->bucket.find('/') == source->bucket.npos, "buckets have no slashes");
}

void check_checksums(std::string_view text) {
  using objects::Checksum;
  if (const auto kind = objects::parse_algorithm(text))
    BERTH_CHECK(objects::algorithm(*kind).size() == text.size(), "an algorithm by its name");
  const std::string_view first = fuzz::take_line(text);
  const std::vector<Checksum> kinds(objects::all_checksums.begin(), objects::all_checksums.end());
  objects::RunningChecksums one(kinds), two(kinds), both(kinds);
  one.update(first);
  two.update(text);
  both.update(first);
  both.update(text);
  auto a = one.finish(), b = two.finish(), all = both.finish();
  for (const Checksum kind : kinds) {
    BERTH_CHECK(all[kind].size() == objects::raw_size(kind), "as long as it says");
    if (const auto whole = objects::combine(kind, a[kind], b[kind], text.size()))
      BERTH_CHECK(*whole == all[kind], "two stretches make one");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  try {
    switch (fuzz::take_choice(text, 7)) {
      case 0:
        check_range(text);
        break;
      case 1:
        check_conditions(text);
        break;
      case 2:
        check_names(std::string(text));
        break;
      case 3:
        check_tags(text);
        break;
      case 4:
        check_copy_source(text);
        break;
      case 5: {
        const std::string rest = s3::without_aws_chunked(text);
        BERTH_CHECK(s3::without_aws_chunked(rest) == rest, "nothing is left to take away");
        break;
      }
      default:
        check_checksums(text);
    }
  } catch (const wire::ServiceError&) {  // refused, as it should be
  }
  return 0;
}
