/// What a router serves: which service and operation a request means. Private to wire/.
#pragma once

#include "berth/http/message.hpp"
#include "berth/wire/operation.hpp"
#include "berth/wire/query_string.hpp"

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace berth::wire {

struct Served {
  const ServiceInfo* info = nullptr;
  const OperationEntry* operation = nullptr;
  void* service = nullptr;
};

class OperationDirectory {
 public:
  void add(const ServiceInfo& info, const OperationEntry& operation, void* service);

  /// For X-Amz-Target. Throws ServiceError UnknownOperationException.
  const Served& by_target(std::string_view target) const;
  /// For a form's Action and Version; `scope_service` decides between services that have both. `operation` is
  /// null in the answer if the service is known and its Action is not; `info` is null too if not even that.
  Served by_action(std::string_view action, std::string_view version, std::string_view scope_service) const;
  /// For a REST request, and the labels of its path. Throws ServiceError NotImplemented, MethodNotAllowed.
  const Served& by_path(const http::RequestHead& request, std::string_view path, const Pairs& query,
                        Pairs& labels) const;
  /// The REST service that errors are written for when nothing else is known; null without one.
  const ServiceInfo* rest_service() const { return rest_.empty() ? nullptr : rest_.front().info; }

 private:
  std::map<std::string, Served, std::less<>> targets_;
  std::multimap<std::string, Served, std::less<>> actions_;
  std::map<std::string, const ServiceInfo*, std::less<>> versions_, names_;  ///< of the query services
  std::vector<Served> rest_;
};

}  // namespace berth::wire
