#include "berth/cli/place.hpp"

#include "base/files.hpp"
#include "berth/cli/errors.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace berth::cli {
namespace {

Environment environment_of(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

constexpr const char* credentials = "[default]\naws_access_key_id = ROOT\naws_secret_access_key = s3cr/et+\n";

/// A state folder as a running daemon leaves it.
class PlaceTest : public ::testing::Test {
 protected:
  void SetUp() override {
    const auto made = base::Folder::open(temporary_ / "berth", true);
    ASSERT_TRUE(made);
    ASSERT_TRUE(made->write_durably("endpoint", "http://127.0.0.1:4566\n"));
    ASSERT_TRUE(made->write_durably("credentials", credentials));
  }
  base::TemporaryFolder temporary_;
};

TEST_F(PlaceTest, the_default_folder_tells_endpoint_and_keys_whatever_keys_the_environment_holds) {
  const auto environment = environment_of({{"XDG_STATE_HOME", temporary_.path()},
                                           {"AWS_ACCESS_KEY_ID", "CLOUD"},
                                           {"AWS_SECRET_ACCESS_KEY", "cloud"}});
  const Place place = find_place({}, environment);
  EXPECT_EQ(place.endpoint, "http://127.0.0.1:4566");
  EXPECT_EQ(place.keys.id, "ROOT");
  EXPECT_EQ(place.keys.secret, "s3cr/et+");
  EXPECT_EQ(place.region, "us-east-1");
}

TEST_F(PlaceTest, an_endpoint_of_the_environment_goes_with_its_keys) {
  const auto environment = environment_of({{"XDG_STATE_HOME", temporary_.path()},
                                           {"AWS_ENDPOINT_URL", "http://10.0.0.1:99/"},
                                           {"AWS_ACCESS_KEY_ID", "MINE"},
                                           {"AWS_SECRET_ACCESS_KEY", "mine"},
                                           {"AWS_SESSION_TOKEN", "token"},
                                           {"AWS_DEFAULT_REGION", "eu-west-1"}});
  const Place place = find_place({}, environment);
  EXPECT_EQ(place.endpoint, "http://10.0.0.1:99");
  EXPECT_EQ(place.keys.id, "MINE");
  EXPECT_EQ(place.keys.session_token, "token");
  EXPECT_EQ(place.region, "eu-west-1");
}

TEST_F(PlaceTest, what_the_command_line_says_comes_first) {
  const auto environment = environment_of(
      {{"AWS_ENDPOINT_URL", "http://10.0.0.1:99"}, {"AWS_REGION", "eu-west-1"}, {"HOME", "/nowhere"}});
  EXPECT_EQ(find_place({"", temporary_ / "berth", ""}, environment).endpoint, "http://127.0.0.1:4566");
  const auto variable = environment_of({{"AWS_ENDPOINT_URL", "http://10.0.0.1:99"},
                                        {"BERTH_STATE_DIR", temporary_ / "berth"},
                                        {"HOME", "/nowhere"}});
  EXPECT_EQ(find_place({}, variable).endpoint, "http://127.0.0.1:4566");
  const Place place = find_place({"http://127.0.0.1:1", temporary_ / "berth", "us-west-2"}, environment);
  EXPECT_EQ(place.endpoint, "http://127.0.0.1:1");
  EXPECT_EQ(place.keys.id, "ROOT") << "without keys in the environment the folder's are used";
  EXPECT_EQ(place.region, "us-west-2");
}

TEST_F(PlaceTest, without_daemon_or_keys_the_error_says_what_to_do) {
  const auto empty = environment_of({{"HOME", temporary_ / "home"}});
  try {
    find_place({}, empty);
    FAIL() << "found a place";
  } catch (const CommandError& error) {
    EXPECT_EQ(error.code, ExitCode::MachineRefused);
    EXPECT_NE(std::string(error.what()).find("berth up"), std::string::npos);
    EXPECT_NE(std::string(error.what()).find(temporary_ / "home/.local/state/berth"), std::string::npos);
  }
  EXPECT_THROW(find_place({"http://127.0.0.1:1", "", ""}, empty), CommandError);
  EXPECT_THROW(find_place({}, environment_of({})), CommandError);
}

TEST_F(PlaceTest, a_daemon_that_has_ended_is_told_from_one_that_never_ran) {
  const auto message = [](const PlaceOptions& options) {
    try {
      find_place(options, environment_of({}));
    } catch (const CommandError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  std::filesystem::remove(temporary_ / "berth/endpoint");
  const std::string folder = temporary_ / "berth";
  EXPECT_EQ(message({"", folder, ""}),
            "no daemon is running in " + folder + ": 'berth up --state-dir " + folder + "' starts it");
  EXPECT_TRUE(
      message({"", folder + "2", ""}).starts_with("no daemon has ever run in " + folder + "2: 'berth up"));
}

TEST(Credentials, the_default_section_counts_and_comments_do_not) {
  const auto keys = parse_credentials(
      "# made at first start\n; old\n[other]\naws_access_key_id=NO\n[default]\n aws_access_key_id = A \r\n"
      "aws_secret_access_key=b=c\naws_session_token = t\nregion = x\n");
  ASSERT_TRUE(keys);
  EXPECT_EQ(keys->id, "A");
  EXPECT_EQ(keys->secret, "b=c");
  EXPECT_EQ(keys->session_token, "t");
  EXPECT_TRUE(parse_credentials("aws_access_key_id=A\naws_secret_access_key=b\n"));
  EXPECT_FALSE(parse_credentials("aws_access_key_id=A\n"));
  EXPECT_FALSE(parse_credentials(""));
}

TEST(ShellExports, one_variable_a_line_for_eval) {
  const Place place{"/s", "http://127.0.0.1:4566", {"ROOT", "a/b+c", ""}, "us-east-1"};
  EXPECT_EQ(shell_exports(place, environment_of({})),
            "export AWS_ENDPOINT_URL=http://127.0.0.1:4566\n"
            "export AWS_ACCESS_KEY_ID=ROOT\n"
            "export AWS_SECRET_ACCESS_KEY=a/b+c\n"
            "export AWS_DEFAULT_REGION=us-east-1\n");
}

TEST(ShellExports, a_session_token_that_does_not_belong_to_the_keys_is_unset) {
  const Place place{"/s", "http://127.0.0.1:4566", {"ROOT", "x", ""}, "us-east-1"};
  EXPECT_NE(
      shell_exports(place, environment_of({{"AWS_SESSION_TOKEN", "old"}})).find("unset AWS_SESSION_TOKEN\n"),
      std::string::npos);
}

TEST(ShellWord, what_the_shell_would_read_otherwise_is_quoted) {
  EXPECT_EQ(shell_word("plain-1.2"), "plain-1.2");
  EXPECT_EQ(shell_word(""), "''");
  EXPECT_EQ(shell_word("a b$c"), "'a b$c'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
}

}  // namespace
}  // namespace berth::cli
