// What is known of parameters besides their values: metadata and earlier versions.
#include "base/page_token.hpp"
#include "berth/services/ssm/errors.hpp"
#include "berth/services/ssm/ssm.hpp"
#include "berth/wire/pages.hpp"

#include <algorithm>

namespace berth::ssm {

namespace {

constexpr int most_results = 50;

std::optional<std::string> text(const std::string& value) {
  return value.empty() ? std::nullopt : std::optional(value);
}

bool lies_under(const std::string& name, const std::string& path, bool recursive) {
  const std::string folder = path.ends_with('/') ? path : path + "/";
  if (!name.starts_with(folder)) return false;
  return recursive || name.find('/', folder.size()) == std::string::npos;
}

/// One filter of the newer form.
bool passes(const ParameterStringFilter& filter, const std::string& name, const StoredParameter& parameter) {
  const std::string option = filter.Option.value_or(filter.Key == "Path" ? "OneLevel" : "Equals");
  const auto any = [&](auto matches) { return std::ranges::any_of(filter.Values, matches); };
  const auto compares = [&](const std::string& value) {
    return any([&](const std::string& wanted) {
      if (option == "BeginsWith") return value.starts_with(wanted);
      if (option == "Contains") return value.find(wanted) != std::string::npos;
      if (option == "Equals") return value == wanted;
      throw wire::ServiceError("InvalidFilterOption", "The following filter option is not valid: " + option +
                                                          ". Valid options include: [BeginsWith, Equals].");
    });
  };
  if (filter.Key == "Path") {
    if (option != "Recursive" && option != "OneLevel")
      throw wire::ServiceError("InvalidFilterOption", "The following filter option is not valid: " + option +
                                                          ". Valid options include: [Recursive, OneLevel].");
    return any([&](const std::string& path) { return lies_under(name, path, option == "Recursive"); });
  }
  if (filter.Key == "Name") {
    // A name is the same with and without the first slash.
    return compares(name) || (name.starts_with('/') && compares(name.substr(1)));
  }
  if (filter.Key == "Type") return compares(parameter.type);
  if (filter.Key == "Tier") return compares(parameter.latest().tier);
  if (filter.Key == "DataType") return compares(parameter.latest().data_type);
  if (filter.Key == "KeyId" || filter.Key == "Label") return false;  // nothing has one
  if (filter.Key.starts_with("tag:")) {
    const auto tag = parameter.tags.find(filter.Key.substr(4));
    return tag != parameter.tags.end() && (filter.Values.empty() || compares(tag->second));
  }
  throw invalid_described_key(filter.Key);
}

/// One of the older form: the values are beginnings.
bool passes(const ParametersFilter& filter, const std::string& name, const StoredParameter& parameter) {
  if (filter.Key != "Name" && filter.Key != "Type" && filter.Key != "KeyId")
    throw constraint_broken(filter.Key, "filters.1.member.key",
                            "satisfy enum value set: [KeyId, Type, Name]");
  ParameterStringFilter same{.Key = filter.Key, .Option = "BeginsWith", .Values = filter.Values};
  return passes(same, name, parameter);
}

std::size_t limit_of(const std::optional<int>& given) {
  if (given && (*given < 1 || *given > most_results))
    throw constraint_broken(
        std::to_string(*given), "maxResults",
        *given < 1 ? "have value greater than or equal to 1" : "have value less than or equal to 50");
  return static_cast<std::size_t>(given.value_or(most_results));
}

std::string read_token(const std::optional<std::string>& token) {
  if (!token) return "";
  const auto after = base::from_page_token(*token);
  if (!after || after->empty()) throw invalid_token();
  return *after;
}

}  // namespace

DescribeParametersResult describe_parameters(Ssm& ssm, const Call& call, DescribeParametersRequest in) {
  if (!in.Filters.empty() && !in.ParameterFilters.empty())
    throw validation_failed("You can use either Filters or ParameterFilters in a single request.");
  DescribeParametersResult out;
  const std::size_t limit = limit_of(in.MaxResults);
  const std::string after = read_token(in.NextToken);
  if (in.Shared.value_or(false)) return out;  // nothing is shared
  for (const auto& [name, parameter] : ssm.parameters.all({call.account, call.region})) {
    const auto pass = [&, &key = name, &stored = *parameter](const auto& filter) {
      return passes(filter, key, stored);
    };
    const bool wanted =
        std::ranges::all_of(in.Filters, pass) && std::ranges::all_of(in.ParameterFilters, pass);
    if (name <= after || !wanted) continue;
    if (out.Parameters.size() == limit) {
      out.NextToken = base::to_page_token(*out.Parameters.back().Name);
      break;
    }
    const StoredVersion& latest = parameter->latest();
    out.Parameters.push_back({.Name = name,
                              .ARN = parameter_arn(call, name),
                              .Type = parameter->type,
                              .LastModifiedDate = wire::Timestamp{latest.at},
                              .LastModifiedUser = latest.by,
                              .Description = text(latest.description),
                              .AllowedPattern = text(latest.allowed_pattern),
                              .Version = latest.number,
                              .Tier = latest.tier,
                              .DataType = latest.data_type});
  }
  return out;
}

GetParameterHistoryResult get_parameter_history(Ssm& ssm, const Call& call, GetParameterHistoryRequest in) {
  const StoredParameter* found = ssm.parameters.find({call.account, call.region}, in.Name);
  if (!found) throw parameter_not_found(in.Name);
  const std::size_t limit = limit_of(in.MaxResults);
  const auto after = static_cast<std::int64_t>(wire::position_of(in.NextToken, invalid_token()));
  GetParameterHistoryResult out;
  for (const StoredVersion& each : found->versions) {
    if (each.number <= after) continue;
    if (out.Parameters.size() == limit) {
      out.NextToken = wire::to_position_token(static_cast<std::uint64_t>(*out.Parameters.back().Version));
      break;
    }
    out.Parameters.push_back({.Name = in.Name,
                              .Type = found->type,
                              .LastModifiedDate = wire::Timestamp{each.at},
                              .LastModifiedUser = each.by,
                              .Description = text(each.description),
                              .Value = each.value,
                              .AllowedPattern = text(each.allowed_pattern),
                              .Version = each.number,
                              .Tier = each.tier,
                              .DataType = each.data_type});
  }
  return out;
}

}  // namespace berth::ssm
