#include "berth/wire/operation_directory.hpp"

#include "berth/wire/error.hpp"
#include "berth/wire/rest_codec.hpp"

#include <algorithm>

namespace berth::wire {

void OperationDirectory::add(const ServiceInfo& info, const OperationEntry& operation, void* service) {
  const Served served{&info, &operation, service};
  switch (info.protocol) {
    case Protocol::Json11:
      targets_.emplace(std::string(info.target_prefix) + "." + std::string(operation.name), served);
      break;
    case Protocol::Query:
    case Protocol::Ec2:
      actions_.emplace(operation.name, served);
      versions_.emplace(info.version, &info);
      names_.emplace(info.name, &info);
      break;
    case Protocol::RestXml:
      rest_.push_back(served);
      break;
  }
}

const Served& OperationDirectory::by_target(std::string_view target) const {
  const auto found = targets_.find(target);
  if (found == targets_.end())
    throw ServiceError("UnknownOperationException", "The requested operation is not known here.");
  return found->second;
}

Served OperationDirectory::by_action(std::string_view action, std::string_view version,
                                     std::string_view scope) const {
  const auto [first, last] = actions_.equal_range(action);
  const Served* best = nullptr;
  for (auto at = first; at != last; ++at) {
    const Served& one = at->second;
    if (one.info->version != version) continue;
    if (!best || one.info->name == scope) best = &one;
  }
  if (best) return *best;
  const auto by_version = versions_.find(version);
  if (by_version != versions_.end()) return {by_version->second, nullptr, nullptr};
  const auto by_name = names_.find(scope);
  return {by_name == names_.end() ? nullptr : by_name->second, nullptr, nullptr};
}

const Served& OperationDirectory::by_path(const http::RequestHead& request, std::string_view path,
                                          const Pairs& query, Pairs& labels) const {
  const Served* best = nullptr;
  bool path_known = false;
  for (const Served& one : rest_) {
    const Rest& binding = one.operation->binding;
    if (best && binding.weight() <= best->operation->binding.weight()) continue;
    auto found = match_path(binding.path, path);
    if (!found) continue;
    path_known = true;
    if (!meets(binding, request, query)) continue;
    best = &one;
    labels = std::move(*found);
  }
  const Rest none;
  const Rest& binding = best ? best->operation->binding : none;
  const ServiceInfo* info = best ? best->info : rest_service();
  if (!info) throw ServiceError("NotImplemented", "No operation is served at this path.", 501);
  for (const std::string_view key : info->sub_resources) {
    const auto* end = binding.markers.data() + binding.marker_count;
    const bool is_marker =
        std::any_of(binding.markers.data(), end, [&](const auto& marker) { return marker.key == key; });
    if (!is_marker && find(query, key)) {
      throw ServiceError(
          "NotImplemented",
          "A query parameter you provided implies functionality that is not implemented: " + std::string(key),
          501);
    }
  }
  if (!best) {
    if (path_known)
      throw ServiceError("MethodNotAllowed", "The specified method is not allowed against this resource.",
                         405);
    throw ServiceError("NotImplemented", "No operation is served at this path.", 501);
  }
  return *best;
}

}  // namespace berth::wire
