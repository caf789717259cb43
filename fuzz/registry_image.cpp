// What pushes and pulls bring: manifests, configurations, references, paths, passwords and tickets. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "berth/registry/manifest.hpp"
#include "berth/registry/names.hpp"
#include "berth/services/ecr/oci_path.hpp"
#include "berth/services/ecr/token.hpp"

#include <regex>

namespace {

using namespace berth::registry;

void check_manifest(std::string_view text) {
  const std::string_view type = fuzz::take_line(text);
  const auto manifest = parse_manifest(text, type);
  if (!manifest) return;
  BERTH_CHECK(base::parse_json(text).value().at("schemaVersion") == 2, "of the one version");
  BERTH_CHECK(manifest->is_index || is_digest(manifest->config.digest), "an image has a configuration");
  for (const Descriptor& layer : manifest->layers)
    BERTH_CHECK(is_digest(layer.digest), "layers are named by digest");
  for (const Descriptor& image : manifest->manifests) BERTH_CHECK(is_digest(image.digest), "so are images");
}

void check_names(const std::string& text) {
  static const std::regex repository(
      "(?:[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*/)*[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*");
  static const std::regex tag("[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}"), digest("sha256:[0-9a-f]{64}");
  if (text.size() <= 64) {  // the reference goes back and forth
    const bool is_name = text.size() >= 2 && std::regex_match(text, repository);
    BERTH_CHECK(is_repository_name(text) == is_name, "repositories' names are AWS's expression");
  }
  BERTH_CHECK(is_tag(text) == std::regex_match(text, tag), "tags are the specification's expression");
  BERTH_CHECK(is_digest(text) == std::regex_match(text, digest), "digests too");
}

void check_reference(const std::string& text) {
  const auto reference = parse_reference(text);
  if (!reference) return;
  std::string written = reference->host.empty() ? "" : reference->host + "/";
  written += reference->repository;
  if (!reference->tag.empty()) written += ":" + reference->tag;
  if (!reference->digest.empty()) written += "@" + reference->digest;
  const auto again = parse_reference(written);
  BERTH_CHECK(again && again->host == reference->host && again->repository == reference->repository &&
                  again->tag == reference->tag && again->digest == reference->digest &&
                  again->account == reference->account && again->region == reference->region,
              "a reference comes back");
}

void check_path(std::string_view text) {
  using berth::ecr::OciPath;
  const OciPath path = berth::ecr::parse_oci_path(text);
  const std::string name = "/v2/" + path.name;
  switch (path.kind) {
    case OciPath::Kind::Blob:
      BERTH_CHECK(text == name + "/blobs/" + path.reference, "a blob's path comes back");
      break;
    case OciPath::Kind::Manifest:
      BERTH_CHECK(text == name + "/manifests/" + path.reference, "a manifest's path comes back");
      break;
    case OciPath::Kind::Upload:
      BERTH_CHECK(text == name + "/blobs/uploads/" + path.reference, "an upload's path comes back");
      break;
    default:
      break;
  }
}

void check_passwords(std::string_view text) {
  const std::string key = "a key that nobody knows";
  const base::TimePoint now{base::Milliseconds{1000}};
  BERTH_CHECK(!berth::ecr::read_token(key, text, now), "nobody makes up a password");
  BERTH_CHECK(!berth::ecr::read_ticket(key, text, "sha256:0", now), "nor a ticket");
  berth::ecr::TokenClaims claims;
  claims.principal.kind = berth::identity::Principal::Kind::RoleSession;
  claims.expiry = now + base::Milliseconds{1};
  claims.region = base::to_text(boost::json::value(text)).size() < 4096 ? "us-east-1" : "far";
  claims.principal.role_name = std::string(text.substr(0, 64));
  std::string token = berth::ecr::make_token(key, claims);
  const auto read = berth::ecr::read_token(key, token, now);
  BERTH_CHECK(!read || read->principal.role_name == claims.principal.role_name, "the claims come back");
  BERTH_CHECK(!berth::ecr::read_token(key, token, now + base::Milliseconds{1}), "until they expire");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 6)) {
    case 0:
      check_manifest(text);
      break;
    case 1:
      (void)parse_image_config(text);
      break;
    case 2:
      check_names(std::string(text));
      break;
    case 3:
      check_reference(std::string(text));
      break;
    case 4:
      check_path(text);
      break;
    default:
      check_passwords(text);
  }
  return 0;
}
