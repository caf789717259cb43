#include "berth/services/ssm/ssm.hpp"

#include "base/json.hpp"
#include "berth/fleet/machine_images.hpp"
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

  Ssm ssm;
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

}  // namespace
}  // namespace berth::ssm
