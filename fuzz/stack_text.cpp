// The small languages around templates: stack policies, Fn::Sub, durations, patterns, TemplateURL. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/services/cloudformation/resources/duration.hpp"
#include "berth/services/cloudformation/template_url.hpp"
#include "berth/stack/arguments.hpp"
#include "berth/stack/pattern.hpp"
#include "berth/stack/policy.hpp"
#include "berth/stack/substitution.hpp"
#include "berth/stack/template_error.hpp"

#include <regex>

namespace {

using namespace berth;

void check_policy(std::string_view text) {
  stack::check_policy(text);  // throws for what is none; what passes must be usable
  for (const char* action : {"Update:Modify", "Update:Replace", "Update:Delete"})
    (void)stack::refused_by_policy(text, action, "Bucket", "AWS::S3::Bucket");
}

void check_substitution(std::string_view text) {
  std::string names_marked;
  for (const auto& piece : stack::parse_substitution(text))
    names_marked += piece.is_name ? "${" + piece.text + "}" : piece.text;
  if (text.find("${!") == text.npos && text.find(' ') == text.npos)
    BERTH_CHECK(names_marked == text, "the pieces make up the text");
}

void check_duration(const std::string& text) {
  static const std::regex form("PT(?=[0-9])(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+S)?");
  if (const auto duration = cloudformation::parse_duration(text)) {
    BERTH_CHECK(std::regex_match(text, form), "ISO 8601 and nothing else");
    BERTH_CHECK(duration->count() >= 0 && duration->count() <= 12 * 3600, "at most twelve hours");
  }
  if (const auto number = stack::parse_number(text)) BERTH_CHECK(*number == *number, "numbers are finite");
}

void check_url(const std::string& text) {
  const auto object = cloudformation::parse_template_url(text, "localhost:4566");
  if (!object) return;
  BERTH_CHECK(text.starts_with("http"), "an address of the web");
  BERTH_CHECK(!object->bucket.empty() && !object->key.empty(), "that names an object");
  const std::string host =
      text.substr(text.find("//") + 2, text.find('/', text.find("//") + 2) - text.find("//") - 2);
  BERTH_CHECK(host == "localhost:4566" || host.ends_with(".amazonaws.com"), "of ours");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  try {
    switch (fuzz::take_choice(text, 5)) {
      case 0:
        check_policy(text);
        break;
      case 1:
        check_substitution(text);
        break;
      case 2:
        check_duration(std::string(text));
        break;
      case 3: {
        const std::string pattern(fuzz::take_line(text));
        (void)stack::matches_pattern(pattern, std::string(text));
        break;
      }
      default:
        check_url(std::string(text));
    }
  } catch (const stack::TemplateError&) {  // refused, as it should be
  }
  return 0;
}
