// Placement constraints in the cluster query language: refused or evaluated, and logic holds of them.
#include "input.hpp"

#include "base/check.hpp"
#include "berth/sched/expression.hpp"

#include <cmath>
#include <cstdlib>

namespace {

using berth::sched::Expression;

/// An instance that has everything in the seeds, in the several forms of values.
std::vector<std::string> subjects(std::string_view name) {
  if (name == "attribute:ecs.instance-type") return {"g5.xlarge"};
  if (name == "attribute:n") return {"10"};
  if (name == "task:group") return {"service:web", "family:train"};
  if (name == "runningTasksCount") return {"3"};
  if (name == "agentConnected") return {"true"};
  return {};
}

bool holds(const std::string& text, bool& parsed) {
  const auto expression = Expression::parse(text);
  parsed = expression.has_value();
  return parsed && expression->matches(subjects);
}

void check(const std::string& text) {
  bool parsed = false;
  const bool answer = holds(text, parsed);
  if (!parsed) return;
  // Nesting is bounded, so that what is wrapped may be refused.
  if (const bool negated = holds("not (" + text + ")", parsed); parsed) BERTH_CHECK(negated != answer, "not");
  if (const bool twice = holds("(" + text + ") and (" + text + ")", parsed); parsed)
    BERTH_CHECK(twice == answer, "and");
  if (const bool either = holds("(" + text + ") or (" + text + ")", parsed); parsed)
    BERTH_CHECK(either == answer, "or");
}

/// Two values, neither of which holds a quote: exactly one of < == > holds, numbers by size.
void check_order(std::string_view left, std::string_view right) {
  if (left.find_first_of("\"'") != left.npos || right.find_first_of("\"'") != right.npos) return;
  int true_ones = 0;
  for (const char* comparison : {"<", "==", ">"}) {
    const auto expression =
        Expression::parse("attribute:x " + std::string(comparison) + " \"" + std::string(right) + "\"");
    BERTH_CHECK(expression.has_value(), "a quoted value can be compared with");
    true_ones +=
        expression->matches([&](std::string_view) { return std::vector<std::string>{std::string(left)}; });
  }
  BERTH_CHECK(true_ones == 1, "less, equal or greater");
  const auto equal = Expression::parse("attribute:x == \"" + std::string(right) + "\"");
  const auto same = [&](std::string_view) { return std::vector<std::string>{std::string(right)}; };
  BERTH_CHECK(equal->matches(same), "a value equals itself");
  const bool is_equal =
      equal->matches([&](std::string_view) { return std::vector<std::string>{std::string(left)}; });
  const bool digits = left.find_first_of("0123456789") != left.npos;
  BERTH_CHECK(!is_equal || left == right || digits, "different texts are equal only as numbers");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  std::string_view text = fuzz::text(bytes, size);
  if (fuzz::take_choice(text, 2) == 0) {
    check(std::string(text));
  } else {
    const std::string_view left = fuzz::take_line(text);
    check_order(left, text);
  }
  return 0;
}
