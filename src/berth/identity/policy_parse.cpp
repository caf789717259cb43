#include "base/json.hpp"
#include "berth/identity/match.hpp"
#include "berth/identity/policy.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <fmt/format.h>

#include <utility>

namespace berth::identity {
namespace {

namespace json = boost::json;
using base::failure;
using base::Result;
using base::Status;

constexpr std::size_t document_limit = 131'072;  // above every limit of IAM's

/// A text, or a list of texts. Numbers and booleans are taken where `scalars` allows them (condition values).
Result<std::vector<std::string>> texts_of(const json::value& value, std::string_view where,
                                          bool scalars = false) {
  std::vector<std::string> texts;
  const auto add = [&](const json::value& element) {
    if (const auto* text = element.if_string()) return texts.emplace_back(*text), true;
    if (scalars && (element.is_bool() || element.is_number()))
      return texts.push_back(base::to_text(element)), true;
    return false;
  };
  if (const auto* list = value.if_array()) {
    for (const json::value& element : *list)
      if (!add(element)) return failure(fmt::format("{} must be a string or a list of strings", where));
  } else if (!add(value)) {
    return failure(fmt::format("{} must be a string or a list of strings", where));
  }
  return texts;
}

Status read_principal(const json::value& value, PrincipalSet& principals, const std::string& where) {
  if (const auto* text = value.if_string()) {
    if (*text != "*")
      return failure(where + ": Principal must be \"*\" or an object such as {\"Service\": …}");
    principals.anybody = true;
    return {};
  }
  const auto* object = value.if_object();
  if (object == nullptr)
    return failure(where + ": Principal must be \"*\" or an object such as {\"Service\": …}");
  for (const auto& [kind, members] : *object) {
    auto texts = texts_of(members, fmt::format("{}: Principal.{}", where, std::string_view(kind)));
    if (!texts) return texts.error();
    if (kind == "Service") {
      principals.services.insert(principals.services.end(), texts->begin(), texts->end());
    } else if (kind == "AWS") {
      for (std::string& text : *texts) {
        if (text == "*")
          principals.anybody = true;
        else
          principals.aws.push_back(std::move(text));
      }
    } else if (kind != "Federated" && kind != "CanonicalUser") {  // those two are valid, and never match here
      return failure(fmt::format("{}: Principal has an unknown kind \"{}\"", where, std::string_view(kind)));
    }
  }
  return {};
}

Status read_conditions(const json::value& value, std::vector<ConditionTest>& tests,
                       const std::string& where) {
  const auto* operators = value.if_object();
  if (operators == nullptr) return failure(where + ": Condition must be an object");
  for (const auto& [name, keys] : *operators) {
    if (!is_condition_operator(name))
      return failure(
          fmt::format("{}: Condition has an unknown operator \"{}\"", where, std::string_view(name)));
    const auto* object = keys.if_object();
    if (object == nullptr)
      return failure(fmt::format("{}: Condition.{} must be an object", where, std::string_view(name)));
    for (const auto& [key, values] : *object) {
      auto texts = texts_of(
          values, fmt::format("{}: Condition.{}.{}", where, std::string_view(name), std::string_view(key)),
          true);
      if (!texts) return texts.error();
      tests.push_back({std::string(name), std::string(key), std::move(*texts)});
    }
  }
  return {};
}

Status check_action(const std::string& action, const std::string& where) {
  if (action == "*") return {};
  const auto colon = action.find(':');
  if (colon == std::string::npos || colon == 0 || colon + 1 == action.size())
    return failure(
        fmt::format("{}: Action \"{}\" must be \"*\" or have the form service:operation", where, action));
  return {};
}

Status read_member(std::string_view name, const json::value& value, Statement& statement, PolicyKind kind,
                   const std::string& where) {
  const auto list = [&](std::vector<std::string>& into) -> Status {
    auto texts = texts_of(value, fmt::format("{}: {}", where, name));
    if (!texts) return texts.error();
    into = std::move(*texts);
    return {};
  };
  if (name == "Sid") {
    if (!value.is_string()) return failure(where + ": Sid must be a string");
    statement.sid = value.get_string();
  } else if (name == "Effect") {
    if (value == "Allow")
      statement.effect = Statement::Effect::Allow;
    else if (value == "Deny")
      statement.effect = Statement::Effect::Deny;
    else
      return failure(where + ": Effect must be \"Allow\" or \"Deny\"");
  } else if (name == "Action" || name == "NotAction") {
    statement.not_action = name == "NotAction";
    return list(statement.actions);
  } else if (name == "Resource" || name == "NotResource") {
    if (kind == PolicyKind::Trust) return failure(where + ": a trust policy has no " + std::string(name));
    statement.not_resource = name == "NotResource";
    return list(statement.resources);
  } else if (name == "Principal" || name == "NotPrincipal") {
    if (kind == PolicyKind::Identity)
      return failure(fmt::format("{}: a policy of a role has no {}", where, name));
    statement.principals.negated = name == "NotPrincipal";
    return read_principal(value, statement.principals, where);
  } else if (name == "Condition") {
    return read_conditions(value, statement.conditions, where);
  } else {
    return failure(fmt::format("{}: unknown element \"{}\"", where, name));
  }
  return {};
}

Result<Statement> read_statement(const json::value& value, PolicyKind kind, const std::string& where) {
  const auto* object = value.if_object();
  if (object == nullptr) return failure(where + " must be an object");
  for (const auto& [is, is_not] : {std::pair("Action", "NotAction"), std::pair("Resource", "NotResource"),
                                   std::pair("Principal", "NotPrincipal")}) {
    if (object->contains(is) && object->contains(is_not))
      return failure(fmt::format("{}: {} and {} exclude each other", where, is, is_not));
  }
  Statement statement;
  for (const auto& [name, member] : *object)
    if (auto read = read_member(name, member, statement, kind, where); !read) return read.error();
  if (!object->contains("Effect")) return failure(where + " lacks Effect");
  if (statement.actions.empty()) return failure(where + " lacks Action or NotAction");
  for (const std::string& action : statement.actions)
    if (auto checked = check_action(action, where); !checked) return checked.error();
  if (kind != PolicyKind::Trust && statement.resources.empty())
    return failure(where + " lacks Resource or NotResource");
  if (kind != PolicyKind::Identity && !object->contains("Principal") && !object->contains("NotPrincipal"))
    return failure(where + " lacks Principal");
  return statement;
}

}  // namespace

Result<PolicyDocument> parse_policy(std::string_view json_text, PolicyKind kind) {
  if (json_text.size() > document_limit) return failure("the policy is longer than 131,072 bytes");
  const auto value = base::parse_json(json_text);
  if (!value) return value.error().within("the policy is not JSON");
  const auto* object = value->if_object();
  if (object == nullptr) return failure("the policy must be a JSON object");
  PolicyDocument document;
  for (const auto& [name, member] : *object) {
    if (name == "Version") {
      if (member != "2012-10-17" && member != "2008-10-17")
        return failure("Version must be \"2012-10-17\" or \"2008-10-17\"");
      document.variables = member == "2012-10-17";
    } else if (name != "Id" && name != "Statement") {
      return failure(fmt::format("unknown element \"{}\" in the policy", std::string_view(name)));
    }
  }
  const auto* statements = object->if_contains("Statement");
  if (statements == nullptr) return failure("the policy lacks Statement");
  if (const auto* list = statements->if_array()) {
    for (std::size_t i = 0; i < list->size(); ++i) {
      auto statement = read_statement((*list)[i], kind, fmt::format("Statement {}", i + 1));
      if (!statement) return statement.error();
      document.statements.push_back(std::move(*statement));
    }
  } else {
    auto statement = read_statement(*statements, kind, "Statement");
    if (!statement) return statement.error();
    document.statements.push_back(std::move(*statement));
  }
  return document;
}

}  // namespace berth::identity
