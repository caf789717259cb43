/// HTTP/1.1 on one connection. Beast parses: it is given bytes and gives back heads and body pieces; reading
/// and writing are done here, on a Transport, so that the composed operations of Beast (and their compile
/// time) are not needed.
#include "berth/http/connection.hpp"

#include "base/log.hpp"
#include "base/time_format.hpp"

#include <boost/beast/core/flat_static_buffer.hpp>
#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>

namespace berth::http {

namespace beast = boost::beast;
using Parser = beast::http::request_parser<beast::http::buffer_body>;

namespace {

constexpr std::size_t read_size = 64 * 1024, write_size = 256 * 1024;

std::string_view view(beast::string_view text) { return {text.data(), text.size()}; }

bool has_token(std::string_view list, std::string_view token) {
  while (!list.empty()) {
    const std::size_t end = list.find(',');
    std::string_view part = list.substr(0, end);
    list = end == std::string_view::npos ? std::string_view{} : list.substr(end + 1);
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    if (same_name(part, token)) return true;
  }
  return false;
}

/// What the head says about the body's framing and cannot be followed; RFC 9112, 6.1 and 6.3. Two lengths are two
/// readings of where the next request starts, and a body in a coding that is not undone would be taken for the
/// content.
struct FramingRefusal {
  int status = 0;  ///< 0 if there is nothing to refuse
  std::string_view why;
};

FramingRefusal framing_refusal(const Headers& headers) {
  const auto codings = headers.all("transfer-encoding");
  if (codings.empty()) return {};
  if (headers.has("content-length"))
    return {400, "the request has both Content-Length and Transfer-Encoding"};
  if (codings.size() > 1 || !same_name(codings[0], "chunked"))
    return {501, "of transfer codings, chunked alone is understood"};
  return {};
}

}  // namespace

class Connection::Session final : public Exchange, public BodyReader {
 public:
  Session(std::shared_ptr<const Site> site, std::unique_ptr<Transport> transport, std::string remote_address,
          base::asio::any_io_executor strand)
      : site_(std::move(site)),
        transport_(std::move(transport)),
        remote_address_(std::move(remote_address)),
        strand_(std::move(strand)) {}

  base::Async<void> run() {
    transport_->allow(site_->limits.header);
    co_await transport_->open();
    bool usable = true;
    while (usable && !stopping_) {
      const bool another = co_await read_head();
      if (!another) break;
      busy_ = true;
      co_await handle();
      busy_ = false;
      if (!keep_alive_ || stopping_) break;
      usable = co_await drop_rest_of_body();
    }
    co_await transport_->close();
    if (!stopping_ && !(parser_ && parser_->is_done())) co_await linger();
  }

  void stop_when_idle() {
    stopping_ = true;
    if (!busy_) transport_->abort();
  }
  void abort() { transport_->abort(); }

  // Exchange
  const RequestHead& request() const override { return request_; }
  BodyReader& body() override { return *this; }
  bool responded() const override { return responded_; }
  base::asio::any_io_executor executor() const override { return strand_; }
  base::Async<void> respond(ResponseHead head, Body body) override;

  // BodyReader
  base::Async<std::size_t> read_some(std::span<char> buffer) override;
  std::optional<std::uint64_t> size() const override {
    if (!parser_ || parser_->chunked()) return std::nullopt;
    return request_.content_length().value_or(0);
  }

 private:
  base::Async<bool> read_head();
  base::Async<void> handle();
  base::Async<bool> drop_rest_of_body();
  base::Async<void> linger();
  base::Async<void> refuse(int status, std::string_view why);
  base::Async<bool> fill();
  base::Async<void> send_ranges(std::span<const FileRange> ranges);
  base::Async<void> send_stream(std::string head, const Stream& stream);
  void take_head();
  void keep_unparsed();
  std::string head_text(const ResponseHead& head, std::optional<std::uint64_t> length, bool chunked) const;

  std::shared_ptr<const Site> site_;
  std::unique_ptr<Transport> transport_;
  std::string remote_address_;
  base::asio::any_io_executor strand_;

  beast::flat_static_buffer<read_size> input_;  ///< bytes that came and are not parsed yet
  std::optional<Parser> parser_;
  RequestHead request_;
  std::size_t body_read_ = 0;
  bool awaits_continue_ = false, keep_alive_ = true, responded_ = false, started_ = false, busy_ = false,
       stopping_ = false;
};

/// Reads more input; false at the end of the stream.
base::Async<bool> Connection::Session::fill() {
  const auto space = input_.prepare(std::min<std::size_t>(input_.max_size() - input_.size(), read_size));
  if (space.size() == 0) co_return false;
  const std::span<char> target(static_cast<char*>(space.data()), space.size());
  const std::size_t count = co_await transport_->read_some(target);
  input_.commit(count);
  co_return count > 0;
}

base::Async<bool> Connection::Session::read_head() {
  parser_.emplace();
  parser_->header_limit(static_cast<std::uint32_t>(site_->limits.header_bytes));
  parser_->body_limit(boost::none);
  parser_->eager(false);
  request_ = {};
  responded_ = started_ = false;
  body_read_ = 0;
  std::optional<std::chrono::steady_clock::time_point> begun;
  while (!parser_->is_header_done()) {
    if (input_.size() > 0) {
      boost::system::error_code error;
      const std::size_t used = parser_->put(input_.cdata(), error);
      input_.consume(used);
      if (error == beast::http::error::header_limit) {
        co_await refuse(431, "the request's head is too large");
        co_return false;
      }
      if (error && error != beast::http::error::need_more) {
        co_await refuse(400, "the request is not HTTP/1.1");
        co_return false;
      }
      if (parser_->is_header_done() || used > 0) continue;
    }
    if (!begun && input_.size() == 0) {
      transport_->allow(site_->limits.idle);
    } else {
      const auto now = std::chrono::steady_clock::now();
      if (!begun) begun = now;  // one limit for the whole head, however it drips
      transport_->allow(std::chrono::ceil<std::chrono::milliseconds>(*begun + site_->limits.header - now));
    }
    if (input_.size() == input_.max_size()) {
      co_await refuse(431, "the request's head is too large");
      co_return false;
    }
    const bool more = co_await fill();
    if (!more) co_return false;
  }
  transport_->allow(site_->limits.stall);
  take_head();
  if (request_.headers.size() > site_->limits.header_count) {
    co_await refuse(431, "the request has too many header fields");
    co_return false;
  }
  co_return true;
}

void Connection::Session::take_head() {
  const auto& head = parser_->get();
  request_.method = view(head.method_string());
  request_.target = view(head.target());
  for (const auto& field : head)
    request_.headers.add(std::string(view(field.name_string())), std::string(view(field.value())));
  request_.remote_address = remote_address_;
  request_.secure = site_->secure;
  keep_alive_ = head.keep_alive();
  awaits_continue_ = has_token(request_.headers.get("expect"), "100-continue") && head.version() >= 11;
}

base::Async<void> Connection::Session::refuse(int status, std::string_view why) {
  keep_alive_ = false;
  ResponseHead head{.status = status, .headers = {{"Content-Type", "text/plain"}}};
  Body body = std::string(why) + "\n";
  co_await respond(std::move(head), std::move(body));
}

base::Async<void> Connection::Session::handle() {
  std::exception_ptr thrown;
  try {
    // Absolute targets ("GET http://host/path") come from proxies only, and HTTP/1.1 must name its host.
    const bool has_host = request_.headers.has("host") || parser_->get().version() < 11;
    if (!request_.target.starts_with('/') || !has_host) {
      co_await refuse(400, "the request needs a path and a Host");
      co_return;
    }
    if (const FramingRefusal refusal = framing_refusal(request_.headers); refusal.status != 0) {
      co_await refuse(refusal.status, refusal.why);
      co_return;
    }
    const Handler* handler = site_->handler_for(request_.path());
    if (!handler) {
      co_await refuse(404, "nothing is here");
      co_return;
    }
    co_await (*handler)(*this);
  } catch (const boost::system::system_error&) {
    throw;  // the connection's own; run() ends
  } catch (const std::exception& error) {
    base::log::error("{} {}: {}", request_.method, base::log::printable(request_.path()),
                     base::log::printable(error.what()));
    thrown = std::current_exception();
  }
  if (!responded_) {
    if (!thrown)
      base::log::error("{} {}: the handler did not respond", request_.method,
                       base::log::printable(request_.path()));
    co_await refuse(500, "internal error");
  } else if (thrown) {
    keep_alive_ = false;  // the peer sees a cut answer, never a complete one
  }
}

base::Async<std::size_t> Connection::Session::read_some(std::span<char> buffer) {
  if (!parser_ || parser_->is_done() || buffer.empty()) co_return 0;
  if (std::exchange(awaits_continue_, false) && !started_) {
    co_await transport_->write("HTTP/1.1 100 Continue\r\n\r\n", {});
  }
  auto& body = parser_->get().body();
  body.data = buffer.data();
  body.size = buffer.size();
  while (true) {
    boost::system::error_code error;
    std::size_t used = 0;
    if (input_.size() > 0) {
      used = parser_->put(input_.cdata(), error);
      input_.consume(used);
      if (error == beast::http::error::need_buffer) error = {};
      if (error && error != beast::http::error::need_more) {
        keep_alive_ = false;
        throw boost::system::system_error(error, "the request's body");
      }
    }
    const std::size_t count = buffer.size() - body.size;
    if (count > 0 || parser_->is_done()) {
      body_read_ += count;
      body.data = nullptr;
      body.size = 0;
      co_return count;
    }
    if (used > 0) continue;
    const bool more = co_await fill();
    if (!more) {
      keep_alive_ = false;
      throw boost::system::system_error(boost::asio::error::eof, "the request's body");
    }
  }
}

/// False if the connection cannot be used again.
base::Async<bool> Connection::Session::drop_rest_of_body() {
  if (parser_->is_done()) co_return true;
  if (awaits_continue_) co_return false;  // the peer may or may not send it now: nobody can tell what follows
  std::size_t dropped = 0;
  char block[16 * 1024];
  while (!parser_->is_done()) {
    dropped += co_await read_some(block);
    if (dropped > site_->limits.unread_body) co_return false;
  }
  co_return true;
}

/// Reads on for a moment after the last answer: closing a socket that has unread bytes resets the connection, and the peer, still
/// sending, would lose the answer.
base::Async<void> Connection::Session::linger() {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(2);
  transport_->allow(std::chrono::milliseconds(500));
  char block[16 * 1024];
  std::size_t count = 1;
  while (count > 0 && !stopping_ && std::chrono::steady_clock::now() < end)
    count = co_await transport_->read_some(block);
}

std::string Connection::Session::head_text(const ResponseHead& head, std::optional<std::uint64_t> length,
                                           bool chunked) const {
  std::string text = fmt::format("HTTP/1.1 {} {}\r\n", head.status, reason_phrase(head.status));
  text.reserve(512);
  for (const auto& [name, value] : head.headers) {
    text.append(name).append(": ");
    // A line end inside a value would let the value's author write headers.
    for (const char c : value) text += c == '\r' || c == '\n' || c == '\0' ? ' ' : c;
    text += "\r\n";
  }
  if (chunked) {
    text += "Transfer-Encoding: chunked\r\n";
  } else if (length && head.status != 204) {
    fmt::format_to(std::back_inserter(text), "Content-Length: {}\r\n", *length);
  }
  const auto now = std::chrono::floor<base::Milliseconds>(std::chrono::system_clock::now());
  fmt::format_to(std::back_inserter(text), "Date: {}\r\nServer: {}\r\n", base::to_http_date(now),
                 site_->server_name);
  if (!keep_alive_) text += "Connection: close\r\n";
  text += "\r\n";
  return text;
}

base::Async<void> Connection::Session::respond(ResponseHead head, Body body) {
  if (responded_) throw std::logic_error("an exchange was answered twice");
  responded_ = started_ = true;
  if (stopping_) keep_alive_ = false;
  if (parser_ && !parser_->is_done() && awaits_continue_) keep_alive_ = false;
  // A client that asked although it has no body (botocore, for an empty object) must not take this answer for an
  // early refusal: it would misread the next one on this connection.
  if (parser_ && parser_->is_done() && std::exchange(awaits_continue_, false)) {
    co_await transport_->write("HTTP/1.1 100 Continue\r\n\r\n", {});
  }
  const bool bodiless =
      request_.method == "HEAD" || head.status == 204 || head.status == 304 || head.status < 200;
  const std::optional<std::uint64_t> length = size_of(body);
  if (bodiless) {
    const bool empty = std::holds_alternative<std::monostate>(body);
    const auto announced = head.length_without_body      ? head.length_without_body
                           : head.status == 304 && empty ? std::optional<std::uint64_t>{}
                                                         : length;
    co_await transport_->write(head_text(head, announced, false), {});
  } else if (const auto* text = std::get_if<std::string>(&body)) {
    co_await transport_->write(head_text(head, length, false), *text);
  } else if (const auto* ranges = std::get_if<std::vector<FileRange>>(&body)) {
    co_await transport_->write(head_text(head, length, false), {});
    co_await send_ranges(*ranges);
  } else if (const auto* stream = std::get_if<Stream>(&body)) {
    const bool chunked = !length && parser_->get().version() >= 11;
    if (!length && !chunked)
      keep_alive_ = false;  // HTTP/1.0: the end of the connection is the end of the body
    std::string first = head_text(head, length, chunked);
    co_await send_stream(std::move(first), *stream);
  } else {
    co_await transport_->write(head_text(head, 0, false), {});
  }
}

base::Async<void> Connection::Session::send_ranges(std::span<const FileRange> ranges) {
  std::unique_ptr<char[]> block;
  for (const FileRange& range : ranges) {
    if (range.length == 0) continue;
    const bool sent = co_await transport_->send_file(range.file->get(), range.offset, range.length);
    if (sent) continue;
    if (!block) block.reset(new char[write_size]);
    for (std::uint64_t done = 0; done < range.length;) {
      const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(write_size, range.length - done));
      const ssize_t count =
          ::pread(range.file->get(), block.get(), wanted, static_cast<off_t>(range.offset + done));
      if (count <= 0)
        throw boost::system::system_error(boost::asio::error::eof, "a file is shorter than announced");
      co_await transport_->write({block.get(), static_cast<std::size_t>(count)}, {});
      done += static_cast<std::uint64_t>(count);
    }
  }
}

base::Async<void> Connection::Session::send_stream(std::string head, const Stream& stream) {
  const bool chunked = !stream.length && keep_alive_;
  const std::unique_ptr<char[]> block(new char[write_size]);
  const std::span<char> space(block.get(), write_size);
  std::uint64_t sent = 0;
  while (true) {
    const std::size_t count = co_await stream.source->read_some(space);
    const std::string_view bytes(block.get(), count);
    sent += count;
    if (stream.length && (sent > *stream.length || (count == 0 && sent < *stream.length))) {
      throw boost::system::system_error(boost::asio::error::eof, "a stream has not the length announced");
    }
    if (chunked) {
      head += count == 0 ? std::string("0\r\n\r\n") : fmt::format("{:x}\r\n", count);
    }
    co_await transport_->write(head, bytes);
    if (count == 0) co_return;
    head = chunked ? "\r\n" : "";
  }
}

Connection::Connection(std::shared_ptr<const Site> site, std::unique_ptr<Transport> transport,
                       std::string remote_address, base::asio::any_io_executor strand)
    : session_(std::make_unique<Session>(std::move(site), std::move(transport), std::move(remote_address),
                                         std::move(strand))) {}
Connection::~Connection() = default;

base::Async<void> Connection::serve() {
  const auto self = shared_from_this();
  try {
    co_await session_->run();
  } catch (const boost::system::system_error&) {
    // The peer left, was too slow, or sent what is no HTTP: its own business, and nobody is left to be told.
  } catch (const std::exception& error) {
    base::log::error("a connection ended: {}", base::log::printable(error.what()));
  }
  session_->abort();
}

void Connection::stop_when_idle() { session_->stop_when_idle(); }
void Connection::abort() { session_->abort(); }

}  // namespace berth::http
