#include "berth/wire/body_check.hpp"

#include "base/encoding.hpp"
#include "berth/wire/error.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

namespace berth::wire {

namespace {

constexpr std::array<ChecksumKind, 5> header_kinds = {ChecksumKind::Crc32, ChecksumKind::Crc32c,
                                                      ChecksumKind::Crc64Nvme, ChecksumKind::Sha1,
                                                      ChecksumKind::Sha256};

std::optional<std::uint64_t> number(std::string_view text) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

}  // namespace

BodyCheck::BodyCheck(const http::RequestHead& request, std::string_view payload_hash, const SignedBy& by,
                     std::string key, ChecksumsOf checksums) {
  const bool is_chunked = payload_hash.starts_with("STREAMING-");
  if (is_chunked) {
    const bool trailer = payload_hash.ends_with("-TRAILER");
    std::optional<ChunkSignatures> signatures;
    if (payload_hash.starts_with("STREAMING-AWS4-HMAC-SHA256-PAYLOAD")) {
      signatures.emplace(std::move(key), by.date, by.scope, by.signature);
    } else if (payload_hash != "STREAMING-UNSIGNED-PAYLOAD-TRAILER") {
      throw ServiceError("InvalidRequest",
                         "The value of x-amz-content-sha256 is not supported: " + std::string(payload_hash));
    }
    chunked_.emplace(std::move(signatures), trailer);
    const auto decoded = request.headers.find("x-amz-decoded-content-length");
    if (!decoded)
      throw ServiceError("MissingContentLength", "You must provide the Content-Length HTTP header.", 411);
    size_ = number(*decoded);
    if (!size_) throw ServiceError("InvalidArgument", "x-amz-decoded-content-length is not a number.");
    if (const auto trailer_name = request.headers.find("x-amz-trailer")) {
      const auto kind = checksum_kind(*trailer_name);
      if (!kind || *kind == ChecksumKind::Md5) {
        throw ServiceError("InvalidRequest",
                           "The value specified in the x-amz-trailer header is not supported");
      }
      expected_.push_back({Checksum(*kind), {}, "BadDigest", {}});
    }
  } else {
    size_ = request.content_length();
    if (!size_ && !request.headers.has("transfer-encoding")) size_ = 0;
    if (payload_hash.size() == 64) {
      auto raw = base::from_hex(payload_hash);
      if (!raw)
        throw ServiceError(
            "InvalidArgument",
            "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-… or a valid sha256 value.");
      expected_.push_back({Checksum(ChecksumKind::Sha256), std::move(*raw), "XAmzContentSHA256Mismatch",
                           "The provided 'x-amz-content-sha256' header does not match what was computed."});
    } else if (payload_hash != unsigned_payload) {
      throw ServiceError(
          "InvalidArgument",
          "x-amz-content-sha256 must be UNSIGNED-PAYLOAD, STREAMING-… or a valid sha256 value.");
    }
  }
  if (const auto md5 = request.headers.find("content-md5")) expect_header(ChecksumKind::Md5, *md5);
  if (checksums == ChecksumsOf::Object) return;
  for (const ChecksumKind kind : header_kinds) {
    if (const auto value = request.headers.find(checksum_header(kind))) expect_header(kind, *value);
  }
}

void BodyCheck::expect_header(ChecksumKind kind, std::string_view text) {
  auto raw = base::from_base64(text);
  if (!raw || raw->size() != checksum_size(kind)) {
    if (kind == ChecksumKind::Md5)
      throw ServiceError("InvalidDigest", "The Content-MD5 you specified was invalid.");
    throw ServiceError("InvalidRequest",
                       fmt::format("Value for {} header is invalid.", checksum_header(kind)));
  }
  expected_.push_back({Checksum(kind), std::move(*raw), "BadDigest", {}});
}

std::string_view BodyCheck::next(std::string_view& input) {
  std::string_view piece = input;
  if (chunked_) {
    piece = chunked_->next(input);
  } else {
    input = {};
  }
  seen_ += piece.size();
  if (size_ && seen_ > *size_) {
    throw ServiceError("IncompleteBody", "The request body has more bytes than its headers announce.");
  }
  for (Expected& one : expected_) one.running.update(piece);
  return piece;
}

void BodyCheck::take_trailers() {
  for (const auto& [name, value] : chunked_->trailers()) {
    const auto kind = checksum_kind(name);
    const auto promised = std::find_if(expected_.begin(), expected_.end(), [&](const Expected& one) {
      return kind && one.raw.empty() && one.running.kind() == *kind;
    });
    if (promised == expected_.end()) {
      throw ServiceError("MalformedTrailerError",
                         "The request contained trailing data that was not well-formed or did not "
                         "conform to our published schema.");
    }
    auto raw = base::from_base64(value);
    if (!raw || raw->size() != checksum_size(*kind)) {
      throw ServiceError("InvalidRequest", fmt::format("Value for {} trailing header is invalid.", name));
    }
    promised->raw = std::move(*raw);
  }
}

void BodyCheck::finish() {
  if ((chunked_ && !chunked_->complete()) || (size_ && seen_ != *size_)) {
    throw ServiceError("IncompleteBody",
                       "You did not provide the number of bytes specified by the Content-Length HTTP header");
  }
  if (chunked_) take_trailers();
  for (Expected& one : expected_) {
    if (one.raw.empty()) {
      throw ServiceError("MalformedTrailerError",
                         "The request did not bring the trailer that x-amz-trailer names.");
    }
    if (base::equal_in_constant_time(one.running.finish(), one.raw)) continue;
    const std::string_view name = checksum_header(one.running.kind());
    throw ServiceError(std::string(one.code),
                       !one.text.empty() ? std::string(one.text)
                       : one.running.kind() == ChecksumKind::Md5
                           ? "The Content-MD5 you specified did not match what we received."
                           : fmt::format("The {} you specified did not match the calculated checksum.",
                                         name.substr(name.rfind('-') + 1)));
  }
}

}  // namespace berth::wire
