// fathom, with what DSSTNE has no command for, and the version that all programs tell.
#include "programs.hpp"

#include "base/version.hpp"

namespace fathom::tools {
namespace {

using FathomProgram = Programs;

TEST_F(FathomProgram, fathom_splits_evaluates_and_inspects) {
  convert();
  EXPECT_EQ(run("fathom", "version").code, 0);
  Outcome outcome = run("fathom", "split ratings --train train --test test --seed 4");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "60 samples: 420 items in train, 120 held out in test\n");
  write("perfect", read("test"));
  outcome = run("fathom", "evaluate --recs perfect --truth test --seen train --k 2,20");
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(outcome.out.find("recommendations         1.0000      1.0000      1.0000      1.0000"),
            std::string::npos)
      << outcome.out;
  EXPECT_NE(outcome.out.find("most popular"), std::string::npos);
  outcome = run("fathom", "inspect gl_input.nc");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("examples    60"), std::string::npos);
  ASSERT_EQ(run("train", std::string(train_flags) + "-e 1").code, 0);
  outcome = run("fathom", "inspect gl.nc");
  EXPECT_EQ(outcome.code, 0);
  EXPECT_NE(outcome.out.find("Hidden"), std::string::npos);
  EXPECT_NE(outcome.out.find("trained by Fathom: 1 epochs"), std::string::npos) << outcome.out;
}

TEST_F(FathomProgram, every_program_of_the_engine_tells_its_name_and_version) {
  for (const char* program : {"generateNetCDF", "train", "predict", "fathom"}) {
    const Outcome outcome = run(program, "--version");
    EXPECT_EQ(outcome.code, 0) << program;
    EXPECT_EQ(outcome.out, std::string(program) + " " + std::string(base::version()) + "\n");
    EXPECT_EQ(outcome.err, "") << program;
  }
}

TEST_F(FathomProgram, fathom_answers_wrong_calls_on_stderr_with_status_1) {
  write("in", "u\ta\n");
  for (const char* arguments :
       {"", "nonsense", "split", "split in --train t --test t", "split absent --train t --test u",
        "evaluate --recs in --truth absent", "inspect in", "evaluate --recs in --truth in --k 0"}) {
    const Outcome outcome = run("fathom", arguments);
    EXPECT_EQ(outcome.code, 1) << arguments;
    EXPECT_NE(outcome.err, "") << arguments;
  }
  EXPECT_EQ(run("fathom", "--help").code, 0);
}

}  // namespace
}  // namespace fathom::tools
