/// Digests and checksums, streaming and in one go. Digests are raw bytes; encoding.hpp makes text of them.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace base {

/// A running digest: update any number of times, finish once.
class Digest {
 public:
  enum class Kind { Md5, Sha1, Sha256 };
  explicit Digest(Kind kind);
  Digest(Digest&&) noexcept;
  Digest& operator=(Digest&&) noexcept;
  ~Digest();
  void update(std::string_view bytes);
  std::string finish();  ///< raw: 16, 20 or 32 bytes

 private:
  struct Context;
  std::unique_ptr<Context> context_;
};

std::string md5(std::string_view bytes);
std::string sha1(std::string_view bytes);
std::string sha256(std::string_view bytes);
std::string hmac_sha256(std::string_view key, std::string_view message);

/// True if equal; the time taken depends on the length only. For signatures and tokens.
bool equal_in_constant_time(std::string_view a, std::string_view b);

/// Checksums continue from `crc`, the value of the bytes before (0 for none).
std::uint32_t crc32(std::string_view bytes, std::uint32_t crc = 0);   ///< ISO 3309, as in gzip
std::uint32_t crc32c(std::string_view bytes, std::uint32_t crc = 0);  ///< Castagnoli (RFC 3720)
std::uint64_t crc64nvme(std::string_view bytes,
                        std::uint64_t crc = 0);  ///< NVM Express, polynomial 0xAD93D23594C93659

}  // namespace base
