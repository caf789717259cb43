#include "demo_services.hpp"

#include "base/encoding.hpp"
#include "base/hash.hpp"
#include "berth/wire/error.hpp"

#include <fmt/format.h>

#include <charconv>

namespace berth::wire::demo {

namespace ecs {

constinit const ServiceInfo info{.name = "ecs",
                                 .protocol = Protocol::Json11,
                                 .target_prefix = "AmazonEC2ContainerServiceV20141113",
                                 .version = "2014-11-13"};

StopTaskResponse stop_task(Ecs& self, const Call& call, StopTaskRequest in) {
  if (in.cluster == "missing") throw ServiceError("ClusterNotFoundException", "Cluster not found.");
  if (in.task == "crash") throw std::runtime_error("a bug");
  ++self.stopped;
  Task task;
  task.taskArn = fmt::format("arn:aws:ecs:{}:{}:task/{}/{}", call.region, call.account,
                             in.cluster.value_or("default"), in.task);
  task.clusterArn = call.principal.arn;
  task.stoppedReason = in.reason;
  task.createdAt = Timestamp{base::TimePoint{base::Milliseconds{1'700'000'000'250}}};
  return {task};
}

base::Async<RegisterTaskDefinitionResponse> register_task_definition(Ecs&, const Call&,
                                                                     RegisterTaskDefinitionRequest in) {
  TaskDefinition definition;
  definition.family = in.family;
  definition.taskDefinitionArn = "arn:aws:ecs:::task-definition/" + in.family + ":1";
  definition.containerDefinitions = in.containerDefinitions;
  co_return RegisterTaskDefinitionResponse{definition};
}

constexpr std::string_view register_ignores[] = {"ipcMode", "containerDefinitions.cpu"};
constexpr Operation<Ecs> operations[] = {
    op<&stop_task>("StopTask", Action{"ecs:StopTask"}, resource_of<&StopTaskRequest::task>),
    op<&register_task_definition>("RegisterTaskDefinition", Action{"ecs:RegisterTaskDefinition"})
        .ignoring(register_ignores),
};

}  // namespace ecs

namespace cloudformation {

constinit const ServiceInfo info{.name = "cloudformation",
                                 .protocol = Protocol::Query,
                                 .version = "2010-05-15",
                                 .xml_namespace = "http://cloudformation.amazonaws.com/doc/2010-05-15/"};

CreateStackOutput create_stack(CloudFormation&, const Call&, CreateStackInput in) {
  return {fmt::format("{}/{}/{}/{}/{}", in.StackName, in.Parameters.size(), in.Tags.size(),
                      in.Capabilities.size(), in.TimeoutInMinutes.value_or(-1))};
}

DescribeStacksOutput describe_stacks(CloudFormation&, const Call&, DescribeStacksInput in) {
  if (in.StackName && *in.StackName != "there") {
    throw ServiceError("ValidationError", "Stack with id " + *in.StackName + " does not exist");
  }
  Stack stack;
  stack.StackName = "there";
  stack.StackStatus = "CREATE_COMPLETE";
  stack.CreationTime = Timestamp{base::TimePoint{base::Milliseconds{1'700'000'000'250}}};
  stack.Tags = {{"a", "<&>\"' ü"}};
  return {{stack}, {}};
}

void delete_stack(CloudFormation&, const Call&, DeleteStackInput) {}

constexpr Operation<CloudFormation> operations[] = {
    op<&create_stack>("CreateStack", Action{"cloudformation:CreateStack"},
                      resource_of<&CreateStackInput::StackName>),
    op<&describe_stacks>("DescribeStacks", Action{"cloudformation:DescribeStacks"}),
    op<&delete_stack>("DeleteStack", Action{"cloudformation:DeleteStack"}),
};

}  // namespace cloudformation

namespace ec2 {

constinit const ServiceInfo info{.name = "ec2",
                                 .protocol = Protocol::Ec2,
                                 .version = "2016-11-15",
                                 .xml_namespace = "http://ec2.amazonaws.com/doc/2016-11-15/"};

DescribeVpcsResult describe_vpcs(Ec2&, const Call&, DescribeVpcsRequest in) {
  for (const std::string& id : in.VpcIds) {
    if (id == "vpc-missing")
      throw ServiceError("InvalidVpcID.NotFound", "The vpc ID 'vpc-missing' does not exist");
  }
  DescribeVpcsResult out;
  for (const Filter& filter : in.Filters) {
    for (const std::string& value : filter.Values)
      out.Vpcs.push_back({filter.Name.value_or("") + "=" + value, "10.0.0.0/16", true});
  }
  return out;
}

constexpr Operation<Ec2> operations[] = {op<&describe_vpcs>("DescribeVpcs", Action{"ec2:DescribeVpcs"})};

}  // namespace ec2

namespace s3 {

constexpr std::string_view sub_resources[] = {"acl",     "lifecycle", "tagging",
                                              "uploads", "delete",    "versioning"};
constinit const ServiceInfo info{.name = "s3",
                                 .protocol = Protocol::RestXml,
                                 .version = "2006-03-01",
                                 .xml_namespace = "http://s3.amazonaws.com/doc/2006-03-01/",
                                 .sub_resources = sub_resources};
constinit const Rest put_object_binding = rest("PUT", "/{Bucket}/{Key+}");
constinit const Rest get_object_binding = rest("GET", "/{Bucket}/{Key+}");
constinit const Rest list_objects_binding =
    rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult");

auto& bucket_of(S3& s3, const std::string& name) {
  const auto found = s3.buckets.find(name);
  if (found == s3.buckets.end())
    throw ServiceError("NoSuchBucket", "The specified bucket does not exist", 404).with("BucketName", name);
  return found->second;
}

const S3::Object& object_of(S3& s3, const std::string& bucket, const std::string& key) {
  const auto& objects = bucket_of(s3, bucket);
  const auto found = objects.find(key);
  if (found == objects.end())
    throw ServiceError("NoSuchKey", "The specified key does not exist.", 404).with("Key", key);
  return found->second;
}

void create_bucket(S3& s3, const Call&, BucketOnly in) { s3.buckets[in.Bucket]; }

ListBucketsOutput list_buckets(S3& s3, const Call&, Nothing) {
  ListBucketsOutput out;
  for (const auto& [name, objects] : s3.buckets) out.Buckets.push_back({name, {}});
  return out;
}

base::Async<void> append(std::shared_ptr<std::string> to, std::string_view block) {
  to->append(block);
  co_return;
}

base::Async<PutObjectOutput> put_object(S3& s3, const Call&, PutObjectRequest in) {
  bucket_of(s3, in.Bucket);
  auto bytes = std::make_shared<std::string>();
  const std::function<base::Async<void>(std::string_view)> sink = [bytes](std::string_view block) {
    return append(bytes, block);
  };
  co_await in.Body->each_block(sink);
  S3::Object object{bytes, in.ContentType.value_or("binary/octet-stream"),
                    "\"" + base::to_hex(base::md5(*bytes)) + "\"", in.Metadata};
  PutObjectOutput out;
  out.ETag = object.etag;
  bucket_of(s3, in.Bucket)[in.Key] = std::move(object);
  co_return out;
}

GetObjectOutput get_object(S3& s3, const Call&, GetObjectRequest in) {
  const S3::Object& object = object_of(s3, in.Bucket, in.Key);
  GetObjectOutput out;
  out.ETag = object.etag;
  out.ContentType = object.content_type;
  out.LastModified = Timestamp{base::TimePoint{base::Milliseconds{1'700'000'000'000}}};
  out.Metadata = object.metadata;
  if (in.Range == "bytes=1-2") {
    out.StatusCode = 206;
    out.ContentRange = fmt::format("bytes 1-2/{}", object.bytes->size());
    out.Body = http::Body(object.bytes->substr(1, 2));
  } else {
    out.Body = http::Body(*object.bytes);
  }
  return out;
}

HeadObjectOutput head_object(S3& s3, const Call&, GetObjectRequest in) {
  const S3::Object& object = object_of(s3, in.Bucket, in.Key);
  HeadObjectOutput out;
  out.ETag = object.etag;
  out.ContentType = object.content_type;
  out.ContentLength = static_cast<std::int64_t>(object.bytes->size());
  out.Metadata = object.metadata;
  return out;
}

ListObjectsV2Output list_objects(S3& s3, const Call&, ListObjectsV2Request in) {
  ListObjectsV2Output out;
  out.Name = in.Bucket;
  for (const auto& [key, object] : bucket_of(s3, in.Bucket)) {
    if (!key.starts_with(in.Prefix.value_or("")) || std::ssize(out.Contents) >= in.MaxKeys.value_or(1000))
      continue;
    out.Contents.push_back({key, {}, object.etag, static_cast<std::int64_t>(object.bytes->size())});
  }
  out.KeyCount = static_cast<int>(out.Contents.size());
  return out;
}

DeleteObjectsOutput delete_objects(S3& s3, const Call&, DeleteObjectsRequest in) {
  DeleteObjectsOutput out;
  if (!in.Delete_) throw ServiceError("MalformedXML", "The XML you provided was not well-formed");
  for (const ObjectIdentifier& one : in.Delete_->Objects) {
    bucket_of(s3, in.Bucket).erase(one.Key);
    out.Deleted.push_back({one.Key});
  }
  return out;
}

void delete_object(S3& s3, const Call&, GetObjectRequest in) { bucket_of(s3, in.Bucket).erase(in.Key); }

constexpr Operation<S3> operations[] = {
    op<&list_buckets>("ListBuckets", Action{"s3:ListAllMyBuckets"}, any_resource,
                      rest("GET", "/").root("ListAllMyBucketsResult")),
    op<&create_bucket>("CreateBucket", Action{"s3:CreateBucket"}, any_resource, rest("PUT", "/{Bucket}")),
    op<&list_objects>("ListObjectsV2", Action{"s3:ListBucket"}, any_resource,
                      rest("GET", "/{Bucket}").query("list-type", "2").root("ListBucketResult")),
    op<&delete_objects>("DeleteObjects", Action{"s3:DeleteObject"}, any_resource,
                        rest("POST", "/{Bucket}").query("delete").root("DeleteResult")),
    op<&put_object>("PutObject", Action{"s3:PutObject"}, any_resource, rest("PUT", "/{Bucket}/{Key+}")),
    op<&get_object>("GetObject", Action{"s3:GetObject"}, any_resource, rest("GET", "/{Bucket}/{Key+}")),
    op<&head_object>("HeadObject", Action{"s3:GetObject"}, any_resource, rest("HEAD", "/{Bucket}/{Key+}")),
    op<&delete_object>("DeleteObject", Action{"s3:DeleteObject"}, any_resource,
                       rest("DELETE", "/{Bucket}/{Key+}").status(204)),
};

}  // namespace s3

void add_to(Router& router, Services& services) {
  router.add(ecs::info, ecs::operations, services.ecs);
  router.add(cloudformation::info, cloudformation::operations, services.cloudformation);
  router.add(ec2::info, ec2::operations, services.ec2);
  router.add(s3::info, s3::operations, services.s3);
}

}  // namespace berth::wire::demo
