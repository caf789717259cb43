#include "berth/cli/s3_commands.hpp"

#include "base/json.hpp"
#include "base/time_format.hpp"
#include "berth/cli/api.hpp"
#include "berth/cli/s3_calls.hpp"
#include "berth/cli/s3_copy.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/text.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace berth::cli {
namespace {

constexpr int presign_longest = 7 * 24 * 3600;  // Signature Version 4's limit

S3Address object_address(const std::string& text) {
  S3Address address = parse_s3_address(text);
  if (address.key.empty())
    throw wrong_input(fmt::format("'{}' names no object: write s3://BUCKET/KEY", text));
  return address;
}

/// Runs `f`; what S3 refuses is told with the address that it is about, which its errors leave out.
template <class F>
auto about(const std::string& address, F f) {
  try {
    return f();
  } catch (wire::ServiceError& error) {
    error.message = address + ": " + error.message;
    throw;
  }
}

ExitCode list_all_buckets(Session& session) {
  const auto buckets = list_buckets(session.api());
  if (session.json) {
    base::json::array rows;
    for (const BucketEntry& b : buckets) {
      rows.push_back({{"Name", b.name}, {"CreationDate", base::to_iso8601(b.created)}});
    }
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"AGE", Column::Right}, {"BUCKET", Column::Whole}});
  for (const BucketEntry& bucket : buckets) table.add({session.age_of(bucket.created), bucket.name});
  session.out << table.render(session.width());
  return ExitCode::Done;
}

}  // namespace

void S3Copy::declare(CLI::App& app) {
  app.add_option("FROM", from, "a file, s3://BUCKET/KEY, or - for standard input")->required();
  app.add_option("TO", to, "s3://BUCKET/KEY, a file or folder, or - for standard output")->required();
}

ExitCode S3Copy::run(Session& session) {
  const bool up = is_s3_address(to), down = is_s3_address(from);
  if (up == down) {
    throw wrong_input(up ? "both ends are buckets: copy to a file first, or use 'berth aws s3 cp'"
                         : fmt::format("neither '{}' nor '{}' is s3://BUCKET/KEY", from, to));
  }
  if (up) {
    about(to, [&] { upload(session, from, parse_s3_address(to)); });
  } else {
    about(from, [&] { download(session, object_address(from), to); });
  }
  return ExitCode::Done;
}

void S3List::declare(CLI::App& app) {
  app.add_option("ADDRESS", of, "s3://BUCKET[/PREFIX] (default: the buckets)");
  app.add_flag("-r,--recursive", recursive, "below every '/', too");
}

ExitCode S3List::run(Session& session) {
  if (of.empty()) return list_all_buckets(session);
  const S3Address address = parse_s3_address(of);
  const Listing listing = about(of, [&] { return list_objects(session.api(), address, recursive); });
  if (session.json) {
    base::json::array rows;
    for (const ObjectEntry& object : listing.objects) {
      rows.push_back({{"Key", object.key},
                      {"Size", object.size},
                      {"LastModified", base::to_iso8601(object.modified)},
                      {"ETag", object.etag}});
    }
    for (const std::string& prefix : listing.prefixes) rows.push_back(base::json::object{{"Prefix", prefix}});
    session.out << base::to_text(rows) << "\n";
    return ExitCode::Done;
  }
  Table table({{"AGE", Column::Right}, {"SIZE", Column::Right}, {"KEY", Column::Whole}});
  for (const std::string& prefix : listing.prefixes) table.add({"", "", prefix});
  for (const ObjectEntry& object : listing.objects) {
    table.add({session.age_of(object.modified), to_size(object.size), object.key});
  }
  session.out << table.render(session.width());
  return ExitCode::Done;
}

void S3Remove::declare(CLI::App& app) {
  app.add_option("ADDRESS", of, "s3://BUCKET/KEY; with -r, s3://BUCKET/PREFIX")->required();
  app.add_flag("-r,--recursive", recursive, "everything whose key begins with PREFIX");
}

ExitCode S3Remove::run(Session& session) {
  Api& api = session.api();
  if (!recursive) {
    const S3Address address = object_address(of);
    about(of, [&] {
      head_object(
          api, address);  // S3 deletes what is not there without a word; whoever mistyped a key wants to know
      delete_objects(api, address.bucket, {{.key = address.key}});
    });
    return ExitCode::Done;
  }
  const S3Address address = parse_s3_address(of);
  const auto objects = about(of, [&] { return list_objects(api, address, true).objects; });
  about(of, [&] { delete_objects(api, address.bucket, objects); });
  session.out << fmt::format("{} object{} deleted\n", objects.size(), objects.size() == 1 ? "" : "s");
  return ExitCode::Done;
}

void S3RemoveBucket::declare(CLI::App& app) {
  app.add_option("BUCKET", bucket, "s3://BUCKET or its name alone")->required();
  app.add_flag("--force", force, "delete what is in it first");
}

ExitCode S3RemoveBucket::run(Session& session) {
  const std::string name = is_s3_address(bucket) ? parse_s3_address(bucket).bucket : bucket;
  about(bucket, [&] {
    if (force) empty_bucket(session.api(), name);
    delete_bucket(session.api(), name);
  });
  return ExitCode::Done;
}

void S3Make::declare(CLI::App& app) {
  app.add_option("BUCKET", bucket, "s3://BUCKET or its name alone")->required();
}

ExitCode S3Make::run(Session& session) {
  const std::string name = is_s3_address(bucket) ? parse_s3_address(bucket).bucket : bucket;
  about(bucket, [&] { create_bucket(session.api(), name); });
  return ExitCode::Done;
}

void S3Presign::declare(CLI::App& app) {
  app.add_option("OBJECT", object, "s3://BUCKET/KEY")->required();
  app.add_option("--expires", seconds, "seconds for which it holds (default 3600, at most a week)")
      ->check(CLI::Range(1, presign_longest))
      ->type_name("SECONDS");
}

ExitCode S3Presign::run(Session& session) {
  session.out << session.api().presigned_url(object_path(object_address(object)),
                                             std::chrono::seconds(seconds))
              << "\n";
  return ExitCode::Done;
}

}  // namespace berth::cli
