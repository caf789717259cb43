/// Makes wire::Type of described structs. Included where operations are tabled and calls are made; shapes
/// need it not.
#pragma once

#include "berth/http/body.hpp"
#include "berth/wire/shape.hpp"
#include "berth/wire/type.hpp"

#include <boost/describe/members.hpp>
#include <boost/mp11/list.hpp>

#include <array>
#include <cstdint>
#include <type_traits>

namespace berth::wire {

class RequestBody;  // request_body.hpp

/// The description of T; the same object at every call.
template <class T>
const Type& describe();

namespace detail {

/// What a member's declared type says: where it travels, how it is named, and the value type beneath.
template <class T>
struct Slot {
  using Value = T;
  static constexpr Member facts{.required = true};
  static const Value* get(const T& member) { return &member; }
  static Value* set(T& member) { return &member; }
};
template <class T>
struct Slot<std::optional<T>> {
  using Value = T;
  static constexpr Member facts{};
  static const Value* get(const std::optional<T>& member) { return member ? &*member : nullptr; }
  static Value* set(std::optional<T>& member) { return member ? &*member : &member.emplace(); }
};
template <class T>
struct Slot<std::vector<T>> {
  using Value = std::vector<T>;
  static constexpr Member facts{.always = true};
  static const Value* get(const Value& member) { return &member; }
  static Value* set(Value& member) { return &member; }
};
template <class T>
struct Slot<std::map<std::string, T>> {
  using Value = std::map<std::string, T>;
  static constexpr Member facts{.always = true};
  static const Value* get(const Value& member) { return &member; }
  static Value* set(Value& member) { return &member; }
};

constexpr Member with(Member facts, auto change) {
  change(facts);
  return facts;
}
template <class T>
struct Slot<Required<T>> : Slot<T> {
  static constexpr Member facts = with(Slot<T>::facts, [](Member& m) { m.required = true; });
};
template <class T, FixedText Name>
struct Slot<Named<T, Name>> : Slot<T> {
  static constexpr Member facts = with(Slot<T>::facts, [](Member& m) { m.location_name = Name.view(); });
};
template <class T, FixedText Name>
struct Slot<Items<T, Name>> : Slot<std::vector<T>> {
  static constexpr Member facts{.item_name = Name.view(), .always = true};
};
template <class T, FixedText Name>
struct Slot<Flat<T, Name>> : Slot<std::vector<T>> {
  static constexpr Member facts{.location_name = Name.view(), .flat = true};
};
template <FixedText Name>
struct Slot<Label<Name>> : Slot<std::string> {
  static constexpr Member facts{.location = Location::Label, .location_name = Name.view(), .required = true};
};
template <class T, FixedText Name>
struct Slot<Header<T, Name>> : Slot<std::optional<T>> {
  static constexpr Member facts{.location = Location::Header, .location_name = Name.view()};
};
template <class T, FixedText Name>
struct Slot<Query<T, Name>> : Slot<std::optional<T>> {
  static constexpr Member facts{.location = Location::Query, .location_name = Name.view()};
};
template <class T, FixedText Name>
struct Slot<RequiredHeader<T, Name>> {
  using Value = T;
  static constexpr Member facts{.location = Location::Header, .location_name = Name.view(), .required = true};
  static const Value* get(const RequiredHeader<T, Name>& member) { return &member.value; }
  static Value* set(RequiredHeader<T, Name>& member) { return &member.value; }
};
template <class T, FixedText Name>
struct Slot<RequiredQuery<T, Name>> {
  using Value = T;
  static constexpr Member facts{.location = Location::Query, .location_name = Name.view(), .required = true};
  static const Value* get(const RequiredQuery<T, Name>& member) { return &member.value; }
  static Value* set(RequiredQuery<T, Name>& member) { return &member.value; }
};
template <FixedText Prefix>
struct Slot<HeaderMap<Prefix>> : Slot<std::map<std::string, std::string>> {
  static constexpr Member facts{.location = Location::HeaderMap, .location_name = Prefix.view()};
};
template <class T>
struct Slot<Payload<T>> : Slot<std::optional<T>> {
  static constexpr Member facts{.location = Location::Payload};
};
template <>
struct Slot<Status> : Slot<std::optional<int>> {
  static constexpr Member facts{.location = Location::Status};
};

constexpr std::string_view wire_name(std::string_view name) {
  return name.ends_with('_') ? name.substr(0, name.size() - 1) : name;
}

template <auto Pointer>
struct MemberOf;
template <class S, class M, M S::*Pointer>
struct MemberOf<Pointer> {
  static const void* get(const void* shape) { return Slot<M>::get(static_cast<const S*>(shape)->*Pointer); }
  static void* set(void* shape) { return Slot<M>::set(static_cast<S*>(shape)->*Pointer); }
  static constexpr Member make(std::string_view name) {
    Member member = Slot<M>::facts;
    member.name = wire_name(name);
    member.type = &describe<typename Slot<M>::Value>;
    member.get = &get;
    member.set = &set;
    return member;
  }
};

template <class Described>
struct MembersOf;
template <template <class...> class List, class... D>
struct MembersOf<List<D...>> {
  static constexpr std::array<Member, sizeof...(D)> value{MemberOf<D::pointer>::make(D::name)...};
};

template <class T>
struct Describe {  // a described struct
  static void* create() { return new T(); }
  static void destroy(void* shape) { delete static_cast<T*>(shape); }
  static constexpr Type make(std::string_view name) {
    using Members = boost::describe::describe_members<T, boost::describe::mod_public>;
    return {.kind = Kind::Structure,
            .name = name,
            .members = MembersOf<Members>::value,
            .create = &create,
            .destroy = &destroy};
  }
};
template <class T>
struct Describe<std::vector<T>> {
  using List = std::vector<T>;
  static std::size_t size(const void* list) { return static_cast<const List*>(list)->size(); }
  static const void* at(const void* list, std::size_t i) { return &(*static_cast<const List*>(list))[i]; }
  static void* append(void* list) { return &static_cast<List*>(list)->emplace_back(); }
  static constexpr Type make(std::string_view) {
    return {.kind = Kind::List,
            .name = {},
            .members = {},
            .element = &describe<T>,
            .size = &size,
            .at = &at,
            .append = &append};
  }
};
template <class T>
struct Describe<std::map<std::string, T>> {
  using Map = std::map<std::string, T>;
  static std::size_t size(const void* map) { return static_cast<const Map*>(map)->size(); }
  static void* insert(void* map, std::string key) { return &(*static_cast<Map*>(map))[std::move(key)]; }
  static void each(const void* map, void* context, VisitEntry visit) {
    for (const auto& [key, value] : *static_cast<const Map*>(map)) visit(context, key, &value);
  }
  static constexpr Type make(std::string_view) {
    return {.kind = Kind::Map,
            .name = {},
            .members = {},
            .element = &describe<T>,
            .size = &size,
            .insert = &insert,
            .each = &each};
  }
};

template <Kind K>
struct DescribeScalar {
  static constexpr Type make(std::string_view) { return {.kind = K, .name = {}, .members = {}}; }
};
template <>
struct Describe<std::string> : DescribeScalar<Kind::String> {};
template <>
struct Describe<bool> : DescribeScalar<Kind::Boolean> {};
template <>
struct Describe<int> : DescribeScalar<Kind::Integer> {};
template <>
struct Describe<std::int64_t> : DescribeScalar<Kind::Long> {};
template <>
struct Describe<double> : DescribeScalar<Kind::Double> {};
template <>
struct Describe<Timestamp> : DescribeScalar<Kind::Timestamp> {};
template <>
struct Describe<Blob> : DescribeScalar<Kind::Blob> {};
template <>
struct Describe<Document> : DescribeScalar<Kind::Document> {};
template <>
struct Describe<RequestBody> : DescribeScalar<Kind::RequestStream> {};
template <>
struct Describe<http::Body> : DescribeScalar<Kind::ResponseStream> {};

/// The struct's own name, without namespaces, as the compiler spells it.
template <class T>
constexpr std::string_view type_name() {
  std::string_view name =
      __PRETTY_FUNCTION__;  // "… type_name() [with T = berth::ecs::Task; …]", clang: "[T = …]"
  name = name.substr(name.find("T = ") + 4);
  name = name.substr(0, name.find_first_of(";]"));
  const std::size_t scope = name.rfind("::");
  return scope == std::string_view::npos ? name : name.substr(scope + 2);
}

}  // namespace detail

template <class T>
const Type& describe() {
  static constexpr Type type = detail::Describe<T>::make(detail::type_name<T>());
  return type;
}

}  // namespace berth::wire
