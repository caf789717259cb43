// What the command line shows and reads: foreign text on its way to a terminal, names, addresses, a credentials file. The first
// byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "base/encoding.hpp"
#include "berth/cli/errors.hpp"
#include "berth/cli/names.hpp"
#include "berth/cli/place.hpp"
#include "berth/cli/text.hpp"

#include <exception>

namespace {

using namespace berth::cli;

bool is_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return true;
    if (byte == 0xC2 && i + 1 < text.size() && static_cast<unsigned char>(text[i + 1]) >> 5 == 4)
      return true;  // C1
  }
  return false;
}

void check_terminal(std::string_view text) {
  const std::string shown = without_control_sequences(text);
  BERTH_CHECK(!is_control(shown), "nothing moves the reader's cursor");
  BERTH_CHECK(without_control_sequences(shown) == shown, "nor does what is left");
  const std::string line = on_one_line(text);
  BERTH_CHECK(!is_control(line) && line.find('\n') == line.npos, "a cell is a line");
}

void check_width(std::string_view text) {
  const std::size_t columns = fuzz::take_choice(text, 64) + 1;
  BERTH_CHECK(display_width(fitted(text, columns)) <= columns, "what is cut fits");
  std::string words;
  for (const std::string& line : wrapped(text, columns)) words += line;
  BERTH_CHECK(!text.empty() || words.empty(), "nothing comes of nothing");
  if (base::is_utf8(text)) BERTH_CHECK(base::is_utf8(fitted(text, columns)), "characters stay whole");
}

void check_names(std::string_view text) {
  (void)short_name(text);
  (void)content_type_of(text);
  (void)shell_word(std::string(text));
  try {
    const RepositoryTag tag = parse_repository_tag(text);
    BERTH_CHECK(!tag.repository.empty() && !tag.tag.empty(), "both parts are there");
    if (is_s3_address(text)) BERTH_CHECK(!parse_s3_address(text).bucket.empty(), "an address has a bucket");
    BERTH_CHECK(!key_and_value(text, "--x").first.empty(), "a key is something");
  } catch (const std::exception&) {  // refused, as it should be
  }
}

void check_credentials(std::string_view text) {
  const auto keys = parse_credentials(std::string(text));
  if (keys) BERTH_CHECK(!keys->id.empty() && !keys->secret.empty(), "keys are whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 4)) {
    case 0:
      check_terminal(text);
      break;
    case 1:
      check_width(text);
      break;
    case 2:
      check_names(text);
      break;
    default:
      check_credentials(text);
  }
  return 0;
}
