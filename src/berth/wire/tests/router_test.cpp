/// The whole way of a request, over a socket, through the client that the command line uses.
#include "berth/wire/router.hpp"

#include "demo_stand.hpp"

#include "berth/wire/client.hpp"
#include "berth/wire/describe_service.hpp"

#include <gtest/gtest.h>

namespace berth::wire::demo {
namespace {

using namespace std::chrono_literals;

class RouterTest : public testing::Test {
 protected:
  Client client(std::string id = "AKIDROOT", std::string secret = "rootsecret", std::string token = "") {
    return Client({.endpoint = stand_.endpoint(),
                   .credentials = {std::move(id), std::move(secret), std::move(token)},
                   .region = "eu-west-1"});
  }
  std::string code(const std::function<void()>& act) {
    try {
      act();
    } catch (const ServiceError& error) {
      return std::to_string(error.http_status) + " " + error.code;
    }
    return "accepted";
  }
  HttpReply signed_post(std::string_view service, std::string target, std::string body,
                        http::Headers headers) {
    http::RequestHead head;
    head.method = "POST";
    head.target = std::move(target);
    head.headers = std::move(headers);
    return client().signed_request(service, std::move(head), body);
  }
  Stand stand_;
};

TEST_F(RouterTest, json_operations_answer_and_refuse) {
  Client c = client();
  const ecs::StopTaskRequest request{"c", "t", "why"};
  const auto reply = c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", request);
  EXPECT_EQ(reply.task->taskArn, "arn:aws:ecs:eu-west-1:000000000000:task/c/t");
  EXPECT_EQ(reply.task->clusterArn, "arn:aws:iam::000000000000:root");
  EXPECT_EQ(reply.task->createdAt->time.time_since_epoch().count(), 1'700'000'000'250);
  EXPECT_EQ(code([&] {
              c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"missing", "t", {}});
            }),
            "400 ClusterNotFoundException");
  EXPECT_EQ(code([&] {
              c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "crash", {}});
            }),
            "500 InternalFailure");
  EXPECT_EQ(code([&] { c.call<Nothing>(ecs::info, "Unheard", Nothing{}); }), "400 UnknownOperationException");
  EXPECT_EQ(stand_.services().ecs.stopped, 1);
}

TEST_F(RouterTest, every_answer_of_an_operation_waits_for_durability_also_errors) {
  Client c = client();
  c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "t", {}});
  code([&] {
    c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"missing", "t", {}});
  });
  EXPECT_EQ(stand_.commits(), 2);
  code([&] {
    client("AKIDROOT", "wrong")
        .call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "t", {}});
  });
  EXPECT_EQ(stand_.commits(), 2);
}

TEST_F(RouterTest, json_replies_are_framed_as_aws_frames_them) {
  const HttpReply reply = signed_post("ecs", "/", R"({"task":"t"})",
                                      {{"X-Amz-Target", "AmazonEC2ContainerServiceV20141113.StopTask"},
                                       {"Content-Type", "application/x-amz-json-1.1"}});
  EXPECT_EQ(reply.status, 200);
  EXPECT_EQ(reply.headers.get("content-type"), "application/x-amz-json-1.1");
  EXPECT_EQ(reply.headers.get("x-amzn-requestid").size(), 36U);
  EXPECT_EQ(
      reply.body,
      R"({"task":{"taskArn":"arn:aws:ecs:eu-west-1:000000000000:task/default/t","clusterArn":"arn:aws:iam::000000000000:root","createdAt":1700000000.25,"containers":[]}})");
  const HttpReply error = signed_post("ecs", "/", R"({"task":3})",
                                      {{"X-Amz-Target", "AmazonEC2ContainerServiceV20141113.StopTask"}});
  EXPECT_EQ(error.status, 400);
  EXPECT_EQ(error.headers.get("x-amzn-errortype"), "SerializationException");
  EXPECT_EQ(
      error.body,
      R"({"__type":"SerializationException","message":"NUMBER_VALUE can not be converted to a String"})");
}

TEST_F(RouterTest, what_a_shape_does_not_have_is_told) {
  const auto told = [](const HttpReply& reply) {
    EXPECT_EQ(reply.status, 200) << reply.body;
    return std::string(reply.headers.get("x-berth-not-acted-on"));
  };
  const auto json = [&](const char* operation, const char* body) {
    return told(
        signed_post("ecs", "/", body,
                    {{"X-Amz-Target", std::string("AmazonEC2ContainerServiceV20141113.") + operation}}));
  };
  EXPECT_EQ(json("StopTask", R"({"task":"t","reason":null,"later":null})"), "");
  EXPECT_EQ(json("StopTask", R"({"task":"t","urgency":1,"a\r\nb":[]})"), "urgency, a??b");
  EXPECT_EQ(json("RegisterTaskDefinition",
                 R"({"family":"f","containerDefinitions":[{"name":"a","fpgas":1},{"name":"b","fpgas":2}]})"),
            "containerDefinitions.fpgas");
  EXPECT_EQ(json("RegisterTaskDefinition",
                 R"({"family":"f","ipcMode":"host","containerDefinitions":[{"name":"a"}],"fpgas":1})"),
            "ipcMode, fpgas");

  const auto query = [&](std::string service, std::string form) {
    return told(
        signed_post(service, "/", std::move(form), {{"Content-Type", "application/x-www-form-urlencoded"}}));
  };
  EXPECT_EQ(query("cloudformation", "Action=CreateStack&Version=2010-05-15&StackName=s"), "");
  EXPECT_EQ(query("cloudformation",
                  "Action=CreateStack&Version=2010-05-15&StackName=s&Retain=1&Parameters.member.1.Color=red"),
            "Parameters.Color, Retain");
  EXPECT_EQ(query("ec2", "Action=DescribeVpcs&Version=2016-11-15&MaxResults=5"), "MaxResults");
}

TEST_F(RouterTest, a_flood_of_unknown_members_is_cut_short) {
  std::string body = R"({"task":"t")";
  for (int i = 0; i < 1000; ++i) body += ",\"m" + std::to_string(i) + std::string(500, 'x') + "\":1";
  const HttpReply reply =
      signed_post("ecs", "/", body + "}", {{"X-Amz-Target", "AmazonEC2ContainerServiceV20141113.StopTask"}});
  const std::string_view told = reply.headers.get("x-berth-not-acted-on");
  EXPECT_LT(told.size(), 5000U);
  EXPECT_TRUE(told.ends_with("and others")) << told;
}

TEST_F(RouterTest, query_replies_are_framed_as_aws_frames_them) {
  const http::Headers form = {{"Content-Type", "application/x-www-form-urlencoded; charset=utf-8"}};
  HttpReply reply =
      signed_post("cloudformation", "/", "Action=CreateStack&Version=2010-05-15&StackName=s&Tags=", form);
  EXPECT_EQ(reply.body.substr(0, reply.body.find("<RequestId>")),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<CreateStackResponse "
            "xmlns=\"http://cloudformation.amazonaws.com/doc/2010-05-15/\">"
            "<CreateStackResult><StackId>s/0/0/0/-1</StackId></CreateStackResult><ResponseMetadata>");
  reply = signed_post("cloudformation", "/", "Action=DeleteStack&Version=2010-05-15&StackName=s", form);
  EXPECT_EQ(reply.body.find("DeleteStackResult"), std::string::npos);
  reply = signed_post("cloudformation", "/", "Action=DeleteStack&Version=2010-05-15", form);
  EXPECT_EQ(reply.status, 400);
  EXPECT_NE(reply.body.find("<Error><Type>Sender</Type><Code>ValidationError</Code><Message>1 validation "
                            "error detected: Value null at 'StackName'"),
            std::string::npos)
      << reply.body;
  reply = signed_post("cloudformation", "/", "Action=%zz", form);
  EXPECT_EQ(reply.status, 400);
  reply = signed_post("cloudformation", "/", "Action=Unheard&Version=2010-05-15", form);
  EXPECT_NE(reply.body.find("<Code>InvalidAction</Code>"), std::string::npos);
  reply = signed_post("ec2", "/", "Action=DescribeVpcs&Version=2016-11-15&Filter.1.Name=n&Filter.1.Value.1=v",
                      form);
  EXPECT_NE(reply.body.find("</requestId><vpcSet><item><vpcId>n=v</vpcId><cidrBlock>10.0.0.0/16</"
                            "cidrBlock><isDefault>true</isDefault></item></vpcSet></DescribeVpcsResponse>"),
            std::string::npos)
      << reply.body;
  reply = signed_post("ec2", "/", "Action=DescribeVpcs&Version=2016-11-15&VpcId.1=vpc-missing", form);
  EXPECT_NE(reply.body.find("<Response><Errors><Error><Code>InvalidVpcID.NotFound</Code>"), std::string::npos)
      << reply.body;
}

TEST_F(RouterTest, the_scope_must_name_the_service) {
  const http::Headers form = {{"Content-Type", "application/x-www-form-urlencoded"}};
  EXPECT_NE(signed_post("iam", "/", "Action=DeleteStack&Version=2010-05-15&StackName=s", form)
                .body.find("<Code>SignatureDoesNotMatch</Code>"),
            std::string::npos);
  EXPECT_NE(signed_post("s3", "/", "{}", {{"X-Amz-Target", "AmazonEC2ContainerServiceV20141113.StopTask"}})
                .body.find("InvalidSignatureException"),
            std::string::npos);
}

TEST_F(RouterTest, who_has_no_policy_for_an_action_is_denied) {
  Client c = client("ASIASESSION", "sessionsecret", "token");
  EXPECT_EQ(code([&] {
              c.call<ecs::StopTaskResponse>(ecs::info, "StopTask", ecs::StopTaskRequest{"c", "t", {}});
            }),
            "400 AccessDeniedException");
  EXPECT_EQ(code([&] {
              c.call<cloudformation::DescribeStacksOutput>(cloudformation::info, "DescribeStacks",
                                                           cloudformation::DescribeStacksInput{});
            }),
            "accepted");
  EXPECT_EQ(code([&] {
              c.call<Nothing>(cloudformation::info, "DeleteStack", cloudformation::DeleteStackInput{"s"});
            }),
            "403 AccessDenied");
  EXPECT_EQ(stand_.services().ecs.stopped, 0);
}

TEST_F(RouterTest, bodies_that_are_decoded_whole_are_bounded) {
  const std::string large = R"({"task":")" + std::string(9 << 20, 'x') + "\"}";
  EXPECT_EQ(signed_post("ecs", "/", large, {{"X-Amz-Target", "AmazonEC2ContainerServiceV20141113.StopTask"}})
                .status,
            413);
}

class S3Test : public RouterTest {
 protected:
  S3Test() { stand_.services().s3.buckets["b"]; }
  http::RequestHead head(std::string method, std::string target, http::Headers headers = {}) {
    http::RequestHead head;
    head.method = std::move(method);
    head.target = std::move(target);
    head.headers = std::move(headers);
    return head;
  }
};

TEST_F(S3Test, objects_are_streamed_in_and_out) {
  Client c = client();
  s3::PutObjectRequest put;
  put.Bucket = "b";
  put.Key = "a b/ü//c";
  put.ContentType = "x/y";
  put.Metadata = {{"m", "v"}};
  for (const std::uint64_t size :
       {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{65536}, std::uint64_t{1'000'000}}) {
    std::uint64_t made = 0;
    const Upload upload{size, [&](std::span<char> block) {
                          for (char& byte : block) byte = static_cast<char>(made++ * 31);
                          return block.size();
                        }};
    const auto stored =
        c.call<s3::PutObjectOutput>(s3::info, "PutObject", put, s3::put_object_binding, {.upload = &upload});
    EXPECT_TRUE(stored.ETag);
    std::string got;
    s3::GetObjectRequest get;
    get.Bucket = "b";
    get.Key = "a b/ü//c";
    const auto answer =
        c.call<s3::GetObjectOutput>(s3::info, "GetObject", get, s3::get_object_binding,
                                    {.download = [&](std::string_view piece) { got += piece; }});
    EXPECT_EQ(answer.ETag.value(), stored.ETag.value());
    EXPECT_EQ(answer.ContentType, "x/y");
    EXPECT_EQ(answer.Metadata.at("m"), "v");
    EXPECT_EQ(answer.LastModified->time.time_since_epoch().count(), 1'700'000'000'000);
    ASSERT_EQ(got.size(), size);
    for (std::size_t i = 0; i < got.size(); ++i) ASSERT_EQ(got[i], static_cast<char>(i * 31));
  }
  s3::ListObjectsV2Request list;
  list.Bucket = "b";
  const auto listed =
      c.call<s3::ListObjectsV2Output>(s3::info, "ListObjectsV2", list, s3::list_objects_binding);
  ASSERT_EQ(listed.Contents.size(), 1U);
  EXPECT_EQ(listed.Contents[0].Key, "a b/ü//c");
  EXPECT_EQ(listed.Contents[0].Size, 1'000'000);
}

TEST_F(S3Test, a_body_that_differs_from_its_signed_hash_is_not_kept) {
  Client c = client();
  http::RequestHead request = head("PUT", "/b/k");
  request.headers.set("Host", stand_.endpoint().substr(7));
  sign(request, c.options().credentials, "us-east-1", "s3", base::SystemClock().now(), empty_sha256);
  HttpReply reply = c.request(request, "abc");
  EXPECT_EQ(reply.status, 400);
  EXPECT_NE(reply.body.find("<Code>XAmzContentSHA256Mismatch</Code>"), std::string::npos) << reply.body;
  reply = c.signed_request("s3", head("PUT", "/b/k", {{"Content-MD5", "kAFQmDzST7DWlj99KOF/cA=="}}), "abc");
  EXPECT_NE(reply.body.find("<Code>BadDigest</Code>"), std::string::npos) << reply.body;
  EXPECT_TRUE(stand_.services().s3.buckets["b"].empty());
}

TEST_F(S3Test, errors_name_resource_and_request_and_head_has_none) {
  Client c = client();
  HttpReply reply = c.signed_request("s3", head("GET", "/b/none"));
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.headers.get("content-type"), "application/xml");
  EXPECT_EQ(reply.body.substr(0, reply.body.find("<RequestId>")),
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>NoSuchKey</Code><Message>The specified "
            "key does not exist.</Message>"
            "<Key>none</Key><Resource>/b/none</Resource>");
  reply = c.signed_request("s3", head("HEAD", "/b/none"));
  EXPECT_EQ(reply.status, 404);
  EXPECT_EQ(reply.body, "");
}

TEST_F(S3Test, what_is_not_served_is_never_a_success) {
  Client c = client();
  const auto status = [&](std::string method, std::string target) {
    return c.signed_request("s3", head(std::move(method), std::move(target))).status;
  };
  EXPECT_EQ(status("GET", "/b?acl"), 501);
  EXPECT_EQ(status("GET", "/b/k?tagging"), 501);
  EXPECT_EQ(status("PUT", "/b?lifecycle"), 501);
  EXPECT_EQ(status("PATCH", "/b/k"), 405);
  EXPECT_EQ(status("GET", "/b"), 405);
  EXPECT_EQ(status("GET", "/%zz"), 400);
  EXPECT_EQ(status("GET", "/b?list-type=2&max-keys=many"), 400);
}

TEST_F(S3Test, parameters_and_headers_that_no_member_has_are_told) {
  Client c = client();
  const auto told = [&](std::string target, http::Headers headers) {
    const HttpReply reply = c.signed_request("s3", head("GET", std::move(target), std::move(headers)));
    EXPECT_EQ(reply.status, 200) << reply.body;
    return std::string(reply.headers.get("x-berth-not-acted-on"));
  };
  EXPECT_EQ(told("/b?list-type=2&x-id=ListObjectsV2", {{"X-Amz-User-Agent", "sdk"}, {"Accept", "*/*"}}), "");
  EXPECT_EQ(told("/b?list-type=2&colour=red", {{"X-Amz-Future", "1"}}), "colour, x-amz-future");
}

TEST_F(S3Test, anonymous_callers_and_unsigned_bodies_are_refused) {
  Client c = client();
  EXPECT_NE(c.request(head("GET", "/b/k")).body.find("<Code>AccessDenied</Code>"), std::string::npos);
  http::RequestHead request = head("GET", "/b/k", {{"Host", stand_.endpoint().substr(7)}});
  sign(request, c.options().credentials, "us-east-1", "s3", base::SystemClock().now() - 16min, empty_sha256);
  EXPECT_NE(c.request(request).body.find("<Code>RequestTimeTooSkewed</Code>"), std::string::npos);
  request.headers.set("Authorization", "nonsense");
  EXPECT_NE(c.request(request).body.find("<Code>AuthorizationHeaderMalformed</Code>"), std::string::npos);
}

TEST_F(S3Test, presigned_urls_hold_until_they_expire) {
  Client c = client();
  stand_.services().s3.buckets["b"]["k"] = {std::make_shared<const std::string>("abc"), "x/y", "\"e\"", {}};
  const std::string url = c.presigned_url("GET", "/b/k", 60s);
  EXPECT_EQ(c.request(head("GET", url.substr(stand_.endpoint().size()))).body, "abc");
  const std::string expired = presign("GET", "/b/k", stand_.endpoint().substr(7), c.options().credentials,
                                      "us-east-1", "s3", base::SystemClock().now() - 61s, 60s);
  const HttpReply reply = c.request(head("GET", expired));
  EXPECT_EQ(reply.status, 403);
  EXPECT_NE(reply.body.find("Request has expired"), std::string::npos);
}

TEST_F(S3Test, a_bucket_may_stand_in_the_host) {
  Client c = client();
  stand_.services().s3.buckets["my.bucket"]["k"] = {
      std::make_shared<const std::string>("abc"), "x/y", "\"e\"", {}};
  // Clients find such a host by DNS; here the endpoint stays and only the Host header says it.
  http::RequestHead request = head("GET", "/k", {{"Host", "my.bucket.s3.test:4566"}});
  sign(request, c.options().credentials, "us-east-1", "s3", base::SystemClock().now(), empty_sha256);
  EXPECT_EQ(c.request(request).body, "abc");
  request.headers.set("Host", "other.s3.test:4566");
  EXPECT_EQ(c.request(request).status, 403);
}

TEST_F(S3Test, presigned_urls_of_version_2_are_taken_here_and_nowhere_else) {
  Client c = client();
  stand_.services().s3.buckets["b"]["k"] = {std::make_shared<const std::string>("abc"), "x/y", "\"e\"", {}};
  // Good until the year 5138.
  const std::string query =
      "AWSAccessKeyId=AKIDROOT&Signature=eXeGqtw3%2BaUQj%2BXNnE1ED4dFnxA%3D&Expires=99999999999";
  EXPECT_EQ(c.request(head("GET", "/b/k?" + query)).body, "abc");
  EXPECT_EQ(c.request(head("GET", "/k?" + query, {{"Host", "b.s3.test:4566"}})).body, "abc");
  EXPECT_EQ(c.request(head("GET", "/k?" + query, {{"Host", "other.s3.test:4566"}})).status, 403);
  EXPECT_EQ(c.request(head("GET", "/b/other?" + query)).status, 403);
  EXPECT_EQ(c.request(head("HEAD", "/b/k?" + query)).status, 403);
  const HttpReply chunked = c.request(head("GET", "/b/k?" + query, {{"x-amz-acl", "private"}}));
  EXPECT_NE(chunked.body.find("<Code>SignatureDoesNotMatch</Code>"), std::string::npos) << chunked.body;
  const HttpReply form = c.request(head("GET", "/?Action=ListUsers&" + query));
  EXPECT_EQ(form.status, 400);
  EXPECT_NE(form.body.find("Please use AWS4-HMAC-SHA256"), std::string::npos) << form.body;
}

ecs::StopTaskResponse nothing_happens(Ecs&, const Call&, ecs::StopTaskRequest) { return {}; }

TEST(DescribeService, a_table_is_told_as_json) {
  static constexpr Operation<Ecs> table[] = {op<&nothing_happens>("StopTask", Action{"ecs:StopTask"})};
  const boost::json::value described = describe_service(ecs::info, std::span<const Operation<Ecs>>(table));
  EXPECT_EQ(described.at_pointer("/service").as_string(), "ecs");
  EXPECT_EQ(described.at_pointer("/operations/0/input").as_string(), "StopTaskRequest");
  EXPECT_TRUE(described.at_pointer("/shapes/StopTaskRequest/members/task/required").as_bool());
  EXPECT_EQ(described.at_pointer("/shapes/Task/members/containers/element/shape").as_string(), "Container");
  EXPECT_EQ(described.at_pointer("/shapes/Task/members/createdAt/type").as_string(), "timestamp");
}

}  // namespace
}  // namespace berth::wire::demo
