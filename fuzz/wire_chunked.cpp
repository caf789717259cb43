// aws-chunked bodies, signed rightly and then perhaps damaged in one place: what is intact comes out as it went in, however the
// bytes are cut into pieces; what is damaged is refused, or its damage was outside of the data and what is signed.
#include "input.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/wire/aws_chunked.hpp"
#include "berth/wire/error.hpp"

#include <fmt/format.h>

namespace {

using namespace berth::wire;

std::string digest(std::string_view bytes) { return base::sha256(bytes); }

ChunkSignatures signatures() { return {"key", "20261130T154716Z", Scope{}, "seed"}; }

/// Each line of the text is a chunk; the last may be a trailer.
std::string framed(std::string_view text, bool with_signatures, bool with_trailer, std::string& data) {
  ChunkSignatures sign = signatures();
  std::string body;
  const auto chunk = [&](std::string_view bytes) {
    body += fmt::format("{:x}", bytes.size());
    if (with_signatures) body += ";chunk-signature=" + sign.chunk(digest(bytes));
    body += "\r\n";
    if (!bytes.empty()) body += std::string(bytes) + "\r\n";
    data += bytes;
  };
  while (!text.empty())
    if (const std::string_view line = fuzz::take_line(text); !line.empty()) chunk(line);
  chunk("");
  if (with_trailer) {
    const std::string line = "x-amz-checksum-crc32:AAAAAA==";
    body += line + "\r\n";
    if (with_signatures) body += "x-amz-trailer-signature:" + sign.trailer(digest(line + "\n")) + "\r\n";
  }
  return body + "\r\n";
}

/// The data, or nothing if it was refused.
std::optional<std::string> read(std::string_view body, bool with_signatures, bool with_trailer,
                                std::size_t piece) {
  AwsChunked decoder(with_signatures ? std::optional(signatures()) : std::nullopt, with_trailer);
  std::string data;
  try {
    while (!body.empty()) {
      std::string_view input = body.substr(0, piece);
      body.remove_prefix(input.size());
      while (!input.empty()) data += decoder.next(input);
    }
  } catch (const ServiceError&) {
    return std::nullopt;
  }
  return decoder.complete() ? std::optional(data) : std::nullopt;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  if (size < 4) return 0;
  const bool with_signatures = (bytes[0] & 1) != 0, with_trailer = (bytes[0] & 2) != 0,
             raw = (bytes[0] & 4) != 0;
  const std::size_t piece = std::size_t{bytes[1]} + 1;
  text.remove_prefix(4);
  if (raw) {
    BERTH_CHECK(read(text, with_signatures, with_trailer, piece) ==
                    read(text, with_signatures, with_trailer, text.size() + 1),
                "pieces mean nothing");
    BERTH_CHECK(!with_signatures || !read(text, true, with_trailer, piece), "nobody makes up a signature");
    return 0;
  }
  std::string data;
  std::string body = framed(text, with_signatures, with_trailer, data);
  BERTH_CHECK(read(body, with_signatures, with_trailer, piece) == data,
              "an intact body comes out as it went in");
  const std::size_t where = bytes[2] * body.size() / 256;
  body[where] = static_cast<char>(body[where] ^ bytes[3]);
  const auto damaged = read(body, with_signatures, with_trailer, piece);
  BERTH_CHECK(!with_signatures || !damaged || *damaged == data,
              "other data is never taken for what was signed");
  return 0;
}
