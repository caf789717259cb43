// What a stranger sends before being known: a head with a signature of either version, and an aws-chunked body. Nothing but AuthFailure and
// ServiceError may leave, and no signature made up by the fuzzer may be accepted.
#include "berth/wire/body_check.hpp"
#include "berth/wire/error.hpp"
#include "berth/wire/sigv2_query.hpp"
#include "berth/wire/sigv4.hpp"

#include <cstdlib>

using namespace berth::wire;

namespace {

/// Lines of the input: method, target, then fields "name:value" up to an empty line; the rest is the body.
berth::http::RequestHead parse(std::string_view& input) {
  const auto line = [&] {
    const std::size_t end = input.find('\n');
    const std::string_view text = input.substr(0, end);
    input = end == std::string_view::npos ? std::string_view{} : input.substr(end + 1);
    return std::string(text);
  };
  berth::http::RequestHead head;
  head.method = line();
  head.target = line();
  for (std::string text = line(); !text.empty(); text = line()) {
    const std::size_t colon = text.find(':');
    head.headers.add(text.substr(0, colon), colon == std::string::npos ? "" : text.substr(colon + 1));
  }
  return head;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  std::string_view input(reinterpret_cast<const char*>(data), size);
  const berth::http::RequestHead head = parse(input);
  if (is_presigned_v2(head)) {
    try {
      const berth::http::RequestHead whole = with_headers_of_query(head);
      const PresignedV2 old = read_presigned_v2(whole);
      check_time(old, old.end);
      check_signature(old, whole, whole.path(), "a secret that nobody knows");
      std::abort();  // accepted
    } catch (const AuthFailure&) {
      // refused, as it should be
    }
  }
  SignedBy by;
  try {
    by = read_signature(head);
    check_time(by, by.time);
    check_signature(by, head, unsigned_payload, "a secret that nobody knows", PathStyle::S3);
    std::abort();  // accepted
  } catch (const AuthFailure&) {
    // refused, as it should be
  }
  try {
    BodyCheck check(head, head.headers.get("x-amz-content-sha256"), by, "key");
    while (!input.empty()) (void)check.next(input);
    check.finish();
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
