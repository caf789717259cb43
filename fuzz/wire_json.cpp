// The JSON codec: any text either decodes or is refused as ServiceError, and what decodes survives being written and read again.
#include "wire_shape.hpp"

#include "berth/wire/json11.hpp"

#include <cstdlib>

using namespace berth::wire;

namespace {

void round_trip(std::string_view text) {
  const Type& type = describe<fuzz::Exact>();
  const AnyShape shape = decode_json(text, type, Side::Request, "Missing");
  const std::string first = encode_json(type, shape.data(), Side::Response);
  const AnyShape again = decode_json(first, type, Side::Request, "Missing");
  if (encode_json(type, again.data(), Side::Response) != first) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    round_trip(text);
    const AnyShape shape = decode_json(text, describe<fuzz::Everything>(), Side::Request, "Missing");
    (void)encode_json(shape.type(), shape.data(), Side::Response);
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
