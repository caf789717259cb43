/// Which half of an exchange a codec handles, and the errors of decoding.
#pragma once

#include "berth/wire/error.hpp"
#include "berth/wire/type.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace berth::wire {

/// A request must have its required members, and leaves empty lists out; a reply may lack anything, and shows
/// its lists.
enum class Side : std::uint8_t { Request, Response };

/// Where in a document a decoder stands: a chain on the stack, made text only for an error.
struct Path {
  const Path* parent = nullptr;
  std::string_view name{};
  std::size_t index = 0;  ///< from 1; 0: a name

  /// "containerDefinitions.1.member.name", as AWS's validation messages spell it.
  std::string text() const;
  /// "containerDefinitions.name": the members alone.
  std::string members() const;
};

/// What a request has and its shape does not: "overrides.fpgas". Such members are accepted, as AWS accepts what it
/// added since, and told in the answer. What comes from outside goes into a header and a log, so that the names are
/// few, short and plain.
class Unknown {
 public:
  void add(const Path& parent, std::string_view name);
  const std::vector<std::string>& names() const { return names_; }

 private:
  std::vector<std::string> names_;
};

/// What bounds a decoder, and what it found absent.
class Decoding {
 public:
  /// `unknown`, if given, takes what no shape has.
  explicit Decoding(Side side, Unknown* unknown = nullptr) : side_(side), unknown_(unknown) {}
  /// Counts one value; throws ServiceError `code` when there are too many for one request.
  void count(std::string_view code) {
    if (++values_ > max_values) too_many(code);
  }
  void missing(const Path& path) {
    if (side_ == Side::Request) missing_.push_back(path.text());
  }
  bool wants_unknown() const { return unknown_ != nullptr; }
  void unknown(const Path& parent, std::string_view name) { unknown_->add(parent, name); }
  /// Throws ServiceError `code` if a required member was absent, with AWS's sentence.
  void finish(std::string_view code) const;

  static constexpr std::size_t max_values = 200'000;
  static constexpr std::size_t max_depth = 64;

 private:
  [[noreturn]] static void too_many(std::string_view code);
  Side side_;
  Unknown* unknown_;
  std::size_t values_ = 0;
  std::vector<std::string> missing_;
};

/// The bits of the members that a structure had.
class Seen {
 public:
  void mark(std::size_t member) { bits_ |= std::uint64_t{1} << member; }
  bool has(std::size_t member) const { return (bits_ >> member & 1) != 0; }
  /// Reports each required member of `type` that travels in the body and was not marked.
  void report(const Type& type, Decoding& decoding, const Path& path) const;

 private:
  std::uint64_t bits_ = 0;
};

}  // namespace berth::wire
