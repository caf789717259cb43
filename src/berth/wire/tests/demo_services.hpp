/// Four small services under AWS's own names, one a protocol, so that official clients can be pointed at the real server.
#pragma once

#include "berth/wire/operation.hpp"
#include "berth/wire/router.hpp"

#include <map>
#include <string>

namespace berth::wire::demo {

struct Ecs {
  int stopped = 0;
};
struct CloudFormation {};
struct Ec2 {};
struct S3 {
  struct Object {
    std::shared_ptr<const std::string> bytes;
    std::string content_type, etag;
    std::map<std::string, std::string> metadata;
  };
  std::map<std::string, std::map<std::string, Object>> buckets;
};

struct Services {
  Ecs ecs;
  CloudFormation cloudformation;
  Ec2 ec2;
  S3 s3;
};

void add_to(Router& router, Services& services);

// Shapes that tests use on the client's side too.
namespace ecs {
extern const ServiceInfo info;
struct Container {
  std::optional<std::string> name;
  std::optional<int> exitCode;
};
AWS_SHAPE(Container, name, exitCode)
struct Task {
  std::optional<std::string> taskArn, clusterArn, stoppedReason;
  std::optional<Timestamp> createdAt;
  std::vector<Container> containers;
};
AWS_SHAPE(Task, taskArn, clusterArn, stoppedReason, createdAt, containers)
struct StopTaskRequest {
  std::optional<std::string> cluster;
  std::string task;
  std::optional<std::string> reason;
};
AWS_SHAPE(StopTaskRequest, cluster, task, reason)
struct StopTaskResponse {
  std::optional<Task> task;
};
AWS_SHAPE(StopTaskResponse, task)
struct KeyValuePair {
  std::optional<std::string> name, value;
};
AWS_SHAPE(KeyValuePair, name, value)
struct ContainerDefinition {
  std::optional<std::string> name, image;
  std::optional<int> cpu, memory;
  std::optional<bool> essential;
  std::vector<KeyValuePair> environment;
  std::optional<std::map<std::string, std::string>> dockerLabels;
};
AWS_SHAPE(ContainerDefinition, name, image, cpu, memory, essential, environment, dockerLabels)
struct TaskDefinition {
  std::optional<std::string> family, taskDefinitionArn;
  std::vector<ContainerDefinition> containerDefinitions;
};
AWS_SHAPE(TaskDefinition, family, taskDefinitionArn, containerDefinitions)
struct RegisterTaskDefinitionRequest {
  std::string family;
  Required<std::vector<ContainerDefinition>> containerDefinitions;
  std::optional<std::string> ipcMode;
};
AWS_SHAPE(RegisterTaskDefinitionRequest, family, containerDefinitions, ipcMode)
struct RegisterTaskDefinitionResponse {
  std::optional<TaskDefinition> taskDefinition;
};
AWS_SHAPE(RegisterTaskDefinitionResponse, taskDefinition)
}  // namespace ecs

namespace cloudformation {
extern const ServiceInfo info;
struct Tag {
  std::string Key, Value;
};
AWS_SHAPE(Tag, Key, Value)
struct Parameter {
  std::optional<std::string> ParameterKey, ParameterValue;
  std::optional<bool> UsePreviousValue;
};
AWS_SHAPE(Parameter, ParameterKey, ParameterValue, UsePreviousValue)
struct Stack {
  std::optional<std::string> StackId;
  std::string StackName, StackStatus;
  Timestamp CreationTime;
  std::optional<bool> DisableRollback;
  std::vector<Parameter> Parameters;
  std::vector<Tag> Tags;
};
AWS_SHAPE(Stack, StackId, StackName, StackStatus, CreationTime, DisableRollback, Parameters, Tags)
struct CreateStackInput {
  std::string StackName;
  std::vector<Parameter> Parameters;
  std::vector<Tag> Tags;
  std::vector<std::string> Capabilities;
  std::optional<int> TimeoutInMinutes;
};
AWS_SHAPE(CreateStackInput, StackName, Parameters, Tags, Capabilities, TimeoutInMinutes)
struct CreateStackOutput {
  std::optional<std::string> StackId;
};
AWS_SHAPE(CreateStackOutput, StackId)
struct DescribeStacksInput {
  std::optional<std::string> StackName;
};
AWS_SHAPE(DescribeStacksInput, StackName)
struct DescribeStacksOutput {
  std::vector<Stack> Stacks;
  std::optional<std::string> NextToken;
};
AWS_SHAPE(DescribeStacksOutput, Stacks, NextToken)
struct DeleteStackInput {
  std::string StackName;
};
AWS_SHAPE(DeleteStackInput, StackName)
}  // namespace cloudformation

namespace ec2 {
extern const ServiceInfo info;
struct Filter {
  std::optional<std::string> Name;
  Named<std::vector<std::string>, "Value"> Values;
};
AWS_SHAPE(Filter, Name, Values)
struct Vpc {
  std::optional<std::string> VpcId, CidrBlock;
  std::optional<bool> IsDefault;
};
AWS_SHAPE(Vpc, VpcId, CidrBlock, IsDefault)
struct DescribeVpcsRequest {
  Named<std::vector<Filter>, "Filter"> Filters;
  Named<std::vector<std::string>, "VpcId"> VpcIds;
};
AWS_SHAPE(DescribeVpcsRequest, Filters, VpcIds)
struct DescribeVpcsResult {
  Named<std::vector<Vpc>, "vpcSet"> Vpcs;
};
AWS_SHAPE(DescribeVpcsResult, Vpcs)
}  // namespace ec2

namespace s3 {
extern const ServiceInfo info;
extern const Rest put_object_binding, get_object_binding, list_objects_binding;
struct BucketOnly {
  Label<"Bucket"> Bucket;
};
AWS_SHAPE(BucketOnly, Bucket)
struct Bucket {
  std::string Name;
  Timestamp CreationDate;
};
AWS_SHAPE(Bucket, Name, CreationDate)
struct ListBucketsOutput {
  Items<Bucket, "Bucket"> Buckets;
};
AWS_SHAPE(ListBucketsOutput, Buckets)
struct PutObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Header<std::string, "Content-Type"> ContentType;
  HeaderMap<"x-amz-meta-"> Metadata;
  Payload<RequestBody> Body;
};
AWS_SHAPE(PutObjectRequest, Bucket, Key, ContentType, Metadata, Body)
struct PutObjectOutput {
  Header<std::string, "ETag"> ETag;
};
AWS_SHAPE(PutObjectOutput, ETag)
struct GetObjectRequest {
  Label<"Bucket"> Bucket;
  Label<"Key"> Key;
  Header<std::string, "Range"> Range;
};
AWS_SHAPE(GetObjectRequest, Bucket, Key, Range)
struct GetObjectOutput {
  Header<std::string, "ETag"> ETag;
  Header<std::string, "Content-Type"> ContentType;
  Header<std::string, "Content-Range"> ContentRange;
  Header<Timestamp, "Last-Modified"> LastModified;
  HeaderMap<"x-amz-meta-"> Metadata;
  Status StatusCode;
  Payload<http::Body> Body;
};
AWS_SHAPE(GetObjectOutput, ETag, ContentType, ContentRange, LastModified, Metadata, StatusCode, Body)
struct HeadObjectOutput {
  Header<std::string, "ETag"> ETag;
  Header<std::string, "Content-Type"> ContentType;
  Header<std::int64_t, "Content-Length"> ContentLength;
  HeaderMap<"x-amz-meta-"> Metadata;
};
AWS_SHAPE(HeadObjectOutput, ETag, ContentType, ContentLength, Metadata)
struct ListObjectsV2Request {
  Label<"Bucket"> Bucket;
  Query<std::string, "prefix"> Prefix;
  Query<int, "max-keys"> MaxKeys;
};
AWS_SHAPE(ListObjectsV2Request, Bucket, Prefix, MaxKeys)
struct Object {
  std::string Key;
  Timestamp LastModified;
  std::string ETag;
  std::int64_t Size;
};
AWS_SHAPE(Object, Key, LastModified, ETag, Size)
struct ListObjectsV2Output {
  std::string Name;
  int KeyCount = 0;
  bool IsTruncated = false;
  Flat<Object> Contents;
};
AWS_SHAPE(ListObjectsV2Output, Name, KeyCount, IsTruncated, Contents)
struct ObjectIdentifier {
  std::string Key;
};
AWS_SHAPE(ObjectIdentifier, Key)
struct Delete {
  Flat<ObjectIdentifier, "Object"> Objects;
  std::optional<bool> Quiet;
};
AWS_SHAPE(Delete, Objects, Quiet)
struct DeleteObjectsRequest {
  Label<"Bucket"> Bucket;
  Payload<Delete> Delete_;
};
AWS_SHAPE(DeleteObjectsRequest, Bucket, Delete_)
struct DeletedObject {
  std::optional<std::string> Key;
};
AWS_SHAPE(DeletedObject, Key)
struct DeleteObjectsOutput {
  Flat<DeletedObject> Deleted;
};
AWS_SHAPE(DeleteObjectsOutput, Deleted)
}  // namespace s3

}  // namespace berth::wire::demo
