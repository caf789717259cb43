#include "berth/services/ssm/parameter_store.hpp"

#include "base/check.hpp"
#include "base/described_json.hpp"

namespace berth::ssm {

namespace {

constexpr std::size_t versions_kept = 100;  // as on AWS

}  // namespace

std::span<const store::Migration> migrations() {
  static const store::Migration steps[] = {{"ssm", 1, store::DocumentTable::schema("ssm_parameters")}};
  return steps;
}

ParameterStore::ParameterStore(store::Store& store) : table_(store, "ssm_parameters") {
  table_.load(
      [&](std::string_view account, std::string_view region, std::string_view name, std::string_view text) {
        const auto document = base::parse_json(text);
        BERTH_CHECK(document, "stored documents are JSON");
        auto parameter = base::from_document<StoredParameter>(*document);
        BERTH_CHECK(parameter, parameter ? "" : parameter.error().message);
        parameters_.emplace(Key(account, region, name), std::move(*parameter));
      });
}

void ParameterStore::save(const Key& key) {
  const auto& [account, region, name] = key;
  table_.put(account, region, name, base::to_text(base::to_document(parameters_.at(key))));
}

const StoredParameter* ParameterStore::find(const Scope& scope, const std::string& name) const {
  const auto found = parameters_.find(Key(scope.account, scope.region, name));
  return found == parameters_.end() ? nullptr : &found->second;
}

std::vector<std::pair<std::string, const StoredParameter*>> ParameterStore::all(const Scope& scope) const {
  std::vector<std::pair<std::string, const StoredParameter*>> found;
  for (auto it = parameters_.lower_bound(Key(scope.account, scope.region, "")); it != parameters_.end();
       ++it) {
    const auto& [account, region, name] = it->first;
    if (account != scope.account || region != scope.region) break;
    found.emplace_back(name, &it->second);
  }
  return found;
}

const StoredVersion& ParameterStore::add(const Scope& scope, const std::string& name, const std::string& type,
                                         StoredVersion version) {
  const Key key(scope.account, scope.region, name);
  StoredParameter& parameter = parameters_[key];
  if (parameter.versions.empty()) parameter.type = type;
  version.number = parameter.versions.empty() ? 1 : parameter.latest().number + 1;
  parameter.versions.push_back(std::move(version));
  if (parameter.versions.size() > versions_kept) parameter.versions.erase(parameter.versions.begin());
  save(key);
  return parameter.latest();
}

void ParameterStore::set_tags(const Scope& scope, const std::string& name,
                              std::map<std::string, std::string> tags) {
  const Key key(scope.account, scope.region, name);
  parameters_.at(key).tags = std::move(tags);
  save(key);
}

bool ParameterStore::remove(const Scope& scope, const std::string& name) {
  if (parameters_.erase(Key(scope.account, scope.region, name)) == 0) return false;
  table_.remove(scope.account, scope.region, name);
  return true;
}

}  // namespace berth::ssm
