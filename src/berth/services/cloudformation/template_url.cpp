#include "berth/services/cloudformation/template_url.hpp"

#include "base/bounded_regex.hpp"
#include "base/encoding.hpp"

namespace berth::cloudformation {
namespace {

std::optional<ObjectAddress> address(std::string bucket, std::string_view encoded_key) {
  const auto key = base::percent_decode(encoded_key.substr(0, encoded_key.find('?')));
  if (!key || key->empty() || bucket.empty()) return std::nullopt;
  return ObjectAddress{std::move(bucket), *key};
}

std::optional<ObjectAddress> path_style(std::string_view path) {
  const auto slash = path.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  return address(std::string(path.substr(0, slash)), path.substr(slash + 1));
}

}  // namespace

std::optional<ObjectAddress> parse_template_url(std::string_view url, std::string_view own_host) {
  if (url.starts_with("https://"))
    url.remove_prefix(8);
  else if (url.starts_with("http://"))
    url.remove_prefix(7);
  else
    return std::nullopt;
  const auto slash = url.find('/');
  if (slash == std::string_view::npos) return std::nullopt;
  const std::string host(url.substr(0, slash));
  const std::string_view path = url.substr(slash + 1);
  if (host == own_host) return path_style(path);
  static const boost::regex aws(R"((?:(.+)\.)?s3(?:[.-][a-z0-9-]+)?\.amazonaws\.com)");
  boost::smatch parts;
  if (!boost::regex_match(host, parts, aws)) return std::nullopt;
  return parts[1].matched ? address(parts[1].str(), path) : path_style(path);
}

}  // namespace berth::cloudformation
