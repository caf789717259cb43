/// What the world may refuse: a value, or an Error that says what failed, on which thing, and what to do.
///
///   Result<Sha256> hash_file(const Path& path);
///   auto hash = hash_file(path);
///   if (!hash) return hash.error();                                  // or, with more to the sentence:
///   if (!hash) return hash.error().within("reading the image");
///
/// Errors of an API caller are thrown as wire::ServiceError instead; broken invariants stop the process
/// (check.hpp).
#pragma once

#include <boost/system/result.hpp>

#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

namespace base {

struct [[nodiscard]] Error {
  std::error_code code;  ///< what the system said, for callers that decide on it; may be empty
  std::string message;   ///< one sentence for people: what, which, why

  /// The same error with the activity that it interrupted put in front.
  Error within(std::string_view activity) const { return {code, std::string(activity) + ": " + message}; }
};

/// errno's error about `what`, e.g. system_error("cannot open /x/y").
Error system_error(std::string_view what, int error_number);
/// As above with the current errno.
Error system_error(std::string_view what);
/// An error that has no code of the system's.
Error failure(std::string message);

/// Thrown by Result::value() on an error: for tests and for `main`, where a failure ends the program.
struct Failure : std::runtime_error {
  explicit Failure(Error refused) : std::runtime_error(refused.message), error(std::move(refused)) {}
  Error error;
};
[[noreturn]] void throw_exception_from_error(const Error& error, const boost::source_location& where);

template <class T>
using Result = boost::system::result<T, Error>;
using Status = Result<void>;

}  // namespace base
