// The JSON codec: any text either decodes or is refused as ServiceError, and what decodes survives being written and read again.
#include "wire_shape.hpp"

#include "berth/wire/json11.hpp"

#include <cstdlib>

using namespace berth::wire;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const Type& type = describe<fuzz::Everything>();
  try {
    const AnyShape shape =
        decode_json({reinterpret_cast<const char*>(data), size}, type, Side::Request, "Missing");
    const std::string first = encode_json(type, shape.data(), Side::Response);
    const AnyShape again = decode_json(first, type, Side::Request, "Missing");
    if (encode_json(type, again.data(), Side::Response) != first) std::abort();
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
