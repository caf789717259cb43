// Names and filters of the smaller services: log groups and their ARNs, batches of events, EC2's filters, parameters of SSM, resources'
// properties out of templates. The first byte chooses.
#include "input.hpp"
#include "naive_pattern.hpp"
#include "wire_shape.hpp"

#include "base/check.hpp"
#include "base/json.hpp"
#include "berth/services/cloudformation/resources/properties.hpp"
#include "berth/services/ec2/filters.hpp"
#include "berth/services/logs/checks.hpp"
#include "berth/wire/error.hpp"

namespace {

using namespace berth;

void check_group(const std::string& text) {
  const std::string group = logs::group_of(std::nullopt, text);
  logs::check_group_name(group);
  BERTH_CHECK(text.find(group) != text.npos, "a name is what was said");
  BERTH_CHECK(group.size() <= 512 && group.find_first_of(":* ") == group.npos, "and can be one");
}

void check_batch(std::string_view text) {
  const base::TimePoint now{base::Milliseconds{std::int64_t{30} * 24 * 3600 * 1000}};
  std::vector<logs::InputLogEvent> events;
  std::int64_t time = now.time_since_epoch().count();
  while (!text.empty()) {
    const std::string_view line = fuzz::take_line(text);
    if (!line.empty()) time += std::int64_t{static_cast<signed char>(line[0])} * 3'600'000;
    logs::InputLogEvent event;
    event.timestamp = time;
    event.message = std::string(line);
    events.push_back(std::move(event));
  }
  const auto batch = logs::check_batch(events, now, 7);
  BERTH_CHECK(batch.begin <= batch.end && batch.end <= events.size(),
              "what is stored is a part of what came");
  BERTH_CHECK(batch.rejected || (batch.begin == 0 && batch.end == events.size()),
              "and nothing is dropped unsaid");
}

void check_filters(std::string_view text) {
  ec2::Filter filter;
  filter.Name = std::string(fuzz::take_line(text));
  filter.Values = {std::string(fuzz::take_line(text))};
  const ec2::FilterValues values{{"state", std::string(text)}};
  const bool found = ec2::matches({filter}, values);  // throws for another name
  BERTH_CHECK(found == fuzz::matches_naively(text, filter.Values[0]), "a filter is a pattern");
  (void)ec2::without_tags({filter}, {{"Name", std::string(text)}});
}

void check_properties(std::string_view text) {
  const auto document = base::parse_json(text);
  if (!document || !document->is_object()) return;
  try {
    (void)cloudformation::read_properties<wire::fuzz::Everything>(document->get_object());
  } catch (const cloudformation::PropertyError& error) {
    BERTH_CHECK(error.what()[0] != '\0', "it says which property");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  try {
    switch (fuzz::take_choice(text, 4)) {
      case 0:
        check_group(std::string(text));
        break;
      case 1:
        check_batch(text);
        break;
      case 2:
        check_filters(text);
        break;
      default:
        check_properties(text);
    }
  } catch (const wire::ServiceError&) {  // refused, as it should be
  }
  return 0;
}
