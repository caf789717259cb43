/// The server as a raw peer sees it: bytes on a socket.
#include "berth/http/server.hpp"

#include "raw_peer.hpp"

#include "base/files.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>

#include <future>
#include <thread>

namespace berth::http {
namespace {

using namespace std::chrono_literals;

ResponseHead plain_text() {
  ResponseHead head;
  head.headers = {{"Content-Type", "text/plain"}};
  return head;
}

base::Async<void> echo(Exchange& exchange) {
  std::optional<std::string> body = co_await read_all(exchange.body(), 1 << 20);
  const RequestHead& request = exchange.request();
  Body answer = request.method + " " + request.target + " [" + body.value_or("too large") + "]";
  ResponseHead head = plain_text();
  co_await exchange.respond(std::move(head), std::move(answer));
}

base::Async<void> early(Exchange& exchange) {
  ResponseHead head = plain_text();
  head.status = 403;
  Body answer = std::string("no");
  co_await exchange.respond(std::move(head), std::move(answer));
}

base::Async<void> broken(Exchange&) {
  throw std::runtime_error("a bug");
  co_return;
}

base::Async<void> silent(Exchange&) { co_return; }

/// Counts to a hundred thousand in lines, without saying how long that is.
class Counting final : public BodySource {
 public:
  base::Async<std::size_t> read_some(std::span<char> buffer) override {
    std::string text;
    while (next_ < 100'000 && text.size() + 8 < buffer.size()) text += std::to_string(next_++) + "\n";
    std::copy(text.begin(), text.end(), buffer.begin());
    co_return text.size();
  }

 private:
  int next_ = 0;
};

base::Async<void> count(Exchange& exchange) {
  ResponseHead head = plain_text();
  Body body = Stream{std::make_shared<Counting>(), std::nullopt};
  co_await exchange.respond(std::move(head), std::move(body));
}

/// Says when it runs, then waits for the body.
base::Async<void> waiting(Exchange& exchange, std::promise<void>& runs) {
  runs.set_value();
  co_await echo(exchange);
}

class ServerTest : public testing::Test {
 protected:
  Server& start(Limits limits = {}) {
    Listen listen;
    listen.limits = limits;
    server_ = std::make_unique<Server>(std::move(listen));
    server_->handle_rest(echo);
    server_->mount("/early", early);
    server_->mount("/broken", broken);
    server_->mount("/silent", silent);
    server_->mount("/count", count);
    server_->mount("/waiting", [this](Exchange& exchange) { return waiting(exchange, runs_); });
    server_->mount("/a/", early);
    server_->mount("/a/b/", echo);
    server_->start().value();
    return *server_;
  }
  RawPeer peer() { return RawPeer(server_->port()); }

  std::promise<void> runs_;
  std::unique_ptr<Server> server_;
};

TEST_F(ServerTest, port_zero_picks_one_and_reports_it) {
  Server& server = start();
  EXPECT_NE(server.port(), 0);
  EXPECT_EQ(server.endpoint(), "http://127.0.0.1:" + std::to_string(server.port()));
}

TEST_F(ServerTest, an_address_in_use_is_named_in_the_error) {
  Server& first = start();
  Listen listen;
  listen.port = first.port();
  Server second(std::move(listen));
  const base::Status status = second.start();
  ASSERT_FALSE(status);
  EXPECT_NE(status.error().message.find("127.0.0.1:" + std::to_string(first.port())), std::string::npos);
}

TEST_F(ServerTest, requests_follow_each_other_on_one_connection) {
  start();
  RawPeer p = peer();
  for (int i = 0; i < 3; ++i) {
    p.send("PUT /x?y=1 HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\nabc");
    const RawReply reply = p.reply();
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "PUT /x?y=1 [abc]");
    EXPECT_NE(reply.head.find("\r\nServer: Berth\r\n"), std::string::npos);
    EXPECT_NE(reply.head.find("\r\nDate: "), std::string::npos);
  }
}

TEST_F(ServerTest, pipelined_requests_are_answered_in_order) {
  start();
  RawPeer p = peer();
  p.send(
      "GET /1 HTTP/1.1\r\nHost: h\r\n\r\nPOST /2 HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\n\r\nxGET /3 "
      "HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(p.reply().body, "GET /1 []");
  EXPECT_EQ(p.reply().body, "POST /2 [x]");
  EXPECT_EQ(p.reply().body, "GET /3 []");
}

TEST_F(ServerTest, a_request_may_come_byte_by_byte) {
  start();
  RawPeer p = peer();
  for (const char c : std::string("POST /slow HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: "
                                  "chunked\r\n\r\n3;x=y\r\nabc\r\n2\r\nde\r\n0\r\nTrailer: t\r\n\r\n")) {
    p.send(std::string(1, c));
  }
  EXPECT_EQ(p.reply().body, "POST /slow [abcde]");
  p.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(p.reply().body, "GET /next []");
}

TEST_F(ServerTest, the_longest_prefix_takes_the_request) {
  start();
  RawPeer p = peer();
  p.send("GET /a/x HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(p.reply().status, 403);
  p.send("GET /a/b/x HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(p.reply().status, 200);
}

TEST_F(ServerTest, who_expects_100_continue_gets_it_when_the_body_is_read) {
  start();
  RawPeer p = peer();
  p.send("PUT /x HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  EXPECT_EQ(p.until("\r\n\r\n"), "HTTP/1.1 100 Continue\r\n\r\n");
  p.send("abc");
  EXPECT_EQ(p.reply().body, "PUT /x [abc]");
}

TEST_F(ServerTest, an_early_answer_to_who_expects_100_continue_ends_the_connection) {
  start();
  RawPeer p = peer();
  p.send("PUT /early HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n");
  const RawReply reply = p.reply();
  EXPECT_EQ(reply.status, 403);
  EXPECT_NE(reply.head.find("Connection: close"), std::string::npos);
  EXPECT_TRUE(p.closed());
}

TEST_F(ServerTest, a_small_unread_body_is_dropped_and_a_large_one_ends_the_connection) {
  Limits limits;
  limits.unread_body = 1000;
  start(limits);
  RawPeer p = peer();
  p.send("PUT /early HTTP/1.1\r\nHost: h\r\nContent-Length: 500\r\n\r\n" + std::string(500, 'x'));
  EXPECT_EQ(p.reply().status, 403);
  p.send("GET /next HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_EQ(p.reply().body, "GET /next []");
  p.send("PUT /early HTTP/1.1\r\nHost: h\r\nContent-Length: 500000\r\n\r\n" + std::string(100'000, 'x'));
  EXPECT_EQ(p.reply().status, 403);
  EXPECT_TRUE(p.closed());
}

TEST_F(ServerTest, a_stream_without_length_goes_in_chunks_and_to_http_1_0_until_the_end) {
  start();
  std::string expected;
  for (int i = 0; i < 100'000; ++i) expected += std::to_string(i) + "\n";
  RawPeer p = peer();
  p.send("GET /count HTTP/1.1\r\nHost: h\r\n\r\n");
  const RawReply reply = p.reply();
  EXPECT_NE(reply.head.find("Transfer-Encoding: chunked"), std::string::npos);
  EXPECT_TRUE(reply.body == expected);
  RawPeer old = peer();
  old.send("GET /count HTTP/1.0\r\n\r\n");
  const std::string all = old.rest();
  EXPECT_TRUE(all.ends_with(expected));
  EXPECT_EQ(all.find("chunked"), std::string::npos);
}

TEST(ReasonPhrase, is_there_for_every_status) {
  EXPECT_EQ(reason_phrase(507), "Insufficient Storage");
  for (int status = 100; status < 600; ++status) EXPECT_NE(reason_phrase(status), "") << status;
}

TEST_F(ServerTest, head_answers_carry_the_length_and_no_body) {
  start();
  RawPeer p = peer();
  p.send("HEAD /x HTTP/1.1\r\nHost: h\r\n\r\nGET /y HTTP/1.1\r\nHost: h\r\n\r\n");
  const std::string head = p.until("\r\n\r\n");
  EXPECT_NE(head.find("Content-Length: 10\r\n"), std::string::npos) << head;
  EXPECT_EQ(p.reply().body, "GET /y []");
}

TEST_F(ServerTest, what_is_no_request_is_refused_and_cut) {
  start();
  for (const char* bad : {"\x16\x03\x01 TLS\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n",
                          "GET / HTTP/1.1\r\nno colon\r\n\r\n", "GET / HTTP/1.1\r\n\r\n",
                          "GET http://h/ HTTP/1.1\r\nHost: h\r\n\r\n",
                          "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: x\r\n\r\n",
                          "POST / HTTP/1.1\r\nHost: h\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"}) {
    RawPeer p = peer();
    p.send(bad);
    EXPECT_EQ(p.reply().status, 400) << bad;
    EXPECT_TRUE(p.closed()) << bad;
  }
}

TEST_F(ServerTest, a_body_framed_twice_or_coded_otherwise_than_in_chunks_is_refused_and_cut) {
  start();
  const std::pair<const char*, int> cases[] = {
      {"Content-Length: 3\r\nTransfer-Encoding: gzip\r\n", 400},
      {"Transfer-Encoding: gzip\r\nContent-Length: 3\r\n", 400},
      {"Transfer-Encoding: gzip\r\n", 501},
      {"Transfer-Encoding: identity\r\n", 501},
      {"Transfer-Encoding: gzip, chunked\r\n", 501},
      {"Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n", 501},
      {"Content-Length: 3\r\nTransfer-Encoding: chunked\r\n", 400},
      {"Transfer-Encoding: chunked\r\nContent-Length: 3\r\n", 400}};
  for (const auto& [fields, status] : cases) {
    RawPeer p = peer();
    p.send(std::string("PUT /x HTTP/1.1\r\nHost: h\r\n") + fields + "\r\n3\r\nabc\r\n0\r\n\r\n");
    EXPECT_EQ(p.reply().status, status) << fields;
    EXPECT_TRUE(p.closed()) << fields;
  }
  RawPeer p = peer();
  p.send("PUT /x HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  EXPECT_EQ(p.reply().body, "PUT /x [abc]");
}

TEST_F(ServerTest, heads_are_bounded_in_size_and_count) {
  Limits limits;
  limits.header_bytes = 4000;
  limits.header_count = 10;
  start(limits);
  RawPeer large = peer();
  large.send("GET / HTTP/1.1\r\nHost: h\r\nX: " + std::string(5000, 'x') + "\r\n\r\n");
  EXPECT_EQ(large.reply().status, 431);
  std::string many = "GET / HTTP/1.1\r\nHost: h\r\n";
  for (int i = 0; i < 20; ++i) many += "X: y\r\n";
  RawPeer p = peer();
  p.send(many + "\r\n");
  EXPECT_EQ(p.reply().status, 431);
}

TEST_F(ServerTest, connections_beyond_the_limit_are_turned_away) {
  Limits limits;
  limits.connections = 2;
  start(limits);
  RawPeer a = peer(), b = peer();
  for (RawPeer* p : {&a, &b}) {
    p->send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(p->reply().status, 200);
  }
  RawPeer c = peer();
  EXPECT_EQ(c.reply().status, 503);
}

TEST_F(ServerTest, slow_heads_idle_connections_and_stalled_bodies_are_cut) {
  Limits limits;
  limits.idle = limits.header = limits.stall = 50ms;
  start(limits);
  RawPeer idle = peer(), slow = peer(), stalled = peer();
  slow.send("GET / HT");
  stalled.send("PUT / HTTP/1.1\r\nHost: h\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_TRUE(idle.closed());
  EXPECT_TRUE(slow.closed());
  EXPECT_TRUE(stalled.closed());
}

TEST_F(ServerTest, a_peer_that_does_not_read_is_cut) {
  Limits limits;
  limits.stall = 100ms;
  Server& server = start(limits);
  RawPeer p = peer();
  p.shrink_receive_buffer();
  while (server.connections() == 0) std::this_thread::yield();
  for (int i = 0; i < 20; ++i) p.send("GET /count HTTP/1.1\r\nHost: h\r\n\r\n");
  for (int i = 0; i < 500 && server.connections() != 0; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(server.connections(), 0U);
}

TEST_F(ServerTest, a_handler_that_throws_or_forgets_to_answer_is_a_500) {
  start();
  for (const char* path : {"/broken", "/silent"}) {
    RawPeer p = peer();
    p.send("GET " + std::string(path) + " HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(p.reply().status, 500) << path;
    EXPECT_TRUE(p.closed());
  }
}

TEST_F(ServerTest, header_values_cannot_start_new_lines) {
  Listen listen;
  Server server(std::move(listen));
  server.handle_rest([](Exchange& exchange) {
    ResponseHead head;
    head.headers = {{"X-Name", "a\r\nSet-Cookie: b"}};
    return exchange.respond(std::move(head), std::string("x"));
  });
  server.start().value();
  RawPeer p(server.port());
  p.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  EXPECT_NE(p.reply().head.find("X-Name: a  Set-Cookie: b\r\n"), std::string::npos);
}

TEST_F(ServerTest, file_ranges_are_sent_one_after_the_other) {
  const base::TemporaryFolder folder;
  std::string content(3'000'000, '\0');
  for (std::size_t i = 0; i < content.size(); ++i) content[i] = static_cast<char>(i * 7919 >> 5);
  const base::Folder opened = base::Folder::open(folder.path()).value();
  opened.write_durably("f", content).value();
  const auto file = std::make_shared<const base::Fd>(opened.file("f", O_RDONLY).value());
  Listen listen;
  Server server(std::move(listen));
  server.handle_rest([&](Exchange& exchange) {
    std::vector<FileRange> ranges = {{file, 5, 2'000'000}, {file, 0, 0}, {file, 2'999'990, 10}};
    return exchange.respond(ResponseHead{}, std::move(ranges));
  });
  server.mount("/short", [&](Exchange& exchange) {
    std::vector<FileRange> ranges = {{file, 2'999'990, 11}};
    return exchange.respond(ResponseHead{}, std::move(ranges));
  });
  server.start().value();
  RawPeer p(server.port());
  for (int i = 0; i < 2; ++i) {
    p.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_TRUE(p.reply().body == content.substr(5, 2'000'000) + content.substr(2'999'990));
  }
  p.send(
      "GET /short HTTP/1.1\r\nHost: h\r\n\r\n");  // the file ends before what was announced: cut, not padded
  EXPECT_TRUE(p.rest().ends_with(content.substr(2'999'990)));
}

TEST_F(ServerTest, stopping_ends_idle_connections_at_once_and_lets_running_ones_finish) {
  Server& server = start();
  RawPeer idle = peer();
  idle.send("GET / HTTP/1.1\r\nHost: h\r\n\r\n");
  idle.reply();
  RawPeer running = peer();
  running.send("PUT /waiting HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n");
  runs_.get_future().wait();
  const auto begun = std::chrono::steady_clock::now();
  std::thread stopping([&] { server.stop(); });
  EXPECT_TRUE(idle.closed());
  running.send("abc");
  EXPECT_EQ(running.reply().body, "PUT /waiting [abc]");
  stopping.join();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
}

TEST_F(ServerTest, stopping_cuts_what_does_not_finish) {
  Limits limits;
  limits.shutdown = 50ms;
  Server& server = start(limits);
  RawPeer running = peer();
  running.send("PUT /waiting HTTP/1.1\r\nHost: h\r\nContent-Length: 3\r\n\r\n");
  runs_.get_future().wait();
  const auto begun = std::chrono::steady_clock::now();
  server.stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 1s);
  EXPECT_TRUE(running.closed());
}

}  // namespace
}  // namespace berth::http
