#include "berth/stack/pattern.hpp"

#include "berth/stack/bounded_regex.hpp"
#include "berth/stack/template_error.hpp"

namespace berth::stack {

bool matches_pattern(const std::string& pattern, const std::string& text) {
  try {
    return boost::regex_match(text, boost::regex(pattern, boost::regex::perl));
  } catch (const boost::regex_error& error) {
    throw TemplateError("Template format error: the pattern " + pattern + " is not valid: " + error.what());
  } catch (const std::runtime_error&) {
    throw TemplateError("Template format error: the pattern " + pattern + " takes too long to match");
  }
}

}  // namespace berth::stack
