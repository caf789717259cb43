#include "berth/services/ssm/ssm.hpp"

#include "base/page_token.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/services/ssm/errors.hpp"

#include <algorithm>

namespace berth::ssm {

namespace {

constexpr std::size_t most_names = 10;
constexpr int most_results = 10;

std::string region_part(const Call& call) { return "arn:aws:ssm:" + call.region + "::parameter"; }

/// What a caller asked for, taken apart: "/a/b:1" or its ARN.
struct Reference {
  std::string name;
  std::string selector;  ///< ":1", or empty
};

Reference parse_reference(const Call& call, const std::string& text) {
  std::string rest = text;
  for (const std::string& start : {region_part(call) + "/", parameter_arn(call, "/")})
    if (text.starts_with(start)) rest = text.substr(start.size() - 1);
  const std::size_t colon = rest.starts_with("arn:") ? std::string::npos : rest.find(':');
  if (colon == std::string::npos) return {rest, ""};
  return {rest.substr(0, colon), rest.substr(colon)};
}

Parameter to_shape(const Call& call, std::string name, std::string value) {
  return {.Name = name,
          .Type = "String",
          .Value = std::move(value),
          .Version = 1,
          .LastModifiedDate = wire::Timestamp{fleet::images_published_at()},
          .ARN = region_part(call) + name,
          .DataType = "text"};
}

Parameter to_shape(const Call& call, const std::string& name, const StoredParameter& parameter,
                   const StoredVersion& version) {
  return {.Name = name,
          .Type = parameter.type,
          .Value = version.value,
          .Version = version.number,
          .LastModifiedDate = wire::Timestamp{version.at},
          .ARN = parameter_arn(call, name),
          .DataType = version.data_type};
}

/// The version that a selector names, the latest for none. Throws ParameterVersionNotFound.
const StoredVersion& select(const Reference& reference, const StoredParameter& parameter) {
  if (reference.selector.empty()) return parameter.latest();
  const std::string wanted = reference.selector.substr(1);
  const auto found = std::ranges::find_if(
      parameter.versions, [&](const StoredVersion& each) { return std::to_string(each.number) == wanted; });
  if (found == parameter.versions.end()) throw version_not_found(wanted, reference.name);
  return *found;
}

/// Throws ParameterNotFound, or ParameterVersionNotFound for a selector that names no version.
Parameter find(const Ssm& ssm, const Call& call, const std::string& text) {
  Reference reference = parse_reference(call, text);
  std::optional<Parameter> found;
  const ParameterStore::Scope scope{call.account, call.region};
  const StoredParameter* stored = ssm.parameters.find(scope, reference.name);
  if (!stored && text.starts_with("arn:")) {  // an ARN has a slash there, with which the name need not begin
    stored = ssm.parameters.find(scope, reference.name.substr(1));
    if (stored) reference.name.erase(0, 1);
  }
  if (stored) {
    found = to_shape(call, reference.name, *stored, select(reference, *stored));
  } else {
    const auto value = fleet::public_parameter(call.region, reference.name);
    if (!value) throw parameter_not_found(text);
    if (!reference.selector.empty() && reference.selector != ":1")
      throw version_not_found(reference.selector.substr(1), reference.name);
    found = to_shape(call, reference.name, *value);
  }
  if (!reference.selector.empty()) found->Selector = reference.selector;
  return *found;
}

/// All parameters there are, by name.
std::vector<Parameter> all_parameters(const Ssm& ssm, const Call& call) {
  std::vector<Parameter> all;
  for (fleet::PublicParameter& each : fleet::public_parameters(call.region))
    all.push_back(to_shape(call, std::move(each.name), std::move(each.value)));
  for (const auto& [name, parameter] : ssm.parameters.all({call.account, call.region}))
    all.push_back(to_shape(call, name, *parameter, parameter->latest()));
  std::ranges::sort(all, {}, [](const Parameter& each) { return *each.Name; });
  return all;
}

/// Do the filters leave this one? None has a key or labels.
bool pass(const std::vector<ParameterStringFilter>& filters, const std::string& type) {
  return std::ranges::all_of(filters, [&](const ParameterStringFilter& filter) {
    if (filter.Key != "Type" && filter.Key != "KeyId" && filter.Key != "Label")
      throw invalid_filter_key(filter.Key);
    const bool prefix = filter.Option.value_or("Equals") == "BeginsWith";
    return filter.Key == "Type" && std::ranges::any_of(filter.Values, [&](const std::string& value) {
             return prefix ? type.starts_with(value) : value == type;
           });
  });
}

}  // namespace

std::string parameter_arn(const Call& call, std::string_view name) {
  if (name.starts_with("arn:")) return std::string(name);
  const std::string_view plain = name.substr(0, name.find(':'));
  if (plain.starts_with("/aws/")) return region_part(call) + std::string(plain);
  return "arn:aws:ssm:" + call.region + ":" + call.account + ":parameter" +
         (plain.starts_with('/') ? "" : "/") + std::string(plain);
}

std::optional<std::string> parameter_value(const ParameterStore& parameters,
                                           const ParameterStore::Scope& scope, const std::string& name) {
  if (const StoredParameter* stored = parameters.find(scope, name)) return stored->latest().value;
  return fleet::public_parameter(scope.region, name);
}

GetParameterResult get_parameter(Ssm& ssm, const Call& call, GetParameterRequest in) {
  return {.Parameter = find(ssm, call, in.Name)};
}

GetParametersResult get_parameters(Ssm& ssm, const Call& call, GetParametersRequest in) {
  if (in.Names.empty() || in.Names.size() > most_names) {
    std::string names;
    for (const std::string& name : in.Names) names += (names.empty() ? "" : ", ") + name;
    throw constraint_broken(
        "[" + names + "]", "names",
        in.Names.empty() ? "have length greater than or equal to 1" : "have length less than or equal to 10");
  }
  GetParametersResult out;
  for (const std::string& name : in.Names) {
    call.authorize("ssm:GetParameters", parameter_arn(call, name));
    try {
      out.Parameters.push_back(find(ssm, call, name));
    } catch (const wire::ServiceError&) {  // here a name that is not there is an answer, not an error
      out.InvalidParameters.push_back(name);
    }
  }
  return out;
}

GetParametersByPathResult get_parameters_by_path(Ssm& ssm, const Call& call, GetParametersByPathRequest in) {
  if (!in.Path.starts_with('/')) throw path_without_slash();
  if (in.MaxResults && (*in.MaxResults < 1 || *in.MaxResults > most_results))
    throw constraint_broken(
        std::to_string(*in.MaxResults), "maxResults",
        *in.MaxResults < 1 ? "have value greater than or equal to 1" : "have value less than or equal to 10");
  std::optional<std::string> after;
  if (in.NextToken) {
    after = base::from_page_token(*in.NextToken);
    if (!after) throw invalid_token();
  }
  GetParametersByPathResult out;
  const std::string folder = in.Path.ends_with('/') ? in.Path : in.Path + "/";
  const auto limit = static_cast<std::size_t>(in.MaxResults.value_or(most_results));
  for (Parameter& each : all_parameters(ssm, call)) {
    const std::string& name = *each.Name;
    if (!pass(in.ParameterFilters, *each.Type) || !name.starts_with(folder) || (after && name <= *after))
      continue;
    const bool child = name.find('/', folder.size()) == std::string::npos;
    if (!child && !in.Recursive.value_or(false)) continue;
    if (out.Parameters.size() == limit) {
      out.NextToken = base::to_page_token(*out.Parameters.back().Name);
      break;
    }
    out.Parameters.push_back(std::move(each));
  }
  return out;
}

}  // namespace berth::ssm
