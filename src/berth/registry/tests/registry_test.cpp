#include "berth/registry/registry.hpp"

#include "berth/objects/object_store_fixture.hpp"
#include "berth/registry/builtin_image.hpp"
#include "berth/registry/content.hpp"

#include <gtest/gtest.h>

namespace berth::registry {
namespace {

std::vector<store::Migration> tables() {
  auto steps = Registry::migrations();
  return {steps.begin(), steps.end()};
}

struct RegistryTest : ::testing::Test, objects::ObjectStoreFixture {
  RegistryTest() : ObjectStoreFixture(tables()) { load(); }
  void load() { registry = std::make_unique<Registry>(store(), clock(), random, "10.0.0.1:4566"); }
  const Repository& make(const std::string& name, const std::string& region = "us-east-1") {
    return registry->create(account, region, name, {});
  }
  static Image image(char digit, std::map<std::string, std::string> labels = {}) {
    Image made;
    made.digest = "sha256:" + std::string(64, digit);
    made.media_type = std::string(oci_manifest_type);
    made.size = 7;
    made.config.entry_point = {"/bin/x", "y"};
    made.config.labels = std::move(labels);
    return made;
  }
  base::SeededRandom random{1};
  std::unique_ptr<Registry> registry;
};

TEST_F(RegistryTest, what_it_knows_survives_a_restart) {
  RepositorySettings settings;
  settings.immutable_tags = true;
  settings.tags = {{"team", "a"}};
  std::string id = registry->create(account, "us-east-1", "team/app", settings).id;
  make("other", "eu-west-1");
  const Repository& app = *registry->find(account, "us-east-1", "team/app");
  registry->put_image(app, image('a', {{"l", "v"}}), "v1");
  registry->put_image(app, image('b'), "v2");
  registry->put_image(app, image('a'), "latest");
  store().flush();
  registry.reset();
  reopen();
  load();
  const Repository* found = registry->find(account, "us-east-1", "team/app");
  ASSERT_TRUE(found);
  EXPECT_EQ(found->id, id);
  EXPECT_TRUE(found->settings.immutable_tags);
  EXPECT_EQ(found->settings.tags, settings.tags);
  EXPECT_EQ(found->created, clock().now());
  EXPECT_EQ(found->tags_of(image('a').digest), (std::vector<std::string>{"latest", "v1"}));
  const Image* stored = found->find("v1");
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->config.labels.at("l"), "v");
  EXPECT_EQ(stored->config.entry_point, (std::vector<std::string>{"/bin/x", "y"}));
  EXPECT_EQ(stored->size, 7u);
  EXPECT_EQ(registry->repositories(account, "us-east-1").size(), 1u);
  EXPECT_EQ(registry->repositories(account, "eu-west-1").size(), 1u);
}

TEST_F(RegistryTest, settings_change_and_survive_a_restart) {
  const Repository& app = make("app");
  RepositorySettings settings = app.settings;
  settings.immutable_tags = true;
  settings.lifecycle_policy = R"({"rules": []})";
  settings.repository_policy = R"({"Statement": []})";
  registry->put_image(app, image('a'), "v1");
  registry->set_settings(app, settings);
  store().flush();
  registry.reset();
  reopen();
  load();
  const Repository* found = registry->find(account, "us-east-1", "app");
  ASSERT_TRUE(found);
  EXPECT_TRUE(found->settings.immutable_tags);
  EXPECT_EQ(found->settings.lifecycle_policy, settings.lifecycle_policy);
  EXPECT_EQ(found->settings.repository_policy, settings.repository_policy);
  EXPECT_TRUE(found->find("v1"));
}

TEST_F(RegistryTest, removed_is_removed_also_after_a_restart) {
  const Repository& app = make("app");
  registry->put_image(app, image('a'), "v1");
  registry->put_image(app, image('b'), "v2");
  registry->remove_image(app, image('b').digest);
  EXPECT_FALSE(app.find("v2"));
  registry->remove_tag(app, "v1");
  EXPECT_TRUE(app.find(image('a').digest));
  std::string first_id = registry->remove(account, "us-east-1", "app");
  EXPECT_NE(make("app").id, first_id);
  store().flush();
  registry.reset();
  reopen();
  load();
  EXPECT_TRUE(registry->find(account, "us-east-1", "app")->images.empty());
}

TEST_F(RegistryTest, references_are_resolved_or_the_reason_is_told) {
  registry->put_image(make("app"), image('a'), "v1");
  registry->put_image(*registry->find(account, "us-east-1", "app"), image('b', {{"berth.builtin", "fathom"}}),
                      "engine");
  struct Case {
    std::string reference;
    bool found, builtin;
    std::string part_of_reason;
  };
  const Case cases[] = {
      {"fathom", true, true, ""},
      {"fathom:latest", true, true, ""},
      {"localhost:9/app:v1", true, false, ""},
      {"10.0.0.1:4566/app:v1", true, false, ""},
      {"127.0.0.1:1234/app@" + image('b').digest, true, true, ""},
      {"000000000000.dkr.ecr.us-east-1.amazonaws.com/app:engine", true, true, ""},
      {"000000000000.dkr.ecr.eu-west-1.amazonaws.com/app:engine", false, false, "region eu-west-1"},
      {"10.0.0.2:4566/app:v1", false, false, "not in this registry"},
      {"debian:12", false, false, "not in this registry"},
      {"localhost/none", false, false, "repository none not found"},
      {"localhost/app:v9", false, false, "push it first"},
      {"a b", false, false, "not an image reference"},
  };
  for (const Case& c : cases) {
    Resolved resolved = registry->resolve(c.reference, account, "us-east-1");
    EXPECT_EQ(resolved.found, c.found) << c.reference;
    EXPECT_EQ(resolved.is_builtin, c.builtin) << c.reference;
    EXPECT_EQ(resolved.digest.empty(), !c.found) << c.reference;
    EXPECT_NE(resolved.reason.find(c.part_of_reason), std::string::npos) << resolved.reason;
  }
}

TEST_F(RegistryTest, content_goes_with_its_repository_and_nothing_else) {
  Content content(objects());
  wait(content.prepare({}));
  std::string digest = digest_of("blob"), other = digest_of("other");
  wait(content.put_blob("r1", digest, written("blob")));
  wait(content.put_blob("r2", other, written("other")));
  wait(content.put_manifest("r1", digest_of("{}"), "{}"));
  EXPECT_EQ(wait(content.blob_size("r1", digest)), 4u);
  EXPECT_EQ(wait(content.blob_size("r2", digest)), std::nullopt);
  EXPECT_TRUE(wait(content.mount("r1", "r2", digest)));
  EXPECT_FALSE(wait(content.mount("r1", "r2", other)));
  EXPECT_EQ(wait(content.manifest("r1", digest_of("{}"))), "{}");
  wait(content.remove_repository("r1"));
  EXPECT_EQ(wait(content.blob_size("r1", digest)), std::nullopt);
  EXPECT_EQ(wait(content.blob_bytes("r2", digest, 100)), "blob");
  wait(content.prepare({"r3"}));  // r2 is not known any more
  EXPECT_EQ(wait(content.blob_size("r2", digest)), std::nullopt);
  EXPECT_TRUE(wait(objects().buckets(account)).empty());
}

TEST(Manifest, of_the_built_in_image_is_a_manifest_like_any_other) {
  auto manifest = parse_manifest(builtin_manifest(), oci_manifest_type);
  ASSERT_TRUE(manifest) << manifest.error().message;
  EXPECT_EQ(manifest->config.digest, digest_of(builtin_config()));
  EXPECT_EQ(manifest->config.size, builtin_config().size());
  EXPECT_TRUE(manifest->layers.empty());
  EXPECT_EQ(builtin_digest(), digest_of(builtin_manifest()));
  auto config = parse_image_config(builtin_config());
  ASSERT_TRUE(config);
  EXPECT_EQ(config->labels.at("berth.builtin"), "fathom");
  EXPECT_EQ(config->architecture, "amd64");
}

TEST(Manifest, faults_are_named) {
  std::string descriptor = R"({"mediaType":"x","digest":"sha256:)" + std::string(64, 'a') + R"(","size":3})";
  std::string index =
      R"({"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[)" +
      descriptor + "]}";
  auto parsed = parse_manifest(index, "");
  ASSERT_TRUE(parsed);
  EXPECT_TRUE(parsed->is_index);
  EXPECT_EQ(parsed->manifests.size(), 1u);

  const std::pair<std::string, std::string> faults[] = {
      {"", "not JSON"},
      {"[]", "not a JSON object"},
      {"{}", "schemaVersion"},
      {R"({"schemaVersion":1})", "schemaVersion"},
      {R"({"schemaVersion":2,"mediaType":"text/plain"})", "came as"},
      {R"({"schemaVersion":2})", "no config"},
      {R"({"schemaVersion":2,"config":1})", "config is not an object"},
      {R"({"schemaVersion":2,"config":{"digest":"x","size":1}})", "no sha256 digest"},
      {R"({"schemaVersion":2,"config":)" + descriptor + "}", "no list 'layers'"},
      {R"({"schemaVersion":2,"config":)" + descriptor + R"(,"layers":[{"size":-1}]})", "layers[0]"},
  };
  for (const auto& [text, part] : faults) {
    auto refused = parse_manifest(text, oci_manifest_type);
    ASSERT_FALSE(refused) << text;
    EXPECT_NE(refused.error().message.find(part), std::string::npos) << refused.error().message;
  }
  EXPECT_FALSE(parse_manifest(R"({"schemaVersion":2})", "application/octet-stream"));
}

}  // namespace
}  // namespace berth::registry
