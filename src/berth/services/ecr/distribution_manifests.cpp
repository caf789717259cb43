#include "base/json.hpp"
#include "berth/registry/manifest.hpp"
#include "berth/registry/names.hpp"
#include "berth/services/ecr/distribution_parts.hpp"

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
  std::string list;
  for (const std::string& digest : digests) list += (list.empty() ? "" : ", ") + digest;
  return {404, "MANIFEST_BLOB_UNKNOWN", "the manifest names what is not in the repository: " + list};
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
  auto manifest = registry::parse_manifest(bytes, request.exchange.request().headers.get("content-type"));
  if (!manifest) throw OciError(400, "MANIFEST_INVALID", manifest.error().message);
  registry::Image image;
  image.digest = registry::digest_of(bytes);
  image.media_type = manifest->media_type;
  image.config_media_type = manifest->config.media_type;
  if (manifest->is_index) {
    auto look = missing_manifests(request.claims, request.path.name, *manifest);
    auto missing = co_await base::on(options_.state, std::move(look));
    if (!missing.empty()) throw blobs_unknown(missing);
    co_return image;
  }

  std::vector<std::string> missing;
  auto needed = manifest->layers;
  needed.push_back(manifest->config);
  for (const registry::Descriptor& blob : needed) {
    auto size = co_await options_.ecr.content.blob_size(found.id, blob.digest);
    if (!size) missing.push_back(blob.digest);
    image.size += size.value_or(0);
  }
  if (!missing.empty()) throw blobs_unknown(missing);
  // Configurations of images only: other artifacts have documents of their own.
  if (!image.config_media_type.ends_with("image.config.v1+json") &&
      !image.config_media_type.ends_with("container.image.v1+json")) {
    co_return image;
  }
  std::string text =
      co_await options_.ecr.content.blob_bytes(found.id, manifest->config.digest, largest_manifest);
  auto config = registry::parse_image_config(text);
  if (!config) throw OciError(400, "MANIFEST_INVALID", config.error().message);
  image.config = std::move(*config);
  co_return image;
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
