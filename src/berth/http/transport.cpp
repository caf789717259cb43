#include "berth/http/transport.hpp"

#include <boost/asio/as_tuple.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>
#include <sys/sendfile.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace berth::http {

namespace asio = boost::asio;
using asio::ip::tcp;

namespace {

constexpr auto with_code = asio::as_tuple(asio::use_awaitable);

/// Cuts the socket when the time for the operation under way is over. One timer wait is pending per
/// connection at most; moving the deadline costs no system call.
class Deadline {
 public:
  explicit Deadline(tcp::socket& socket)
      : state_(std::make_shared<State>(socket, asio::steady_timer(socket.get_executor()))) {}
  ~Deadline() {
    state_->socket = nullptr;
    state_->timer.cancel();
  }
  void allow(std::chrono::milliseconds time) { state_->allowed = time; }
  void begin() {
    state_->at = std::chrono::steady_clock::now() + state_->allowed;
    if (!state_->waiting || state_->at < state_->waiting_until) wait(state_);
  }
  void end() { state_->at = std::chrono::steady_clock::time_point::max(); }
  bool passed() const { return state_->passed; }

 private:
  struct State {
    State(tcp::socket& s, asio::steady_timer t) : socket(&s), timer(std::move(t)) {}
    tcp::socket* socket;
    asio::steady_timer timer;
    std::chrono::milliseconds allowed{30'000};
    std::chrono::steady_clock::time_point at = std::chrono::steady_clock::time_point::max();
    std::chrono::steady_clock::time_point waiting_until{};
    bool waiting = false, passed = false;
  };

  static void wait(const std::shared_ptr<State>& state) {
    state->waiting = true;
    state->waiting_until = state->at;
    state->timer.expires_at(state->at);
    state->timer.async_wait([state](const boost::system::error_code& error) {
      if (error || !state->socket) return;  // moved earlier (another wait is pending), or over
      state->waiting = false;
      if (state->at == std::chrono::steady_clock::time_point::max()) return;
      if (state->at > std::chrono::steady_clock::now()) return wait(state);
      state->passed = true;
      boost::system::error_code ignored;
      state->socket->close(ignored);
    });
  }

  std::shared_ptr<State> state_;
};

template <class Stream>
class SocketTransport : public Transport {
 public:
  template <class... Arguments>
  explicit SocketTransport(tcp::socket socket, Arguments&... arguments)
      : stream_(std::move(socket), arguments...), deadline_(lowest()) {}

  base::Async<void> open() override {
    if constexpr (is_tls) {
      deadline_.begin();
      auto [error] = co_await stream_.async_handshake(asio::ssl::stream_base::server, with_code);
      finish(error);
    }
    co_return;  // without it the plain one would be no coroutine
  }

  base::Async<std::size_t> read_some(std::span<char> buffer) override {
    deadline_.begin();
    auto [error, count] =
        co_await stream_.async_read_some(asio::buffer(buffer.data(), buffer.size()), with_code);
    if (error == asio::error::eof || error == asio::ssl::error::stream_truncated) {
      deadline_.end();
      co_return 0;
    }
    finish(error);
    co_return count;
  }

  base::Async<void> write(std::string_view first, std::string_view second) override {
    // Piece by piece, so that the deadline is for progress and not for the whole.
    std::array<std::string_view, 2> pieces = {first, second};
    while (!pieces[0].empty() || !pieces[1].empty()) {
      const std::array<asio::const_buffer, 2> buffers = {asio::buffer(pieces[0]), asio::buffer(pieces[1])};
      deadline_.begin();
      auto [error, count] = co_await stream_.async_write_some(buffers, with_code);
      finish(error);
      for (std::string_view& piece : pieces) {
        const std::size_t part = std::min(count, piece.size());
        piece.remove_prefix(part);
        count -= part;
      }
    }
  }

  base::Async<bool> send_file(int file, std::uint64_t offset, std::uint64_t length) override {
    if constexpr (is_tls) {
      co_return false;
    } else {
      constexpr std::size_t at_once = std::size_t{1}
                                      << 20;  // a slow disk holds this thread for that long only
      stream_.native_non_blocking(true);
      auto position = static_cast<off_t>(offset);
      while (length > 0) {
        const ssize_t sent = ::sendfile(stream_.native_handle(), file, &position,
                                        static_cast<std::size_t>(std::min<std::uint64_t>(length, at_once)));
        if (sent > 0) {
          length -= static_cast<std::uint64_t>(sent);
          continue;
        }
        if (sent == 0)
          throw boost::system::system_error(asio::error::eof, "the file is shorter than announced");
        if (errno == EINTR) continue;
        if (errno != EAGAIN) finish({errno, boost::system::system_category()});
        deadline_.begin();
        auto [error] = co_await stream_.async_wait(tcp::socket::wait_write, with_code);
        finish(error);
      }
      co_return true;
    }
  }

  base::Async<void> close() override {
    if constexpr (is_tls) {
      deadline_.allow(std::chrono::milliseconds(500));
      deadline_.begin();
      (void)co_await stream_.async_shutdown(with_code);  // a peer that does not answer is no loss
      deadline_.end();
    }
    boost::system::error_code ignored;
    lowest().shutdown(tcp::socket::shutdown_send, ignored);
    co_return;
  }

  void allow(std::chrono::milliseconds time) override { deadline_.allow(time); }
  void abort() override {
    boost::system::error_code ignored;
    lowest().close(ignored);
  }

 private:
  static constexpr bool is_tls = !std::is_same_v<Stream, tcp::socket>;

  tcp::socket& lowest() {
    if constexpr (is_tls) {
      return stream_.next_layer();
    } else {
      return stream_;
    }
  }

  void finish(const boost::system::error_code& error) {
    deadline_.end();
    if (deadline_.passed()) throw boost::system::system_error(asio::error::timed_out);
    if (error) throw boost::system::system_error(error);
  }

  Stream stream_;
  Deadline deadline_;
};

}  // namespace

std::unique_ptr<Transport> make_plain_transport(tcp::socket socket) {
  return std::make_unique<SocketTransport<tcp::socket>>(std::move(socket));
}

std::unique_ptr<Transport> make_tls_transport(tcp::socket socket, asio::ssl::context& context) {
  return std::make_unique<SocketTransport<asio::ssl::stream<tcp::socket>>>(std::move(socket), context);
}

}  // namespace berth::http
