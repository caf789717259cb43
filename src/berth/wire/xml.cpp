#include "berth/wire/xml.hpp"

#include "berth/wire/scalar_text.hpp"
#include "berth/wire/utf8.hpp"

#include <fmt/format.h>
#include <pugixml.hpp>

#include <algorithm>
#include <iterator>

namespace berth::wire {

namespace {

std::string element_name(const Member& member, const XmlStyle& style) {
  if (!member.location_name.empty()) return std::string(member.location_name);
  return style.lower_first ? uncapitalised(member.name) : std::string(member.name);
}

bool is_xml_character(std::uint32_t code) {
  return code == '\t' || code == '\n' || (code >= 0x20 && code < 0xFFFE) || code >= 0x10000;
}

}  // namespace

void append_xml_text(std::string_view text, std::string& out) {
  for (std::size_t i = 0; i < text.size();) {
    const Character character = front_character(text.substr(i));
    if (!character.valid) {
      out += replacement_character;
    } else if (character.code == '&') {
      out += "&amp;";
    } else if (character.code == '<') {
      out += "&lt;";
    } else if (character.code == '>') {
      out += "&gt;";
    } else if (character.code == '"') {
      out += "&quot;";
    } else if (!is_xml_character(character.code)) {
      fmt::format_to(std::back_inserter(out), "&#x{:x};", character.code);
    } else {
      out.append(text, i, character.size);
    }
    i += character.size;
  }
}

XmlWriter::XmlWriter(bool declaration) {
  if (declaration) out_ = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
}

void XmlWriter::open(std::string_view name, std::string_view xml_namespace) {
  out_.append("<").append(name);
  if (!xml_namespace.empty()) {
    out_ += " xmlns=\"";
    append_xml_text(xml_namespace, out_);
    out_ += '"';
  }
  out_ += '>';
}

void XmlWriter::close(std::string_view name) { out_.append("</").append(name).append(">"); }

void XmlWriter::element(std::string_view name, std::string_view text) {
  open(name);
  append_xml_text(text, out_);
  close(name);
}

void XmlWriter::members(const Type& type, const void* shape, const XmlStyle& style) {
  for (const Member& member : type.members) {
    if (member.location != Location::Body) continue;
    const void* found = member.get(shape);
    if (!found) continue;
    const std::string_view item = member.item_name.empty() ? style.item_name : member.item_name;
    value(element_name(member, style), member.type(), found, item, member.flat, style);
  }
}

void XmlWriter::value(std::string_view name, const Type& type, const void* in, std::string_view item_name,
                      bool flat, const XmlStyle& style) {
  switch (type.kind) {
    case Kind::Structure:
      open(name);
      members(type, in, style);
      close(name);
      return;
    case Kind::List: {
      if (!flat) open(name);
      const std::size_t size = type.size(in);
      for (std::size_t i = 0; i < size; ++i) {
        value(flat ? name : item_name, type.element(), type.at(in, i), style.item_name, false, style);
      }
      if (!flat) close(name);
      return;
    }
    case Kind::Map: {
      struct State {
        XmlWriter& writer;
        const Type& element;
        const XmlStyle& style;
      } state{*this, type.element(), style};
      open(name);
      type.each(in, &state, [](void* context, const std::string& key, const void* content) {
        auto& s = *static_cast<State*>(context);
        s.writer.open("entry");
        s.writer.element("key", key);
        s.writer.value("value", s.element, content, s.style.item_name, false, s.style);
        s.writer.close("entry");
      });
      close(name);
      return;
    }
    default:
      element(name, to_text(type, in, TimeForm::Iso8601));
  }
}

namespace {

constexpr unsigned parse_flags =
    pugi::parse_escapes | pugi::parse_eol | pugi::parse_cdata | pugi::parse_ws_pcdata_single;

/// The name without a namespace prefix.
std::string_view local_name(const pugi::xml_node& node) {
  const std::string_view name = node.name();
  const std::size_t colon = name.rfind(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

std::string text_of(const pugi::xml_node& node) {
  std::string text;
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata) text += child.value();
  }
  return text;
}

pugi::xml_node child_named(const pugi::xml_node& node, std::string_view name) {
  for (const pugi::xml_node& child : node.children()) {
    if (child.type() == pugi::node_element && local_name(child) == name) return child;
  }
  return {};
}

class Decoder {
 public:
  Decoder(Side side, const XmlStyle& style, Unknown* unknown) : style_(style), decoding_(side, unknown) {}

  void structure(const pugi::xml_node& in, const Type& type, void* out, const Path& path, std::size_t depth) {
    if (depth == Decoding::max_depth) malformed();
    Seen seen;
    for (std::size_t i = 0; i < type.members.size(); ++i) {
      const Member& member = type.members[i];
      if (member.location != Location::Body) continue;
      const std::string name = element_name(member, style_);
      const Type& member_type = member.type();
      if (member.flat && member_type.kind == Kind::List) {
        for (const pugi::xml_node& child : in.children()) {
          if (child.type() != pugi::node_element || local_name(child) != name) continue;
          seen.mark(i);
          value(child, member_type.element(), member_type.append(member.set(out)), {&path, member.name},
                depth + 1);
        }
        continue;
      }
      const pugi::xml_node child = child_named(in, name);
      if (!child) continue;
      seen.mark(i);
      value(child, member_type, member.set(out), {&path, member.name}, depth + 1);
    }
    seen.report(type, decoding_, path);
    if (decoding_.wants_unknown()) tell_unknown(in, type, path);
  }

  void finish() const { decoding_.finish("MalformedXML"); }

  [[noreturn]] static void malformed() {
    throw ServiceError(
        "MalformedXML",
        "The XML you provided was not well-formed or did not validate against our published schema");
  }

 private:
  void tell_unknown(const pugi::xml_node& in, const Type& type, const Path& path) {
    for (const pugi::xml_node& child : in.children()) {
      if (child.type() != pugi::node_element) continue;
      const std::string_view name = local_name(child);
      const auto is_it = [&](const Member& member) {
        return member.location == Location::Body && element_name(member, style_) == name;
      };
      if (std::ranges::none_of(type.members, is_it)) decoding_.unknown(path, name);
    }
  }

  void value(const pugi::xml_node& in, const Type& type, void* out, const Path& path, std::size_t depth) {
    decoding_.count("MalformedXML");
    switch (type.kind) {
      case Kind::Structure:
        return structure(in, type, out, path, depth);
      case Kind::List:
        for (const pugi::xml_node& child : in.children()) {
          if (child.type() == pugi::node_element)
            value(child, type.element(), type.append(out), path, depth + 1);
        }
        return;
      case Kind::Map:
        for (const pugi::xml_node& entry : in.children()) {
          if (entry.type() != pugi::node_element) continue;
          void* place = type.insert(out, text_of(child_named(entry, "key")));
          if (const auto content = child_named(entry, "value"))
            value(content, type.element(), place, path, depth + 1);
        }
        return;
      default:
        if (!from_text(text_of(in), type, out)) malformed();
    }
  }

  XmlStyle style_;
  Decoding decoding_;
};

}  // namespace

void decode_xml(std::string_view document, std::span<const std::string_view> root_path, const Type& type,
                void* shape, Side side, const XmlStyle& style, Unknown* unknown) {
  pugi::xml_document parsed;
  if (!parsed.load_buffer(document.data(), document.size(), parse_flags, pugi::encoding_utf8))
    Decoder::malformed();
  pugi::xml_node root = parsed.document_element();
  for (const std::string_view name : root_path) root = child_named(root, name);
  Decoder decoder(side, style, unknown);
  decoder.structure(root, type, shape, {}, 0);
  decoder.finish();
}

std::vector<std::string> find_xml_texts(std::string_view document, std::span<const std::string_view> names) {
  std::vector<std::string> texts(names.size());
  pugi::xml_document parsed;
  if (!parsed.load_buffer(document.data(), document.size(), parse_flags, pugi::encoding_utf8)) return texts;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const pugi::xml_node found =
        parsed.find_node([&](const pugi::xml_node& node) { return local_name(node) == names[i]; });
    texts[i] = text_of(found);
  }
  return texts;
}

}  // namespace berth::wire
