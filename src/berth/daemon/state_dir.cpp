#include "berth/daemon/state_dir.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

namespace berth::daemon {
namespace {

constexpr std::string_view id_key = "aws_access_key_id = ";
constexpr std::string_view secret_key = "aws_secret_access_key = ";

/// The value of the line that begins with `key`; empty if there is none.
std::string value_of(std::string_view text, std::string_view key) {
  const std::size_t at = text.find(key);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + key.size());
  return std::string(rest.substr(0, rest.find('\n')));
}

}  // namespace

base::Result<StateDir> StateDir::open(const std::string& path) {
  auto folder = base::Folder::open(path, true);
  if (!folder) return folder.error().within("state directory");
  auto lock = folder->file("lock", O_RDWR | O_CREAT);
  if (!lock) return lock.error().within("state directory");
  if (::flock(lock->get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) {
      return base::failure(fmt::format(
          "{} is in use by another berthd; stop it (berth down) or give another --state-dir", path));
    }
    return base::system_error("cannot lock " + path);
  }
  return StateDir(std::move(*folder), std::move(*lock));
}

base::Result<RootKey> StateDir::root_key(const std::string& given_id, const std::string& given_secret,
                                         base::RandomSource& random) {
  if (given_id.empty() != given_secret.empty()) {
    return base::failure("BERTH_ROOT_ACCESS_KEY and BERTH_ROOT_SECRET_KEY go together: set both or neither");
  }
  RootKey key{given_id, given_secret};
  if (key.id.empty() && folder_.has("credentials")) {
    const auto text = folder_.read("credentials");
    if (!text) return text.error();
    key = {value_of(*text, id_key), value_of(*text, secret_key)};
    if (key.id.empty() || key.secret.empty()) {
      return base::failure(folder_.path() +
                           "/credentials has no key in it; remove the file to get a fresh key");
    }
    return key;
  }
  if (key.id.empty()) {
    // AWS's forms: AKIA and 16 of base 32; 40 of base 64.
    key.id = "AKIA" + random.characters(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567");
    key.secret = random.characters(40, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/");
  }
  const auto stored = folder_.write_durably(
      "credentials", fmt::format("[default]\n{}{}\n{}{}\n", id_key, key.id, secret_key, key.secret));
  if (!stored) return stored.error();
  return key;
}

base::Status StateDir::announce(const std::string& endpoint) {
  // What a power failure makes of these means nothing afterwards: no need to wait for the disk.
  if (auto done = folder_.write_atomically("pid", std::to_string(::getpid()) + "\n"); !done) return done;
  return folder_.write_atomically("endpoint", endpoint + "\n");
}

void StateDir::withdraw() {
  // A leftover only makes a client's first call fail with a clear "connection refused".
  static_cast<void>(folder_.remove("endpoint"));
  static_cast<void>(folder_.remove("pid"));
}

base::Status StateDir::begin_reset() const { return folder_.write_durably("reset", ""); }

base::Status StateDir::finish_reset() const {
  if (!folder_.has("reset")) return {};
  auto names = folder_.list();
  if (!names) return names.error();
  for (const std::string& name : *names) {
    if (name == "lock" || name == "credentials" || name == "task-token-key" || name == "reset") continue;
    if (auto removed = folder_.remove_tree(name); !removed)
      return removed.error().within("finishing the reset");
  }
  return folder_.remove("reset");
}

}  // namespace berth::daemon
