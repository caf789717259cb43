// Requests to stop over a shim's control socket: in whatever pieces they come, each whole line that is one is heard once, in order.
#include "input.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "berth/shim/control.hpp"

#include <boost/json/object.hpp>
#include <sys/socket.h>

namespace {

/// What a plain reading of the lines hears.
std::vector<std::string> stops_in(std::string_view text) {
  std::vector<std::string> stops;
  for (std::size_t end; (end = text.find('\n')) != text.npos; text.remove_prefix(end + 1)) {
    const auto line = base::parse_json(text.substr(0, end));
    const auto* object = line ? line->if_object() : nullptr;
    const auto* version = object != nullptr ? object->if_contains("version") : nullptr;
    const auto* stop = object != nullptr ? object->if_contains("stop") : nullptr;
    if (version != nullptr && version->is_int64() && *version == 1 && stop != nullptr && stop->is_string())
      stops.emplace_back(stop->get_string());
  }
  return stops;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  const std::size_t piece = fuzz::take_choice(text, 64) + 1;
  std::vector<std::string> heard;
  berth::shim::ControlServer server([&](const std::string& reason) { heard.push_back(reason); });
  int ends[2];
  BERTH_CHECK(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0, "a socket pair");
  base::Fd mine(ends[0]);
  server.publish("{\"version\":1}");
  server.add(base::Fd(ends[1]));
  const std::vector<std::string> expected = stops_in(text);
  while (!text.empty()) {
    const std::string_view part = text.substr(0, piece);
    BERTH_CHECK(send(mine.get(), part.data(), part.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(part.size()),
                "it listens");
    text.remove_prefix(part.size());
    std::vector<pollfd> polled;
    server.add_to_poll(polled);
    BERTH_CHECK(polled.size() == 2, "it goes on listening");
    poll(polled.data(), polled.size(), 0);
    polled[0].revents = 0;  // nobody else connects
    server.handle(polled, 0);
  }
  BERTH_CHECK(heard == expected, "what was said is heard");
  return 0;
}
