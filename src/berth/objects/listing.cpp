#include "berth/objects/listing.hpp"

#include "berth/objects/rows.hpp"

namespace berth::objects {
namespace {

using store::Bytes;

/// Where the scan goes on: at the first key that is greater than (or equal to) `key`.
struct Position {
  std::string key;
  bool inclusive = true;
};

/// Walks a bucket's keys under a prefix, starting over by a seek where it is told to.
class Scan {
 public:
  Scan(store::Connection& db, const std::string& bucket, const std::string& prefix)
      : db_(db), bucket_(bucket), end_(after_all_with(prefix)) {}

  void seek(const Position& to) {
    std::string sql = "SELECT key, size, etag, modified FROM objects WHERE bucket = ?1 AND key " +
                      std::string(to.inclusive ? ">=" : ">") + " ?2 " + (end_ ? "AND key < ?3 " : "") +
                      "ORDER BY key";
    row_.emplace(db_.statement(sql));
    if (end_) {
      row_->with(bucket_, Bytes{to.key}, Bytes{*end_});
    } else {
      row_->with(bucket_, Bytes{to.key});
    }
  }
  bool next() { return row_->step(); }
  std::string key() const { return row_->text(0); }
  ObjectInfo info() const {
    return {row_->text(0),
            static_cast<std::uint64_t>(row_->integer(1)),
            row_->text(2),
            rows::from_milliseconds(row_->integer(3)),
            {}};
  }

 private:
  store::Connection& db_;
  std::string bucket_;
  std::optional<std::string> end_;
  std::optional<store::CachedStatement> row_;
};

/// `after` may be a key or a common prefix of this very listing; of the latter nothing more is shown.
Position first_position(const ListQuery& query) {
  if (query.after.empty() || query.after < query.prefix) return {query.prefix, true};
  auto rolled_up = common_prefix(query.after, query.prefix, query.delimiter);
  if (!rolled_up) return {query.after, false};
  auto behind = after_all_with(*rolled_up);
  return behind ? Position{*behind, true} : Position{query.after, false};
}

}  // namespace

std::optional<std::string> after_all_with(std::string_view prefix) {
  std::string bound(prefix);
  while (!bound.empty() && bound.back() == '\xff') bound.pop_back();
  if (bound.empty()) return std::nullopt;
  bound.back() = static_cast<char>(static_cast<unsigned char>(bound.back()) + 1);
  return bound;
}

std::optional<std::string> common_prefix(std::string_view key, std::string_view prefix,
                                         std::string_view delimiter) {
  if (delimiter.empty() || !key.starts_with(prefix)) return std::nullopt;
  std::size_t at = key.find(delimiter, prefix.size());
  if (at == std::string_view::npos) return std::nullopt;
  return std::string(key.substr(0, at + delimiter.size()));
}

Listing list(store::Connection& db, const std::string& bucket, const ListQuery& query) {
  Listing listing;
  if (query.limit == 0) return listing;
  Scan scan(db, bucket, query.prefix);
  scan.seek(first_position(query));
  while (scan.next()) {
    if (listing.objects.size() + listing.prefixes.size() == query.limit) {
      listing.truncated = true;
      break;
    }
    auto rolled_up = common_prefix(scan.key(), query.prefix, query.delimiter);
    if (!rolled_up) {
      listing.objects.push_back(scan.info());
      listing.last = listing.objects.back().key;
      continue;
    }
    auto behind = after_all_with(*rolled_up);
    listing.last = *rolled_up;
    listing.prefixes.push_back(std::move(*rolled_up));
    if (!behind) break;
    scan.seek({*behind, true});
  }
  return listing;
}

}  // namespace berth::objects
