#include "berth/wire/query.hpp"

#include "berth/wire/scalar_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>

namespace berth::wire {

namespace {

constexpr std::size_t max_parts = 32;

/// A form as a tree: "A.member.1" is the node 1 in the node member in the node A.
struct Node {
  std::optional<std::string_view> value;
  std::map<std::string_view, Node, std::less<>> children;

  const Node* child(std::string_view name) const {
    const auto found = children.find(name);
    return found == children.end() ? nullptr : &found->second;
  }
  /// The numbered children in the order of their numbers.
  std::vector<const Node*> numbered() const {
    std::vector<std::pair<std::uint64_t, const Node*>> found;
    for (const auto& [name, node] : children) {
      std::uint64_t number = 0;
      const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
      if (error == std::errc{} && end == name.data() + name.size()) found.emplace_back(number, &node);
    }
    std::sort(found.begin(), found.end());
    std::vector<const Node*> nodes;
    for (const auto& [number, node] : found) nodes.push_back(node);
    return nodes;
  }
};

class Decoder {
 public:
  Decoder(QueryDialect dialect, const QueryCodes& codes, Unknown* unknown)
      : dialect_(dialect), codes_(codes), decoding_(Side::Request, unknown) {}

  Node tree(const Pairs& form) const {
    Node root;
    for (const auto& [name, value] : form) {
      Node* node = &root;
      std::string_view rest = name;
      for (std::size_t parts = 0;; ++parts) {
        if (parts == max_parts) refuse(fmt::format("A parameter's name has more than {} parts.", max_parts));
        const std::size_t dot = rest.find('.');
        node = &node->children[rest.substr(0, dot)];
        if (dot == std::string_view::npos) break;
        rest.remove_prefix(dot + 1);
      }
      node->value = value;
    }
    return root;
  }

  void structure(const Node& in, const Type& type, void* out, const Path& path) {
    Seen seen;
    std::size_t known = 0;
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      const Member& member = type.members[i];
      const Node* found = in.child(name_of(member));
      if (!found) continue;
      ++known;
      seen.mark(i);
      value(*found, member, member.type(), member.set(out), {&path, member.name});
    }
    seen.report(type, decoding_, path);
    if (known != in.children.size() && decoding_.wants_unknown()) tell_unknown(in, type, path);
  }

  void finish() const { decoding_.finish(codes_.missing); }

 private:
  std::string name_of(const Member& member) const {
    std::string name(member.location_name.empty() ? member.name : member.location_name);
    return dialect_ == QueryDialect::Ec2 ? capitalised(name) : name;
  }

  /// Of the form itself, Action, Version and what signs a URL are the protocol's.
  void tell_unknown(const Node& in, const Type& type, const Path& path) {
    const bool whole_form = path.parent == nullptr;
    for (const auto& child : in.children) {
      const std::string_view name = child.first;
      if (whole_form && (name == "Action" || name == "Version" || name.starts_with("X-Amz-"))) continue;
      const auto is_it = [&](const Member& member) { return name_of(member) == name; };
      if (std::ranges::none_of(type.members, is_it)) decoding_.unknown(path, name);
    }
  }

  void value(const Node& in, const Member& member, const Type& type, void* out, const Path& path) {
    decoding_.count(codes_.invalid);
    switch (type.kind) {
      case Kind::Structure:
        return structure(in, type, out, path);
      case Kind::List:
        return list(in, member, type, out, path);
      case Kind::Map:
        return map(in, member, type, out, path);
      default:
        break;
    }
    const std::string_view text = in.value.value_or(std::string_view{});
    if (!in.value && !in.children.empty())
      refuse(fmt::format("'{}' is a value and has no members.", path.text()));
    if (!from_text(text, type, out)) {
      refuse(fmt::format(
          "1 validation error detected: Value '{}' at '{}' failed to satisfy constraint: Member must be {}",
          text, path.text(), kind_words(type.kind)));
    }
  }

  void list(const Node& in, const Member& member, const Type& type, void* out, const Path& path) {
    const Node* items = &in;
    if (!member.flat && dialect_ == QueryDialect::Query) {
      items = in.child(member.item_name.empty() ? "member" : member.item_name);
      if (!items) return;  // "Tags="
    }
    const Type& element = type.element();
    std::size_t index = 0;
    for (const Node* item : items->numbered())
      value(*item, {}, element, type.append(out), {&path, {}, ++index});
  }

  void map(const Node& in, const Member& member, const Type& type, void* out, const Path& path) {
    const Node* entries = member.flat || dialect_ == QueryDialect::Ec2 ? &in : in.child("entry");
    if (!entries) return;
    for (const Node* entry : entries->numbered()) {
      const Node* key = entry->child("key");
      const Node* content = entry->child("value");
      if (!key || !key->value) refuse(fmt::format("An entry of '{}' has no key.", path.text()));
      void* place = type.insert(out, std::string(*key->value));
      if (content) value(*content, {}, type.element(), place, {&path, *key->value});
    }
  }

  [[noreturn]] void refuse(std::string text) const {
    throw ServiceError(std::string(codes_.invalid), std::move(text));
  }

  QueryDialect dialect_;
  QueryCodes codes_;
  Decoding decoding_;
};

class Encoder {
 public:
  Encoder(QueryDialect dialect, Pairs& form) : dialect_(dialect), form_(form) {}

  void structure(const std::string& prefix, const Type& type, const void* in) {
    for (const Member& member : type.members) {
      const void* found = member.get(in);
      if (!found) continue;
      std::string name(member.location_name.empty() ? member.name : member.location_name);
      if (dialect_ == QueryDialect::Ec2) name = capitalised(name);
      value(prefix.empty() ? name : prefix + "." + name, member, member.type(), found);
    }
  }

 private:
  void value(const std::string& name, const Member& member, const Type& type, const void* in) {
    switch (type.kind) {
      case Kind::Structure:
        return structure(name, type, in);
      case Kind::List:
        return list(name, member, type, in);
      case Kind::Map:
        return map(name, member, type, in);
      default:
        form_.emplace_back(name, to_text(type, in, TimeForm::Iso8601));
    }
  }

  void list(const std::string& name, const Member& member, const Type& type, const void* in) {
    const std::size_t size = type.size(in);
    const bool direct = member.flat || dialect_ == QueryDialect::Ec2;
    if (size == 0 && !direct && (member.required || !member.always)) form_.emplace_back(name, "");
    const std::string prefix =
        direct ? name : fmt::format("{}.{}", name, member.item_name.empty() ? "member" : member.item_name);
    for (std::size_t i = 0; i < size; ++i)
      value(fmt::format("{}.{}", prefix, i + 1), {}, type.element(), type.at(in, i));
  }

  void map(const std::string& name, const Member& member, const Type& type, const void* in) {
    struct State {
      Encoder& encoder;
      std::string prefix;
      const Type& element;
      std::size_t index;
    } state{*this, member.flat || dialect_ == QueryDialect::Ec2 ? name : name + ".entry", type.element(), 0};
    type.each(in, &state, [](void* context, const std::string& key, const void* content) {
      auto& s = *static_cast<State*>(context);
      const std::string entry = fmt::format("{}.{}", s.prefix, ++s.index);
      s.encoder.form_.emplace_back(entry + ".key", key);
      s.encoder.value(entry + ".value", {}, s.element, content);
    });
  }

  QueryDialect dialect_;
  Pairs& form_;
};

}  // namespace

AnyShape decode_query(const Pairs& form, const Type& type, QueryDialect dialect, const QueryCodes& codes,
                      Unknown* unknown) {
  Decoder decoder(dialect, codes, unknown);
  const Node root = decoder.tree(form);
  AnyShape shape(type);
  decoder.structure(root, type, shape.data(), {});
  decoder.finish();
  return shape;
}

void encode_query(const Type& type, const void* shape, QueryDialect dialect, Pairs& form) {
  Encoder(dialect, form).structure("", type, shape);
}

}  // namespace berth::wire
