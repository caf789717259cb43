#include "berth/daemon/settings.hpp"

#include "base/files.hpp"

#include <gtest/gtest.h>

namespace berth::daemon {
namespace {

TEST(Settings, a_bare_command_line_gives_the_documented_defaults) {
  const CommandLine line = parse_command_line({}).value();
  EXPECT_EQ(line.request, Request::Serve);
  EXPECT_EQ(line.settings.listen, "127.0.0.1:4566");
  EXPECT_EQ(line.settings.account, "000000000000");
  EXPECT_EQ(line.settings.region, "us-east-1");
  EXPECT_FALSE(line.settings.allow_reset);
}

TEST(Settings, flags_win_over_the_file_and_the_file_over_defaults) {
  base::TemporaryFolder scratch;
  ASSERT_TRUE(base::Folder::open(scratch.path())
                  ->write_durably("berth.toml",
                                  "listen = \"127.0.0.1:1\"\nregion = \"eu-west-1\"\nallow-reset = true\n"));
  const auto line = parse_command_line({"--config", scratch / "berth.toml", "--listen", "127.0.0.1:2"});
  ASSERT_TRUE(line) << line.error().message;
  EXPECT_EQ(line->settings.listen, "127.0.0.1:2");
  EXPECT_EQ(line->settings.region, "eu-west-1");
  EXPECT_TRUE(line->settings.allow_reset);
}

TEST(Settings, a_wrong_file_is_named_with_line_and_key) {
  base::TemporaryFolder scratch;
  const auto folder = base::Folder::open(scratch.path()).value();
  const std::pair<const char*, const char*> cases[] = {
      {"\nlisten_on = \"x\"\n", "berth.toml:2: unknown key `listen_on`"},
      {"allow-reset = \"yes\"\n", "berth.toml:1: `allow-reset` takes a boolean"},
      {"listen = 4566\n", "berth.toml:1: `listen` takes a string"},
      {"listen = \n", "berth.toml:1: "},
  };
  for (const auto& [text, message] : cases) {
    ASSERT_TRUE(folder.write_durably("berth.toml", text));
    const auto line = parse_command_line({"--config", scratch / "berth.toml"});
    ASSERT_FALSE(line) << text;
    EXPECT_NE(line.error().message.find(message), std::string::npos) << line.error().message;
  }
}

TEST(Settings, a_file_that_is_no_toml_is_refused_with_its_line_in_every_build) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"[=", "f.toml:1: "},
      {"\n[", "f.toml:2: "},
      {"[#x]\n", "f.toml:1: "},
      {"[%=0\n", "f.toml:1: "},
      {"[[", "f.toml:1: "},
      {"region = \"eu-west-1\"\nx = [}", "f.toml:2: "},
      {"x = [1, ]]", "f.toml:1: "},
      {"x = {a = }", "f.toml:1: "},
      {"x = {,}", "f.toml:1: "},
      {"= 1", "f.toml:1: "},
      {".a = 1", "f.toml:1: "},
      {"a. = 1", "f.toml:1: "},
      {std::string_view("[\0\0\0", 4), "f.toml:1: "},
      {"[\xD1\xA4", "f.toml:1: "},
      {"x = \"\"\"", "f.toml:1: "},
      {"\xC3\xA9 = 1", "f.toml:1: "},
      {"region = \xC4\x97", "f.toml:1: "},
      {"region = \"x\" \xEF\xBB\xB3", "f.toml:1: "},
  };
  for (const auto& [text, message] : cases) {
    Settings settings;
    const auto read = read_settings(text, "f.toml", settings);
    ASSERT_FALSE(read) << text;
    EXPECT_TRUE(read.error().message.starts_with(message)) << text << "\n" << read.error().message;
  }
}

TEST(Settings, a_file_that_is_not_there_is_named) {
  const auto line = parse_command_line({"--config", "/nowhere/berth.toml"});
  ASSERT_FALSE(line);
  EXPECT_NE(line.error().message.find("/nowhere/berth.toml"), std::string::npos) << line.error().message;
}

TEST(Settings, wrong_values_are_refused_by_flag) {
  const std::vector<std::string> cases[] = {
      {"--listen", "4566"},
      {"--listen", "0.0.0.0:4566"},
      {"--listen", "127.0.0.1:99999"},
      {"--account", "123"},
      {"--engine", "slurm"},
      {"--gpus", "4"},
      {"--tls-cert", "x"},
      {"--task-uid-range", "0:65536"},
      {"--task-uid-range", "200000"},
      {"--driver", "docker"},
      {"--region", "US_EAST"},
      {"--log-level", "loud"},
      {"--task-uid-range", "4294967290:100"},
  };
  for (const auto& arguments : cases) {
    const auto line = parse_command_line(arguments);
    ASSERT_FALSE(line) << arguments[1];
    EXPECT_NE(line.error().message.find(arguments[0]), std::string::npos) << line.error().message;
  }
  EXPECT_FALSE(parse_command_line({"--no-such-flag"}));
  EXPECT_FALSE(parse_command_line({"stray"}));
}

TEST(Settings, the_state_directory_follows_the_xdg_rules) {
  EXPECT_EQ(default_state_dir("/x", "/home/me"), "/x/berth");
  EXPECT_EQ(default_state_dir("relative", "/home/me"), "/home/me/.local/state/berth");
  EXPECT_EQ(default_state_dir({}, "/home/me"), "/home/me/.local/state/berth");
}

TEST(Settings, addresses_with_brackets_are_taken_apart) {
  EXPECT_EQ(parse_listen("[::1]:0").value(), (std::pair<std::string, std::uint16_t>{"::1", 0}));
  EXPECT_TRUE(is_loopback("::1"));
  EXPECT_FALSE(is_loopback("0.0.0.0"));
  EXPECT_EQ(bucket_domain("127.0.0.1"), "localhost");
  EXPECT_EQ(bucket_domain("::1"), "localhost");
  EXPECT_EQ(bucket_domain("gpu.example"), "gpu.example");
}

}  // namespace
}  // namespace berth::daemon
