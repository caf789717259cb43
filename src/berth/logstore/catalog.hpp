/// Names of groups and streams: in memory, and in the store's tables.
#pragma once

#include "berth/logstore/log_store.hpp"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

namespace berth::logstore {

class Catalog {
 public:
  explicit Catalog(store::Store& store);

  LogGroup* find(const Scope& scope, std::string_view name);
  std::map<std::string, LogGroup, std::less<>>& groups(const Scope& scope) { return scopes_[scope]; }
  const std::map<Scope, std::map<std::string, LogGroup, std::less<>>>& all() const { return scopes_; }

  LogGroup& add_group(const Scope& scope, LogGroup group);
  void save_group(const Scope& scope, const LogGroup& group);
  void remove_group(const Scope& scope, const std::string& name);
  LogStream& add_stream(const Scope& scope, LogGroup& group, LogStream stream);
  void remove_stream(const Scope& scope, LogGroup& group, const std::string& name);

  /// Never given before, also not by a store of which the end was lost: time comes into it.
  std::uint64_t next_number(base::TimePoint now);

 private:
  store::Store& store_;
  std::map<Scope, std::map<std::string, LogGroup, std::less<>>> scopes_;
  std::uint64_t last_number_ = 0;
};

/// The folder of a stream's segments beneath the store's root.
std::string stream_folder(std::uint64_t number);

}  // namespace berth::logstore
