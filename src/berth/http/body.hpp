/// What follows a response head. Free of coroutines, so that shapes can hold one.
#pragma once

#include "base/files.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace berth::http {

class BodySource;  // exchange.hpp

/// A part of a file, sent without passing through user memory where the connection allows that.
struct FileRange {
  std::shared_ptr<const base::Fd> file;
  std::uint64_t offset = 0;
  std::uint64_t length = 0;
};

/// A source whose length is not known is sent in chunks.
struct Stream {
  std::shared_ptr<BodySource> source;
  std::optional<std::uint64_t> length;
};

/// What follows a response head: nothing, bytes, parts of files one after the other, or a stream.
using Body = std::variant<std::monostate, std::string, std::vector<FileRange>, Stream>;

/// The number of bytes of a body, where that is known.
std::optional<std::uint64_t> size_of(const Body& body);

}  // namespace berth::http
