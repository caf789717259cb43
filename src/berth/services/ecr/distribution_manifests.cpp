#include "base/json.hpp"
#include "berth/registry/names.hpp"
#include "berth/services/ecr/distribution_parts.hpp"
#include "berth/services/ecr/pushing.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>

#include <algorithm>
#include <charconv>

namespace berth::ecr {
namespace {

OciError manifest_unknown(const std::string& reference) {
  return {404, "MANIFEST_UNKNOWN", "Requested image not found: " + reference};
}

OciError blobs_unknown(const std::vector<std::string>& digests) {
  return {404, "MANIFEST_BLOB_UNKNOWN",
          "the manifest names what is not in the repository: " + joined(digests)};
}

}  // namespace

base::Async<void> Distribution::get_manifest(Request& request) {
  const std::string& reference = request.path.reference;
  auto lookup = find(request.claims, request.path.name, "ecr:BatchGetImage", reference);
  Found found = co_await base::on(options_.state, std::move(lookup));
  if (found.digest.empty()) throw manifest_unknown(reference);
  http::Headers headers{{"Content-Type", found.media_type},
                        {"Docker-Content-Digest", found.digest},
                        {"ETag", "\"" + found.digest + "\""},
                        {"Docker-Distribution-Api-Version", "registry/2.0"}};
  http::ResponseHead head{200, std::move(headers), {}};
  http::Body body = co_await options_.ecr.content.manifest(found.id, found.digest);
  co_await request.exchange.respond(std::move(head), std::move(body));
}

base::Async<void> Distribution::put_manifest(Request& request) {
  const std::string &name = request.path.name, &reference = request.path.reference;
  bool by_digest = registry::is_digest(reference);
  if (!by_digest && !registry::is_tag(reference)) {
    throw OciError(400, "TAG_INVALID", "'" + reference + "' is neither a tag nor a sha256 digest");
  }
  auto lookup = find(request.claims, name, "ecr:PutImage", {});
  Found found = co_await base::on(options_.state, std::move(lookup));
  auto bytes = co_await http::read_all(request.exchange.body(), largest_manifest);
  if (!bytes) throw OciError(413, "SIZE_INVALID", "a manifest has at most 4 MiB");
  registry::Image image = co_await check_manifest(request, found, *bytes);
  if (by_digest && image.digest != reference) {
    throw OciError(400, "DIGEST_INVALID", "the manifest's digest is " + image.digest);
  }
  std::string digest = image.digest;
  co_await options_.ecr.content.put_manifest(found.id, digest, std::move(*bytes));
  auto put =
      put_image(request.claims, name, found.id, std::move(image), by_digest ? std::string() : reference);
  co_await base::on(options_.state, std::move(put));
  http::Headers headers{{"Location", "/v2/" + name + "/manifests/" + digest},
                        {"Docker-Content-Digest", digest}};
  co_await respond_empty(request.exchange, 201, std::move(headers));
}

base::Async<registry::Image> Distribution::check_manifest(Request& request, const Found& found,
                                                          const std::string& bytes) {
  std::string media_type(request.exchange.request().headers.get("content-type"));
  Examined examined = co_await examine(options_.ecr.content, found.id, bytes, std::move(media_type));
  if (!examined.problem.empty()) throw OciError(400, "MANIFEST_INVALID", examined.problem);
  if (!examined.missing.empty()) throw blobs_unknown(examined.missing);
  if (examined.manifest.is_index) {
    auto look = missing_in(request.claims, request.path.name, std::move(examined.manifest));
    auto missing = co_await base::on(options_.state, std::move(look));
    if (!missing.empty()) throw blobs_unknown(missing);
  }
  co_return std::move(examined.image);
}

base::Async<void> Distribution::list_tags(Request& request) {
  auto look = tags(request.claims, request.path.name);
  auto all = co_await base::on(options_.state, std::move(look));
  std::string after = request.query("last"), wanted = request.query("n");
  std::size_t limit = all.size();
  if (!wanted.empty()) {
    auto [end, error] = std::from_chars(wanted.data(), wanted.data() + wanted.size(), limit);
    if (error != std::errc{} || end != wanted.data() + wanted.size()) {
      throw OciError(400, "PAGINATION_NUMBER_INVALID", "n must be a number");
    }
  }
  auto first = after.empty() ? all.begin() : std::upper_bound(all.begin(), all.end(), after);
  auto last =
      first + static_cast<std::ptrdiff_t>(std::min(limit, static_cast<std::size_t>(all.end() - first)));
  std::vector<std::string> page(first, last);
  http::Headers headers{{"Content-Type", "application/json"},
                        {"Docker-Distribution-Api-Version", "registry/2.0"}};
  if (last != all.end() && !page.empty()) {
    headers.add("Link", "</v2/" + request.path.name + "/tags/list?n=" + wanted + "&last=" + page.back() +
                            ">; rel=\"next\"");
  }
  http::ResponseHead head{200, std::move(headers), {}};
  http::Body body = base::to_text(
      boost::json::object{{"name", request.path.name}, {"tags", boost::json::value_from(page)}});
  co_await request.exchange.respond(std::move(head), std::move(body));
}

}  // namespace berth::ecr
