#include "berth/services/ecs/account_settings.hpp"

#include "base/check.hpp"
#include "base/described_json.hpp"
#include "base/log.hpp"
#include "berth/services/ecs/ecs.hpp"
#include "berth/services/ecs/errors.hpp"
#include "berth/services/ecs/pages.hpp"

#include <algorithm>
#include <array>

namespace berth::ecs {

namespace {

struct SettingDocument {
  std::string principal, name, value;
};
BOOST_DESCRIBE_STRUCT(SettingDocument, (), (principal, name, value))

using std::string_view_literals::operator""sv;
constexpr std::array switched{"disabled"sv, "enabled"sv};
constexpr std::array insights{"disabled"sv, "enabled"sv, "enhanced"sv};
constexpr std::array on_or_off{"off"sv, "on"sv};
constexpr std::array days{"0"sv, "7"sv, "14"sv};
constexpr std::array modes{"blocking"sv, "non-blocking"sv};
constexpr std::string_view long_arns = "ARNs have the long format here, always";

constexpr std::array known{
    KnownSetting{"awsvpcTrunking", "disabled", switched, "", ""},
    KnownSetting{"containerInsights", "disabled", insights, "", ""},
    KnownSetting{"containerInstanceLongArnFormat", "enabled", switched, "disabled", long_arns},
    KnownSetting{"defaultLogDriverMode", "blocking", modes, "non-blocking",
                 "logs are never dropped to keep a container going"},
    KnownSetting{"fargateFIPSMode", "disabled", switched, "", ""},
    KnownSetting{"fargateTaskRetirementWaitPeriod", "7", days, "", ""},
    KnownSetting{"guardDutyActivate", "off", on_or_off, "on", "no GuardDuty watches tasks here"},
    KnownSetting{"serviceLongArnFormat", "enabled", switched, "disabled", long_arns},
    KnownSetting{"tagResourceAuthorization", "off", on_or_off, "on",
                 "creating with tags does not ask for ecs:TagResource here"},
    KnownSetting{"taskLongArnFormat", "enabled", switched, "disabled", long_arns}};
static_assert(std::ranges::is_sorted(known, {}, &KnownSetting::name));

/// IAM's ARN of who calls: settings are a role's, not a session's.
std::string principal_of(const Call& call) {
  if (call.principal.is_root()) return "arn:aws:iam::" + call.account + ":root";
  return "arn:aws:iam::" + call.account + ":role/" + call.principal.role_name;
}

std::string principal_of(const Call& call, const std::optional<std::string>& given) {
  if (!given) return principal_of(call);
  if (!given->starts_with("arn:aws:iam::" + call.account + ":")) throw invalid_principal(*given);
  return *given;
}

const KnownSetting& known_setting(const std::string& name) {
  const KnownSetting* found = find_known_setting(name);
  if (!found) throw unknown_setting(name);
  return *found;
}

void check_value(const KnownSetting& setting, const std::string& value) {
  if (std::ranges::find(setting.values, value) == setting.values.end())
    throw invalid_setting_value(setting.name, value);
  if (!setting.refused_value.empty() && value == setting.refused_value)
    throw refused_setting_value(setting.name, value, setting.why_refused);
  if (value != setting.initial)
    base::log::info("account setting {}: {} is kept and shown, and changes nothing here", setting.name,
                    value);
}

Setting shape(const std::string& name, const std::string& value, const std::string& principal) {
  return {.name = name,
          .value = value,
          .principalArn = principal,
          .type = name == "guardDutyActivate" ? "aws_managed" : "user"};
}

}  // namespace

std::span<const KnownSetting> known_settings() { return known; }

const KnownSetting* find_known_setting(std::string_view name) {
  const auto found = std::ranges::find(known, name, &KnownSetting::name);
  return found == known.end() ? nullptr : &*found;
}

AccountSettings::AccountSettings(store::Store& store) : table_(store, "ecs_account_settings") {
  table_.load([&](std::string_view account, std::string_view region, std::string_view,
                  std::string_view text) {
    const auto document = base::parse_json(text);
    BERTH_CHECK(document, "a stored account setting is JSON");
    auto setting = base::from_document<SettingDocument>(*document);
    BERTH_CHECK(setting, setting ? "" : setting.error().message);
    values_[{std::string(account), std::string(region), setting->principal, setting->name}] = setting->value;
  });
}

void AccountSettings::put(const std::string& account, const std::string& region, const std::string& principal,
                          const std::string& name, const std::string& value) {
  table_.put(account, region, name + " " + principal,
             base::to_text(base::to_document(SettingDocument{principal, name, value})));
  values_[{account, region, principal, name}] = value;
}

void AccountSettings::remove(const std::string& account, const std::string& region,
                             const std::string& principal, const std::string& name) {
  if (values_.erase({account, region, principal, name}) != 0)
    table_.remove(account, region, name + " " + principal);
}

std::optional<std::string> AccountSettings::find(const std::string& account, const std::string& region,
                                                 const std::string& principal,
                                                 const std::string& name) const {
  const auto found = values_.find({account, region, principal, name});
  return found == values_.end() ? std::nullopt : std::optional(found->second);
}

std::string AccountSettings::effective(const std::string& account, const std::string& region,
                                       const std::string& principal, const std::string& name) const {
  if (auto own = find(account, region, principal, name)) return *own;
  if (auto common = find(account, region, "", name)) return *common;
  const KnownSetting* setting = find_known_setting(name);
  BERTH_CHECK(setting != nullptr, "only known settings are asked for");
  return std::string(setting->initial);
}

std::string effective_setting(Ecs& ecs, const Call& call, const std::string& name) {
  return ecs.settings.effective(call.account, call.region, principal_of(call), name);
}

PutAccountSettingResponse put_account_setting(Ecs& ecs, const Call& call, PutAccountSettingRequest in) {
  const std::string principal = principal_of(call, in.principalArn);
  check_value(known_setting(in.name), in.value);
  ecs.settings.put(call.account, call.region, principal, in.name, in.value);
  return {.setting = shape(in.name, in.value, principal)};
}

PutAccountSettingDefaultResponse put_account_setting_default(Ecs& ecs, const Call& call,
                                                             PutAccountSettingDefaultRequest in) {
  check_value(known_setting(in.name), in.value);
  ecs.settings.put(call.account, call.region, "", in.name, in.value);
  return {.setting = shape(in.name, in.value, "arn:aws:iam::" + call.account + ":root")};
}

DeleteAccountSettingResponse delete_account_setting(Ecs& ecs, const Call& call,
                                                    DeleteAccountSettingRequest in) {
  const std::string principal = principal_of(call, in.principalArn);
  known_setting(in.name);
  ecs.settings.remove(call.account, call.region, principal, in.name);
  return {.setting = shape(in.name, ecs.settings.effective(call.account, call.region, principal, in.name),
                           principal)};
}

ListAccountSettingsResponse list_account_settings(Ecs& ecs, const Call& call, ListAccountSettingsRequest in) {
  const std::string principal = principal_of(call, in.principalArn);
  if (in.name) known_setting(*in.name);
  if (in.value && !in.name) throw invalid_parameter("value is only valid together with name.");
  const bool effective = in.effectiveSettings.value_or(false);
  std::map<std::string, Setting> found;
  std::vector<std::string> names;
  for (const KnownSetting& each : known) {
    const std::string name(each.name);
    if (in.name && *in.name != name) continue;
    const auto value = effective
                           ? std::optional(ecs.settings.effective(call.account, call.region, principal, name))
                           : ecs.settings.find(call.account, call.region, principal, name);
    if (!value || (in.value && *in.value != *value)) continue;
    found.emplace(name, shape(name, *value, principal));
    names.push_back(name);
  }
  const auto itself = [](const std::string& name) { return name; };
  Page page = page_of(names, in.nextToken, in.maxResults, itself, itself);
  ListAccountSettingsResponse out{.settings = {}, .nextToken = std::move(page.nextToken)};
  for (const std::string& name : page.items) out.settings.push_back(found.at(name));
  return out;
}

}  // namespace berth::ecs
