#include "berth/run/process/init_protocol.hpp"

#include <cstring>

namespace berth::run::process {
namespace {

void put(std::string& out, std::uint64_t number) {
  char bytes[sizeof number];
  std::memcpy(bytes, &number, sizeof number);
  out.append(bytes, sizeof number);
}

void put(std::string& out, std::string_view text) {
  put(out, std::uint64_t{text.size()});
  out += text;
}

void put(std::string& out, const std::vector<std::string>& list) {
  put(out, std::uint64_t{list.size()});
  for (const std::string& text : list) put(out, std::string_view(text));
}

/// Reads what put() wrote; `good` turns false at the first thing that does not fit.
struct Reader {
  std::string_view rest;
  bool good = true;

  std::uint64_t number() {
    std::uint64_t value = 0;
    if (rest.size() < sizeof value) return good = false, 0;
    std::memcpy(&value, rest.data(), sizeof value);
    rest.remove_prefix(sizeof value);
    return value;
  }
  std::string text() {
    const std::uint64_t length = number();
    if (length > rest.size()) return good = false, std::string();
    std::string value(rest.substr(0, length));
    rest.remove_prefix(length);
    return value;
  }
  std::vector<std::string> list() {
    std::vector<std::string> values;
    for (std::uint64_t left = number(); good && left > 0; --left) values.push_back(text());
    return values;
  }
};

}  // namespace

std::string encode_frame(FrameType type, std::string_view payload) {
  const auto length = static_cast<std::uint32_t>(payload.size() + 1);
  std::string frame(sizeof length, '\0');
  std::memcpy(frame.data(), &length, sizeof length);
  frame += static_cast<char>(type);
  frame += payload;
  return frame;
}

std::string encode_number(int number) {
  std::string payload(sizeof number, '\0');
  std::memcpy(payload.data(), &number, sizeof number);
  return payload;
}

std::optional<int> decode_number(std::string_view payload) {
  int number = 0;
  if (payload.size() != sizeof number) return std::nullopt;
  std::memcpy(&number, payload.data(), sizeof number);
  return number;
}

std::string encode_orders(const InitOrders& orders) {
  std::string payload;
  put(payload, orders.argv);
  put(payload, orders.environment);
  put(payload, std::string_view(orders.folder));
  put(payload, std::uint64_t{orders.limits.size()});
  for (const ResourceLimit& limit : orders.limits) {
    put(payload, static_cast<std::uint64_t>(limit.resource));
    put(payload, limit.soft);
    put(payload, limit.hard);
  }
  return payload;
}

std::optional<InitOrders> decode_orders(std::string_view payload) {
  Reader reader{payload};
  InitOrders orders;
  orders.argv = reader.list();
  orders.environment = reader.list();
  orders.folder = reader.text();
  for (std::uint64_t left = reader.number(); reader.good && left > 0; --left) {
    ResourceLimit limit;
    limit.resource = static_cast<int>(reader.number());
    limit.soft = reader.number();
    limit.hard = reader.number();
    orders.limits.push_back(limit);
  }
  if (!reader.good || !reader.rest.empty() || orders.argv.empty()) return std::nullopt;
  return orders;
}

std::optional<Frame> FrameReader::next() {
  std::uint32_t length = 0;
  if (buffer_.size() < sizeof length) return std::nullopt;
  std::memcpy(&length, buffer_.data(), sizeof length);
  if (length == 0 || buffer_.size() - sizeof length < length) return std::nullopt;
  Frame frame{static_cast<FrameType>(buffer_[sizeof length]), buffer_.substr(sizeof length + 1, length - 1)};
  buffer_.erase(0, sizeof length + length);
  return frame;
}

}  // namespace berth::run::process
