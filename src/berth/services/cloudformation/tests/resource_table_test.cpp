#include "berth/services/cloudformation/resources/resource_types.hpp"

#include <gtest/gtest.h>

#include <set>

namespace berth::cloudformation {
namespace {

/// In the spelling of templates.
std::string in_templates(std::string_view member) {
  std::string name(member);
  if (name[0] >= 'a' && name[0] <= 'z') name[0] = static_cast<char>(name[0] - 32);
  return name;
}

TEST(ResourceTables, tell_of_every_property_and_of_no_other) {
  for (const ResourceType* type : resource_types()) {
    SCOPED_TRACE(type->info.name);
    std::set<std::string> members, told;
    for (const wire::Member& member : type->properties().members) members.insert(in_templates(member.name));
    for (const PropertyRow& row : type->info.properties)
      told.insert(std::string(row.path.substr(0, row.path.find('.'))));
    EXPECT_EQ(told, members);
  }
}

TEST(ResourceTables, say_why_something_is_refused_or_emulated) {
  for (const ResourceType* type : resource_types())
    for (const PropertyRow& row : type->info.properties)
      EXPECT_TRUE(row.standing == Standing::Honoured || row.standing == Standing::Ignored ||
                  !row.note.empty())
          << type->info.name << " " << row.path;
}

TEST(ResourceTables, name_what_the_caller_must_be_allowed) {
  for (const ResourceType* type : resource_types()) {
    EXPECT_NE(type->privileges.create.find(':'), std::string_view::npos) << type->info.name;
    EXPECT_NE(type->privileges.remove.find(':'), std::string_view::npos) << type->info.name;
    EXPECT_NE(type->privileges.on, nullptr) << type->info.name;
  }
}

TEST(ResourceTables, find_the_row_that_says_most) {
  static constexpr PropertyRow rows[] = {{"A", Standing::Honoured}, {"A.B", Standing::Ignored}};
  const ResourceTypeInfo type{"T", rows, {}};
  EXPECT_EQ(find_property(type, "A")->path, "A");
  EXPECT_EQ(find_property(type, "A.B.C")->path, "A.B");
  EXPECT_EQ(find_property(type, "A.Bc")->path, "A");
  EXPECT_EQ(find_property(type, "Ab"), nullptr);
}

}  // namespace
}  // namespace berth::cloudformation
