#include "berth/registry/documents.hpp"

#include "base/check.hpp"
#include "base/json.hpp"

#include <boost/json/object.hpp>
#include <boost/json/value_from.hpp>
#include <boost/json/value_to.hpp>

namespace berth::registry {
namespace {

namespace json = boost::json;
using Texts = std::vector<std::string>;
using Map = std::map<std::string, std::string>;

json::object read(std::string_view text) {
  auto parsed = base::parse_json(text);
  BERTH_CHECK(parsed && parsed->is_object(), "the registry's rows are written by this file alone");
  return std::move(parsed->as_object());
}

std::int64_t to_milliseconds(base::TimePoint time) { return time.time_since_epoch().count(); }
base::TimePoint time_of(const json::object& document, std::string_view member) {
  return base::TimePoint{base::Milliseconds{document.at(member).as_int64()}};
}
std::string text_of(const json::object& document, std::string_view member) {
  return std::string(document.at(member).as_string());
}

/// Members that rows of the first version lack.
std::string text_if_any(const json::object& document, std::string_view member) {
  return document.contains(member) ? text_of(document, member) : std::string();
}

}  // namespace

std::string to_json(const Repository& repository) {
  const RepositorySettings& settings = repository.settings;
  return base::to_text(json::object{{"id", repository.id},
                                    {"created", to_milliseconds(repository.created)},
                                    {"immutableTags", settings.immutable_tags},
                                    {"scanOnPush", settings.scan_on_push},
                                    {"encryptionType", settings.encryption_type},
                                    {"tags", json::value_from(settings.tags)},
                                    {"lifecyclePolicy", settings.lifecycle_policy},
                                    {"repositoryPolicy", settings.repository_policy}});
}

Repository repository_from_json(std::string_view text) {
  json::object document = read(text);
  Repository repository;
  repository.id = text_of(document, "id");
  repository.created = time_of(document, "created");
  repository.settings = {document.at("immutableTags").as_bool(),   document.at("scanOnPush").as_bool(),
                         text_of(document, "encryptionType"),      json::value_to<Map>(document.at("tags")),
                         text_if_any(document, "lifecyclePolicy"), text_if_any(document, "repositoryPolicy")};
  return repository;
}

std::string to_json(const Image& image) {
  return base::to_text(json::object{{"mediaType", image.media_type},
                                    {"size", image.size},
                                    {"pushed", to_milliseconds(image.pushed)},
                                    {"configMediaType", image.config_media_type},
                                    {"entryPoint", json::value_from(image.config.entry_point)},
                                    {"command", json::value_from(image.config.command)},
                                    {"environment", json::value_from(image.config.environment)},
                                    {"workingDirectory", image.config.working_directory},
                                    {"user", image.config.user},
                                    {"labels", json::value_from(image.config.labels)},
                                    {"architecture", image.config.architecture},
                                    {"os", image.config.os}});
}

Image image_from_json(std::string_view text) {
  json::object document = read(text);
  Image image;
  image.media_type = text_of(document, "mediaType");
  image.size = document.at("size").to_number<std::uint64_t>();
  image.pushed = time_of(document, "pushed");
  image.config_media_type = text_of(document, "configMediaType");
  image.config.entry_point = json::value_to<Texts>(document.at("entryPoint"));
  image.config.command = json::value_to<Texts>(document.at("command"));
  image.config.environment = json::value_to<Texts>(document.at("environment"));
  image.config.working_directory = text_of(document, "workingDirectory");
  image.config.user = text_of(document, "user");
  image.config.labels = json::value_to<Map>(document.at("labels"));
  image.config.architecture = text_of(document, "architecture");
  image.config.os = text_of(document, "os");
  return image;
}

std::string digest_to_json(const std::string& digest) {
  return base::to_text(json::object{{"digest", digest}});
}

std::string digest_from_json(std::string_view text) { return text_of(read(text), "digest"); }

}  // namespace berth::registry
