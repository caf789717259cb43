#include "berth/store/readers.hpp"

#include <SQLiteCpp/Transaction.h>

namespace berth::store {

std::unique_ptr<Connection> Readers::take() {
  {
    std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      auto connection = std::move(idle_.back());
      idle_.pop_back();
      return connection;
    }
  }
  auto connection = std::make_unique<Connection>(path_, SQLite::OPEN_READONLY | SQLite::OPEN_NOMUTEX, 5000);
  connection->exec("PRAGMA query_only = ON; PRAGMA cache_size = -2000");
  return connection;
}

void Readers::with(const std::function<void(Connection&)>& f) {
  auto connection = take();
  {
    SQLite::Transaction snapshot(*connection);
    f(*connection);
  }
  // A connection whose work threw is closed instead: an error may have left it in any state.
  std::lock_guard lock(mutex_);
  idle_.push_back(std::move(connection));
}

}  // namespace berth::store
