#include "base/regular_expression.hpp"

#include "base/bounded_regex.hpp"

namespace base {

Result<bool> matches_expression(const std::string& pattern, const std::string& text) {
  try {
    return boost::regex_match(text, boost::regex(pattern, boost::regex::perl));
  } catch (const boost::regex_error& error) {
    return failure(std::string("is not valid: ") + error.what());
  } catch (const std::runtime_error&) {
    return failure("takes too long to match");
  }
}

}  // namespace base
