// berthd's command line, a word a line, and the file that --config names: settings that hold together, or an error.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/daemon/settings.hpp"

#include <sys/mman.h>
#include <unistd.h>

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

void check_file(std::string_view text) {
  const int file = memfd_create("fuzz", MFD_CLOEXEC);
  BERTH_CHECK(write(file, text.data(), text.size()) == static_cast<ssize_t>(text.size()), "memory takes it");
  check(parse_command_line({"--config", "/proc/self/fd/" + std::to_string(file)}));
  close(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  if (fuzz::take_choice(text, 2) == 0) {
    check_file(text);
    return 0;
  }
  std::vector<std::string> words;
  while (!text.empty()) {
    std::string word(fuzz::take_line(text));
    if (!word.starts_with("--c")) words.push_back(std::move(word));  // no file of the machine is read
  }
  check(parse_command_line(words));
  return 0;
}
