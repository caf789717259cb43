/// Shapes as data: what the codecs walk. Made from described structs by describe.hpp; nothing here is a
/// template, so a codec is compiled once and not once a shape.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace berth::wire {

enum class Kind : std::uint8_t {
  Structure,
  List,
  Map,
  String,
  Boolean,
  Integer,
  Long,
  Double,
  Timestamp,
  Blob,
  Document,
  RequestStream,   ///< a body that is read while it arrives (RequestBody)
  ResponseStream,  ///< a body that is sent while it is made (http::Body)
};

/// Where a member travels. All but Body exist in REST protocols only.
enum class Location : std::uint8_t { Body, Label, Header, HeaderMap, Query, Payload, Status };

struct Type;
using TypeOf = const Type& (*)();

struct Member {
  std::string_view name{};  ///< AWS's spelling
  Location location = Location::Body;
  std::string_view location_name{};  ///< header, query key, header prefix, or the element's name; "" = name
  std::string_view
      item_name{};        ///< of list items in XML and query; "" = the protocol's own ("member", "item")
  bool required = false;  ///< absent in a request is an error
  bool flat = false;      ///< a list without an element of its own (XML)
  bool always = false;    ///< a list or map that answers show though it is empty
  TypeOf type = nullptr;
  const void* (*get)(const void* shape) = nullptr;  ///< the value; null if an optional is not set
  void* (*set)(void* shape) = nullptr;              ///< the value to fill in; makes an optional present
};

/// Called for each entry of a map.
using VisitEntry = void (*)(void* context, const std::string& key, const void* value);

struct Type {
  Kind kind;
  std::string_view name{};                                ///< of a structure
  std::span<const Member> members{};                      ///< of a structure
  TypeOf element = nullptr;                               ///< of a list or map
  std::size_t (*size)(const void*) = nullptr;             ///< of a list or map
  const void* (*at)(const void*, std::size_t) = nullptr;  ///< list item
  void* (*append)(void*) = nullptr;                       ///< a new list item
  void* (*insert)(void*, std::string key) = nullptr;      ///< a new map entry's value
  void (*each)(const void*, void* context, VisitEntry) = nullptr;
  void* (*create)() = nullptr;  ///< of a structure: new, empty
  void (*destroy)(void*) = nullptr;
};

/// Owns a shape of any type.
class AnyShape {
 public:
  AnyShape() = default;
  explicit AnyShape(const Type& type) : type_(&type), data_(type.create()) {}
  AnyShape(const Type& type, void* owned) : type_(&type), data_(owned) {}
  AnyShape(AnyShape&& other) noexcept
      : type_(std::exchange(other.type_, nullptr)), data_(std::exchange(other.data_, nullptr)) {}
  AnyShape& operator=(AnyShape&& other) noexcept {
    std::swap(type_, other.type_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~AnyShape() {
    if (data_) type_->destroy(data_);
  }
  const Type& type() const { return *type_; }
  void* data() { return data_; }
  const void* data() const { return data_; }
  /// The shape itself; S must be the type that it was made with.
  template <class S>
  S& as() {
    return *static_cast<S*>(data_);
  }

 private:
  const Type* type_ = nullptr;
  void* data_ = nullptr;
};

}  // namespace berth::wire
