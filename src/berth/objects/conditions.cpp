#include "berth/objects/conditions.hpp"

namespace berth::objects {
namespace {

std::string_view trim(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

bool modified_after(base::TimePoint modified, base::TimePoint since) {
  using std::chrono::seconds;
  return std::chrono::floor<seconds>(modified) > std::chrono::floor<seconds>(since);
}

}  // namespace

std::string_view bare_etag(std::string_view text) {
  text = trim(text);
  if (text.starts_with("W/")) text.remove_prefix(2);
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  return text;
}

bool names_etag(std::string_view list, std::string_view etag) {
  if (trim(list) == "*") return true;
  while (true) {
    std::size_t comma = list.find(',');
    if (bare_etag(list.substr(0, comma)) == etag) return true;
    if (comma == std::string_view::npos) return false;
    list.remove_prefix(comma + 1);
  }
}

ReadDecision decide_read(const Conditions& conditions, std::string_view etag, base::TimePoint modified) {
  if (conditions.if_match) {
    if (!names_etag(*conditions.if_match, etag)) return ReadDecision::PreconditionFailed;
  } else if (conditions.if_unmodified_since && modified_after(modified, *conditions.if_unmodified_since)) {
    return ReadDecision::PreconditionFailed;
  }
  if (conditions.if_none_match) {
    if (names_etag(*conditions.if_none_match, etag)) return ReadDecision::NotModified;
  } else if (conditions.if_modified_since && !modified_after(modified, *conditions.if_modified_since)) {
    return ReadDecision::NotModified;
  }
  return ReadDecision::Serve;
}

WriteDecision decide_write(const Conditions& conditions, const std::optional<std::string>& current) {
  if (conditions.if_none_match && trim(*conditions.if_none_match) != "*")
    return WriteDecision::NotImplemented;
  if (conditions.if_match) {
    if (!current) return WriteDecision::NoSuchKey;
    if (!names_etag(*conditions.if_match, *current)) return WriteDecision::PreconditionFailed;
  }
  if (conditions.if_none_match && current) return WriteDecision::PreconditionFailed;
  return WriteDecision::Write;
}

}  // namespace berth::objects
