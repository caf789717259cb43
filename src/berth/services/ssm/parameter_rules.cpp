#include "berth/services/ssm/parameter_rules.hpp"

#include "base/ascii.hpp"
#include "base/regular_expression.hpp"
#include "berth/services/ssm/errors.hpp"

#include <algorithm>
#include <cctype>

namespace berth::ssm {

namespace {

constexpr std::size_t longest_name = 2048, longest_name_in_arn = 1011;
constexpr std::size_t longest_standard = 4096, longest_advanced = 8192, longest_description = 1024;
constexpr std::size_t longest_pattern = 1024;
constexpr std::ptrdiff_t most_levels = 15;
constexpr std::size_t most_tags = 50;

bool is_name_character(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) ||
         std::string_view("_.-/").find(c) != std::string_view::npos;
}

}  // namespace

void check_name(const std::string& name) {
  if (name.empty() || name.size() > longest_name)
    throw constraint_broken(
        name, "name",
        name.empty() ? "have length greater than or equal to 1" : "have length less than or equal to 2048");
  const std::size_t start = name.starts_with('/') ? 1 : 0;
  const std::string first = base::to_lower(std::string_view(name).substr(start, 3));
  const bool levelled = name.find('/') != std::string::npos;
  if (name.size() > longest_name_in_arn || first == "aws" || first == "ssm" ||
      !std::ranges::all_of(name, is_name_character) || name.ends_with('/') ||
      name.find("//") != std::string::npos)
    throw invalid_name();
  if (levelled && start == 0) throw path_without_slash();
  if (std::ranges::count(name, '/') > most_levels) throw too_many_levels();
}

void check_type(const std::string& type) {
  if (type == "SecureString")
    throw wire::ServiceError("UnsupportedParameterType",
                             "SecureString is not supported here: nothing is encrypted. Use String, and keep "
                             "secrets where they are encrypted.");
  if (type != "String" && type != "StringList")
    throw constraint_broken(type, "type", "satisfy enum value set: [SecureString, StringList, String]");
}

std::string tier_for(const PutParameterRequest& request) {
  const std::string wanted = request.Tier.value_or("Standard");
  if (wanted == "Standard") return wanted;
  if (wanted == "Advanced") return wanted;
  if (wanted != "Intelligent-Tiering")
    throw constraint_broken(wanted, "tier",
                            "satisfy enum value set: [Intelligent-Tiering, Advanced, Standard]");
  return request.Value.size() > longest_standard ? "Advanced" : "Standard";
}

void check_value(const PutParameterRequest& request) {
  const bool advanced = tier_for(request) == "Advanced";
  if (request.Value.empty()) throw constraint_broken("", "value", "have length greater than or equal to 1");
  if (request.Value.size() > (advanced ? longest_advanced : longest_standard)) throw value_too_long(advanced);
  if (request.Description.value_or("").size() > longest_description)
    throw constraint_broken(*request.Description, "description", "have length less than or equal to 1024");
  const std::string data_type = request.DataType.value_or("text");
  if (data_type != "text" && data_type != "aws:ec2:image")
    throw validation_failed("The data type " + data_type +
                            " is not supported here. Use text or aws:ec2:image.");
  if (data_type == "aws:ec2:image" && !request.Value.starts_with("ami-"))
    throw validation_failed("The parameter value, " + request.Value + ", is not the ID of a machine image.");
  const std::string pattern = request.AllowedPattern.value_or("");
  if (pattern.empty()) return;
  if (pattern.size() > longest_pattern)
    throw constraint_broken(pattern, "allowedPattern", "have length less than or equal to 1024");
  const auto matched = base::matches_expression(pattern, request.Value);
  if (!matched)
    throw wire::ServiceError("InvalidAllowedPatternException",
                             "The pattern " + pattern + " " + matched.error().message);
  if (!*matched)
    throw wire::ServiceError("ParameterPatternMismatchException",
                             "Parameter value, cannot be validated against allowedPattern: " + pattern);
}

void check_tags(const std::map<std::string, std::string>& tags) {
  if (tags.size() > most_tags)
    throw wire::ServiceError("TooManyTagsError", "A parameter has at most 50 tags.");
  for (const auto& [key, value] : tags)
    if (key.empty() || key.size() > 128 || value.size() > 256 || base::to_lower(key).starts_with("aws:"))
      throw validation_failed("Invalid tag '" + key +
                              "': a key has 1 to 128 characters and does not begin with aws:, a value has at "
                              "most 256");
}

}  // namespace berth::ssm
