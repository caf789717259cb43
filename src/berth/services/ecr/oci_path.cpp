#include "berth/services/ecr/oci_path.hpp"

#include "base/encoding.hpp"

namespace berth::ecr {

OciPath parse_oci_path(std::string_view path) {
  using Kind = OciPath::Kind;
  if (path == "/v2" || path == "/v2/") return {Kind::Base, {}, {}};
  if (!path.starts_with("/v2/")) return {};
  path.remove_prefix(4);
  // A repository may be called a/blobs/b: the last occurrence decides.
  auto split = [&](std::string_view at, Kind kind) -> OciPath {
    std::size_t found = path.rfind(at);
    if (found == std::string_view::npos || found == 0) return {};
    return {kind, std::string(path.substr(0, found)), std::string(path.substr(found + at.size()))};
  };
  if (path.ends_with("/tags/list")) return split("/tags/list", Kind::Tags);
  if (path.ends_with("/blobs/uploads")) return split("/blobs/uploads", Kind::Uploads);
  for (auto [at, kind] : {std::pair<std::string_view, Kind>{"/blobs/uploads/", Kind::Upload},
                          {"/blobs/", Kind::Blob},
                          {"/manifests/", Kind::Manifest}}) {
    OciPath found = split(at, kind);
    if (found.kind == Kind::Unknown || found.reference.find('/') != std::string::npos) continue;
    if (found.reference.empty())
      return kind == Kind::Upload ? OciPath{Kind::Uploads, found.name, {}} : OciPath{};
    return found;
  }
  return {};
}

std::string query_value(std::string_view query, std::string_view name) {
  while (!query.empty()) {
    std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    if (pair.substr(0, pair.find('=')) != name) continue;
    std::size_t equals = pair.find('=');
    if (equals == std::string_view::npos) return {};
    return base::percent_decode(pair.substr(equals + 1)).value_or("");
  }
  return {};
}

}  // namespace berth::ecr
