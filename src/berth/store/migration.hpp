/// How a module's tables come to be: numbered steps, each run once in the life of a database.
#pragma once

#include "base/result.hpp"
#include "berth/store/connection.hpp"

#include <span>
#include <string>

namespace berth::store {

/// One step of one module. Versions of a module are 1, 2, 3, … without gaps; a step that was released is
/// never edited, only followed by another. Each module exports `std::span<const Migration> migrations()`.
struct Migration {
  std::string module;
  int version;
  std::string sql;  ///< one or more statements
};

/// Runs the steps that this database has not seen, all in one transaction. Refuses gaps in the numbering and
/// a database that has seen steps which this program does not know (it was written by a newer one).
base::Status migrate(Connection& connection, std::span<const Migration> migrations);

}  // namespace berth::store
