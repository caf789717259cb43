#include "berth/run/simulated/asio_timer.hpp"

#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>

#include <memory>

namespace berth::run {

void AsioTimer::after(base::Milliseconds delay, std::function<void()> function) {
  if (delay.count() <= 0) {
    boost::asio::post(executor_, std::move(function));
    return;
  }
  auto timer = std::make_shared<boost::asio::steady_timer>(executor_, delay);
  timer->async_wait([timer, function = std::move(function)](boost::system::error_code error) {
    if (!error) function();
  });
}

}  // namespace berth::run
