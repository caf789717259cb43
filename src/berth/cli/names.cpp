#include "berth/cli/names.hpp"

#include "berth/cli/errors.hpp"

#include <fmt/format.h>

#include <array>

namespace berth::cli {

std::string short_name(std::string_view arn) {
  if (!arn.starts_with("arn:")) return std::string(arn);
  if (const auto slash = arn.rfind('/'); slash != arn.npos) return std::string(arn.substr(slash + 1));
  return std::string(arn.substr(arn.rfind(':') + 1));
}

std::pair<std::string, std::string> key_and_value(std::string_view text, std::string_view option) {
  const auto equals = text.find('=');
  if (equals == text.npos || equals == 0) {
    throw wrong_input(fmt::format("{} '{}' is not KEY=VALUE: write {} KEY=VALUE", option, text, option));
  }
  return {std::string(text.substr(0, equals)), std::string(text.substr(equals + 1))};
}

bool is_s3_address(std::string_view text) { return text.starts_with("s3://"); }

S3Address parse_s3_address(std::string_view text) {
  const std::string_view rest = is_s3_address(text) ? text.substr(5) : std::string_view{};
  const auto slash = rest.find('/');
  const std::string_view bucket = rest.substr(0, slash);
  if (bucket.empty()) throw wrong_input(fmt::format("'{}' names no bucket: write s3://BUCKET/KEY", text));
  return {std::string(bucket), slash == rest.npos ? std::string() : std::string(rest.substr(slash + 1))};
}

RepositoryTag parse_repository_tag(std::string_view text) {
  std::string_view rest = text;
  if (rest.find('@') != rest.npos) {
    throw wrong_input(
        fmt::format("'{}' names a digest: an image is pushed under a tag, REPOSITORY[:TAG]", text));
  }
  if (const auto slash = rest.find('/'); slash != rest.npos) {
    const std::string_view first = rest.substr(0, slash);
    if (first.find_first_of(".:") != first.npos || first == "localhost") rest.remove_prefix(slash + 1);
  }
  const auto colon = rest.find(':');
  const std::string_view repository = rest.substr(0, colon);
  const std::string_view tag = colon == rest.npos ? "latest" : rest.substr(colon + 1);
  if (repository.empty() || tag.empty()) {
    throw wrong_input(fmt::format("'{}' is not REPOSITORY[:TAG]", text));
  }
  return {std::string(repository), std::string(tag)};
}

std::string_view content_type_of(std::string_view file_name) {
  struct Known {
    std::string_view ending, type;
  };
  static constexpr std::array known = {
      Known{".txt", "text/plain"},          Known{".csv", "text/csv"},
      Known{".json", "application/json"},   Known{".yaml", "application/yaml"},
      Known{".yml", "application/yaml"},    Known{".html", "text/html"},
      Known{".xml", "application/xml"},     Known{".gz", "application/gzip"},
      Known{".zip", "application/zip"},     Known{".tar", "application/x-tar"},
      Known{".nc", "application/x-netcdf"}, Known{".png", "image/png"},
      Known{".jpg", "image/jpeg"},          Known{".md", "text/markdown"},
      Known{".pdf", "application/pdf"},
  };
  for (const Known& k : known) {
    if (file_name.ends_with(k.ending)) return k.type;
  }
  return "binary/octet-stream";
}

}  // namespace berth::cli
