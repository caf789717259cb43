#include "berth/services/s3/copy_source.hpp"

#include "base/encoding.hpp"

namespace berth::s3 {

std::optional<CopySource> read_copy_source(std::string_view text) {
  if (text.starts_with('/')) text.remove_prefix(1);
  CopySource source;
  constexpr std::string_view version_mark = "?versionId=";
  if (const std::size_t query = text.find(version_mark); query != std::string_view::npos) {
    source.version = std::string(text.substr(query + version_mark.size()));
    text = text.substr(0, query);
  }
  const auto decoded = base::percent_decode(text);
  const std::size_t slash = decoded ? decoded->find('/') : std::string::npos;
  if (slash == std::string::npos || slash == 0 || slash + 1 == decoded->size()) return std::nullopt;
  source.bucket = decoded->substr(0, slash);
  source.key = decoded->substr(slash + 1);
  return source;
}

std::string without_aws_chunked(std::string_view encoding) {
  std::string rest;
  while (!encoding.empty()) {
    std::size_t comma = encoding.find(',');
    std::string_view token = encoding.substr(0, comma);
    encoding.remove_prefix(comma == std::string_view::npos ? encoding.size() : comma + 1);
    while (token.starts_with(' ')) token.remove_prefix(1);
    while (token.ends_with(' ')) token.remove_suffix(1);
    if (token.empty() || token == "aws-chunked") continue;
    if (!rest.empty()) rest += ",";
    rest += token;
  }
  return rest;
}

}  // namespace berth::s3
