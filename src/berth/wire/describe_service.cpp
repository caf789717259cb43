#include "berth/wire/describe_service.hpp"

#include "berth/wire/auth_error.hpp"
#include "berth/wire/reply.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <map>
#include <set>
#include <string>

namespace berth::wire {

namespace json = boost::json;

namespace {

std::string_view protocol_name(Protocol protocol) {
  switch (protocol) {
    case Protocol::Json11:
      return "json";
    case Protocol::Query:
      return "query";
    case Protocol::Ec2:
      return "ec2";
    case Protocol::RestXml:
      return "rest-xml";
  }
  return "";
}

std::string_view kind_name(Kind kind) {
  switch (kind) {
    case Kind::Structure:
      return "structure";
    case Kind::List:
      return "list";
    case Kind::Map:
      return "map";
    case Kind::String:
      return "string";
    case Kind::Boolean:
      return "boolean";
    case Kind::Integer:
      return "integer";
    case Kind::Long:
      return "long";
    case Kind::Double:
      return "double";
    case Kind::Timestamp:
      return "timestamp";
    case Kind::Blob:
      return "blob";
    case Kind::Document:
      return "document";
    case Kind::RequestStream:
    case Kind::ResponseStream:
      return "stream";
  }
  return "";
}

std::string_view location_name(Location location) {
  switch (location) {
    case Location::Body:
      return "body";
    case Location::Label:
      return "uri";
    case Location::Header:
      return "header";
    case Location::HeaderMap:
      return "headers";
    case Location::Query:
      return "querystring";
    case Location::Payload:
      return "payload";
    case Location::Status:
      return "statusCode";
  }
  return "";
}

/// Describes shapes and whatever they hold, each once. Two shapes of one name would be told as one: their addresses differ, so
/// the second gets a number.
class Shapes {
 public:
  std::string add(const Type& type) {
    if (const auto known = names_.find(&type); known != names_.end()) return known->second;
    std::string name(type.name);
    for (int number = 2; object.contains(name); ++number)
      name = std::string(type.name) + "#" + std::to_string(number);
    names_[&type] = name;
    object[name] = nullptr;  // takes the name before shapes that hold themselves come round again
    json::object members;
    for (const Member& member : type.members) members[member.name] = describe_member(member);
    object[name] = json::object{{"members", std::move(members)}};
    return name;
  }
  json::object object;

 private:
  json::object describe_type(const Type& type) {
    json::object out{{"type", kind_name(type.kind)}};
    if (type.kind == Kind::Structure) out["shape"] = add(type);
    if (type.kind == Kind::List || type.kind == Kind::Map) out["element"] = describe_type(type.element());
    return out;
  }
  json::object describe_member(const Member& member) {
    json::object out = describe_type(member.type());
    if (member.required) out["required"] = true;
    if (member.flat) out["flattened"] = true;
    if (member.location != Location::Body) out["location"] = location_name(member.location);
    if (!member.location_name.empty()) out["name"] = member.location_name;
    if (!member.item_name.empty()) out["item"] = member.item_name;
    return out;
  }
  std::map<const Type*, std::string> names_;
};

json::object describe_http(const ServiceInfo& info, const Rest& binding) {
  if (info.protocol != Protocol::RestXml) return {{"method", "POST"}, {"path", "/"}};
  std::string path(binding.path);
  for (std::size_t i = 0; i < binding.marker_count; ++i) {
    path += i == 0 ? '?' : '&';
    path += binding.markers[i].key;
    if (!binding.markers[i].value.empty()) path.append("=").append(binding.markers[i].value);
  }
  return {{"method", binding.method}, {"path", path}, {"status", binding.success}};
}

/// The members whose values a resource's name may hold, filled with their own names.
void fill_with_names(const Type& type, void* shape) {
  for (const Member& member : type.members) {
    const Type& value = member.type();
    const std::string name = "{" + std::string(member.name) + "}";
    if (value.kind == Kind::String) *static_cast<std::string*>(member.set(shape)) = name;
    if (value.kind == Kind::List && value.element().kind == Kind::String)
      *static_cast<std::string*>(value.append(member.set(shape))) = name;
  }
}

/// What the operation is authorized on, by asking its own function.
std::string resource_form(const OperationEntry& operation) {
  if (operation.resource.name == nullptr) return "*";
  AnyShape request(operation.request());
  fill_with_names(request.type(), request.data());
  Call call;
  call.account = "{account}";
  call.region = "{region}";
  try {
    return operation.resource.name(call, request.data());
  } catch (const std::exception&) {  // it takes no name with braces
    return "depends on the request";
  }
}

json::array common_errors(Protocol protocol) {
  std::set<std::pair<std::string, int>> all;
  const auto add = [&](const ServiceError& error) { all.emplace(error.code, error.http_status); };
  for (int problem = 0; problem <= static_cast<int>(AuthProblem::MissingBodyHash); ++problem)
    add(auth_error(protocol, {static_cast<AuthProblem>(problem), ""}));
  add(access_denied(protocol, ""));
  add(internal_failure(protocol));
  json::array list;
  for (const auto& [code, status] : all) list.push_back(json::object{{"code", code}, {"status", status}});
  return list;
}

}  // namespace

json::value describe_service(const ServiceInfo& info, std::span<const OperationEntry* const> operations) {
  Shapes shapes;
  json::array list;
  for (const OperationEntry* operation : operations) {
    json::array ignored;
    for (const std::string_view name : operation->not_acted_on) ignored.emplace_back(name);
    list.push_back(json::object{{"name", operation->name},
                                {"action", operation->action.name},
                                {"resource", resource_form(*operation)},
                                {"http", describe_http(info, operation->binding)},
                                {"not_acted_on", std::move(ignored)},
                                {"input", shapes.add(operation->request())},
                                {"output", shapes.add(operation->response())}});
  }
  return json::object{{"service", info.name},          {"protocol", protocol_name(info.protocol)},
                      {"version", info.version},       {"common_errors", common_errors(info.protocol)},
                      {"operations", std::move(list)}, {"shapes", std::move(shapes.object)}};
}

}  // namespace berth::wire
