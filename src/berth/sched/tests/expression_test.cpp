#include "berth/sched/expression.hpp"

#include <gtest/gtest.h>

#include <map>

namespace berth::sched {
namespace {

const std::map<std::string, std::vector<std::string>, std::less<>> instance = {
    {"attribute:ecs.instance-type", {"g5.xlarge"}},
    {"attribute:ecs.availability-zone", {"us-east-1a"}},
    {"attribute:rack", {"12"}},
    {"attribute:capability.x", {""}},
    {"task:group", {"service:web", "family:train"}},
    {"agentConnected", {"true"}},
    {"ec2InstanceId", {"i-1234"}},
    {"runningTasksCount", {"9"}},
};

bool matches(std::string_view text) {
  const auto expression = Expression::parse(text);
  EXPECT_TRUE(expression) << (expression ? "" : expression.error().message);
  return expression && expression->matches([](std::string_view subject) {
    const auto found = instance.find(subject);
    return found == instance.end() ? std::vector<std::string>() : found->second;
  });
}

TEST(Expression, is_true_or_false_of_an_instance) {
  const std::pair<std::string_view, bool> cases[] = {
      {"attribute:ecs.instance-type == g5.xlarge", true},
      {"attribute:ecs.instance-type equals g5.xlarge", true},
      {"attribute:ecs.instance-type==g5.2xlarge", false},
      {"attribute:ecs.instance-type != g5.2xlarge", true},
      {"attribute:ecs.instance-type not_equals g5.xlarge", false},
      {"attribute:ecs.instance-type =~ g5.*", true},
      {"attribute:ecs.instance-type =~ g5*", true},
      {"attribute:rack == nan", false},
      {"attribute:rack < inf", true},  // as texts
      {"attribute:ecs.instance-type =~ *large", true},
      {"attribute:ecs.instance-type matches p3.*", false},
      {"attribute:ecs.instance-type !~ p3.*", true},
      {"attribute:ecs.instance-type not_matches g?.xlarge", false},
      {"attribute:ecs.availability-zone in [us-east-1a, us-east-1b]", true},
      {"attribute:ecs.availability-zone in [us-east-1b]", false},
      {"attribute:ecs.availability-zone !in [us-east-1b]", true},
      {"attribute:ecs.availability-zone not_in ['us-east-1a']", false},
      {"attribute:rack > 9", true},  // as numbers; as text 12 is before 9
      {"attribute:rack >= 12", true},
      {"attribute:rack < 12", false},
      {"attribute:rack less_than_equal 12", true},
      {"attribute:rack == 12.0", true},
      {"attribute:capability.x exists", true},
      {"attribute:absent exists", false},
      {"attribute:absent !exists", true},
      {"attribute:absent not_exists", true},
      {"attribute:absent == x", false},
      {"attribute:absent != x", true},
      {"task:group == service:web", true},
      {"task:group == family:other", false},
      {"agentConnected == true", true},
      {"ec2InstanceId in [i-1, i-1234]", true},
      {"runningTasksCount < 10", true},
      {"not attribute:rack == 12", false},
      {"!(attribute:rack == 12)", false},
      {"attribute:rack == 12 and agentConnected == false", false},
      {"attribute:rack == 12 && agentConnected == true", true},
      {"attribute:rack == 13 or agentConnected == true", true},
      {"attribute:rack == 13 || agentConnected == false", false},
      // not binds before and, and before or
      {"attribute:rack == 12 or attribute:rack == 12 and agentConnected == false", true},
      {"(attribute:rack == 12 or attribute:rack == 12) and agentConnected == false", false},
      {"not attribute:rack == 13 and agentConnected == true", true},
      {"attribute:ecs.instance-type == \"g5.xlarge\"", true},
      {"  attribute:rack\t==\n12  ", true},
  };
  for (const auto& [text, expected] : cases) EXPECT_EQ(matches(text), expected) << text;
}

TEST(Expression, what_is_wrong_is_said_with_its_place) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"", "a subject such as attribute:NAME expected at character 1"},
      {"rack == 1", "'rack' is not a subject"},
      {"attribute: == 1", "'attribute:' is not a subject"},
      {"attribute:rack", "an operator expected"},
      {"attribute:rack ~ 1", "an operator expected"},
      {"attribute:rack ==", "a value expected"},
      {"attribute:rack in us", "'[' expected"},
      {"attribute:rack in [a", "']' expected"},
      {"attribute:rack in []", "a value expected"},
      {"attribute:rack == 'x", "a closing quote expected"},
      {"(attribute:rack exists", "')' expected"},
      {"attribute:rack exists attribute:b exists", "unexpected 'attribute:b '"},
      {"attribute:rack exists and", "a subject such as"},
  };
  for (const auto& [text, message] : cases) {
    const auto expression = Expression::parse(text);
    ASSERT_FALSE(expression) << text;
    EXPECT_NE(expression.error().message.find(message), std::string::npos) << expression.error().message;
  }
}

TEST(Expression, a_bomb_of_parentheses_is_refused) {
  EXPECT_FALSE(Expression::parse(std::string(100'000, '(')));
  EXPECT_FALSE(Expression::parse(std::string(100'000, '!') + "attribute:a exists"));
}

TEST(Expression, a_pattern_of_stars_does_not_blow_up) {
  EXPECT_FALSE(matches("attribute:ecs.instance-type =~ " + std::string(200, '*') + "z"));
}

TEST(Expression, says_whether_it_is_about_task_groups) {
  EXPECT_TRUE(Expression::parse("not (task:group == service:web)")->mentions_task_group());
  EXPECT_FALSE(Expression::parse("attribute:rack exists")->mentions_task_group());
}

}  // namespace
}  // namespace berth::sched
