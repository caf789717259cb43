#include "berth/services/cloudformation/change_values.hpp"

#include "base/json.hpp"

#include <boost/json/array.hpp>
#include <boost/json/object.hpp>

#include <string>
#include <string_view>

namespace berth::cloudformation {
namespace {

namespace json = boost::json;

/// A name as a part of a JSON pointer.
std::string pointer_part(std::string_view name) {
  std::string part = "/";
  for (const char c : name) {
    if (c == '~')
      part += "~0";
    else if (c == '/')
      part += "~1";
    else
      part += c;
  }
  return part;
}

std::optional<std::string> text(const json::value* value) {
  if (value == nullptr) return std::nullopt;
  return value->is_string() ? std::string(value->get_string()) : base::to_text(*value);
}

/// The values at a place; null where there is none.
struct Place {
  std::string path;
  const json::value* before;
  const json::value* after;
};

bool is_same(const Place& place) {
  return place.before != nullptr && place.after != nullptr &&
         stack::is_same_value(*place.before, *place.after);
}

/// Goes down as far as both sides are built alike.
void find_places(const Place& place, std::vector<Place>& found) {
  if (is_same(place)) return;
  const bool both = place.before != nullptr && place.after != nullptr;
  if (both && place.before->is_object() && place.after->is_object()) {
    const auto &before = place.before->get_object(), &after = place.after->get_object();
    for (const auto& [name, value] : before)
      find_places({place.path + pointer_part(name), &value, after.if_contains(name)}, found);
    for (const auto& [name, value] : after)
      if (!before.contains(name)) find_places({place.path + pointer_part(name), nullptr, &value}, found);
  } else if (both && place.before->is_array() && place.after->is_array() &&
             place.before->get_array().size() == place.after->get_array().size()) {
    for (std::size_t i = 0; i < place.before->get_array().size(); ++i)
      find_places(
          {place.path + "/" + std::to_string(i), &place.before->get_array()[i], &place.after->get_array()[i]},
          found);
  } else {
    found.push_back(place);
  }
}

const json::value* member(const json::value& object, std::string_view name) {
  return object.is_object() ? object.get_object().if_contains(name) : nullptr;
}

/// What a detail is about: a property, or an attribute such as Metadata.
const json::value* subject(const json::value& context, const stack::ChangeDetail& detail) {
  if (detail.name.empty()) return member(context, detail.attribute);
  const json::value* properties = member(context, "Properties");
  return properties == nullptr ? nullptr : member(*properties, detail.name);
}

}  // namespace

std::vector<ResourceTargetDefinition> targets_with_values(const stack::ResourceChange& change,
                                                          const stack::ChangeDetail& detail,
                                                          ResourceTargetDefinition like) {
  std::vector<ResourceTargetDefinition> targets;
  const bool whole = detail.name.empty() && detail.attribute == "Properties";
  if (change.before.empty() || change.after.empty() || whole) {
    targets.push_back(std::move(like));
    return targets;
  }
  const json::value before = base::parse_json(change.before).value(),
                    after = base::parse_json(change.after).value();
  const Place all{detail.name.empty() ? "/" + detail.attribute : "/Properties" + pointer_part(detail.name),
                  subject(before, detail), subject(after, detail)};
  std::vector<Place> places;
  find_places(all, places);
  if (places.empty()) places.push_back(all);  // what is not shown differs
  for (const Place& place : places) {
    ResourceTargetDefinition target = like;
    target.Path = place.path;
    target.BeforeValue = text(place.before);
    target.AfterValue = text(place.after);
    if (place.before != nullptr || place.after != nullptr)
      target.AttributeChangeType = place.before == nullptr  ? "Add"
                                   : place.after == nullptr ? "Remove"
                                                            : "Modify";
    targets.push_back(std::move(target));
  }
  return targets;
}

}  // namespace berth::cloudformation
