/// The same service over TLS, with a certificate made for the occasion.
#include "demo_stand.hpp"

#include "base/files.hpp"
#include "base/result.hpp"
#include "berth/wire/client.hpp"

#include <gtest/gtest.h>
#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

namespace berth::wire::demo {
namespace {

std::string pem_of(const std::function<int(BIO*)>& write) {
  const std::unique_ptr<BIO, void (*)(BIO*)> memory(BIO_new(BIO_s_mem()), BIO_free_all);
  EXPECT_EQ(write(memory.get()), 1);
  std::string text(4096, '\0');
  text.resize(static_cast<std::size_t>(
      std::max(0, BIO_read(memory.get(), text.data(), static_cast<int>(text.size())))));
  return text;
}

/// Writes cert.pem and key.pem, for 127.0.0.1, into the folder.
void make_certificate(const base::Folder& folder) {
  const std::unique_ptr<EVP_PKEY, void (*)(EVP_PKEY*)> key(EVP_EC_gen("P-256"), EVP_PKEY_free);
  const std::unique_ptr<X509, void (*)(X509*)> cert(X509_new(), X509_free);
  X509_set_version(cert.get(), 2);
  ASN1_INTEGER_set(X509_get_serialNumber(cert.get()), 1);
  X509_gmtime_adj(X509_getm_notBefore(cert.get()), -60);
  X509_gmtime_adj(X509_getm_notAfter(cert.get()), 3600);
  X509_set_pubkey(cert.get(), key.get());
  const std::unique_ptr<X509_EXTENSION, void (*)(X509_EXTENSION*)> names(
      X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, "IP:127.0.0.1"), X509_EXTENSION_free);
  X509_add_ext(cert.get(), names.get(), -1);
  X509_sign(cert.get(), key.get(), EVP_sha256());
  folder.write_durably("cert.pem", pem_of([&](BIO* out) { return PEM_write_bio_X509(out, cert.get()); }))
      .value();
  folder
      .write_durably("key.pem", pem_of([&](BIO* out) {
                       return PEM_write_bio_PrivateKey(out, key.get(), nullptr, nullptr, 0, nullptr, nullptr);
                     }))
      .value();
}

class TlsTest : public testing::Test {
 protected:
  TlsTest() { make_certificate(base::Folder::open(folder_.path()).value()); }
  http::Listen listen() const {
    http::Listen listen;
    listen.certificate_file = folder_ / "cert.pem";
    listen.key_file = folder_ / "key.pem";
    return listen;
  }
  base::TemporaryFolder folder_;
};

TEST_F(TlsTest, calls_and_large_objects_pass) {
  Stand stand(listen());
  EXPECT_TRUE(stand.endpoint().starts_with("https://127.0.0.1:"));
  stand.services().s3.buckets["b"];
  Client client({.endpoint = stand.endpoint(),
                 .credentials = {"AKIDROOT", "rootsecret", ""},
                 .authority_file = folder_ / "cert.pem"});
  EXPECT_EQ(client.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "t", "why"})
                .task->stoppedReason,
            "why");
  const Upload upload{3'000'000, [](std::span<char> block) {
                        std::fill(block.begin(), block.end(), 'x');
                        return block.size();
                      }};
  s3::PutObjectRequest put;
  put.Bucket = "b";
  put.Key = "k";
  client.call<s3::PutObjectOutput>(s3::info, "PutObject", put, s3::put_object_binding, {.upload = &upload});
  s3::GetObjectRequest get;
  get.Bucket = "b";
  get.Key = "k";
  std::size_t size = 0;
  client.call<s3::GetObjectOutput>(s3::info, "GetObject", get, s3::get_object_binding,
                                   {.download = [&](std::string_view piece) { size += piece.size(); }});
  EXPECT_EQ(size, 3'000'000U);
}

TEST_F(TlsTest, a_client_that_does_not_know_the_certificate_refuses_it) {
  const Stand stand(listen());
  Client client({.endpoint = stand.endpoint(), .credentials = {"AKIDROOT", "rootsecret", ""}});
  EXPECT_THROW(client.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "t", {}}),
               base::Failure);
}

TEST_F(TlsTest, a_certificate_that_is_not_there_is_named) {
  http::Listen broken = listen();
  broken.certificate_file = "/nowhere/cert.pem";
  http::Server server(std::move(broken));
  const base::Status status = server.start();
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("/nowhere/cert.pem"), std::string::npos);
}

}  // namespace
}  // namespace berth::wire::demo
