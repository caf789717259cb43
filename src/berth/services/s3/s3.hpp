/// The S3 service: one function an operation, all on the state lane; bytes are read, hashed and written
/// elsewhere.
#pragma once

#include "base/async.hpp"
#include "berth/objects/object_store.hpp"
#include "berth/services/s3/shapes.hpp"
#include "berth/wire/call.hpp"

namespace berth::s3 {

struct S3 {
  objects::ObjectStore& objects;
};

using wire::Call;
template <class T>
using Async = base::Async<T>;

// buckets.cpp
Async<ListBucketsOutput> list_buckets(S3&, const Call&, ListBucketsRequest);
Async<CreateBucketOutput> create_bucket(S3&, const Call&, CreateBucketRequest);
Async<HeadBucketOutput> head_bucket(S3&, const Call&, HeadBucketRequest);
Async<void> delete_bucket(S3&, const Call&, DeleteBucketRequest);
Async<GetBucketLocationOutput> get_bucket_location(S3&, const Call&, GetBucketLocationRequest);

// put_object.cpp, get_object.cpp, delete_object.cpp, copy_object.cpp
Async<PutObjectOutput> put_object(S3&, const Call&, PutObjectRequest);
Async<GetObjectOutput> get_object(S3&, const Call&, GetObjectRequest);
Async<GetObjectOutput> head_object(S3&, const Call&, GetObjectRequest);
Async<void> delete_object(S3&, const Call&, DeleteObjectRequest);
Async<DeleteObjectsOutput> delete_objects(S3&, const Call&, DeleteObjectsRequest);
Async<CopyObjectOutput> copy_object(S3&, const Call&, CopyObjectRequest);

// listings.cpp
Async<ListObjectsV2Output> list_objects_v2(S3&, const Call&, ListObjectsV2Request);
Async<ListObjectsOutput> list_objects(S3&, const Call&, ListObjectsRequest);

// multipart.cpp
Async<CreateMultipartUploadOutput> create_multipart_upload(S3&, const Call&, CreateMultipartUploadRequest);
Async<UploadPartOutput> upload_part(S3&, const Call&, UploadPartRequest);
Async<UploadPartCopyOutput> upload_part_copy(S3&, const Call&, UploadPartCopyRequest);
Async<CompleteMultipartUploadOutput> complete_multipart_upload(S3&, const Call&,
                                                               CompleteMultipartUploadRequest);
Async<void> abort_multipart_upload(S3&, const Call&, AbortMultipartUploadRequest);
Async<ListPartsOutput> list_parts(S3&, const Call&, ListPartsRequest);
Async<ListMultipartUploadsOutput> list_multipart_uploads(S3&, const Call&, ListMultipartUploadsRequest);

}  // namespace berth::s3
