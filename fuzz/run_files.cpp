// What daemon, shim and init tell each other: specs and records as files, frames over a socket. Each side may be of another version
// or have died while it wrote. The first byte chooses.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/run/launch_spec.hpp"
#include "berth/run/process/init_protocol.hpp"
#include "berth/run/task_folder.hpp"

namespace {

using namespace berth::run;

void check_spec(std::string_view text) {
  const auto spec = parse_launch_spec(text);
  if (!spec) return;
  const auto again = parse_launch_spec(to_json(*spec));
  BERTH_CHECK(again && *again == *spec, "a spec comes back");
  (void)find_fault(*spec);
}

void check_record(std::string_view text) {
  const auto record = parse_task_record(text);
  if (!record) return;
  const auto again = parse_task_record(to_json(*record));
  BERTH_CHECK(again && *again == *record, "a record comes back");
  (void)events_between(nullptr, *record);
  BERTH_CHECK(events_between(&*record, *record).empty(), "nothing happened between a record and itself");
  const TaskRecord lost = complete_lost(*record, base::TimePoint{}, "boot");
  for (const ContainerRecord& container : lost.containers)
    BERTH_CHECK(container.state == ContainerState::STOPPED, "nothing of a lost task runs");
}

void check_frames(std::string_view bytes) {
  process::FrameReader whole, pieces;
  whole.add(bytes);
  std::vector<process::Frame> frames;
  for (; !bytes.empty(); bytes.remove_prefix(1)) {
    pieces.add(bytes.substr(0, 1));
    while (auto frame = pieces.next()) frames.push_back(std::move(*frame));
  }
  for (const process::Frame& frame : frames) {
    const auto same = whole.next();
    BERTH_CHECK(same && same->type == frame.type && same->payload == frame.payload, "pieces mean nothing");
    (void)process::decode_number(frame.payload);
  }
  BERTH_CHECK(!whole.next(), "no frame more");
}

void check_orders(std::string_view payload) {
  const auto orders = process::decode_orders(payload);
  if (!orders) return;
  const auto again = process::decode_orders(process::encode_orders(*orders));
  BERTH_CHECK(again && *again == *orders, "orders come back");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  switch (fuzz::take_choice(text, 4)) {
    case 0:
      check_spec(text);
      break;
    case 1:
      check_record(text);
      break;
    case 2:
      check_frames(text);
      break;
    default:
      check_orders(text);
  }
  return 0;
}
