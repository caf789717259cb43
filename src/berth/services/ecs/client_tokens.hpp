/// RunTask's client tokens: a request that is sent again with its token starts nothing again.
#pragma once

#include "base/clock.hpp"
#include "berth/store/document_table.hpp"

#include <boost/describe.hpp>

#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace berth::ecs {

/// What a token was used for.
struct TokenUse {
  std::string request_digest;
  std::vector<std::string> task_ids;
  base::TimePoint used_at{};
};
BOOST_DESCRIBE_STRUCT(TokenUse, (), (request_digest, task_ids, used_at))

/// Remembers each token for a day, over restarts.
class ClientTokens {
 public:
  ClientTokens(store::Store& store, base::Clock& clock);

  /// nullptr if the token was not used within a day.
  const TokenUse* find(const std::string& account, const std::string& region, const std::string& token);
  void put(const std::string& account, const std::string& region, const std::string& token, TokenUse use);

 private:
  using Key = std::tuple<std::string, std::string, std::string>;
  void forget_old();

  base::Clock& clock_;
  store::DocumentTable table_;
  std::map<Key, TokenUse> uses_;
  base::TimePoint forgotten_at_{};
};

}  // namespace berth::ecs
