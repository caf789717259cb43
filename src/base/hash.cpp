#include "base/hash.hpp"

#include "base/check.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <zlib.h>

#include <array>

namespace base {

namespace {

/// Looked up once: OpenSSL 3 would search its providers, under a lock, each time that EVP_sha256() is used.
const EVP_MD* algorithm(Digest::Kind kind) {
  static const std::array<const EVP_MD*, 3> fetched = {EVP_MD_fetch(nullptr, "MD5", nullptr),
                                                       EVP_MD_fetch(nullptr, "SHA1", nullptr),
                                                       EVP_MD_fetch(nullptr, "SHA256", nullptr)};
  switch (kind) {
    case Digest::Kind::Md5:
      return fetched[0];
    case Digest::Kind::Sha1:
      return fetched[1];
    case Digest::Kind::Sha256:
      return fetched[2];
  }
  return nullptr;
}

}  // namespace

struct Digest::Context {
  EVP_MD_CTX* value = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(value); }
};

Digest::Digest(Kind kind) : context_(std::make_unique<Context>()) {
  const EVP_MD* type = algorithm(kind);
  BERTH_CHECK(type != nullptr && EVP_DigestInit_ex2(context_->value, type, nullptr) == 1,
              "OpenSSL has the digest");
}
Digest::Digest(Digest&&) noexcept = default;
Digest& Digest::operator=(Digest&&) noexcept = default;
Digest::~Digest() = default;

void Digest::update(std::string_view bytes) {
  BERTH_CHECK(EVP_DigestUpdate(context_->value, bytes.data(), bytes.size()) == 1,
              "a started digest takes bytes");
}

std::string Digest::finish() {
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes;
  unsigned size = 0;
  BERTH_CHECK(EVP_DigestFinal_ex(context_->value, bytes.data(), &size) == 1, "a digest is finished once");
  return {reinterpret_cast<const char*>(bytes.data()), size};
}

namespace {
std::string digest_of(Digest::Kind kind, std::string_view bytes) {
  Digest digest(kind);
  digest.update(bytes);
  return digest.finish();
}
}  // namespace

std::string md5(std::string_view bytes) { return digest_of(Digest::Kind::Md5, bytes); }
std::string sha1(std::string_view bytes) { return digest_of(Digest::Kind::Sha1, bytes); }
std::string sha256(std::string_view bytes) { return digest_of(Digest::Kind::Sha256, bytes); }

/// RFC 2104. By hand, because OpenSSL's HMAC() looks up the algorithm and makes three contexts for each message, which
/// costs more than hashing a short one.
std::string hmac_sha256(std::string_view key, std::string_view message) {
  constexpr std::size_t block = 64;
  std::array<char, block> inner{}, outer{};
  const std::string short_key = key.size() > block ? sha256(key) : std::string();
  const std::string_view used = key.size() > block ? std::string_view(short_key) : key;
  for (std::size_t i = 0; i < block; ++i) {
    const char byte = i < used.size() ? used[i] : '\0';
    inner[i] = static_cast<char>(byte ^ 0x36);
    outer[i] = static_cast<char>(byte ^ 0x5c);
  }
  Digest first(Digest::Kind::Sha256);
  first.update({inner.data(), block});
  first.update(message);
  Digest second(Digest::Kind::Sha256);
  second.update({outer.data(), block});
  second.update(first.finish());
  OPENSSL_cleanse(inner.data(), block);
  OPENSSL_cleanse(outer.data(), block);
  return second.finish();
}

bool equal_in_constant_time(std::string_view a, std::string_view b) {
  return a.size() == b.size() && CRYPTO_memcmp(a.data(), b.data(), a.size()) == 0;
}

std::uint32_t crc32(std::string_view bytes, std::uint32_t crc) {
  if (bytes.empty()) return crc;  // zlib takes a null pointer as a wish for the initial value
  return static_cast<std::uint32_t>(
      ::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace base
