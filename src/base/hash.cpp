#include "base/hash.hpp"

#include "base/check.hpp"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <zlib.h>

#include <array>

namespace base {

struct Digest::Context {
  EVP_MD_CTX* value = EVP_MD_CTX_new();
  ~Context() { EVP_MD_CTX_free(value); }
};

Digest::Digest(Kind kind) : context_(std::make_unique<Context>()) {
  const EVP_MD* type = kind == Kind::Md5 ? EVP_md5() : kind == Kind::Sha1 ? EVP_sha1() : EVP_sha256();
  BERTH_CHECK(EVP_DigestInit_ex(context_->value, type, nullptr) == 1, "OpenSSL has the digest");
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

std::string hmac_sha256(std::string_view key, std::string_view message) {
  std::array<unsigned char, 32> bytes;
  unsigned size = 0;
  HMAC(EVP_sha256(), key.data(), static_cast<int>(key.size()),
       reinterpret_cast<const unsigned char*>(message.data()), message.size(), bytes.data(), &size);
  return {reinterpret_cast<const char*>(bytes.data()), size};
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
