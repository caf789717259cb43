/// Requests and replies, declared once. Codecs for every protocol, the client, the documentation and the
/// audit against AWS's published models are derived from this declaration.
///
///   struct StopTaskRequest {
///     std::optional<std::string> cluster;
///     std::string task;                        // neither optional nor list nor map: required
///     std::optional<std::string> reason;
///   };
///   AWS_SHAPE(StopTaskRequest, cluster, task, reason)      // after the struct, in its namespace
///
/// Members carry AWS's spelling; a trailing underscore (namespace_) is not sent. Their types:
///
///   std::string  bool  int  std::int64_t  double           required
///   std::optional<T>                                       may be absent
///   std::vector<T>  std::map<std::string, T>               may be absent; a reply shows it ([] or {})
///   std::optional<std::vector<T>>                          a reply shows it only if set
///   Required<std::vector<T>>  Required<std::map<…>>        a list or map that a request must have
///   Timestamp  Blob  Document                              each protocol writes them its own way
///   another described struct                               may hold itself in a list or a map
///   Named<T, "vpcSet">                                     another name on the wire; T is a string,
///                                                          optional, vector or map
///   Items<T, "entry">                                      a list whose items have that name (XML, query)
///   Flat<T> or Flat<T, "Part">                             a list without an element of its own
///
/// For REST operations, what travels outside the body says so:
///
///   Label<"Bucket"> Bucket; Label<"Key"> Key;              parts of the path; std::string otherwise
///   Header<std::string, "If-Match"> IfMatch;               std::optional<T> otherwise
///   Query<int, "max-keys"> MaxKeys;                        std::optional<T> otherwise
///   RequiredHeader<T, "…">  RequiredQuery<T, "…">          must be there; member .value
///   HeaderMap<"x-amz-meta-"> Metadata;                     std::map<std::string, std::string> otherwise;
///                                                          names in lower case
///   Payload<T> Body;                                       the whole body: a described struct,
///                                                          std::string, Blob, RequestBody (streams in)
///                                                          or http::Body (streams out)
///   Status StatusCode;                                     a reply's HTTP status (206 for a range);
///                                                          std::optional<int> otherwise
///
/// Limits: 52 members a struct (BOOST_DESCRIBE_STRUCT).
#pragma once

#include "base/clock.hpp"
#include "berth/wire/fixed_text.hpp"

#include <boost/describe/class.hpp>
#include <boost/describe/members.hpp>
#include <boost/json/value.hpp>
#ifdef BERTH_COUNT_SHAPE_MEMBERS
#include <boost/pfr/tuple_size.hpp>
#endif

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace berth::wire {

/// A point in time: epoch seconds with fraction (JSON), ISO 8601 (query, XML), RFC 9110 (headers). CloudWatch
/// Logs' epoch milliseconds are plain std::int64_t members.
struct Timestamp {
  base::TimePoint time{};
  auto operator<=>(const Timestamp&) const = default;
};

/// Bytes: base64 on the wire, raw as a payload.
struct Blob {
  std::string bytes;
  bool operator==(const Blob&) const = default;
};

/// Any JSON value, kept as it is.
struct Document {
  boost::json::value value;
  bool operator==(const Document&) const = default;
};

template <class T>
struct Required : T {
  using T::T;
  Required() = default;
  Required(T value) : T(std::move(value)) {}
};

template <class T, FixedText Name>
struct Named : T {
  using T::T;
  Named() = default;
  Named(T value) : T(std::move(value)) {}
};

template <class T, FixedText ItemName>
struct Items : std::vector<T> {
  using std::vector<T>::vector;
  Items() = default;
  Items(std::vector<T> value) : std::vector<T>(std::move(value)) {}
};

template <class T, FixedText Name = "">
struct Flat : std::vector<T> {
  using std::vector<T>::vector;
  Flat() = default;
  Flat(std::vector<T> value) : std::vector<T>(std::move(value)) {}
};

template <FixedText Name>
struct Label : std::string {
  using std::string::string;
  Label() = default;
  Label(std::string value) : std::string(std::move(value)) {}
};

template <class T, FixedText Name>
struct Header : std::optional<T> {
  using std::optional<T>::optional;
  Header() = default;
  Header(std::optional<T> value) : std::optional<T>(std::move(value)) {}
};

template <class T, FixedText Name>
struct Query : std::optional<T> {
  using std::optional<T>::optional;
  Query() = default;
  Query(std::optional<T> value) : std::optional<T>(std::move(value)) {}
};

template <class T, FixedText Name>
struct RequiredHeader {
  T value{};
};

template <class T, FixedText Name>
struct RequiredQuery {
  T value{};
};

template <FixedText Prefix>
struct HeaderMap : std::map<std::string, std::string> {
  using std::map<std::string, std::string>::map;
  HeaderMap() = default;
  HeaderMap(std::map<std::string, std::string> value)
      : std::map<std::string, std::string>(std::move(value)) {}
};

/// Optional by nature: a body may be missing. A described struct, std::string, Blob, RequestBody or
/// http::Body.
template <class T>
struct Payload : std::optional<T> {
  using std::optional<T>::optional;
  Payload() = default;
  Payload(std::optional<T> value) : std::optional<T>(std::move(value)) {}
};

struct Status : std::optional<int> {
  using std::optional<int>::optional;
  Status() = default;
  Status(std::optional<int> value) : std::optional<int>(value) {}
};

/// An operation without input or output.
struct Nothing {};
BOOST_DESCRIBE_STRUCT(Nothing, (), ())

}  // namespace berth::wire

/// Describes a struct for the wire: every member, in order. A forgotten one does not compile, in the one file of a
/// service that asks for the check (operations.cpp, which sees all its shapes): counting members costs the compiler
/// over a second a file.
#ifdef BERTH_COUNT_SHAPE_MEMBERS
#define AWS_SHAPE(Struct, ...)                                                                              \
  BOOST_DESCRIBE_STRUCT(Struct, (), (__VA_ARGS__))                                                          \
  static_assert(::boost::pfr::tuple_size_v<Struct> ==                                                       \
                    ::boost::mp11::mp_size<                                                                 \
                        ::boost::describe::describe_members<Struct, ::boost::describe::mod_public>>::value, \
                #Struct ": a member is not named in AWS_SHAPE");
#else
#define AWS_SHAPE(Struct, ...) BOOST_DESCRIBE_STRUCT(Struct, (), (__VA_ARGS__))
#endif
