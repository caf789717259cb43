/// Repositories, their images and tags: what the registry knows. Bytes (layers, configurations, manifests) are
/// objects in an internal bucket of the object store (content.hpp).
///
/// On the state lane only. Changes apply at once and are queued to the store.
#pragma once

#include "base/clock.hpp"
#include "base/random.hpp"
#include "berth/registry/manifest.hpp"
#include "berth/registry/names.hpp"
#include "berth/store/document_table.hpp"
#include "berth/store/store.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace berth::registry {

/// As its owner wants it; given back by ECR as it came.
struct RepositorySettings {
  bool immutable_tags = false;
  bool scan_on_push = false;
  std::string encryption_type = "AES256";
  std::map<std::string, std::string> tags;
  std::string lifecycle_policy;   ///< JSON as it came; empty: none. Nothing expires by it.
  std::string repository_policy;  ///< the same. Nobody gets in by it.
};

struct Image {
  std::string digest;
  std::string media_type;  ///< of the manifest
  std::uint64_t size = 0;  ///< of configuration and layers together
  base::TimePoint pushed{};
  std::string config_media_type;  ///< empty for an index
  ImageConfig config;             ///< empty for an index
};

struct Repository {
  std::string account, region, name;
  std::string id;  ///< names its bytes; a repository made anew under the same name has another
  base::TimePoint created{};
  RepositorySettings settings;
  std::map<std::string, Image> images;      ///< by digest
  std::map<std::string, std::string> tags;  ///< tag → digest

  std::string arn() const { return "arn:aws:ecr:" + region + ":" + account + ":repository/" + name; }
  /// By tag or digest; null if there is none.
  const Image* find(std::string_view tag_or_digest) const;
  std::vector<std::string> tags_of(std::string_view digest) const;
};

/// What an image reference stands for.
struct Resolved {
  bool found = false;
  bool is_builtin = false;  ///< the engine on this machine
  std::string digest;
  ImageConfig config;
  std::string reason;  ///< why not: one sentence
};

class Registry {
 public:
  static std::span<const store::Migration> migrations();

  /// Loads what the store has. `host` is where the registry is reached (HOST:PORT); references to it or to the
  /// loopback interface at any port are references to this registry, so that they survive a change of port.
  Registry(store::Store& store, const base::Clock& clock, base::RandomSource& random, std::string host = {});

  /// Null if there is none.
  const Repository* find(std::string_view account, std::string_view region, std::string_view name) const;
  /// By name.
  std::vector<const Repository*> repositories(std::string_view account, std::string_view region) const;
  /// Of every repository there is: for Content::prepare.
  std::set<std::string> ids() const;
  /// The name must be free and valid.
  const Repository& create(const std::string& account, const std::string& region, const std::string& name,
                           RepositorySettings settings);
  void set_settings(const Repository& repository, RepositorySettings settings);
  /// With its images; returns its id, whose content is garbage then. It must exist.
  std::string remove(const std::string& account, const std::string& region, const std::string& name);

  /// Forgets every repository.
  void clear();

  /// Adds or replaces an image, and points the tag (if any) at it. The repository must exist.
  void put_image(const Repository& repository, Image image, const std::string& tag);
  void remove_tag(const Repository& repository, const std::string& tag);
  /// With its tags.
  void remove_image(const Repository& repository, const std::string& digest);

  /// `account` and `region` are in force where the reference names none.
  Resolved resolve(std::string_view reference, const std::string& account, const std::string& region) const;

  void set_host(std::string host) { host_ = std::move(host); }

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // account, region, name
  void load();
  bool is_here(const Reference& reference) const;
  Repository& mutable_repository(const Repository& repository);

  store::DocumentTable repository_rows_, image_rows_, tag_rows_;
  const base::Clock& clock_;
  base::RandomSource& random_;
  std::string host_;
  std::map<Key, Repository> repositories_;
};

}  // namespace berth::registry
