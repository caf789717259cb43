#include "berth/wire/xml.hpp"

#include "shapes.hpp"

#include <gtest/gtest.h>

namespace berth::wire {
namespace {

using test::Everything;
using test::Inner;
using test::Order;

template <class S>
std::string encode(const S& shape, const XmlStyle& style) {
  XmlWriter writer(false);
  writer.open("r");
  writer.members(describe<S>(), &shape, style);
  writer.close("r");
  return writer.take();
}

template <class S>
S decode(std::string_view text, Side side = Side::Response, const XmlStyle& style = query_style) {
  S shape{};
  decode_xml(text, {}, describe<S>(), &shape, side, style);
  return shape;
}

std::string code_of(std::string_view text) {
  try {
    decode<Order>(text, Side::Request);
  } catch (const ServiceError& error) {
    return error.code;
  }
  return "";
}

TEST(Xml, a_reply_is_written_byte_for_byte) {
  Everything all;
  all.text = "<a & \"b\">";
  all.flag = true;
  all.time.time = base::TimePoint{base::Milliseconds{1'700'000'000'250}};
  all.blob.bytes = "abc";
  all.texts = {"x", ""};
  all.flat = {"1", "2"};
  all.items = {"i"};
  all.map = {{"k", "v"}};
  all.inner = Inner{"n", 2, {Inner{}}};
  EXPECT_EQ(encode(all, query_style),
            "<r><text>&lt;a &amp; "
            "&quot;b&quot;&gt;</text><flag>true</flag><number>0</number><large>0</large><real>0</real>"
            "<time>2023-11-14T22:13:20.250Z</time><blob>YWJj</blob><texts><member>x</member><member></"
            "member></texts>"
            "<Flat>1</Flat><Flat>2</Flat><items><entry>i</entry></items>"
            "<map><entry><key>k</key><value>v</value></entry></map>"
            "<inner><name>n</name><count>2</count><children><member><children></children></member></"
            "children></inner>"
            "<inners></inners></r>");
}

TEST(Xml, ec2_writes_lower_first_letters_and_items) {
  struct {
  } nothing;
  (void)nothing;
  Order order;
  order.stackName = "s";
  order.parts = {Inner{"n", {}, {}}};
  EXPECT_EQ(encode(order, ec2_style),
            "<r><stackName>s</stackName><parts><item><name>n</name><children></children></item></parts></r>");
  EXPECT_EQ(decode<Order>("<r><stackName>s</stackName><parts><item><name>n</name></item></parts></r>",
                          Side::Response, ec2_style)
                .parts[0]
                .name_,
            "n");
}

TEST(Xml, what_xml_1_0_cannot_hold_becomes_references) {
  std::string out;
  append_xml_text(std::string_view("a\0\x01\x1f\r\n\t\x7f", 8), out);
  EXPECT_EQ(out, "a&#x0;&#x1;&#x1f;&#xd;\n\t\x7f");
  out.clear();
  append_xml_text("\xEF\xBF\xBE\xFFü\xF0\x9F\x98\x80", out);
  EXPECT_EQ(out, "&#xfffe;\xEF\xBF\xBDü\xF0\x9F\x98\x80");
}

TEST(Xml, requests_are_read_with_prefixes_cdata_comments_and_blanks) {
  const auto in = decode<Order>(
      "<?xml version='1.0'?><!DOCTYPE x [<!ENTITY e 'boom'>]><o:Order xmlns:o='u'>\n"
      "  <!-- one --><o:stackName> a&amp;<![CDATA[<b>]]> &#x1;</o:stackName><limit>3</limit>\n"
      "  <parts><anything><name> </name></anything></parts></o:Order>",
      Side::Request);
  EXPECT_EQ(in.stackName, " a&<b> \x01");
  EXPECT_EQ(in.limit, 3);
  ASSERT_EQ(in.parts.size(), 1U);
  EXPECT_EQ(in.parts[0].name_, " ");
}

TEST(Xml, malformed_documents_are_refused) {
  for (const char* text : {"", "<", "<a>", "<a></b>", "no xml", "<Order><limit>x</limit></Order>", "<Order/>",
                           "<Order><stackName>s</stackName></Order>"}) {
    EXPECT_EQ(code_of(text), "MalformedXML") << text;
  }
  EXPECT_EQ(code_of("<Order><stackName>s</stackName><parts/></Order>"), "");
}

TEST(Xml, entities_of_a_document_type_are_not_expanded) {
  const auto in = decode<Order>("<!DOCTYPE x [<!ENTITY e 'boom'>]><Order><stackName>&e;</stackName></Order>");
  EXPECT_EQ(in.stackName, "&e;");
}

TEST(Xml, depth_is_bounded) {
  std::string text = "<r>";
  for (int i = 0; i < 100; ++i) text += "<children><member>";
  for (int i = 0; i < 100; ++i) text += "</member></children>";
  EXPECT_THROW(decode<Inner>(text + "</r>"), ServiceError);
}

TEST(Xml, what_is_written_is_read_back) {
  EXPECT_TRUE(rc::check([] {
    const Everything all = test::any_everything(true);
    RC_ASSERT(decode<Everything>(encode(all, query_style)) == all);
    RC_ASSERT(decode<Everything>(encode(all, ec2_style), Side::Request, ec2_style) == all);
  }));
}

}  // namespace
}  // namespace berth::wire
