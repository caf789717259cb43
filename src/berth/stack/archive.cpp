#include "berth/stack/archive.hpp"

#include "base/described_json.hpp"

#include <chrono>
#include <map>
#include <tuple>

namespace berth::stack {
namespace {

constexpr std::chrono::days keep_deleted{90};  // as long as CloudFormation shows them

constexpr const char* before_suffix = "/before";

template <class T>
std::string to_json(const T& record) {
  return base::to_text(base::to_document(record));
}

template <class T>
T from_json(const std::string& text) {
  return base::from_document<T>(base::parse_json(text).value()).value();
}

}  // namespace

std::span<const store::Migration> migrations() {
  static const store::Migration steps[] = {
      {"stack", 1,
       store::DocumentTable::schema("stacks") + store::DocumentTable::schema("stack_templates") +
           "CREATE TABLE stack_events (account TEXT NOT NULL, region TEXT NOT NULL, stack TEXT NOT NULL, "
           "sequence INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (account, region, stack, "
           "sequence)) "
           "STRICT, WITHOUT ROWID;"
           "CREATE TABLE deleted_stacks (account TEXT NOT NULL, region TEXT NOT NULL, stack TEXT NOT NULL, "
           "deleted_at INTEGER NOT NULL, document TEXT NOT NULL, PRIMARY KEY (account, region, stack)) "
           "STRICT, WITHOUT ROWID;"},
      {"stack", 2,
       "CREATE TABLE stack_marks (account TEXT NOT NULL, region TEXT NOT NULL, stack TEXT NOT NULL, "
       "logical_id TEXT NOT NULL, physical_id TEXT NOT NULL, PRIMARY KEY (account, region, stack, "
       "logical_id)) "
       "STRICT, WITHOUT ROWID;"},
      {"stack", 3, store::DocumentTable::schema("change_sets")},
      {"stack", 4, store::DocumentTable::schema("stack_signals")}};
  return steps;
}

Archive::Archive(store::Store& store)
    : store_(store), stacks_(store, "stacks"), templates_(store, "stack_templates") {}

void Archive::put(const StackRecord& stack) {
  stacks_.put(stack.account, stack.region, stack.uuid, to_json(stack));
}

void Archive::put_template(const StackRecord& stack, const std::string& text) {
  templates_.put(stack.account, stack.region, stack.uuid, text);
}

void Archive::put_template_before(const StackRecord& stack, const std::string& text) {
  templates_.put(stack.account, stack.region, stack.uuid + before_suffix, text);
}

void Archive::forget_template_before(const StackRecord& stack) {
  templates_.remove(stack.account, stack.region, stack.uuid + before_suffix);
}

void Archive::add_events(const StackRecord& stack, std::int64_t first_sequence,
                         const std::vector<EventRecord>& events) {
  if (events.empty()) return;
  std::vector<std::string> documents;
  for (const EventRecord& event : events) documents.push_back(to_json(event));
  store_.change([account = stack.account, region = stack.region, uuid = stack.uuid, first_sequence,
                 documents = std::move(documents)](store::Connection& db) {
    std::int64_t sequence = first_sequence;
    for (const std::string& document : documents)
      db.run("INSERT OR REPLACE INTO stack_events VALUES (?1, ?2, ?3, ?4, ?5)", account, region, uuid,
             sequence++, document);
  });
}

store::Change Archive::mark(const StackRecord& stack, std::string logical_id, std::string physical_id) const {
  return [account = stack.account, region = stack.region, uuid = stack.uuid,
          logical_id = std::move(logical_id), physical_id = std::move(physical_id)](store::Connection& db) {
    db.run("INSERT OR REPLACE INTO stack_marks VALUES (?1, ?2, ?3, ?4, ?5)", account, region, uuid,
           logical_id, physical_id);
  };
}

void Archive::forget_mark(const StackRecord& stack, const std::string& logical_id) {
  store_.change([account = stack.account, region = stack.region, uuid = stack.uuid,
                 logical_id](store::Connection& db) {
    db.run("DELETE FROM stack_marks WHERE account = ?1 AND region = ?2 AND stack = ?3 AND logical_id = ?4",
           account, region, uuid, logical_id);
  });
}

/// What a record could not be told any more because the daemon ended. The record is then as good as told, so that the
/// marks go.
void Archive::apply_marks(std::vector<StackRecord>& records) {
  struct Mark {
    std::string account, region, stack, logical_id, physical_id;
  };
  const auto marks = store_.load([](store::Connection& db) {
    std::vector<Mark> found;
    auto rows = db.statement("SELECT account, region, stack, logical_id, physical_id FROM stack_marks");
    while (rows.step())
      found.push_back({rows.text(0), rows.text(1), rows.text(2), rows.text(3), rows.text(4)});
    return found;
  });
  if (marks.empty()) return;
  const store::Store::Hold together(store_);
  for (const Mark& mark : marks) {
    for (StackRecord& record : records) {
      if (record.account != mark.account || record.region != mark.region || record.uuid != mark.stack)
        continue;
      if (ResourceRecord* resource = record.resource(mark.logical_id))
        resource->physical_id = mark.physical_id;
      put(record);
      forget_mark(record, mark.logical_id);
    }
  }
}

void Archive::bury(const StackRecord& stack) {
  stacks_.remove(stack.account, stack.region, stack.uuid);
  forget_template_before(stack);
  const std::int64_t now = stack.deleted.value_or(base::TimePoint{}).time_since_epoch().count();
  const std::int64_t oldest = now - std::chrono::duration_cast<base::Milliseconds>(keep_deleted).count();
  store_.change([account = stack.account, region = stack.region, uuid = stack.uuid, now, oldest,
                 document = to_json(stack)](store::Connection& db) {
    db.run("INSERT OR REPLACE INTO deleted_stacks VALUES (?1, ?2, ?3, ?4, ?5)", account, region, uuid, now,
           document);
    for (const char* table : {"stack_events", "stack_templates"}) {
      const std::string column = std::string(table) == "stack_events" ? "stack" : "id";
      db.run("DELETE FROM " + std::string(table) + " WHERE (account, region, " + column +
                 ") IN (SELECT account, region, stack FROM deleted_stacks WHERE deleted_at < ?1)",
             oldest);
    }
    db.run("DELETE FROM deleted_stacks WHERE deleted_at < ?1", oldest);
  });
}

void Archive::load(const std::function<void(StackRecord, Templates)>& visit) {
  std::map<std::tuple<std::string, std::string, std::string>, std::string> texts;
  std::vector<StackRecord> records;
  stacks_.load([&](auto, auto, auto, std::string_view document) {
    records.push_back(from_json<StackRecord>(std::string(document)));
  });
  apply_marks(records);
  for (const StackRecord& record : records) {
    texts[{record.account, record.region, record.uuid}];
    if (record.before) texts[{record.account, record.region, record.uuid + before_suffix}];
  }
  templates_.load(
      [&](std::string_view account, std::string_view region, std::string_view id, std::string_view text) {
        const auto wanted = texts.find({std::string(account), std::string(region), std::string(id)});
        if (wanted != texts.end()) wanted->second = text;
      });
  for (StackRecord& record : records) {
    Templates both;
    both.now = std::move(texts[{record.account, record.region, record.uuid}]);
    both.before = std::move(texts[{record.account, record.region, record.uuid + before_suffix}]);
    visit(std::move(record), std::move(both));
  }
}

base::Async<EventPage> Archive::events(std::string account, std::string region, std::string uuid,
                                       std::int64_t before, std::size_t limit) {
  co_await store_.committed(store_.last());
  auto read = [account, region, uuid, before, limit](store::Connection& db) {
    EventPage page;
    auto rows = db.statement(
        "SELECT sequence, document FROM stack_events WHERE account = ?1 AND region = ?2 AND stack = ?3 AND "
        "(?4 = 0 OR sequence < ?4) ORDER BY sequence DESC LIMIT ?5");
    rows.with(account, region, uuid, before, limit + 1);
    std::int64_t last = 0;
    while (rows.step()) {
      if (page.events.size() == limit) {
        page.next_before = last;
        break;
      }
      last = rows.integer(0);
      page.events.push_back(from_json<EventRecord>(rows.text(1)));
    }
    return page;
  };
  co_return co_await store_.read(std::move(read));
}

base::Async<std::optional<StackRecord>> Archive::find_deleted(std::string account, std::string region,
                                                              std::string uuid) {
  co_await store_.committed(store_.last());
  auto read = [account, region, uuid](store::Connection& db) {
    std::optional<StackRecord> found;
    auto rows =
        db.statement("SELECT document FROM deleted_stacks WHERE account = ?1 AND region = ?2 AND stack = ?3");
    if (rows.with(account, region, uuid).step()) found = from_json<StackRecord>(rows.text(0));
    return found;
  };
  co_return co_await store_.read(std::move(read));
}

base::Async<std::vector<StackRecord>> Archive::all_deleted(std::string account, std::string region) {
  co_await store_.committed(store_.last());
  auto read = [account, region](store::Connection& db) {
    std::vector<StackRecord> found;
    auto rows = db.statement(
        "SELECT document FROM deleted_stacks WHERE account = ?1 AND region = ?2 ORDER BY deleted_at DESC");
    rows.with(account, region);
    while (rows.step()) found.push_back(from_json<StackRecord>(rows.text(0)));
    return found;
  };
  co_return co_await store_.read(std::move(read));
}

base::Async<std::optional<std::string>> Archive::template_of(std::string account, std::string region,
                                                             std::string uuid) {
  co_await store_.committed(store_.last());
  auto read = [account, region, uuid](store::Connection& db) {
    std::optional<std::string> found;
    auto rows =
        db.statement("SELECT document FROM stack_templates WHERE account = ?1 AND region = ?2 AND id = ?3");
    if (rows.with(account, region, uuid).step()) found = rows.text(0);
    return found;
  };
  co_return co_await store_.read(std::move(read));
}

void Archive::clear() {
  store_.change([](store::Connection& db) {
    for (const char* table : {"stacks", "stack_templates", "stack_events", "deleted_stacks", "stack_marks"})
      db.run("DELETE FROM " + std::string(table));
  });
}

}  // namespace berth::stack
