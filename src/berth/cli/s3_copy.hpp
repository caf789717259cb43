/// Files to objects and back, in pieces of bounded size, with a bar where someone watches.
#pragma once

#include "berth/cli/names.hpp"

#include <cstdint>
#include <string>

namespace berth::cli {

class Session;

constexpr std::uint64_t part_size = std::uint64_t{8} << 20;  ///< from this size on, objects go in parts
constexpr std::uint64_t most_parts = 10'000;                 ///< S3's limit

/// Bytes of a part of a file of `size` bytes, so that most_parts are enough.
std::uint64_t part_size_for(std::uint64_t size);

/// Where a file named `file` goes if `address` is a bucket or ends in '/'.
S3Address destination_object(S3Address address, const std::string& file);
/// Where an object goes if `to` is a folder.
std::string destination_file(const std::string& to, const S3Address& address);

/// `file` may be "-": standard input, up to its end.
void upload(Session& session, const std::string& file, const S3Address& address);

/// `to` may be "-": standard output. A file shows under its name only when it is whole.
void download(Session& session, const S3Address& address, const std::string& to);

}  // namespace berth::cli
