#include "berth/cli/image_commands.hpp"

#include "base/json.hpp"
#include "berth/cli/json.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/repository_calls.hpp"
#include "berth/cli/session.hpp"
#include "berth/cli/table.hpp"
#include "berth/cli/text.hpp"
#include "berth/registry/builtin_image.hpp"

#include <CLI/App.hpp>
#include <CLI/Config.hpp>
#include <CLI/Formatter.hpp>
#include <fmt/format.h>

namespace berth::cli {
namespace {

constexpr std::string_view manifest_type = "application/vnd.oci.image.manifest.v1+json";
constexpr std::size_t shown_digest_length = 19;  // "sha256:" and twelve digits

std::string joined(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : ", ") + word;
  return text;
}

/// The built-in image's own bytes are a label: what it stands for is on this machine already.
std::string size_of(const ecr::ImageDetail& image) {
  return image.imageDigest == registry::builtin_digest()
             ? "built in"
             : to_size(static_cast<std::uint64_t>(image.imageSizeInBytes));
}

}  // namespace

void ImagePush::declare(CLI::App& app) {
  app.add_option("IMAGE", image, "fathom, the built-in image")->required();
  app.add_option("REPOSITORY", repository, "[HOST/]REPOSITORY[:TAG]; the tag is latest by default")
      ->required();
}

ExitCode ImagePush::run(Session& session) {
  if (image != registry::builtin_reference) {
    throw wrong_input(
        fmt::format("'{}' is no built-in image: the only one is {}; others are pushed with podman or skopeo",
                    image, registry::builtin_reference));
  }
  const RepositoryTag target = parse_repository_tag(repository);
  RegistryClient client(session.api());
  client.push_blob(target.repository, registry::builtin_config());
  const std::string digest =
      client.push_manifest(target.repository, target.tag, registry::builtin_manifest(), manifest_type);
  if (session.json) {
    session.out << base::to_text({{"repositoryName", target.repository},
                                  {"imageTag", target.tag},
                                  {"imageDigest", digest}})
                << "\n";
  } else {
    session.out << fmt::format("{}:{} is {}\n", target.repository, target.tag, digest);
  }
  return ExitCode::Done;
}

void ImageList::declare(CLI::App& app) {
  app.add_option("REPOSITORY", repository, "only what is in this one (default: all)");
}

ExitCode ImageList::run(Session& session) {
  std::vector<std::string> names;
  if (repository.empty()) {
    for (const auto& each : all_repositories(session.api()))
      names.push_back(each.repositoryName.value_or(""));
  } else {
    names.push_back(parse_repository_tag(repository).repository);
  }
  base::json::array rows;
  Table table({{"REPOSITORY", Column::Whole},
               {"TAGS"},
               {"DIGEST", Column::Whole},
               {"SIZE", Column::Right},
               {"AGE", Column::Right}});
  for (const std::string& name : names) {
    const auto images = images_of(session.api(), name);
    if (images.empty()) table.add({name, "", "", "", ""});
    for (const ecr::ImageDetail& each : images) {
      rows.push_back(json_of(each));
      table.add({name, joined(each.imageTags.value_or(std::vector<std::string>{})),
                 each.imageDigest.substr(0, shown_digest_length), size_of(each),
                 session.age_of(each.imagePushedAt.time)});
    }
  }
  session.out << (session.json ? base::to_text(rows) + "\n" : table.render(session.width()));
  return ExitCode::Done;
}

}  // namespace berth::cli
