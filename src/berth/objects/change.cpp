#include "berth/objects/change.hpp"

#include <cstdlib>

namespace berth::objects {

void check_write(store::Connection& db, const ObjectName& name, const Conditions& conditions) {
  if (!conditions.if_match && !conditions.if_none_match) return;
  auto current = rows::find_object(db, name);
  std::optional<std::string> etag;
  if (current) etag = current->info.etag;
  switch (decide_write(conditions, etag)) {
    case WriteDecision::Write:
      return;
    case WriteDecision::PreconditionFailed:
      throw ObjectError(Refusal::PreconditionFailed, name.key);
    case WriteDecision::NoSuchKey:
      throw ObjectError(Refusal::NoSuchKey, name.key);
    case WriteDecision::NotImplemented:
      throw ObjectError(Refusal::ConditionNotImplemented, name.key);
  }
}

void check_read(const ObjectInfo& info, const Conditions& conditions) {
  switch (decide_read(conditions, info.etag, info.modified)) {
    case ReadDecision::Serve:
      return;
    case ReadDecision::NotModified:
      throw ObjectError(Refusal::NotModified, info.etag);
    case ReadDecision::PreconditionFailed:
      throw ObjectError(Refusal::PreconditionFailed, info.key);
  }
}

void check_source(const ObjectInfo& info, const Conditions& conditions) {
  if (decide_read(conditions, info.etag, info.modified) != ReadDecision::Serve)
    throw ObjectError(Refusal::PreconditionFailed, info.key);
}

int part_count(const std::string& etag) {
  std::size_t dash = etag.find('-');
  return dash == std::string::npos ? 0 : std::atoi(etag.c_str() + dash + 1);
}

PutResult to_result(const ObjectInfo& info) {
  return {info.etag, info.attributes.checksums, info.attributes.checksum_of_whole, info.modified, info.size};
}

}  // namespace berth::objects
