// The query codec: any form either decodes or is refused as ServiceError, and what decodes can be written and read again. (Not
// with the same bytes: a form cannot say that a structure is there and empty.)
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
    Pairs written;
    encode_query(type, shape.data(), dialect, written);
    if (parse_query(to_query(written)) != written) std::abort();
  } catch (const ServiceError&) {
    // refused, as it should be
  }
  return 0;
}
