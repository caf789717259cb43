/// What the files of Distribution share. Private to this folder.
#pragma once

#include "berth/services/ecr/distribution.hpp"

#include <exception>
#include <string>

namespace berth::ecr {

/// An error of the registry API: {"errors": [{"code", "message"}]}.
struct OciError : std::exception {
  OciError(int http_status, std::string error_code, std::string text)
      : status(http_status), code(std::move(error_code)), message(std::move(text)) {}
  const char* what() const noexcept override { return message.c_str(); }
  int status;
  std::string code, message;
};

struct Distribution::Request {
  http::Exchange& exchange;
  TokenClaims claims;
  OciPath path;
  std::string_view method() const { return exchange.request().method; }
  std::string query(std::string_view name) const { return query_value(exchange.request().query(), name); }
};

struct Distribution::Found {
  std::string id;          ///< of the repository
  std::string digest;      ///< of the image that the reference names; empty if there is none
  std::string media_type;  ///< of its manifest
};

/// An answer without a body.
base::Async<void> respond_empty(http::Exchange& exchange, int status, http::Headers headers);
/// Throws OciError DIGEST_INVALID.
void check_digest(const std::string& digest);

}  // namespace berth::ecr
