/// Shapes as XML: the replies of the query protocols, and bodies of REST-XML both ways.
///
/// A list is an element with one child per item (`member`, EC2 `item`), or, flat, the items alone. Control
/// characters that XML 1.0 cannot hold are written as character references, as S3 does, and bytes that are no
/// UTF-8 as U+FFFD. Reading takes any child elements of a list as its items, ignores namespaces, DTDs and
/// unknown elements, and keeps blanks in text.
#pragma once

#include "berth/wire/side.hpp"
#include "berth/wire/type.hpp"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace berth::wire {

struct XmlStyle {
  std::string_view item_name = "member";
  bool lower_first = false;  ///< EC2's replies: <vpcId>
};
inline constexpr XmlStyle query_style{};
inline constexpr XmlStyle ec2_style{"item", true};

/// Writes elements one after the other.
class XmlWriter {
 public:
  /// With the declaration <?xml …?> in front, unless told otherwise.
  explicit XmlWriter(bool declaration = true);
  void open(std::string_view name, std::string_view xml_namespace = {});
  void close(std::string_view name);
  /// <name>text</name>, escaped.
  void element(std::string_view name, std::string_view text);
  /// The members of `shape` that travel in the body, as children of the element that is open.
  void members(const Type& type, const void* shape, const XmlStyle& style);
  std::string take() { return std::move(out_); }

 private:
  void value(std::string_view name, const Type& type, const void* in, std::string_view item_name, bool flat,
             const XmlStyle& style);
  std::string out_;
};

void append_xml_text(std::string_view text, std::string& out);

/// Reads a document whose root element holds the shape's body members. Throws ServiceError MalformedXML (also
/// for an absent required member of a request). `root_path` leads from the root element to the one that holds
/// the members: {"DescribeStacksResult"} in a query reply.
void decode_xml(std::string_view document, std::span<const std::string_view> root_path, const Type& type,
                void* shape, Side side, const XmlStyle& style, Unknown* unknown = nullptr);

/// The texts of the named elements anywhere below the root, the first of each: for error bodies.
std::vector<std::string> find_xml_texts(std::string_view document, std::span<const std::string_view> names);

}  // namespace berth::wire
