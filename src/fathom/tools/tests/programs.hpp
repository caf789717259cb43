/// The programs as users run them: spawned in a folder of their own, judged by exit code, output and files.
#pragma once

#include "base/files.hpp"

#include <gtest/gtest.h>
#include <sys/types.h>

#include <string>
#include <vector>

namespace fathom::tools {

struct Outcome {
  int code = 0;  ///< exit status, or 1000 + signal
  std::string out, err;
};

std::vector<std::string> lines_of(const std::string& text);

class Programs : public testing::Test {
 protected:
  std::string path(const std::string& name) const { return folder_ / name; }
  void write(const std::string& name, const std::string& text) const;
  std::string read(const std::string& name) const;
  bool exists(const std::string& name) const;
  void copy(const std::string& from, const std::string& to) const;
  std::vector<std::string> partial_files() const;

  /// Starts a program with the test's folder as its working directory.
  pid_t start(const std::string& program, const std::string& arguments,
              std::vector<std::string> environment = {}) const;
  Outcome wait_for(pid_t pid) const;
  Outcome run(const std::string& program, const std::string& arguments,
              std::vector<std::string> environment = {}) const {
    return wait_for(start(program, arguments, std::move(environment)));
  }

  /// Two tastes: samples 0 to 29 like the items a…, the others b…; each lacks some of its group's items.
  void write_samples() const;
  void write_config(const std::string& members = "") const;
  /// The first steps of the sample pipeline.
  void convert() const;
  static constexpr const char* train_flags = "-c config.json -i gl_input.nc -o gl_output.nc -n gl.nc -b 16 ";
  static constexpr const char* predict_flags =
      "-b 16 -d gl -i features_input -o features_output -n gl.nc -f ratings -s recs -r ratings ";

 private:
  base::TemporaryFolder folder_;
};

}  // namespace fathom::tools
