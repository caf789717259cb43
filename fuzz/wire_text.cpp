// Texts on the wire outside of bodies: queries, paths, hosts, values; and errors as a client reads them. The first byte chooses.
#include "input.hpp"
#include "wire_shape.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/page_token.hpp"
#include "berth/wire/json11.hpp"
#include "berth/wire/query_string.hpp"
#include "berth/wire/rest_codec.hpp"
#include "berth/wire/scalar_text.hpp"
#include "berth/wire/xml.hpp"

namespace {

using namespace berth::wire;

void check_query(std::string_view text) {
  if (const auto pairs = parse_query(text))
    BERTH_CHECK(parse_query(to_query(*pairs)) == pairs, "a query comes back");
  if (text.size() > 20) BERTH_CHECK(!parse_query(std::string(text) + "&a&b&c", 2), "the limit holds");
}

void check_path(std::string_view path) {
  for (const std::string_view pattern : {"/", "/{Bucket}", "/{Bucket}/{Key+}", "/a/{Name}/b"}) {
    const auto labels = match_path(pattern, path);
    if (!labels) continue;
    for (const auto& [name, value] : *labels) {
      BERTH_CHECK(!value.empty(), "a label has a value");
      BERTH_CHECK(name == "Key" || path.find('%') != path.npos || value.find('/') == value.npos,
                  "only keys have slashes");
    }
    if (pattern == "/{Bucket}/{Key+}") {
      const std::string again = "/" + base::percent_encode((*labels)[0].second) + "/" +
                                base::percent_encode((*labels)[1].second, "/");
      BERTH_CHECK(match_path(pattern, again) == labels, "a path comes back");
    }
  }
}

void check_host(std::string_view text) {
  berth::http::RequestHead request;
  request.headers.add("Host", std::string(::fuzz::take_line(text)));
  request.target = std::string(text);
  const std::string path = path_style_path(request, "localhost");
  BERTH_CHECK(path.ends_with(request.path()), "the path stays");
  BERTH_CHECK(path.size() == request.path().size() || path.size() >= request.path().size() + 2,
              "a bucket has a name");
  BERTH_CHECK(path_style_path(request, "") == request.path(), "without a domain there are no such names");
  (void)request.content_length();
}

template <class T>
void check_value(std::string_view text) {
  const Type& type = describe<T>();
  T value{}, again{};
  if (!from_text(text, type, &value)) return;
  BERTH_CHECK(from_text(to_text(type, &value, TimeForm::Iso8601), type, &again),
              "what is written can be read");
  BERTH_CHECK(to_text(type, &again, TimeForm::Iso8601) == to_text(type, &value, TimeForm::Iso8601),
              "and is the same");
}

void check_error(std::string_view text) {
  const std::string_view header = ::fuzz::take_line(text);
  const ServiceError error = decode_json_error(400, header, text);
  BERTH_CHECK(!error.code.empty(), "every error has a code");
  (void)encode_json_error(error);
  constexpr std::string_view names[] = {"Code", "Message"};
  for (const std::string& found : find_xml_texts(text, names))
    BERTH_CHECK(found.size() <= text.size() * 3, "texts");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = ::fuzz::text(bytes, size);
  switch (::fuzz::take_choice(text, 6)) {
    case 0:
      check_query(text);
      break;
    case 1:
      check_path(text);
      break;
    case 2:
      check_host(text);
      break;
    case 3:
      check_value<bool>(text);
      check_value<int>(text);
      check_value<std::int64_t>(text);
      check_value<double>(text);
      check_value<Timestamp>(text);
      check_value<Blob>(text);
      break;
    case 4:
      check_error(text);
      break;
    default:
      BERTH_CHECK(base::from_page_token(base::to_page_token(text)) == text, "a token comes back");
      if (const auto last = base::from_page_token(text))
        BERTH_CHECK(base::to_page_token(*last).size() == text.size(), "whole");
  }
  return 0;
}
