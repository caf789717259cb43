#include "berth/logstore/catalog.hpp"

#include "base/json.hpp"
#include "berth/logstore/segment.hpp"
#include "berth/store/store.hpp"

#include <boost/json/object.hpp>

#include <algorithm>

namespace berth::logstore {
namespace {

const store::Migration steps[] = {
    {"logstore", 1, R"(
CREATE TABLE log_groups (
  account TEXT NOT NULL, region TEXT NOT NULL, name TEXT NOT NULL,
  number INTEGER NOT NULL, created INTEGER NOT NULL, retention_days INTEGER, tags TEXT NOT NULL,
  PRIMARY KEY (account, region, name)) WITHOUT ROWID;
CREATE TABLE log_streams (
  account TEXT NOT NULL, region TEXT NOT NULL, group_name TEXT NOT NULL, name TEXT NOT NULL,
  number INTEGER NOT NULL, created INTEGER NOT NULL,
  PRIMARY KEY (account, region, group_name, name)) WITHOUT ROWID;)"},
};

std::string tags_text(const std::map<std::string, std::string>& tags) {
  base::json::object object;
  for (const auto& [key, value] : tags) object.emplace(key, value);
  return base::to_text(object);
}

std::map<std::string, std::string> parse_tags(const std::string& text) {
  std::map<std::string, std::string> tags;
  const auto document = base::parse_json(text);
  if (!document || !document->is_object()) return tags;
  for (const auto& [key, value] : document->get_object())
    if (value.is_string()) tags.emplace(std::string(key), std::string(value.get_string()));
  return tags;
}

base::TimePoint time_of(std::int64_t milliseconds) {
  return base::TimePoint{base::Milliseconds{milliseconds}};
}
std::int64_t milliseconds(base::TimePoint time) { return time.time_since_epoch().count(); }

}  // namespace

std::span<const store::Migration> LogStore::migrations() { return steps; }

std::string stream_folder(std::uint64_t number) { return segment_name(number).substr(0, 16); }

Catalog::Catalog(store::Store& store) : store_(store) {
  store_.load([this](store::Connection& connection) {
    auto groups = connection.statement(
        "SELECT account, region, name, number, created, retention_days, tags FROM log_groups");
    while (groups.step()) {
      LogGroup group;
      group.name = groups.text(2);
      group.number = static_cast<std::uint64_t>(groups.integer(3));
      group.created = time_of(groups.integer(4));
      if (!groups.is_null(5)) group.retention_days = static_cast<int>(groups.integer(5));
      group.tags = parse_tags(groups.text(6));
      last_number_ = std::max(last_number_, group.number);
      scopes_[{groups.text(0), groups.text(1)}].emplace(group.name, std::move(group));
    }
    auto streams =
        connection.statement("SELECT account, region, group_name, name, number, created FROM log_streams");
    while (streams.step()) {
      LogGroup* group = find({streams.text(0), streams.text(1)}, streams.text(2));
      if (group == nullptr) continue;
      LogStream stream{static_cast<std::uint64_t>(streams.integer(4)), streams.text(3),
                       time_of(streams.integer(5))};
      last_number_ = std::max(last_number_, stream.number);
      group->streams.emplace(stream.name, std::move(stream));
    }
  });
}

LogGroup* Catalog::find(const Scope& scope, std::string_view name) {
  const auto groups = scopes_.find(scope);
  if (groups == scopes_.end()) return nullptr;
  const auto found = groups->second.find(name);
  return found == groups->second.end() ? nullptr : &found->second;
}

LogGroup& Catalog::add_group(const Scope& scope, LogGroup group) {
  save_group(scope, group);
  return scopes_[scope].emplace(group.name, std::move(group)).first->second;
}

void Catalog::save_group(const Scope& scope, const LogGroup& group) {
  store_.change([scope, name = group.name, number = group.number, created = milliseconds(group.created),
                 retention = group.retention_days,
                 tags = tags_text(group.tags)](store::Connection& connection) {
    connection.run("INSERT OR REPLACE INTO log_groups VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)", scope.account,
                   scope.region, name, number, created, retention, tags);
  });
}

void Catalog::remove_group(const Scope& scope, const std::string& name) {
  scopes_[scope].erase(name);
  store_.change([scope, name](store::Connection& connection) {
    connection.run("DELETE FROM log_streams WHERE account = ?1 AND region = ?2 AND group_name = ?3",
                   scope.account, scope.region, name);
    connection.run("DELETE FROM log_groups WHERE account = ?1 AND region = ?2 AND name = ?3", scope.account,
                   scope.region, name);
  });
}

LogStream& Catalog::add_stream(const Scope& scope, LogGroup& group, LogStream stream) {
  store_.change([scope, group = group.name, name = stream.name, number = stream.number,
                 created = milliseconds(stream.created)](store::Connection& connection) {
    connection.run("INSERT INTO log_streams VALUES (?1, ?2, ?3, ?4, ?5, ?6)", scope.account, scope.region,
                   group, name, number, created);
  });
  return group.streams.emplace(stream.name, std::move(stream)).first->second;
}

void Catalog::remove_stream(const Scope& scope, LogGroup& group, const std::string& name) {
  group.streams.erase(name);
  store_.change([scope, group = group.name, name](store::Connection& connection) {
    connection.run(
        "DELETE FROM log_streams WHERE account = ?1 AND region = ?2 AND group_name = ?3 AND name = ?4",
        scope.account, scope.region, group, name);
  });
}

std::uint64_t Catalog::next_number(base::TimePoint now) {
  // A thousand a millisecond; 2^63 is reached in the year 294,000.
  last_number_ = std::max(last_number_ + 1,
                          static_cast<std::uint64_t>(std::max<std::int64_t>(milliseconds(now), 0)) * 1000);
  return last_number_;
}

}  // namespace berth::logstore
