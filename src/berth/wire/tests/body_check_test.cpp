/// Bodies in every form that clients send, in pieces of every size.
#include "berth/wire/body_check.hpp"

#include "base/encoding.hpp"
#include "base/time_format.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

namespace berth::wire {
namespace {

constexpr std::string_view secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY";
const base::TimePoint time = base::parse_amz_date("20130524T000000Z").value();

/// S3's documented example of an upload in chunks.
http::RequestHead chunked_put() {
  http::RequestHead request;
  request.method = "PUT";
  request.target = "/examplebucket/chunkObject.txt";
  request.headers = {{"Host", "s3.amazonaws.com"},
                     {"x-amz-storage-class", "REDUCED_REDUNDANCY"},
                     {"Content-Encoding", "aws-chunked"},
                     {"x-amz-decoded-content-length", "66560"}};
  return request;
}

SignedBy sign_example(http::RequestHead& request, std::string_view payload) {
  sign(request, {"AKIAIOSFODNN7EXAMPLE", std::string(secret), ""}, "us-east-1", "s3", time, payload);
  return read_signature(request);
}

std::string key() { return signing_key(secret, {"", "20130524", "us-east-1", "s3"}); }

/// Feeds `body` in pieces of `size`; the data that came out.
std::string feed(BodyCheck& check, std::string_view body, std::size_t size) {
  std::string data;
  while (!body.empty()) {
    std::string_view piece = body.substr(0, size);
    body.remove_prefix(piece.size());
    while (!piece.empty()) data += check.next(piece);
  }
  check.finish();
  return data;
}

std::string code_of(const std::function<void()>& act) {
  try {
    act();
  } catch (const ServiceError& error) {
    return error.code;
  }
  return "";
}

std::string signed_chunks(bool trailer, const std::array<std::string, 3>& signatures) {
  std::string body = "10000;chunk-signature=" + signatures[0] + "\r\n" + std::string(65536, 'a') + "\r\n";
  body += "400;chunk-signature=" + signatures[1] + "\r\n" + std::string(1024, 'a') + "\r\n";
  body += "0;chunk-signature=" + signatures[2] + "\r\n";
  if (trailer) {
    body += "x-amz-checksum-crc32c:sOO8/Q==\r\n";
    body += "x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n";
  }
  return body + "\r\n";
}

const std::array<std::string, 3> plain_signatures = {
    "ad80c730a21e5b8d04586a2213dd63b9a0e99e0e2307b0ade35a65485a288648",
    "0055627c9e194cb4542bae2aa5492e3c1575bbb81b612b7d234b86a503ef5497",
    "b6c6ea8a5354eaf15b3cb7646744f4275b71ea724fed81ceb9323e279d449df9"};
const std::array<std::string, 3> trailer_signatures = {
    "b474d8862b1487a5145d686f57f013e54db672cee1c953b3010fb58501ef5aa2",
    "1c1344b170168f8e65b41376b44b20fe354e373826ccbbe2c1d40a8cae51e5c7",
    "2ca2aba2005185cf7159c6277faf83795951dd77a3a99e6e65d5c9f85863f992"};

constexpr std::string_view streaming = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD";
constexpr std::string_view streaming_trailer = "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER";
constexpr std::string_view unsigned_trailer = "STREAMING-UNSIGNED-PAYLOAD-TRAILER";

TEST(SignedChunks, the_published_example_is_accepted_in_pieces_of_any_size) {
  http::RequestHead request = chunked_put();
  SignedBy by = sign_example(request, streaming);
  // The published seed also signs Content-Length, which our own signer leaves to the transport.
  by.signature = "4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9";
  for (const std::size_t size : {1, 2, 3, 7, 4096, 100000}) {
    BodyCheck check(request, streaming, by, key());
    EXPECT_EQ(check.size(), 66560U);
    EXPECT_EQ(feed(check, signed_chunks(false, plain_signatures), size), std::string(66560, 'a')) << size;
  }
}

TEST(SignedChunks, the_published_seed_is_computed) {
  http::RequestHead request = chunked_put();
  request.headers.add("Content-Length", "66824");
  request.headers.add("x-amz-date", "20130524T000000Z");
  request.headers.add("x-amz-content-sha256", std::string(streaming));
  request.headers.add(
      "Authorization",
      "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders="
      "content-encoding;content-length;host;x-amz-content-sha256;x-amz-date;x-amz-decoded-content-length;"
      "x-amz-storage-class,Signature=4f232c4386841ef735655705268965c44a0e4690baa4adea153f7db9fa80a0a9");
  EXPECT_NO_THROW(check_signature(read_signature(request), request, streaming, secret, PathStyle::S3));
}

TEST(SignedChunks, the_published_example_with_a_trailer_is_accepted) {
  http::RequestHead request = chunked_put();
  request.headers.add("x-amz-trailer", "x-amz-checksum-crc32c");
  const SignedBy by = sign_example(request, streaming_trailer);
  EXPECT_EQ(by.signature, "106e2a8a18243abcf37539882f36619c00e2dfc72633413f02d3b74544bfeb8e");
  for (const std::size_t size : {1, 5, 70000}) {
    BodyCheck check(request, streaming_trailer, by, key());
    EXPECT_EQ(feed(check, signed_chunks(true, trailer_signatures), size).size(), 66560U);
  }
}

TEST(SignedChunks, a_changed_byte_a_changed_trailer_and_a_missing_signature_are_refused) {
  http::RequestHead request = chunked_put();
  request.headers.add("x-amz-trailer", "x-amz-checksum-crc32c");
  const SignedBy by = sign_example(request, streaming_trailer);
  const std::string good = signed_chunks(true, trailer_signatures);
  const auto result = [&](std::string_view from, std::string_view to) {
    std::string body = good;
    body.replace(body.find(from), from.size(), to);
    return code_of([&] {
      BodyCheck check(request, streaming_trailer, by, key());
      feed(check, body, 1000);
    });
  };
  EXPECT_EQ(result("aaaaaaaaaaaaa\r\n400", "aaaaaaaaaaaab\r\n400"), "SignatureDoesNotMatch");
  EXPECT_EQ(result("sOO8/Q==", "sOO9/Q=="), "SignatureDoesNotMatch");
  EXPECT_EQ(
      result("x-amz-trailer-signature:d81f82fc3505edab99d459891051a732e8730629a2e4a59689829ca17fe2e435\r\n",
             ""),
      "SignatureDoesNotMatch");
  EXPECT_EQ(result(";chunk-signature=" + trailer_signatures[1], ""), "IncompleteBody");
  EXPECT_EQ(
      result("0;chunk-signature=" + trailer_signatures[2], "0;chunk-signature=" + trailer_signatures[1]),
      "SignatureDoesNotMatch");
}

struct Unsigned {
  http::RequestHead request;
  explicit Unsigned(std::string length = "6") {
    request.headers = {{"Host", "h"},
                       {"x-amz-decoded-content-length", std::move(length)},
                       {"x-amz-trailer", "x-amz-checksum-crc32"}};
  }
  std::string code(const std::string& body, std::size_t size = 3) const {
    return code_of([&] {
      BodyCheck check(request, unsigned_trailer, {}, {});
      feed(check, body, size);
    });
  }
};

TEST(UnsignedChunks, the_js_sdks_form_is_accepted) {
  const Unsigned it;
  BodyCheck check(it.request, unsigned_trailer, {}, {});
  EXPECT_EQ(feed(check, "3\r\nabc\r\n3\r\ndef\r\n0\r\nx-amz-checksum-crc32:S4457w==\r\n\r\n", 1), "abcdef");
}

TEST(UnsignedChunks, what_is_wrong_with_them_is_told_apart) {
  const Unsigned it;
  const std::string good = "3\r\nabc\r\n3\r\ndef\r\n0\r\nx-amz-checksum-crc32:S4457w==\r\n\r\n";
  EXPECT_EQ(it.code(good), "");
  EXPECT_EQ(it.code("6\r\nabcdeX\r\n0\r\nx-amz-checksum-crc32:S4457w==\r\n\r\n"), "BadDigest");
  EXPECT_EQ(it.code("3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code("7\r\nabcdefg\r\n0\r\n\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code("6\r\nabcdef\r\n0\r\n\r\n"), "MalformedTrailerError");
  EXPECT_EQ(it.code("6\r\nabcdef\r\n0\r\nx-amz-checksum-sha1:S4457w==\r\n\r\n"), "MalformedTrailerError");
  EXPECT_EQ(it.code("6\r\nabcdef\r\n0\r\nx-amz-checksum-crc32:!\r\n\r\n"), "InvalidRequest");
  EXPECT_EQ(it.code(good.substr(0, good.size() - 2)), "IncompleteBody");
  EXPECT_EQ(it.code(good + "more"), "IncompleteBody");
  EXPECT_EQ(it.code("x\r\nabc\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code("\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code("3\nabc\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code("3\r\nabcX\r\n"), "IncompleteBody");
  EXPECT_EQ(it.code(std::string(10000, '0')), "IncompleteBody");
  EXPECT_EQ(it.code("fffffffffffffffff\r\nabc"), "IncompleteBody");
}

http::RequestHead plain(std::initializer_list<http::Headers::Field> fields) {
  http::RequestHead request;
  request.headers = http::Headers(fields);
  return request;
}

std::string plain_code(std::initializer_list<http::Headers::Field> fields, std::string_view hash,
                       std::string_view body) {
  return code_of([&] {
    BodyCheck check(plain(fields), hash, {}, {});
    feed(check, body, 2);
  });
}

TEST(PlainBodies, a_signed_hash_must_be_the_bodys) {
  const std::string hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
  EXPECT_EQ(plain_code({{"content-length", "3"}}, hash, "abc"), "");
  EXPECT_EQ(plain_code({{"content-length", "3"}}, hash, "abd"), "XAmzContentSHA256Mismatch");
  EXPECT_EQ(plain_code({{"transfer-encoding", "chunked"}}, hash, "abc"), "");
  EXPECT_EQ(plain_code({}, empty_sha256, ""), "");
  EXPECT_EQ(plain_code({{"content-length", "3"}}, "abc", "abc"), "InvalidArgument");
}

TEST(PlainBodies, every_checksum_header_is_verified) {
  struct {
    const char *name, *right, *wrong;
  } cases[] = {{"Content-MD5", "kAFQmDzST7DWlj99KOF/cg==", "kAFQmDzST7DWlj99KOF/cA=="},
               {"x-amz-checksum-crc32", "NSRBwg==", "NSRBwA=="},
               {"x-amz-checksum-crc32c", "Nks/tw==", "Nks/tA=="},
               {"x-amz-checksum-sha1", "qZk+NkcGgWq6PiVxeFDCbJzQ2J0=", "qZk+NkcGgWq6PiVxeFDCbJzQ2J4="},
               {"x-amz-checksum-sha256", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=",
                "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa4="}};
  for (const auto& one : cases) {
    EXPECT_EQ(plain_code({{"content-length", "3"}, {one.name, one.right}}, unsigned_payload, "abc"), "")
        << one.name;
    EXPECT_EQ(plain_code({{"content-length", "3"}, {one.name, one.wrong}}, unsigned_payload, "abc"),
              "BadDigest")
        << one.name;
  }
  EXPECT_EQ(plain_code({{"content-length", "3"}, {"Content-MD5", "abc"}}, unsigned_payload, "abc"),
            "InvalidDigest");
  EXPECT_EQ(plain_code({{"content-length", "3"}, {"Content-MD5", "NSRBwg=="}}, unsigned_payload, "abc"),
            "InvalidDigest");
  EXPECT_EQ(
      plain_code({{"content-length", "3"}, {"x-amz-checksum-crc32", "NSRBwgAA"}}, unsigned_payload, "abc"),
      "InvalidRequest");
}

TEST(Checksums, crc64nvme_has_the_catalogues_check_value) {
  Checksum sum(ChecksumKind::Crc64Nvme);
  sum.update("123456");
  sum.update("789");
  EXPECT_EQ(base::to_hex(sum.finish()), "ae8b14860a799888");
}

}  // namespace
}  // namespace berth::wire
