#include "berth/registry/names.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"

#include <algorithm>

namespace berth::registry {
namespace {

bool is_lower_alphanumeric(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// A part between slashes: alphanumeric runs joined by one of . _ - , by __ or by any number of -.
bool is_component(std::string_view part) {
  if (part.empty() || !is_lower_alphanumeric(part.front()) || !is_lower_alphanumeric(part.back()))
    return false;
  for (std::size_t i = 0; i < part.size();) {
    if (is_lower_alphanumeric(part[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < part.size() && !is_lower_alphanumeric(part[end])) ++end;
    std::string_view joint = part.substr(i, end - i);
    bool dashes = joint.find_first_not_of('-') == std::string_view::npos;
    if (joint != "." && joint != "_" && joint != "__" && !dashes) return false;
    i = end;
  }
  return true;
}

/// The first part of a reference is a host if it could not be a repository's: with a dot, a port, or localhost.
bool looks_like_host(std::string_view part) {
  return part.find_first_of(".:") != std::string_view::npos || part == "localhost";
}

/// ACCOUNT.dkr.ecr.REGION.amazonaws.com
void read_ecr_host(Reference& reference) {
  std::string_view host = reference.host;
  constexpr std::string_view middle = ".dkr.ecr.", end = ".amazonaws.com";
  std::size_t at = host.find(middle);
  if (at != 12 || !host.ends_with(end) || !std::all_of(host.begin(), host.begin() + 12, is_digit)) return;
  std::string_view region = host.substr(at + middle.size());
  region.remove_suffix(std::min(end.size(), region.size()));
  if (region.empty()) return;
  reference.account = std::string(host.substr(0, 12));
  reference.region = std::string(region);
}

}  // namespace

bool is_repository_name(std::string_view name) {
  if (name.size() < 2 || name.size() > 256) return false;
  while (true) {
    std::size_t slash = name.find('/');
    if (!is_component(name.substr(0, slash))) return false;
    if (slash == std::string_view::npos) return true;
    name.remove_prefix(slash + 1);
  }
}

bool is_tag(std::string_view tag) {
  if (tag.empty() || tag.size() > 128 || tag.front() == '.' || tag.front() == '-') return false;
  return std::all_of(tag.begin(), tag.end(), [](char c) {
    return is_lower_alphanumeric(c) || (c >= 'A' && c <= 'Z') || c == '_' || c == '.' || c == '-';
  });
}

bool is_digest(std::string_view text) {
  return text.size() == 71 && text.starts_with("sha256:") &&
         std::all_of(text.begin() + 7, text.end(),
                     [](char c) { return is_digit(c) || (c >= 'a' && c <= 'f'); });
}

std::string digest_of(std::string_view bytes) { return "sha256:" + base::to_hex(base::sha256(bytes)); }

std::optional<Reference> parse_reference(std::string_view text) {
  Reference reference;
  if (std::size_t at = text.find('@'); at != std::string_view::npos) {
    if (!is_digest(text.substr(at + 1))) return std::nullopt;
    reference.digest = std::string(text.substr(at + 1));
    text = text.substr(0, at);
  }
  std::size_t slash = text.find('/');
  if (slash != std::string_view::npos && looks_like_host(text.substr(0, slash))) {
    reference.host = std::string(text.substr(0, slash));
    text.remove_prefix(slash + 1);
    read_ecr_host(reference);
  }
  if (std::size_t colon = text.rfind(':'); colon != std::string_view::npos) {
    if (!is_tag(text.substr(colon + 1))) return std::nullopt;
    reference.tag = std::string(text.substr(colon + 1));
    text = text.substr(0, colon);
  }
  if (reference.tag.empty() && reference.digest.empty()) reference.tag = "latest";
  if (text.empty() || text.find_first_of(" :@") != std::string_view::npos) return std::nullopt;
  reference.repository = std::string(text);
  return reference;
}

bool is_loopback(std::string_view host) {
  if (host.starts_with("[::1]")) return true;
  host = host.substr(0, host.rfind(':'));
  return host == "localhost" || host.ends_with(".localhost") || host.starts_with("127.");
}

}  // namespace berth::registry
