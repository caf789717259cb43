#include "berth/stack/intrinsics.hpp"

#include "base/encoding.hpp"
#include "berth/stack/arguments.hpp"
#include "berth/stack/shapes.hpp"
#include "berth/stack/substitution.hpp"
#include "berth/stack/template_error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace berth::stack {
namespace {

using Value = std::optional<json::value>;

[[noreturn]] void unresolved(const std::string& name) {
  throw TemplateError(fmt::format(
      "Template format error: Unresolved resource dependencies [{}] in the Resources block of the template",
      name));
}

Value reference(const std::string& name, const Scope& scope) {
  if (name == "AWS::NoValue") return std::nullopt;
  if (const auto found = scope.values.find(name); found != scope.values.end()) return found->second;
  if (scope.reference)
    if (auto value = scope.reference(name)) return value;
  unresolved(name);
}

json::value attribute(const std::string& resource, const std::string& name, const Scope& scope) {
  if (!scope.attribute) unresolved(resource);
  return scope.attribute(resource, name);
}

Value apply_ref(const json::value& argument, const Scope& scope) {
  const auto* name = argument.if_string();
  if (name == nullptr) refuse_call(shapes::ref.complaint);
  return reference(to_string(*name), scope);
}

Value apply_get_att(const json::value& argument, const Scope& scope) {
  if (const auto* text = argument.if_string()) {  // the string form, which JSON has too
    const std::string whole = to_string(*text);
    const auto dot = whole.find('.');
    if (dot == std::string::npos || dot == 0 || dot + 1 == whole.size())
      refuse_call(shapes::get_att.complaint);
    return attribute(whole.substr(0, dot), whole.substr(dot + 1), scope);
  }
  const json::array& list = arguments(argument, 2, shapes::get_att.complaint);
  const auto* resource = list[0].if_string();
  const auto name = text_of(resolve(list[1], scope));
  if (resource == nullptr || resource->empty() || !name || name->empty())
    refuse_call(shapes::get_att.complaint);
  return attribute(to_string(*resource), *name, scope);
}

Value apply_sub(const json::value& argument, const Scope& scope) {
  const json::value* text = &argument;
  std::map<std::string, std::string> own;
  if (const auto* list = argument.if_array()) {
    if (list->size() != 2 || !(*list)[1].is_object()) refuse_call(shapes::sub.complaint);
    text = &(*list)[0];
    for (const auto& [name, member] : (*list)[1].get_object()) {
      const auto value = text_of(resolve(member, scope));
      if (!value) refuse_call(shapes::sub.complaint);
      own.emplace(to_string(name), *value);
    }
  }
  if (!text->is_string()) refuse_call(shapes::sub.complaint);
  std::string result;
  for (const SubstitutionPiece& piece : parse_substitution(to_string(text->get_string()))) {
    if (!piece.is_name) {
      result += piece.text;
      continue;
    }
    if (const auto found = own.find(piece.text); found != own.end()) {
      result += found->second;
      continue;
    }
    const auto dot = piece.text.find('.');
    const auto value = text_of(dot == std::string::npos
                                   ? reference(piece.text, scope)
                                   : attribute(piece.text.substr(0, dot), piece.text.substr(dot + 1), scope));
    if (!value) refuse_call(fmt::format("Fn::Sub expression does not resolve to a string: {}", piece.text));
    result += *value;
  }
  return json::string(result);
}

Value apply_join(const json::value& argument, const Scope& scope) {
  const json::array& list = arguments(argument, 2, shapes::join.complaint);
  const auto delimiter = list[0].if_string();
  const Value elements = resolve(list[1], scope);
  if (delimiter == nullptr || !elements || !elements->is_array()) refuse_call(shapes::join.complaint);
  std::string result;
  bool first = true;
  for (const json::value& element : elements->get_array()) {
    const auto text = text_of(element);
    if (!text) refuse_call(shapes::join.complaint);
    if (!std::exchange(first, false)) result += to_string(*delimiter);
    result += *text;
  }
  return json::string(result);
}

Value apply_select(const json::value& argument, const Scope& scope) {
  const json::array& list = arguments(argument, 2, shapes::select.complaint);
  const auto index_text = text_of(resolve(list[0], scope));
  const Value elements = resolve(list[1], scope);
  std::size_t index = 0;
  if (!index_text || !elements || !elements->is_array()) refuse_call(shapes::select.complaint);
  const char* const end = index_text->data() + index_text->size();
  if (const auto [stop, error] = std::from_chars(index_text->data(), end, index);
      error != std::errc{} || stop != end)
    refuse_call(shapes::select.complaint);
  if (index >= elements->get_array().size())
    refuse_call(fmt::format("Fn::Select cannot select nonexistent value at index {}", index));
  return elements->get_array()[index];
}

Value apply_split(const json::value& argument, const Scope& scope) {
  const json::array& list = arguments(argument, 2, shapes::split.complaint);
  const auto* delimiter = list[0].if_string();
  const auto source = text_of(resolve(list[1], scope));
  if (delimiter == nullptr || delimiter->empty() || !source) refuse_call(shapes::split.complaint);
  json::array parts;
  std::string_view rest = *source;
  while (true) {
    const auto at = rest.find(to_string(*delimiter));
    parts.emplace_back(rest.substr(0, at));
    if (at == std::string_view::npos) return parts;
    rest.remove_prefix(at + delimiter->size());
  }
}

Value apply_find_in_map(const json::value& argument, const Scope& scope) {
  const json::array& list = arguments(argument, 3, shapes::find_in_map.complaint);
  std::array<std::string, 3> names;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const auto text = text_of(resolve(list[i], scope));
    if (!text) refuse_call(shapes::find_in_map.complaint);
    names[i] = *text;
  }
  const auto* map = scope.mappings.if_contains(names[0]);
  if (map == nullptr)
    refuse_call(
        fmt::format("Mapping named '{}' is not present in the 'Mappings' section of template.", names[0]));
  const auto* attributes = map->get_object().if_contains(names[1]);
  const auto* found = attributes == nullptr ? nullptr : attributes->get_object().if_contains(names[2]);
  if (found == nullptr)
    refuse_call(fmt::format("Unable to get mapping for {}::{}::{}", names[0], names[1], names[2]));
  return *found;
}

Value apply_base64(const json::value& argument, const Scope& scope) {
  const auto text = text_of(resolve(argument, scope));
  if (!text) refuse_call(shapes::base64.complaint);
  return json::string(base::to_base64(*text));
}

Value apply_get_azs(const json::value& argument, const Scope& scope) {
  const auto region = text_of(resolve(argument, scope));
  if (!region) refuse_call(shapes::get_azs.complaint);
  if (!region->empty() && *region != scope.region)
    refuse_call(
        fmt::format("Fn::GetAZs: this machine is in {}; it knows no zones of {}", scope.region, *region));
  json::array zones;
  for (const std::string& zone : scope.zones) zones.emplace_back(zone);
  return zones;
}

/// "10.0.0.0/16" as an address and the bits of its prefix.
std::optional<std::pair<std::uint32_t, unsigned>> parse_block(std::string_view text) {
  std::uint32_t address = 0;
  for (int part = 0; part < 4; ++part) {
    unsigned value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const char end = part < 3 ? '.' : '/';
    if (error != std::errc{} || value > 255 || stop == text.data() + text.size() || *stop != end)
      return std::nullopt;
    address = address << 8 | value;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()) + 1);
  }
  unsigned prefix = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), prefix);
  if (error != std::errc{} || stop != text.data() + text.size() || prefix > 32) return std::nullopt;
  return std::pair(address, prefix);
}

std::optional<unsigned> parse_count(const std::optional<std::string>& text) {
  unsigned value = 0;
  if (!text) return std::nullopt;
  const auto [stop, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc{} || stop != text->data() + text->size()) return std::nullopt;
  return value;
}

Value apply_cidr(const json::value& argument, const Scope& scope) {
  const auto* list = argument.if_array();
  if (list == nullptr || list->size() < 2 || list->size() > 3) refuse_call(shapes::cidr.complaint);
  const auto block_text = text_of(resolve((*list)[0], scope));
  const auto count = parse_count(text_of(resolve((*list)[1], scope)));
  const auto bits = list->size() == 3 ? parse_count(text_of(resolve((*list)[2], scope))) : std::optional(8U);
  if (!block_text || !count || *count < 1 || *count > 256 || !bits) refuse_call(shapes::cidr.complaint);
  if (block_text->find(':') != std::string::npos)
    refuse_call("Fn::Cidr: only IPv4 blocks are known here, not " + *block_text);
  const auto block = parse_block(*block_text);
  if (!block) refuse_call("Fn::Cidr: " + *block_text + " is no IP block such as 10.0.0.0/16");
  const auto [address, prefix] = *block;
  const unsigned host_bits = std::min(*bits, 32U), subnet_prefix = 32 - host_bits;
  const std::uint64_t size = std::uint64_t{1} << host_bits;
  if (*bits > 31 || size * *count > std::uint64_t{1} << (32 - prefix))
    refuse_call(
        fmt::format("Fn::Cidr: {} has no room for {} subnets of {} bits", *block_text, *count, *bits));
  const std::uint64_t mask = prefix == 0 ? 0 : ~std::uint64_t{0} << (32 - prefix);
  json::array subnets;
  for (std::uint64_t i = 0; i < *count; ++i) {
    const std::uint64_t start = (address & mask) + i * size;
    subnets.emplace_back(fmt::format("{}.{}.{}.{}/{}", start >> 24 & 255, start >> 16 & 255, start >> 8 & 255,
                                     start & 255, subnet_prefix));
  }
  return subnets;
}

Value apply_import(const json::value& argument, const Scope& scope) {
  const auto name = text_of(resolve(argument, scope));
  if (!name) refuse_call(shapes::import_value.complaint);
  const auto value = scope.import ? scope.import(*name) : std::nullopt;
  if (!value) throw TemplateError(fmt::format("No export named {} found.", *name));
  return json::string(*value);
}

Value apply_if(const json::value& argument, const Scope& scope) {
  const json::array& list = arguments(argument, 3, shapes::if_.complaint);
  const auto* name = list[0].if_string();
  if (name == nullptr) refuse_call(shapes::if_.complaint);
  const auto found = scope.conditions.find(to_string(*name));
  if (found == scope.conditions.end())
    refuse_call(fmt::format("unresolved condition dependency {} in Fn::If", to_string(*name)));
  return resolve(list[found->second ? 1 : 2], scope);
}

struct Function {
  const FunctionShape* shape;
  Value (*apply)(const json::value&, const Scope&);
};
constexpr std::array functions = {
    Function{&shapes::ref, apply_ref},       Function{&shapes::get_att, apply_get_att},
    Function{&shapes::sub, apply_sub},       Function{&shapes::join, apply_join},
    Function{&shapes::select, apply_select}, Function{&shapes::split, apply_split},
    Function{&shapes::if_, apply_if},        Function{&shapes::find_in_map, apply_find_in_map},
    Function{&shapes::base64, apply_base64}, Function{&shapes::get_azs, apply_get_azs},
    Function{&shapes::cidr, apply_cidr},     Function{&shapes::import_value, apply_import}};

[[noreturn]] void refuse_function(const std::string& name) {
  if (name == "Fn::Equals" || name == "Fn::And" || name == "Fn::Or" || name == "Fn::Not")
    refuse_call(name + " can only be used in the Conditions section; name the condition in Fn::If");
  refuse_call(name + " is not supported here");
}

const Function& function_named(const std::string& name) {
  for (const Function& function : functions)
    if (function.shape->name == name) return function;
  refuse_function(name);
}

}  // namespace

std::optional<std::string> function_in(const json::value& value) {
  const auto* object = value.if_object();
  if (object == nullptr) return std::nullopt;
  for (const auto& [key, member] : *object) {
    if (key != "Ref" && !key.starts_with("Fn::")) continue;
    if (object->size() != 1)
      throw TemplateError(
          fmt::format("Template format error: {} must be the only member of its object", to_string(key)));
    return to_string(key);
  }
  return std::nullopt;
}

const FunctionShape& shape_of(const std::string& function) { return *function_named(function).shape; }

Value resolve(const json::value& value, const Scope& scope) {
  if (const auto function = function_in(value))
    return function_named(*function).apply(value.get_object().begin()->value(), scope);
  if (const auto* object = value.if_object()) return resolve_object(*object, scope);
  if (const auto* list = value.if_array()) {
    json::array result;
    for (const json::value& element : *list)
      if (auto resolved = resolve(element, scope)) result.push_back(std::move(*resolved));
    return result;
  }
  return value;
}

json::object resolve_object(const json::object& object, const Scope& scope) {
  json::object result;
  for (const auto& [key, member] : object)
    if (auto resolved = resolve(member, scope)) result.emplace(key, std::move(*resolved));
  return result;
}

std::map<std::string, json::value, std::less<>> pseudo_parameters(const std::string& account,
                                                                  const std::string& region,
                                                                  const std::string& stack_name,
                                                                  const std::string& stack_id) {
  std::map<std::string, json::value, std::less<>> values;
  values["AWS::AccountId"] = json::string(account);
  values["AWS::Region"] = json::string(region);
  values["AWS::StackName"] = json::string(stack_name);
  values["AWS::StackId"] = json::string(stack_id);
  values["AWS::Partition"] = "aws";
  values["AWS::URLSuffix"] = "amazonaws.com";
  values["AWS::NotificationARNs"] = json::array();
  return values;
}

bool is_pseudo_parameter(std::string_view name) {
  constexpr std::array names = {"AWS::AccountId", "AWS::Region",    "AWS::StackName",        "AWS::StackId",
                                "AWS::Partition", "AWS::URLSuffix", "AWS::NotificationARNs", "AWS::NoValue"};
  for (const char* pseudo : names)
    if (name == pseudo) return true;
  return false;
}

}  // namespace berth::stack
