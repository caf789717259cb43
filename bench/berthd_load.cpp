/// What bench/berthd.py drives: signed requests from many connections, and whole files in both directions.
///
///   berthd_load calls --endpoint HOST:PORT --target X-AMZ-TARGET --body JSON --service ecs …
///                                          one request again and again, signed anew each second
///   berthd_load puts --path /BUCKET/PREFIX --size BYTES …    objects of that size, each under a name of its own
///   berthd_load put FILE --path /BUCKET/KEY --payload unsigned|signed|none …    one file; none: unsigned altogether
///   berthd_load get --path /BUCKET/KEY --payload unsigned|none …
///
/// Keys come from AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_SESSION_TOKEN. It prints one JSON object: requests
/// answered and refused, seconds, rate, latencies in milliseconds, and the processor time of this program, which on a
/// small machine competes with the server's.
#include "load_loop.hpp"

#include "base/clock.hpp"
#include "base/encoding.hpp"
#include "base/files.hpp"
#include "base/hash.hpp"
#include "base/json.hpp"
#include "base/result.hpp"
#include "berth/wire/client_socket.hpp"
#include "berth/wire/sigv4.hpp"

#include <CLI/CLI.hpp>
#include <boost/json/object.hpp>
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <algorithm>
#include <cstdlib>
#include <thread>

namespace {

namespace http = berth::http;
namespace wire = berth::wire;
using Clock = std::chrono::steady_clock;

struct Options {
  std::string host = "127.0.0.1", port, endpoint, service = "ecs", target, body, path, file,
              payload = "unsigned";
  int connections = 1, threads = 1;
  std::int64_t count = INT64_MAX;
  double seconds = 600;
  std::size_t size = 4096;
  std::string expected;
};

wire::SigningCredentials credentials() {
  const auto variable = [](const char* name) {
    return std::string(std::getenv(name) ? std::getenv(name) : "");
  };
  return {variable("AWS_ACCESS_KEY_ID"), variable("AWS_SECRET_ACCESS_KEY"), variable("AWS_SESSION_TOKEN")};
}

std::string head_text(const http::RequestHead& head) {
  std::string text = head.method + " " + head.target + " HTTP/1.1\r\n";
  for (const auto& [name, value] : head.headers) text += name + ": " + value + "\r\n";
  return text + "\r\n";
}

http::RequestHead head_of(const Options& options, std::string method, std::string target,
                          std::uint64_t length) {
  http::RequestHead head;
  head.method = std::move(method);
  head.target = std::move(target);
  head.headers.add("Host", options.endpoint);
  if (head.method != "GET") head.headers.add("Content-Length", std::to_string(length));
  return head;
}

/// One request, signed again when the second changes: the daemon sees what a client with a fresh signature sends.
class SameCall {
 public:
  explicit SameCall(const Options& options) : options_(options), keys_(credentials()) {}
  const std::string& next() {
    const auto now = base::SystemClock().now();
    const auto second = std::chrono::floor<std::chrono::seconds>(now);
    if (second == signed_at_) return text_;
    signed_at_ = second;
    http::RequestHead head = head_of(options_, "POST", "/", options_.body.size());
    head.headers.add("Content-Type", "application/x-amz-json-1.1");
    head.headers.add("X-Amz-Target", options_.target);
    wire::sign(head, keys_, "us-east-1", options_.service, now, base::to_hex(base::sha256(options_.body)));
    text_ = head_text(head) + options_.body;
    return text_;
  }

 private:
  const Options& options_;
  wire::SigningCredentials keys_;
  std::chrono::sys_seconds signed_at_{};
  std::string text_;
};

/// A new object each time.
class SmallObjects {
 public:
  SmallObjects(const Options& options, std::atomic<std::uint64_t>& number)
      : options_(options), keys_(credentials()), number_(number), body_(options.size, 'x') {}
  const std::string& next() {
    http::RequestHead head =
        head_of(options_, "PUT", options_.path + std::to_string(number_.fetch_add(1)), body_.size());
    wire::sign(head, keys_, "us-east-1", "s3", base::SystemClock().now(), wire::unsigned_payload);
    text_ = head_text(head) + body_;
    return text_;
  }

 private:
  const Options& options_;
  wire::SigningCredentials keys_;
  std::atomic<std::uint64_t>& number_;
  std::string body_, text_;
};

void report(boost::json::object figures, Clock::time_point began) {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
  };
  figures["seconds"] = std::chrono::duration<double>(Clock::now() - began).count();
  figures["generator_cpu_seconds"] = seconds(usage.ru_utime) + seconds(usage.ru_stime);
  fmt::print("{}\n", base::to_text(figures));
}

template <class MakeNext>
int many(const Options& options, MakeNext make_next) {
  const auto began = Clock::now();
  bench::Limit limit{
      .left = options.count,
      .until = began + std::chrono::milliseconds(static_cast<std::int64_t>(options.seconds * 1000))};
  std::vector<bench::Tally> tallies(static_cast<std::size_t>(options.threads));
  std::vector<std::string> failures(tallies.size());
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < tallies.size(); ++i) {
    threads.emplace_back([&, i] {
      try {
        auto source = make_next();
        const int each = std::max(1, options.connections / options.threads);
        tallies[i] = bench::run_load(
            options.host, options.port, each, [&]() -> const std::string& { return source.next(); },
            options.expected, limit);
      } catch (const std::exception& error) {
        failures[i] = error.what();  // told below
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& failure : failures)
    if (!failure.empty()) throw base::Failure(base::failure(failure));
  bench::Tally all;
  for (bench::Tally& tally : tallies) all.add(std::move(tally));
  std::sort(all.microseconds.begin(), all.microseconds.end());
  const auto at = [&](double part) {
    if (all.microseconds.empty()) return 0.0;
    const auto last = static_cast<double>(all.microseconds.size() - 1);
    return all.microseconds[static_cast<std::size_t>(last * part)] / 1000.0;
  };
  report({{"answered", all.answered},
          {"refused", all.refused},
          {"refusal", all.refusal},
          {"p50_ms", at(0.5)},
          {"p99_ms", at(0.99)},
          {"max_ms", at(1)}},
         began);
  return all.refused == 0 ? 0 : 3;
}

/// A file's bytes, as long as it lives.
class Mapped {
 public:
  explicit Mapped(const std::string& path) {
    const base::Fd fd(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    struct stat status {};
    if (!fd || ::fstat(fd.get(), &status) != 0)
      throw base::Failure(base::system_error("cannot read " + path));
    size_ = static_cast<std::size_t>(status.st_size);
    bytes_ = ::mmap(nullptr, size_, PROT_READ, MAP_PRIVATE | MAP_POPULATE, fd.get(), 0);
    if (bytes_ == MAP_FAILED) throw base::Failure(base::system_error("cannot map " + path));
  }
  ~Mapped() { ::munmap(bytes_, size_); }
  Mapped(const Mapped&) = delete;
  std::string_view view() const { return {static_cast<const char*>(bytes_), size_}; }

 private:
  void* bytes_ = nullptr;
  std::size_t size_ = 0;
};

/// Sends the request, reads the answer and counts the body's bytes; what the status is not below 300 for is thrown.
std::uint64_t exchange(const Options& options, const std::string& head, std::string_view body) {
  wire::ClientSocket socket({.host = options.host, .port = options.port, .authority_file = {}});
  socket.write(head);
  while (!body.empty()) {
    const std::string_view piece = body.substr(0, std::size_t{1} << 20);
    socket.write(piece);
    body.remove_prefix(piece.size());
  }
  std::vector<char> buffer(std::size_t{256} << 10);
  std::string answer;
  std::size_t end = std::string::npos;
  while (end == std::string::npos) {
    const std::size_t count = socket.read(buffer);
    if (count == 0) throw base::Failure(base::failure("the answer ends within its head: " + answer));
    answer.append(buffer.data(), count);
    end = answer.find("\r\n\r\n");
  }
  std::uint64_t received = answer.size() - end - 4;
  for (std::size_t count = 1; count > 0; received += count) count = socket.read(buffer);
  if (answer.compare(9, 1, "2") != 0) throw base::Failure(base::failure(answer));
  return received;
}

int whole_file(const Options& options, bool put) {
  std::optional<Mapped> file;
  if (put) file.emplace(options.file);
  const std::string_view body = file ? file->view() : std::string_view();
  http::RequestHead head = head_of(options, put ? "PUT" : "GET", options.path, body.size());
  head.headers.add("Connection", "close");
  const bool hashed = options.payload == "signed";
  // The client's own hashing is not what is measured.
  const std::string hash = hashed ? base::to_hex(base::sha256(body)) : std::string(wire::unsigned_payload);
  const auto began = Clock::now();
  if (options.payload != "none")
    wire::sign(head, credentials(), "us-east-1", "s3", base::SystemClock().now(), hash);
  const std::uint64_t received = exchange(options, head_text(head), body);
  report({{"answered", 1}, {"refused", 0}, {"sent", body.size()}, {"received", received}}, began);
  return 0;
}

int run(int argc, char** argv) {
  Options options;
  CLI::App app{"Load for berthd's bench", "berthd_load"};
  app.require_subcommand(1);
  auto* calls = app.add_subcommand("calls");
  auto* puts = app.add_subcommand("puts");
  auto* put = app.add_subcommand("put");
  auto* get = app.add_subcommand("get");
  for (CLI::App* one : {calls, puts, put, get}) one->add_option("--endpoint", options.endpoint)->required();
  for (CLI::App* one : {calls, puts}) {
    one->add_option("--connections", options.connections);
    one->add_option("--threads", options.threads);
    one->add_option("--count", options.count);
    one->add_option("--seconds", options.seconds);
    one->add_option("--expect", options.expected);
  }
  calls->add_option("--service", options.service);
  calls->add_option("--target", options.target)->required();
  calls->add_option("--body", options.body)->required();
  puts->add_option("--size", options.size);
  put->add_option("file", options.file)->required();
  for (CLI::App* one : {puts, put, get}) one->add_option("--path", options.path)->required();
  for (CLI::App* one : {put, get}) one->add_option("--payload", options.payload);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error);
  }
  const std::size_t colon = options.endpoint.rfind(':');
  if (colon == std::string::npos) throw base::Failure(base::failure("--endpoint is HOST:PORT"));
  options.host = options.endpoint.substr(0, colon);
  options.port = options.endpoint.substr(colon + 1);
  if (calls->parsed()) return many(options, [&] { return SameCall(options); });
  if (puts->parsed()) {
    std::atomic<std::uint64_t> number = 0;
    return many(options, [&] { return SmallObjects(options, number); });
  }
  return whole_file(options, put->parsed());
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run(argc, argv);
  } catch (const std::exception& error) {
    fmt::print(stderr, "berthd_load: {}\n", error.what());
    return 2;
  }
}
