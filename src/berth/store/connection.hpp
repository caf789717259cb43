/// One SQLite connection with its prepared statements kept, and the helpers that make a row operation one
/// line.
#pragma once

#include <SQLiteCpp/Database.h>
#include <SQLiteCpp/Statement.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace berth::store {

class Connection;

/// A prepared statement on loan: reset when the loan ends, then kept for the next use of the same text.
class CachedStatement {
 public:
  CachedStatement(Connection& connection, std::string_view sql);
  CachedStatement(CachedStatement&&) noexcept = default;
  CachedStatement& operator=(CachedStatement&&) = delete;
  ~CachedStatement();

  SQLite::Statement* operator->() { return statement_.get(); }
  SQLite::Statement& operator*() { return *statement_; }

  /// Binds the values to ?1, ?2, … in order. Strings bind as TEXT, `Bytes` as BLOB, nullptr and an empty
  /// optional as NULL.
  template <class... Values>
  CachedStatement& with(const Values&... values) {
    int index = 0;
    (bind(++index, values), ...);
    return *this;
  }
  bool step() { return statement_->executeStep(); }  ///< true while there is a row
  int run();                                         ///< for statements without rows; how many rows changed

  std::string text(int column) const;  ///< TEXT or BLOB as bytes; empty for NULL
  std::int64_t integer(int column) const;
  bool is_null(int column) const;

 private:
  template <class T>
  void bind(int index, const T& value);

  Connection* connection_;
  std::string sql_;
  std::unique_ptr<SQLite::Statement> statement_;
};

/// Marks a value to be bound as BLOB: SQLite compares BLOBs byte by byte, whatever they hold.
struct Bytes {
  std::string_view value;
};

/// Used by one thread at a time. What it throws is SQLite::Exception.
class Connection : public SQLite::Database {
 public:
  using SQLite::Database::Database;

  /// The statement `sql`, prepared at its first use on this connection.
  CachedStatement statement(std::string_view sql) { return {*this, sql}; }

  /// Prepares, binds, runs: for statements without rows. Returns how many rows changed.
  template <class... Values>
  int run(std::string_view sql, const Values&... values) {
    auto prepared = statement(sql);
    return prepared.with(values...).run();
  }

 private:
  friend class CachedStatement;
  std::unordered_map<std::string, std::vector<std::unique_ptr<SQLite::Statement>>> idle_;
};

template <class T>
void CachedStatement::bind(int index, const T& value) {
  if constexpr (std::is_same_v<T, std::nullptr_t>) {
    statement_->bind(index);
  } else if constexpr (std::is_same_v<T, Bytes>) {
    // A null pointer would bind NULL, and an empty view may have one.
    statement_->bind(index, value.value.data() ? value.value.data() : "",
                     static_cast<int>(value.value.size()));
  } else if constexpr (std::is_convertible_v<const T&, std::string_view>) {
    statement_->bind(index, std::string(std::string_view(value)));
  } else if constexpr (std::is_floating_point_v<T>) {
    statement_->bind(index, static_cast<double>(value));
  } else if constexpr (std::is_integral_v<T>) {
    statement_->bind(index, static_cast<std::int64_t>(value));
  } else {  // std::optional
    if (value) {
      bind(index, *value);
    } else {
      statement_->bind(index);
    }
  }
}

}  // namespace berth::store
