#include "base/result.hpp"

#include <cerrno>
#include <utility>

namespace base {

Error system_error(std::string_view what, int error_number) {
  std::error_code code(error_number, std::generic_category());
  return {code, std::string(what) + ": " + code.message()};
}

Error system_error(std::string_view what) { return system_error(what, errno); }

Error failure(std::string message) { return {{}, std::move(message)}; }

void throw_exception_from_error(const Error& error, const boost::source_location&) { throw Failure(error); }

}  // namespace base
