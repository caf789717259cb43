#include "berth/daemon/log_sink.hpp"

namespace berth::daemon {

base::Result<run::LogTarget> StoredLogs::attach(const task::LogRequest& request) {
  const logstore::Scope scope{request.account, request.region};
  if (request.create_group && logs_.find_group(scope, request.group) == nullptr) {
    logs_.create_group(scope, request.group);
  }
  auto folder = logs_.container_stream(scope, request.group, request.stream);
  if (!folder) return folder.error();
  return run::LogTarget{.folder = std::move(*folder)};
}

}  // namespace berth::daemon
