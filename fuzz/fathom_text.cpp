// Text that Fathom reads: samples, index files, filters, recommendations and network configurations. The first byte
// chooses the parser. Errors of the engine are answers; anything else is a find.
#include "base/check.hpp"
#include "fathom/core/errors.hpp"
#include "fathom/data/convert.hpp"
#include "fathom/data/index_file.hpp"
#include "fathom/model/network_config.hpp"
#include "fathom/predict/filter.hpp"
#include "fathom/predict/score_format.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <string>

namespace {

/// A file in memory that has a name.
class MemoryFile {
 public:
  explicit MemoryFile(std::string_view bytes) : fd_(memfd_create("fuzz", MFD_CLOEXEC)) {
    BERTH_CHECK(write(fd_, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()),
                "memory takes it");
  }
  ~MemoryFile() { close(fd_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;
  std::string path() const { return "/proc/self/fd/" + std::to_string(fd_); }

 private:
  int fd_;
};

void silent(std::string_view) {}

void convert(std::string_view text, bool analog) {
  const MemoryFile file(text);
  fathom::data::LabelIndex features, samples;
  const auto set =
      fathom::data::read_samples(file.path(), features, samples, {.analog = analog}, silent).take();
  for (std::size_t u = 0; u < set.start.size(); ++u) {
    BERTH_CHECK(set.start[u] <= set.end[u] && set.end[u] <= set.points(), "rows lie within the points");
  }
  for (const std::uint32_t index : set.index)
    BERTH_CHECK(index < features.bound(), "points are known features");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size == 0) return 0;
  const std::string_view text(reinterpret_cast<const char*>(bytes) + 1, size - 1);
  try {
    switch (bytes[0] % 6) {
      case 0:
        convert(text, false);
        break;
      case 1:
        convert(text, true);
        break;
      case 2: {
        const MemoryFile file(text);
        fathom::data::labels_by_number(fathom::data::read_index(file.path(), silent), "index");
        break;
      }
      case 3: {
        const MemoryFile file(text);
        fathom::data::LabelIndex samples, features;
        samples.find_or_add("a");
        features.find_or_add("b");
        fathom::predict::Filter::read(file.path(), samples, features, fathom::predict::FilterRule::remove,
                                      silent);
        break;
      }
      case 4:
        fathom::model::config_hash(fathom::model::parse_network_config(text, "config"));
        break;
      default: {
        std::string out;
        fathom::predict::ScoreFormat(text).append(0.5f, out);
      }
    }
  } catch (const fathom::Error&) {
  }
  return 0;
}
