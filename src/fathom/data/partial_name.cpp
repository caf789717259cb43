#include "fathom/data/partial_name.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <string_view>

namespace fathom::data {
namespace {

constexpr std::string_view ending = ".partial";
constexpr std::time_t at_rest_seconds = 60;

// A signal handler can reach nothing but what is global. More files at a time than this are not made; what does not fit
// is found by the next PartialName of its file.
std::array<std::atomic<const char*>, 32> living{};
static_assert(std::atomic<const char*>::is_always_lock_free);

std::atomic<const char*>* remember(const char* name) {
  for (auto& slot : living) {
    const char* empty = nullptr;
    if (slot.compare_exchange_strong(empty, name)) return &slot;
  }
  return nullptr;
}

bool is_gone(pid_t pid) { return kill(pid, 0) != 0 && errno == ESRCH; }

bool is_at_rest(const std::string& path) {
  struct stat info {};
  return lstat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
         info.st_mtime + at_rest_seconds < std::time(nullptr);
}

void remove_leftovers(const std::filesystem::path& folder, const std::string& beginning) {
  std::error_code
      ignored;  // a folder that cannot be read is a folder that cannot be written: its user will say so
  for (auto entry = std::filesystem::directory_iterator(folder, ignored);
       entry != std::filesystem::directory_iterator(); entry.increment(ignored)) {
    const std::string name = entry->path().filename();
    if (!name.starts_with(beginning) || !name.ends_with(ending)) continue;
    const char *first = name.data() + beginning.size(), *last = name.data() + name.size() - ending.size();
    pid_t pid = 0;
    if (first >= last) continue;
    const auto [end, error] = std::from_chars(first, last, pid);
    if (error != std::errc{} || end != last || pid <= 0) continue;
    if (is_gone(pid) && is_at_rest(entry->path())) unlink(entry->path().c_str());
  }
}

}  // namespace

PartialName::PartialName(const std::string& file) {
  const auto slash = file.rfind('/');
  const std::size_t start = slash == std::string::npos ? 0 : slash + 1;
  const std::string folder = file.substr(0, start), beginning = "." + file.substr(start) + ".";
  remove_leftovers(folder.empty() ? "." : folder, beginning);
  text_ = std::make_unique<const std::string>(fmt::format("{}{}{}{}", folder, beginning, getpid(), ending));
  slot_ = remember(text_->c_str());
}

PartialName::~PartialName() {
  if (slot_ == nullptr) return;
  const char* own = text_->c_str();
  // If a handler has taken the name it may be reading it: the process is about to end, and nobody misses the memory.
  if (!slot_->compare_exchange_strong(own, nullptr)) static_cast<void>(text_.release());
}

void remove_partial_files() noexcept {
  for (auto& slot : living)
    if (const char* name = slot.exchange(nullptr)) unlink(name);
}

}  // namespace fathom::data
