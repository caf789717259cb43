// The XML codec: any document either decodes or is refused as ServiceError.
#include "wire_shape.hpp"

#include "berth/wire/xml.hpp"

using namespace berth::wire;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  AnyShape shape(describe<fuzz::Everything>());
  try {
    decode_xml({reinterpret_cast<const char*>(data), size}, {}, shape.type(), shape.data(), Side::Request,
               query_style);
    XmlWriter writer;
    writer.members(shape.type(), shape.data(), query_style);
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
