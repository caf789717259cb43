#include "berth/wire/client.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "base/result.hpp"
#include "berth/http/body.hpp"
#include "berth/wire/client_socket.hpp"
#include "berth/wire/json11.hpp"
#include "berth/wire/query.hpp"
#include "berth/wire/reply.hpp"
#include "berth/wire/rest_codec.hpp"
#include "berth/wire/xml.hpp"

#include <boost/beast/http/buffer_body.hpp>
#include <boost/beast/http/parser.hpp>
#include <fmt/format.h>

#include <array>

namespace berth::wire {

namespace beast_http = boost::beast::http;

namespace {

constexpr std::size_t block_size = 64 * 1024;

SocketTarget target_of(const ClientOptions& options) {
  SocketTarget target;
  std::string_view rest = options.endpoint;
  target.tls = rest.starts_with("https://");
  if (!target.tls && !rest.starts_with("http://")) {
    throw base::Failure(
        base::failure("the endpoint is not http://HOST:PORT or https://HOST:PORT: " + options.endpoint));
  }
  rest.remove_prefix(target.tls ? 8 : 7);
  rest = rest.substr(0, rest.find('/'));
  const std::size_t colon = rest.rfind(':');
  const bool has_port = colon != std::string_view::npos && rest.find(']', colon) == std::string_view::npos;
  std::string_view host = rest.substr(0, has_port ? colon : rest.size());
  if (host.starts_with('[') && host.ends_with(']')) host = host.substr(1, host.size() - 2);
  target.host = host;
  target.port = has_port ? std::string(rest.substr(colon + 1)) : target.tls ? "443" : "80";
  target.authority_file = options.authority_file;
  target.timeout = options.timeout;
  return target;
}

/// HOST[:PORT] as the Host header has it: without the scheme's own port.
std::string host_header(const SocketTarget& target) {
  const bool v6 = target.host.find(':') != std::string::npos;
  std::string host = v6 ? "[" + target.host + "]" : target.host;
  if (target.port != (target.tls ? "443" : "80")) host += ":" + target.port;
  return host;
}

}  // namespace

struct Client::Core {
  explicit Core(ClientOptions wanted)
      : options(std::move(wanted)), target(target_of(options)), host(host_header(target)) {}

  /// Sends head and body and reads the reply; its body goes to `download` if the status is a success, else into the reply.
  HttpReply exchange(const http::RequestHead& head, const std::function<void(ClientSocket&)>& send_body,
                     const std::function<void(std::string_view)>& download);
  void send_signed_chunks(ClientSocket& out, const Upload& upload, ChunkSignatures signatures) const;
  HttpReply upload(http::RequestHead head, const Upload& upload, const ClientStreams& streams);
  void prepare(http::RequestHead& head) const {
    if (!head.headers.has("host")) head.headers.add("Host", host);
    if (!options.user_agent.empty()) head.headers.set("User-Agent", options.user_agent);
  }

  ClientOptions options;
  SocketTarget target;
  std::string host;
  base::SystemClock clock;
  std::unique_ptr<ClientSocket> socket;
};

Client::Client(ClientOptions options) : core_(std::make_unique<Core>(std::move(options))) {}
Client::~Client() = default;
Client::Client(Client&&) noexcept = default;
Client& Client::operator=(Client&&) noexcept = default;
const ClientOptions& Client::options() const { return core_->options; }

HttpReply Client::Core::exchange(const http::RequestHead& head,
                                 const std::function<void(ClientSocket&)>& send_body,
                                 const std::function<void(std::string_view)>& download) {
  if (!socket || !socket->usable()) socket = std::make_unique<ClientSocket>(target);
  std::unique_ptr<ClientSocket> connection = std::move(socket);  // given back only after a complete reply
  std::string text = fmt::format("{} {} HTTP/1.1\r\n", head.method, head.target);
  for (const auto& [name, value] : head.headers) text += name + ": " + value + "\r\n";
  connection->write(text + "\r\n");
  send_body(*connection);

  beast_http::response_parser<beast_http::buffer_body> parser;
  parser.body_limit(boost::none);
  parser.header_limit(64 * 1024);
  if (head.method == "HEAD") parser.skip(true);
  HttpReply reply;
  std::string pending;
  const std::unique_ptr<char[]> input(new char[block_size]), output(new char[block_size]);
  while (!parser.is_done()) {
    boost::system::error_code error;
    auto& body = parser.get().body();
    body.data = output.get();
    body.size = block_size;
    const std::size_t used = pending.empty() ? 0 : parser.put(boost::asio::buffer(pending), error);
    pending.erase(0, used);
    if (error == beast_http::error::need_buffer || error == beast_http::error::need_more) error = {};
    if (error)
      throw base::Failure(
          base::failure(fmt::format("{} does not answer in HTTP: {}", host, error.message())));
    const std::string_view bytes(output.get(), block_size - body.size);
    const int status = static_cast<int>(parser.get().result_int());
    if (download && status >= 200 && status < 300) {
      if (!bytes.empty()) download(bytes);
    } else {
      reply.body += bytes;
    }
    if (parser.is_done() || (used > 0 && !pending.empty())) continue;
    const std::size_t count = connection->read({input.get(), block_size});
    if (count == 0) {
      parser.put_eof(error);
      if (error || !parser.is_done())
        throw base::Failure(
            base::failure(fmt::format("{} closed the connection before its answer was complete", host)));
    }
    pending.append(input.get(), count);
  }
  reply.status = static_cast<int>(parser.get().result_int());
  for (const auto& field : parser.get()) {
    reply.headers.add(std::string(field.name_string()), std::string(field.value()));
  }
  if (parser.get().keep_alive() && pending.empty()) socket = std::move(connection);
  return reply;
}

HttpReply Client::request(http::RequestHead head, std::string_view body) {
  core_->prepare(head);
  if (!body.empty() || head.method == "POST" || head.method == "PUT") {
    head.headers.set("Content-Length", std::to_string(body.size()));
  }
  return core_->exchange(head, [&](ClientSocket& out) { out.write(body); }, {});
}

HttpReply Client::signed_request(std::string_view service, http::RequestHead head, std::string_view body) {
  core_->prepare(head);
  sign(head, core_->options.credentials, core_->options.region, service, core_->clock.now(),
       base::to_hex(base::sha256(body)));
  return request(std::move(head), body);
}

std::string Client::presigned_url(std::string_view method, std::string_view target,
                                  std::chrono::seconds expires) const {
  return (core_->target.tls ? "https://" : "http://") + core_->host +
         presign(method, target, core_->host, core_->options.credentials, core_->options.region, "s3",
                 core_->clock.now(), expires);
}

void Client::Core::send_signed_chunks(ClientSocket& out, const Upload& upload,
                                      ChunkSignatures signatures) const {
  const std::unique_ptr<char[]> block(new char[block_size]);
  std::uint64_t sent = 0;
  while (true) {
    const auto wanted = static_cast<std::size_t>(std::min<std::uint64_t>(block_size, upload.size - sent));
    for (std::size_t filled = 0; filled < wanted;) {
      const std::size_t count = upload.read({block.get() + filled, wanted - filled});
      if (count == 0)
        throw base::Failure(base::failure("what is to be sent ended before its announced size"));
      filled += count;
    }
    const std::string_view bytes(block.get(), wanted);
    out.write(fmt::format("{:x};chunk-signature={}\r\n", wanted, signatures.chunk(base::sha256(bytes))));
    out.write(bytes);
    out.write("\r\n");
    sent += wanted;
    if (wanted == 0) return;
  }
}

HttpReply Client::Core::upload(http::RequestHead head, const Upload& source, const ClientStreams& streams) {
  constexpr std::size_t frame = 1 + 16 + 64 + 4;  // ";chunk-signature=" and both line ends
  const std::uint64_t full = source.size / block_size, rest = source.size % block_size;
  const std::uint64_t length = full * (frame + fmt::formatted_size("{:x}", block_size) + block_size) +
                               (rest == 0 ? 0 : frame + fmt::formatted_size("{:x}", rest) + rest) + frame + 1;
  head.headers.set("Content-Encoding", "aws-chunked");
  head.headers.set("x-amz-decoded-content-length", std::to_string(source.size));
  sign(head, options.credentials, options.region, "s3", clock.now(), "STREAMING-AWS4-HMAC-SHA256-PAYLOAD");
  head.headers.set("Content-Length", std::to_string(length));
  const SignedBy by = read_signature(head);
  const ChunkSignatures signatures(signing_key(options.credentials.secret, by.scope), by.date, by.scope,
                                   by.signature);
  return exchange(
      head, [&](ClientSocket& out) { send_signed_chunks(out, source, signatures); }, streams.download);
}

namespace {

/// Head and body of a call, before it is signed.
struct Encoded {
  http::RequestHead head;
  std::string body;
};

Encoded encode_call(const ServiceInfo& info, std::string_view operation, const Rest& binding, const Type& in,
                    const void* request) {
  Encoded call;
  call.head.method = "POST";
  call.head.target = "/";
  switch (info.protocol) {
    case Protocol::Json11:
      call.head.headers.add("Content-Type", "application/x-amz-json-1.1");
      call.head.headers.add("X-Amz-Target", std::string(info.target_prefix) + "." + std::string(operation));
      call.body = encode_json(in, request, Side::Request);
      break;
    case Protocol::Query:
    case Protocol::Ec2: {
      call.head.headers.add("Content-Type", "application/x-www-form-urlencoded; charset=utf-8");
      Pairs form{{"Action", std::string(operation)}, {"Version", std::string(info.version)}};
      encode_query(in, request, info.protocol == Protocol::Ec2 ? QueryDialect::Ec2 : QueryDialect::Query,
                   form);
      call.body = to_query(form);
      break;
    }
    case Protocol::RestXml:
      encode_rest_request(info, binding, in, request, call.head, call.body);
      // S3 wants a checksum of some bodies (DeleteObjects) and takes one with all.
      if (!call.body.empty() && !call.head.headers.has("content-md5"))
        call.head.headers.add("Content-MD5", base::to_base64(base::md5(call.body)));
      break;
  }
  return call;
}

void decode_reply(const ServiceInfo& info, std::string_view operation, HttpReply answer, const Type& out,
                  void* reply) {
  switch (info.protocol) {
    case Protocol::Json11:
      decode_json_into(answer.body, out, reply, Side::Response, {});
      break;
    case Protocol::Query: {
      const std::string result = std::string(operation) + "Result";
      const std::array<std::string_view, 1> path = {result};
      decode_xml(answer.body, path, out, reply, Side::Response, query_style);
      break;
    }
    case Protocol::Ec2:
      decode_xml(answer.body, {}, out, reply, Side::Response, ec2_style);
      break;
    case Protocol::RestXml:
      decode_rest_reply(out, answer.status, answer.headers, std::move(answer.body), reply);
      break;
  }
}

}  // namespace

void Client::call(const ServiceInfo& info, std::string_view operation, const Rest& binding, const Type& in,
                  const void* request, const Type& out, void* reply, const ClientStreams& streams) {
  Encoded call = encode_call(info, operation, binding, in, request);
  core_->prepare(call.head);
  HttpReply answer;
  if (streams.upload) {
    answer = core_->upload(std::move(call.head), *streams.upload, streams);
  } else {
    sign(call.head, core_->options.credentials, core_->options.region, info.name, core_->clock.now(),
         base::to_hex(base::sha256(call.body)));
    if (!call.body.empty() || call.head.method == "POST" || call.head.method == "PUT") {
      call.head.headers.set("Content-Length", std::to_string(call.body.size()));
    }
    answer = core_->exchange(
        call.head, [&](ClientSocket& to) { to.write(call.body); }, streams.download);
  }
  if (answer.status < 200 || answer.status > 299)
    throw decode_error(info.protocol, answer.status, answer.headers, answer.body);
  decode_reply(info, operation, std::move(answer), out, reply);
}

}  // namespace berth::wire
