// The query codec: any form either decodes or is refused as ServiceError, and what decodes survives being written and read again.
#include "wire_shape.hpp"

#include "berth/wire/query.hpp"

#include <cstdlib>

using namespace berth::wire;

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  if (size == 0) return 0;
  const QueryDialect dialect = (data[0] & 1) != 0 ? QueryDialect::Ec2 : QueryDialect::Query;
  const auto form = parse_query({reinterpret_cast<const char*>(data) + 1, size - 1});
  if (!form) return 0;
  const Type& type = describe<fuzz::Everything>();
  try {
    const AnyShape shape = decode_query(*form, type, dialect, {"Missing", "Invalid"});
    Pairs first, second;
    encode_query(type, shape.data(), dialect, first);
    const AnyShape again = decode_query(first, type, dialect, {"Missing", "Invalid"});
    encode_query(type, again.data(), dialect, second);
    if (first != second) std::abort();
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
