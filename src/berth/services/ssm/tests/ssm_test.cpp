#include "berth/services/ssm/ssm.hpp"

#include "base/json.hpp"
#include "berth/fleet/machine_images.hpp"
#include "berth/store/store.hpp"
#include "berth/wire/error.hpp"

#include <gtest/gtest.h>

#include <set>

namespace berth::ssm {
namespace {

const std::string folder = "/aws/service/ecs/optimized-ami/amazon-linux-2";

struct SsmTest : ::testing::Test {
  template <class F>
  static std::string code_of(F work) {
    try {
      work();
    } catch (const wire::ServiceError& error) {
      return error.code;
    }
    return "";
  }
  std::string value(const std::string& name) {
    return get_parameter(ssm, call, {.Name = name, .WithDecryption = {}}).Parameter->Value.value();
  }

  base::asio::thread_pool pool{1};
  std::unique_ptr<store::Store> store =
      std::move(store::Store::open(":memory:", ssm::migrations(), pool).value());
  ParameterStore parameters{*store};
  Ssm ssm{parameters};
  Call call{.account = "000000000000", .region = "us-east-1"};
};

TEST_F(SsmTest, the_document_and_its_children_say_the_same) {
  for (const fleet::MachineImage& image : fleet::machine_images()) {
    const std::string name = std::string(fleet::optimized_images) + std::string(image.parameter);
    const auto document = base::parse_json(value(name)).value();
    EXPECT_EQ(std::string_view(document.at("image_id").as_string()), value(name + "/image_id"));
    EXPECT_EQ(std::string_view(document.at("image_name").as_string()), value(name + "/image_name"));
    EXPECT_EQ(document.at("schema_version").as_int64(), 1);
    EXPECT_EQ(value(name + "/schema_version"), "1");
    EXPECT_EQ(fleet::find_machine_image("us-east-1", value(name + "/image_id")), &image);
  }
}

TEST_F(SsmTest, every_image_has_an_id_of_its_own_in_every_region) {
  std::set<std::string> ids;
  for (const std::string_view region : {"us-east-1", "eu-west-1"})
    for (const fleet::MachineImage& image : fleet::machine_images()) ids.insert(image.id(region));
  EXPECT_EQ(ids.size(), 2 * fleet::machine_images().size());
  EXPECT_EQ(ids.begin()->size(), std::string("ami-").size() + 17);
  EXPECT_EQ(value(folder + "/recommended/image_id"), fleet::image_id("us-east-1"));
  call.region = "eu-west-1";
  EXPECT_EQ(value(folder + "/recommended/image_id"), fleet::image_id("eu-west-1"));
}

TEST_F(SsmTest, an_arn_and_the_version_name_a_parameter_too) {
  const std::string name = folder + "/recommended/image_id";
  const auto found = *get_parameter(ssm, call, {.Name = name + ":1", .WithDecryption = {}}).Parameter;
  EXPECT_EQ(found.Name, name);
  EXPECT_EQ(found.Selector, ":1");
  EXPECT_EQ(found.ARN, "arn:aws:ssm:us-east-1::parameter" + name);
  EXPECT_EQ(value(*found.ARN), found.Value);
  EXPECT_EQ(code_of([&] { value(name + ":2"); }), "ParameterVersionNotFound");
}

TEST_F(SsmTest, what_is_not_there_is_an_error_alone_and_an_answer_among_others) {
  EXPECT_EQ(code_of([&] { value("/mine"); }), "ParameterNotFound");
  EXPECT_EQ(code_of([&] { value(folder); }), "ParameterNotFound");
  GetParametersRequest in;
  in.Names = std::vector<std::string>{"/mine", folder + "/recommended"};
  const auto out = get_parameters(ssm, call, in);
  ASSERT_EQ(out.Parameters.size(), 1U);
  EXPECT_EQ(out.Parameters[0].Name, folder + "/recommended");
  EXPECT_EQ(out.InvalidParameters, std::vector<std::string>{"/mine"});
  in.Names = std::vector<std::string>(11, "/a");
  EXPECT_EQ(code_of([&] { get_parameters(ssm, call, in); }), "ValidationException");
}

TEST_F(SsmTest, a_path_lists_its_children_and_with_recursive_all_below) {
  const auto names = [&](GetParametersByPathRequest in) {
    std::vector<std::string> all;
    do {
      const auto out = get_parameters_by_path(ssm, call, in);
      EXPECT_LE(out.Parameters.size(), 10U);
      for (const Parameter& each : out.Parameters) all.push_back(*each.Name);
      in.NextToken = out.NextToken;
    } while (in.NextToken);
    return all;
  };
  EXPECT_EQ(names({.Path = folder}), std::vector<std::string>{folder + "/recommended"});
  EXPECT_EQ(names({.Path = folder + "/recommended/"}).size(), 8U);
  EXPECT_EQ(names({.Path = "/aws/service/ecs", .Recursive = true}).size(),
            9 * fleet::machine_images().size());
  EXPECT_EQ(names({.Path = folder, .Recursive = true, .MaxResults = 1}).size(), 4 * 9U);
  EXPECT_TRUE(names({.Path = "/mine"}).empty());
  EXPECT_EQ(code_of([&] { names({.Path = "mine"}); }), "ValidationException");
  EXPECT_EQ(code_of([&] { names({.Path = "/mine", .MaxResults = 11}); }), "ValidationException");
  EXPECT_EQ(code_of([&] { names({.Path = "/mine", .NextToken = "?"}); }), "InvalidNextToken");
}

TEST_F(SsmTest, filters_of_a_path_are_applied) {
  const auto count = [&](ParameterStringFilter filter) {
    GetParametersByPathRequest in{.Path = folder};
    in.ParameterFilters.push_back(std::move(filter));
    return get_parameters_by_path(ssm, call, in).Parameters.size();
  };
  EXPECT_EQ(count({.Key = "Type", .Option = {}, .Values = {"String", "SecureString"}}), 1U);
  EXPECT_EQ(count({.Key = "Type", .Option = {}, .Values = {"SecureString"}}), 0U);
  EXPECT_EQ(count({.Key = "Label", .Option = {}, .Values = {"x"}}), 0U);
  EXPECT_EQ(code_of([&] { count({.Key = "Name", .Option = {}, .Values = {"x"}}); }), "InvalidFilterKey");
}

PutParameterRequest string(const std::string& name, const std::string& value) {
  return {.Name = name, .Value = value, .Type = "String"};
}

TEST_F(SsmTest, what_is_put_is_read_again_in_each_of_its_versions) {
  EXPECT_EQ(put_parameter(ssm, call, string("/app/name", "one")).Version, 1);
  EXPECT_EQ(code_of([&] { put_parameter(ssm, call, string("/app/name", "two")); }), "ParameterAlreadyExists");
  PutParameterRequest again = string("/app/name", "two");
  again.Type.reset();
  again.Overwrite = true;
  again.Description = "d";
  EXPECT_EQ(put_parameter(ssm, call, again).Version, 2);
  again.Value = "three";
  again.Description.reset();
  put_parameter(ssm, call, again);
  EXPECT_EQ(value("/app/name"), "three");
  EXPECT_EQ(value("/app/name:1"), "one");
  EXPECT_EQ(value("arn:aws:ssm:us-east-1:000000000000:parameter/app/name"), "three");
  EXPECT_EQ(code_of([&] { value("/app/name:4"); }), "ParameterVersionNotFound");
  const auto history =
      get_parameter_history(ssm, call, {.Name = "/app/name", .WithDecryption = {}, .MaxResults = 2});
  ASSERT_EQ(history.Parameters.size(), 2U);
  EXPECT_EQ(history.Parameters[1].Description, "d");
  const auto rest =
      get_parameter_history(ssm, call, {.Name = "/app/name", .NextToken = history.NextToken}).Parameters;
  ASSERT_EQ(rest.size(), 1U);
  EXPECT_EQ(rest[0].Value, "three");
  EXPECT_EQ(rest[0].Description, "d");
  store->flush();
  ParameterStore later(*store);
  EXPECT_EQ(later.find({"000000000000", "us-east-1"}, "/app/name")->versions.size(), 3U);
  EXPECT_EQ(parameter_value(later, {"000000000000", "us-east-1"}, "/app/name"), "three");
  call.region = "eu-west-1";
  EXPECT_EQ(code_of([&] { value("/app/name"); }), "ParameterNotFound");
}

TEST_F(SsmTest, the_oldest_of_more_than_a_hundred_versions_is_gone) {
  put_parameter(ssm, call, string("p", "0"));
  for (int i = 1; i <= 100; ++i) {
    PutParameterRequest in = string("p", std::to_string(i));
    in.Overwrite = true;
    put_parameter(ssm, call, in);
  }
  EXPECT_EQ(code_of([&] { value("p:1"); }), "ParameterVersionNotFound");
  EXPECT_EQ(value("p:2"), "1");
  EXPECT_EQ(value("p"), "100");
  EXPECT_EQ(value("arn:aws:ssm:us-east-1:000000000000:parameter/p"), "100");
}

TEST_F(SsmTest, what_cannot_be_put_is_refused_with_the_reason) {
  const auto refused = [&](auto change) {
    PutParameterRequest in = string("/a", "v");
    change(in);
    return code_of([&] { put_parameter(ssm, call, in); });
  };
  EXPECT_EQ(refused([](auto& in) { in.Name = "/aws/x"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Name = "SSMx"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Name = "a/b"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Name = "a b"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Name = "/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16"; }),
            "HierarchyLevelLimitExceededException");
  EXPECT_EQ(refused([](auto& in) { in.Type = "SecureString"; }), "UnsupportedParameterType");
  EXPECT_EQ(refused([](auto& in) { in.Type = "Number"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Type.reset(); }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Value = ""; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Value = std::string(4097, 'x'); }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Policies = "[{}]"; }), "InvalidPolicyTypeException");
  EXPECT_EQ(refused([](auto& in) { in.AllowedPattern = "[0-9]+"; }), "ParameterPatternMismatchException");
  EXPECT_EQ(refused([](auto& in) { in.AllowedPattern = "["; }), "InvalidAllowedPatternException");
  EXPECT_EQ(refused([](auto& in) { in.DataType = "aws:ec2:image"; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Overwrite = true, in.Tags = {{"a", "b"}}; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Tags = {{"aws:a", "b"}}; }), "ValidationException");
  EXPECT_EQ(refused([](auto& in) { in.Value = std::string(8192, 'x'), in.Tier = "Intelligent-Tiering"; }),
            "");
  EXPECT_EQ(refused([](auto& in) { in.Overwrite = true, in.Type = "StringList"; }),
            "HierarchyTypeMismatchException");
}

TEST_F(SsmTest, parameters_are_described_deleted_and_tagged) {
  for (const char* name : {"/app/a", "/app/b", "/app/deep/c", "plain"})
    put_parameter(ssm, call, string(name, "v"));
  const auto names = [&](ParameterStringFilter filter) {
    DescribeParametersRequest in;
    in.ParameterFilters.push_back(std::move(filter));
    std::vector<std::string> all;
    for (const auto& each : describe_parameters(ssm, call, in).Parameters) all.push_back(*each.Name);
    return all;
  };
  using Names = std::vector<std::string>;
  EXPECT_EQ(names({.Key = "Path", .Option = {}, .Values = {"/app"}}), (Names{"/app/a", "/app/b"}));
  EXPECT_EQ(names({.Key = "Path", .Option = "Recursive", .Values = {"/app"}}).size(), 3U);
  EXPECT_EQ(names({.Key = "Name", .Option = "BeginsWith", .Values = {"pl"}}), Names{"plain"});
  EXPECT_EQ(names({.Key = "Name", .Option = "Contains", .Values = {"deep"}}), Names{"/app/deep/c"});
  EXPECT_EQ(names({.Key = "Type", .Option = {}, .Values = {"StringList"}}), Names{});
  EXPECT_EQ(code_of([&] { names({.Key = "Colour", .Option = {}, .Values = {}}); }), "InvalidFilterKey");
  DescribeParametersRequest page;
  page.MaxResults = 3;
  const auto first = describe_parameters(ssm, call, page);
  ASSERT_EQ(first.Parameters.size(), 3U);
  page.NextToken = first.NextToken;
  EXPECT_EQ(describe_parameters(ssm, call, page).Parameters.at(0).Name, "plain");

  add_tags_to_resource(
      ssm, call, {.ResourceType = "Parameter", .ResourceId = "plain", .Tags = std::vector<Tag>{{"k", "v"}}});
  EXPECT_EQ(names({.Key = "tag:k", .Option = {}, .Values = {"v"}}), Names{"plain"});
  remove_tags_from_resource(
      ssm, call,
      {.ResourceType = "Parameter", .ResourceId = "plain", .TagKeys = std::vector<std::string>{"k"}});
  EXPECT_TRUE(list_tags_for_resource(ssm, call, {.ResourceType = "Parameter", .ResourceId = "plain"})
                  .TagList.empty());

  const auto by_path = get_parameters_by_path(ssm, call, {.Path = "/", .Recursive = true});
  EXPECT_EQ(by_path.Parameters.at(0).Name, "/app/a");
  delete_parameter(ssm, call, {.Name = "plain"});
  EXPECT_EQ(code_of([&] { delete_parameter(ssm, call, {.Name = "plain"}); }), "ParameterNotFound");
  DeleteParametersRequest several;
  several.Names = Names{"/app/a", "/app/none"};
  const auto deleted = delete_parameters(ssm, call, several);
  EXPECT_EQ(deleted.DeletedParameters, Names{"/app/a"});
  EXPECT_EQ(deleted.InvalidParameters, Names{"/app/none"});
}

}  // namespace
}  // namespace berth::ssm
