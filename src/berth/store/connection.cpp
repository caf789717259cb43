#include "berth/store/connection.hpp"

namespace berth::store {

CachedStatement::CachedStatement(Connection& connection, std::string_view sql)
    : connection_(&connection), sql_(sql) {
  auto& idle = connection.idle_[sql_];
  if (idle.empty()) {
    statement_ = std::make_unique<SQLite::Statement>(connection, sql_);
  } else {
    statement_ = std::move(idle.back());
    idle.pop_back();
  }
}

CachedStatement::~CachedStatement() {
  if (!statement_) return;
  statement_->tryReset();  // reports the error of the last step once more; it was thrown then
  try {
    statement_->clearBindings();
    connection_->idle_[sql_].push_back(std::move(statement_));
  } catch (const std::exception&) {
    statement_.reset();  // not kept: the next use prepares it again
  }
}

int CachedStatement::run() {
  while (step()) {
  }
  return statement_->getChanges();
}

std::string CachedStatement::text(int column) const { return statement_->getColumn(column).getString(); }

std::int64_t CachedStatement::integer(int column) const { return statement_->getColumn(column).getInt64(); }

bool CachedStatement::is_null(int column) const { return statement_->getColumn(column).isNull(); }

}  // namespace berth::store
