// berthd's command line, a word a line, and its settings file: settings that hold together, or an error.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/daemon/settings.hpp"

#include <string>
#include <vector>

namespace {

using namespace berth::daemon;

void check(const base::Result<CommandLine>& line) {
  if (!line) {
    BERTH_CHECK(!line.error().message.empty(), "an error says what is wrong");
    return;
  }
  if (line->request == Request::Serve)
    BERTH_CHECK(validate(line->settings).has_value(), "what is taken holds together");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  Settings settings;
  if (const auto read = read_settings(text, "f", settings); !read)
    BERTH_CHECK(read.error().message.starts_with("f:") && !read.error().message.starts_with("f:0:"),
                "an error names file and line");
  std::vector<std::string> words;
  while (!text.empty()) {
    std::string word(fuzz::take_line(text));
    if (!word.starts_with("--c")) words.push_back(std::move(word));  // no file of the machine is read
  }
  check(parse_command_line(words));
  return 0;
}
