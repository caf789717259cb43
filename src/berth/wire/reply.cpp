#include "berth/wire/reply.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/wire/describe.hpp"
#include "berth/wire/json11.hpp"
#include "berth/wire/rest_codec.hpp"
#include "berth/wire/shape.hpp"
#include "berth/wire/xml.hpp"

#include <array>

namespace berth::wire {

namespace {

std::string query_document(const ServiceInfo& info, std::string_view operation, const AnyShape& output,
                           const std::string& request_id) {
  const std::string root = std::string(operation) + "Response", result = std::string(operation) + "Result";
  XmlWriter writer;
  writer.open(root, info.xml_namespace);
  if (&output.type() != &describe<Nothing>()) {  // without output there is no Result element; it may be empty
    writer.open(result);
    writer.members(output.type(), output.data(), query_style);
    writer.close(result);
  }
  writer.open("ResponseMetadata");
  writer.element("RequestId", request_id);
  writer.close("ResponseMetadata");
  writer.close(root);
  return writer.take();
}

std::string ec2_document(const ServiceInfo& info, std::string_view operation, const AnyShape& output,
                         const std::string& request_id) {
  const std::string root = std::string(operation) + "Response";
  XmlWriter writer;
  writer.open(root, info.xml_namespace);
  writer.element("requestId", request_id);
  if (output.type().members.empty()) {
    writer.element("return", "true");
  } else {
    writer.members(output.type(), output.data(), ec2_style);
  }
  writer.close(root);
  return writer.take();
}

void add_request_id(Protocol protocol, const std::string& request_id, http::Headers& headers) {
  if (protocol == Protocol::RestXml) {
    headers.add("x-amz-request-id", request_id);
    headers.add("x-amz-id-2", base::to_base64(base::sha256(request_id)));
  }
  headers.add("x-amzn-RequestId", request_id);
}

std::string query_error(std::string_view xml_namespace, const ServiceError& error,
                        const std::string& request_id) {
  XmlWriter writer;
  writer.open("ErrorResponse", xml_namespace);
  writer.open("Error");
  writer.element("Type", error.receiver_fault || error.http_status >= 500 ? "Receiver" : "Sender");
  writer.element("Code", error.code);
  writer.element("Message", error.message);
  for (const auto& [name, text] : error.details) writer.element(name, text);
  writer.close("Error");
  writer.element("RequestId", request_id);
  writer.close("ErrorResponse");
  return writer.take();
}

std::string ec2_error(const ServiceError& error, const std::string& request_id) {
  XmlWriter writer;
  writer.open("Response");
  writer.open("Errors");
  writer.open("Error");
  writer.element("Code", error.code);
  writer.element("Message", error.message);
  writer.close("Error");
  writer.close("Errors");
  writer.element("RequestID", request_id);
  writer.close("Response");
  return writer.take();
}

std::string rest_error(const ServiceError& error, const std::string& request_id, std::string_view resource) {
  XmlWriter writer;
  writer.open("Error");
  writer.element("Code", error.code);
  writer.element("Message", error.message);
  for (const auto& [name, text] : error.details) writer.element(name, text);
  writer.element("Resource", resource);
  writer.element("RequestId", request_id);
  writer.element("HostId", base::to_base64(base::sha256(request_id)));
  writer.close("Error");
  return writer.take();
}

}  // namespace

Reply encode_reply(const ServiceInfo& info, std::string_view operation, const Rest& binding, AnyShape& output,
                   const std::string& request_id) {
  Reply reply;
  add_request_id(info.protocol, request_id, reply.head.headers);
  switch (info.protocol) {
    case Protocol::Json11:
      reply.head.headers.add("Content-Type", "application/x-amz-json-1.1");
      reply.body = encode_json(output.type(), output.data(), Side::Response);
      break;
    case Protocol::Query:
      reply.head.headers.add("Content-Type", "text/xml");
      reply.body = query_document(info, operation, output, request_id);
      break;
    case Protocol::Ec2:
      reply.head.headers.add("Content-Type", "text/xml;charset=UTF-8");
      reply.body = ec2_document(info, operation, output, request_id);
      break;
    case Protocol::RestXml:
      encode_rest_reply(info, binding, output.type(), output.data(), reply.head, reply.body);
      break;
  }
  return reply;
}

Reply encode_error(Protocol protocol, std::string_view xml_namespace, const ServiceError& error,
                   const std::string& request_id, std::string_view resource) {
  Reply reply;
  reply.head.status = error.http_status;
  add_request_id(protocol, request_id, reply.head.headers);
  if (error.http_status == 304) return reply;
  switch (protocol) {
    case Protocol::Json11:
      reply.head.headers.add("Content-Type", "application/x-amz-json-1.1");
      reply.head.headers.add("x-amzn-ErrorType", error.code);
      reply.body = encode_json_error(error);
      break;
    case Protocol::Query:
      reply.head.headers.add("Content-Type", "text/xml");
      reply.body = query_error(xml_namespace, error, request_id);
      break;
    case Protocol::Ec2:
      reply.head.headers.add("Content-Type", "text/xml;charset=UTF-8");
      reply.body = ec2_error(error, request_id);
      break;
    case Protocol::RestXml:
      reply.head.headers.add("Content-Type", "application/xml");
      reply.body = rest_error(error, request_id, resource);
      break;
  }
  return reply;
}

ServiceError decode_error(Protocol protocol, int status, const http::Headers& headers,
                          std::string_view body) {
  if (protocol == Protocol::Json11) return decode_json_error(status, headers.get("x-amzn-errortype"), body);
  constexpr std::array<std::string_view, 2> names = {"Code", "Message"};
  std::vector<std::string> texts = find_xml_texts(body, names);
  if (texts[0].empty()) texts[0] = std::to_string(status);  // a HEAD's error has no body
  return {std::move(texts[0]), std::move(texts[1]), status, status >= 500};
}

ServiceError access_denied(Protocol protocol, std::string message) {
  switch (protocol) {
    case Protocol::Json11:
      return {"AccessDeniedException", std::move(message), 400};
    case Protocol::Ec2:
      return {"UnauthorizedOperation", std::move(message), 403};
    default:
      return {"AccessDenied", std::move(message), 403};
  }
}

ServiceError internal_failure(Protocol protocol) {
  const char* text = "We encountered an internal error. Please try again.";
  switch (protocol) {
    case Protocol::RestXml:
    case Protocol::Ec2:
      return {"InternalError", text, 500, true};
    default:
      return {"InternalFailure", text, 500, true};
  }
}

}  // namespace berth::wire
