#include "berth/services/ecs/client_tokens.hpp"

#include "base/check.hpp"
#include "base/described_json.hpp"

#include <chrono>

namespace berth::ecs {

namespace {
constexpr std::chrono::hours remembered_for{24};
}

ClientTokens::ClientTokens(store::Store& store, base::Clock& clock)
    : clock_(clock), table_(store, "ecs_client_tokens") {
  table_.load(
      [&](std::string_view account, std::string_view region, std::string_view token, std::string_view text) {
        const auto document = base::parse_json(text);
        BERTH_CHECK(document, "a stored client token is JSON");
        auto use = base::from_document<TokenUse>(*document);
        BERTH_CHECK(use, use ? "" : use.error().message);
        uses_.emplace(Key{account, region, token}, std::move(*use));
      });
}

const TokenUse* ClientTokens::find(const std::string& account, const std::string& region,
                                   const std::string& token) {
  forget_old();
  const auto found = uses_.find({account, region, token});
  return found == uses_.end() || found->second.used_at + remembered_for <= clock_.now() ? nullptr
                                                                                        : &found->second;
}

void ClientTokens::put(const std::string& account, const std::string& region, const std::string& token,
                       TokenUse use) {
  use.used_at = clock_.now();
  table_.put(account, region, token, base::to_text(base::to_document(use)));
  uses_[{account, region, token}] = std::move(use);
}

/// Once an hour is often enough for what is kept a day.
void ClientTokens::forget_old() {
  if (clock_.now() < forgotten_at_ + std::chrono::hours(1)) return;
  forgotten_at_ = clock_.now();
  std::erase_if(uses_, [&](const auto& entry) {
    if (entry.second.used_at + remembered_for > clock_.now()) return false;
    const auto& [account, region, token] = entry.first;
    table_.remove(account, region, token);
    return true;
  });
}

}  // namespace berth::ecs
