#include "base/encoding.hpp"
#include "berth/objects/error.hpp"
#include "berth/services/ecr/distribution_parts.hpp"

#include <charconv>

namespace berth::ecr {
namespace {

constexpr const char* pull = "ecr:GetDownloadUrlForLayer";
constexpr const char* check = "ecr:BatchCheckLayerAvailability";
constexpr const char* start = "ecr:InitiateLayerUpload";
constexpr const char* upload_part = "ecr:UploadLayerPart";
constexpr const char* complete = "ecr:CompleteLayerUpload";

OciError upload_unknown() {
  return {404, "BLOB_UPLOAD_UNKNOWN", "blob upload unknown to registry: begin it anew"};
}

std::string upload_location(const std::string& name, const std::string& id) {
  return "/v2/" + name + "/blobs/uploads/" + id;
}
std::string blob_location(const std::string& name, const std::string& digest) {
  return "/v2/" + name + "/blobs/" + digest;
}
// Made outside of the coroutines: GCC 12 cannot take a braced list inside a co_await expression.
http::Headers stored_headers(const std::string& name, const std::string& digest) {
  return {{"Location", blob_location(name, digest)}, {"Docker-Content-Digest", digest}};
}

/// "0-N" of the bytes so far, as the specification has it; "0-0" also for none.
std::string range_of(std::uint64_t size) { return "0-" + std::to_string(size == 0 ? 0 : size - 1); }

http::Headers upload_headers(const std::string& name, const std::string& id, std::uint64_t size) {
  return {{"Location", upload_location(name, id)}, {"Docker-Upload-UUID", id}, {"Range", range_of(size)}};
}

base::Async<void> append_body(http::Exchange& exchange, objects::BlobWriter& writer) {
  std::vector<char> block(std::size_t{256} * 1024);
  while (std::size_t count = co_await exchange.body().read_some(block)) {
    co_await writer.write(std::string_view(block.data(), count));
  }
}

/// A chunk that names its place must begin where the upload ends.
void check_content_range(const http::RequestHead& head, std::uint64_t size) {
  std::string_view range = head.headers.get("content-range");
  if (range.starts_with("bytes ")) range.remove_prefix(6);
  if (range.empty()) return;
  std::uint64_t first = 0;
  auto [end, error] = std::from_chars(range.data(), range.data() + range.size(), first);
  if (error != std::errc{} || end == range.data() + range.size() || *end != '-' || first != size) {
    throw OciError(416, "BLOB_UPLOAD_INVALID", "the chunk does not begin where the upload ends");
  }
}

http::Body to_body(objects::Reading reading) {
  if (reading.pieces.empty()) return std::string();
  objects::Piece& piece = reading.pieces.front();  // a blob is written in one go
  if (piece.blob.empty()) return std::move(piece.bytes);
  return std::vector<http::FileRange>{{piece.file, piece.offset, piece.length}};
}

/// GET and HEAD of a blob, whoever asks.
base::Async<void> serve_blob(http::Exchange& exchange, registry::Content& content, std::string repository,
                             std::string digest) {
  const http::RequestHead& request = exchange.request();
  std::optional<objects::RangeRequest> range;
  if (request.method == "GET") range = objects::parse_range(request.headers.get("range"));
  auto reading = co_await content.blob(std::move(repository), digest, range);
  http::Headers headers{{"Content-Type", "application/octet-stream"},
                        {"Docker-Content-Digest", digest},
                        {"Accept-Ranges", "bytes"},
                        {"Docker-Distribution-Api-Version", "registry/2.0"}};
  if (reading.is_partial) {
    headers.add("Content-Range", "bytes " + std::to_string(reading.range.first) + "-" +
                                     std::to_string(reading.range.first + reading.range.length - 1) + "/" +
                                     std::to_string(reading.info.size));
  }
  http::ResponseHead head{reading.is_partial ? 206 : 200, std::move(headers), {}};
  http::Body body = to_body(std::move(reading));
  co_await exchange.respond(std::move(head), std::move(body));
}

}  // namespace

base::Async<void> Distribution::get_blob(Request& request) {
  const std::string& digest = request.path.reference;
  check_digest(digest);
  bool is_head = request.method() == "HEAD";
  auto lookup = find(request.claims, request.path.name, is_head ? check : pull, {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  co_await serve_blob(request.exchange, options_.ecr.content, found.id, digest);
}

base::Async<void> Distribution::get_blob_by_ticket(http::Exchange& exchange, std::string digest,
                                                   std::string ticket) {
  check_digest(digest);
  auto repository = read_ticket(options_.ecr.token_key, ticket, digest, options_.clock.now());
  if (!repository)
    throw OciError(403, "DENIED", "The address has expired, or is not one that was given out.");
  co_await serve_blob(exchange, options_.ecr.content, std::move(*repository), std::move(digest));
}

base::Async<void> Distribution::start_upload(Request& request) {
  const std::string& name = request.path.name;
  auto lookup = find(request.claims, name, start, {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  std::string mount = request.query("mount"), from = request.query("from"), digest = request.query("digest");
  if (!mount.empty() && !from.empty()) {
    check_digest(mount);
    auto source_lookup = find(request.claims, from, pull, {});
    Found source = co_await base::on(options_.state, std::move(source_lookup));
    if (co_await options_.ecr.content.mount(source.id, found.id, mount)) {
      co_await respond_empty(request.exchange, 201, stored_headers(name, mount));
      co_return;
    }
  }
  registry::BlobUploads::Upload upload{found.id,
                                       options_.ecr.content.objects().writer({objects::Checksum::Sha256})};
  std::string id = uploads_.add(options_.random.uuid(), std::move(upload));
  if (!digest.empty()) {  // all in one request
    request.path.reference = id;
    co_await finish_upload(request);
    co_return;
  }
  co_await respond_empty(request.exchange, 202, upload_headers(name, id, 0));
}

base::Async<void> Distribution::continue_upload(Request& request) {
  const std::string &name = request.path.name, &id = request.path.reference;
  auto lookup = find(request.claims, name, upload_part, {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  auto upload = uploads_.take(id, found.id);
  if (!upload) throw upload_unknown();
  std::uint64_t before = upload->writer.size();
  try {
    check_content_range(request.exchange.request(), before);
  } catch (const OciError&) {
    uploads_.put_back(id, std::move(*upload));  // nothing was taken: the client may go on
    throw;
  }
  co_await append_body(request.exchange, upload->writer);  // broken off in between, the upload is lost
  std::uint64_t size = upload->writer.size();
  uploads_.put_back(id, std::move(*upload));
  co_await respond_empty(request.exchange, 202, upload_headers(name, id, size));
}

base::Async<void> Distribution::finish_upload(Request& request) {
  const std::string &name = request.path.name, &id = request.path.reference;
  std::string digest = request.query("digest");
  check_digest(digest);
  auto lookup = find(request.claims, name, complete, {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  auto upload = uploads_.take(id, found.id);
  if (!upload) throw upload_unknown();
  co_await append_body(request.exchange, upload->writer);
  objects::Written written = co_await upload->writer.finish();
  if ("sha256:" + base::to_hex(written.checksums.at(objects::Checksum::Sha256)) != digest) {
    throw OciError(400, "DIGEST_INVALID", "provided digest did not match uploaded content");
  }
  co_await options_.ecr.content.put_blob(found.id, digest, std::move(written));
  co_await respond_empty(request.exchange, 201, stored_headers(name, digest));
}

base::Async<void> Distribution::upload_status(Request& request) {
  const std::string &name = request.path.name, &id = request.path.reference;
  auto lookup = find(request.claims, name, upload_part, {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  auto upload = uploads_.take(id, found.id);
  if (!upload) throw upload_unknown();
  if (request.method() == "DELETE") {
    co_await respond_empty(request.exchange, 204, http::Headers());
    co_return;
  }
  std::uint64_t size = upload->writer.size();
  uploads_.put_back(id, std::move(*upload));
  co_await respond_empty(request.exchange, 204, upload_headers(name, id, size));
}

}  // namespace berth::ecr
