/// ECS's account settings: for one principal, for the account by default, or as the product has them.
#pragma once

#include "berth/store/document_table.hpp"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>

namespace berth::ecs {

/// A setting that ECS knows.
struct KnownSetting {
  std::string_view name;
  std::string_view initial;                  ///< what holds here unless it is set
  std::span<const std::string_view> values;  ///< what it may be set to
  /// Values that AWS takes and this product does not, because it would promise what it does not keep; and why.
  std::string_view refused_value;
  std::string_view why_refused;
};

/// Sorted by name.
std::span<const KnownSetting> known_settings();
const KnownSetting* find_known_setting(std::string_view name);

/// What was set. State lane.
class AccountSettings {
 public:
  explicit AccountSettings(store::Store& store);

  /// For the account's default the principal is "".
  void put(const std::string& account, const std::string& region, const std::string& principal,
           const std::string& name, const std::string& value);
  void remove(const std::string& account, const std::string& region, const std::string& principal,
              const std::string& name);
  std::optional<std::string> find(const std::string& account, const std::string& region,
                                  const std::string& principal, const std::string& name) const;
  /// The principal's own, else the account's default, else the product's. `name` must be known.
  std::string effective(const std::string& account, const std::string& region, const std::string& principal,
                        const std::string& name) const;

 private:
  using Key = std::tuple<std::string, std::string, std::string, std::string>;
  store::DocumentTable table_;
  std::map<Key, std::string> values_;
};

}  // namespace berth::ecs
