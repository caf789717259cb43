#include "berth/run/gpu.hpp"

#include <gtest/gtest.h>

#include <set>

namespace berth::run {
namespace {

TEST(SimulatedGpus, counts_models_and_memory) {
  const auto gpus = parse_simulated_gpus("2xA10G, 1xT4,Mine:12288").value();
  ASSERT_EQ(gpus.size(), 4U);
  EXPECT_EQ(gpus[0].name, "Simulated A10G");
  EXPECT_EQ(gpus[0].memory_mib, 23028);
  EXPECT_EQ(gpus[2].memory_mib, 15360);
  EXPECT_EQ(gpus[3].name, "Simulated Mine");
  EXPECT_EQ(gpus[3].memory_mib, 12288);
  std::set<std::string> ids;
  for (const Gpu& gpu : gpus) {
    EXPECT_EQ(gpu.uuid.size(), 40U);
    ids.insert(gpu.uuid);
  }
  EXPECT_EQ(ids.size(), 4U);
}

TEST(SimulatedGpus, ids_stay_the_same) {
  EXPECT_EQ(parse_simulated_gpus("4xA10G").value(), parse_simulated_gpus("4xA10G").value());
}

TEST(SimulatedGpus, nonsense_is_refused_with_a_hint) {
  for (const char* text :
       {"", "4x", "0xA10G", "65xT4", "4xA10G,", "Unknown", "2xT4:", "T4:abc", "T 4", "x"}) {
    const auto gpus = parse_simulated_gpus(text);
    ASSERT_FALSE(gpus) << text;
    EXPECT_NE(gpus.error().message.find("4xA10G"), std::string::npos);
  }
}

TEST(Gpus, the_option_has_three_forms) {
  EXPECT_TRUE(find_gpus("none").value().gpus.empty());
  EXPECT_EQ(find_gpus("simulate:4xA10G").value().gpus.size(), 4U);
  EXPECT_FALSE(find_gpus("simulate:/no/such/file"));
  EXPECT_FALSE(find_gpus("some"));
  EXPECT_FALSE(discover_gpus().reason.empty());
}

}  // namespace
}  // namespace berth::run
