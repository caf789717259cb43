/// Connections for reading, opened as needed and kept.
#pragma once

#include "berth/store/connection.hpp"

#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace berth::store {

/// As many connections as there were readers at once; at most as many as the reader pool has threads.
class Readers {
 public:
  explicit Readers(std::string path) : path_(std::move(path)) {}
  /// Runs `f` in one snapshot on a connection of its own. What `f` throws is thrown here.
  void with(const std::function<void(Connection&)>& f);

 private:
  std::unique_ptr<Connection> take();

  std::string path_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<Connection>> idle_;
};

}  // namespace berth::store
