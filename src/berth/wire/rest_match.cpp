#include "base/encoding.hpp"
#include "berth/wire/rest_codec.hpp"

namespace berth::wire {

namespace {

/// Takes the next segment off the front of a path that begins with '/'.
std::string_view take_segment(std::string_view& path) {
  path.remove_prefix(1);
  const std::string_view segment = path.substr(0, path.find('/'));
  path.remove_prefix(segment.size());
  return segment;
}

}  // namespace

std::optional<Pairs> match_path(std::string_view pattern, std::string_view path) {
  Pairs labels;
  while (pattern.size() > 1) {
    if (!path.starts_with('/')) return std::nullopt;
    const std::string_view wanted = take_segment(pattern);
    const bool greedy = wanted.ends_with("+}");
    std::string_view found;
    if (greedy) {
      found = path.substr(1);
      path = {};
    } else {
      found = take_segment(path);
    }
    if (!wanted.starts_with('{')) {
      if (wanted != found) return std::nullopt;
      continue;
    }
    auto value = base::percent_decode(found);
    if (!value || value->empty()) return std::nullopt;
    labels.emplace_back(wanted.substr(1, wanted.size() - (greedy ? 3 : 2)), std::move(*value));
  }
  if (!path.empty() && path != "/") return std::nullopt;
  return labels;
}

std::string path_style_path(const http::RequestHead& request, std::string_view domain) {
  std::string_view host = request.host();
  const std::size_t colon = host.rfind(':');
  if (colon != std::string_view::npos && !host.ends_with(']')) host = host.substr(0, colon);
  std::string path(request.path());
  if (domain.empty() || host.size() <= domain.size() + 1) return path;
  const std::size_t dot = host.size() - domain.size() - 1;
  if (host[dot] != '.' || !http::same_name(host.substr(dot + 1), domain)) return path;
  return "/" + std::string(host.substr(0, dot)) + path;
}

bool meets(const Rest& binding, const http::RequestHead& request, const Pairs& query) {
  if (binding.method != request.method) return false;
  if (!binding.header_name.empty() && !request.headers.has(binding.header_name)) return false;
  for (std::size_t i = 0; i < binding.marker_count; ++i) {
    const auto& [key, value] = binding.markers[i];
    const auto found = find(query, key);
    if (!found || (!value.empty() && *found != value)) return false;
  }
  return true;
}

BodyUse body_use(const Type& request) {
  BodyUse use = BodyUse::None;
  for (const Member& member : request.members) {
    if (member.location == Location::Payload) {
      return member.type().kind == Kind::RequestStream ? BodyUse::Stream : BodyUse::Whole;
    }
    if (member.location == Location::Body) use = BodyUse::Whole;
  }
  return use;
}

}  // namespace berth::wire
