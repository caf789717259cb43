/// The query codec: a request is a form whose names spell out a path to each value.
///
///   Parameters.member.1.ParameterKey=Size      lists; Flat lists and all lists of EC2 without "member"
///   Tags.entry.1.key=a  Tags.entry.1.value=b   maps; Flat: Tags.1.key=a
///   Tags=                                      an empty list (the CLI's deploy sends that)
///
/// EC2 writes names with a capital first letter. Replies are XML: xml.hpp.
/// Source: smithy, "AWS query protocol" and "AWS EC2 query protocol".
#pragma once

#include "berth/wire/query_string.hpp"
#include "berth/wire/side.hpp"
#include "berth/wire/type.hpp"

#include <string_view>

namespace berth::wire {

enum class QueryDialect : std::uint8_t { Query, Ec2 };

/// Which error codes a bad form has.
struct QueryCodes {
  std::string_view missing;  ///< a required member is absent
  std::string_view invalid;  ///< a value is not of its type, or the form is too large or too deep
};

/// Unknown names are ignored (and told). Throws ServiceError.
AnyShape decode_query(const Pairs& form, const Type& type, QueryDialect dialect, const QueryCodes& codes,
                      Unknown* unknown = nullptr);

/// Adds the shape's pairs to `form` (which begins with Action and Version).
void encode_query(const Type& type, const void* shape, QueryDialect dialect, Pairs& form);

}  // namespace berth::wire
