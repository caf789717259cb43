"""Drives S3 through boto3, as unmodified clients do.

usage: official_clients.py SERVER     Exit status 77 (skipped) if this Python has no boto3.
"""
import base64
import hashlib
import io
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.error
import urllib.request

try:
    import boto3
    import botocore
    from boto3.s3.transfer import TransferConfig
    from botocore.config import Config
    from botocore.exceptions import ClientError
except ImportError:
    print("this Python has no boto3: skipped")
    sys.exit(77)

SERVER = sys.argv.pop(1)
MIB = 1024 * 1024
NEWER = tuple(int(part) for part in botocore.__version__.split(".")[:2]) >= (1, 36)


def client(region="us-east-1", **config):
    return boto3.client("s3", endpoint_url=ENDPOINT, region_name=region, aws_access_key_id="AKIDROOT",
                        aws_secret_access_key="rootsecret",
                        config=Config(retries={"max_attempts": 0, "mode": "standard"}, signature_version="s3v4", **config))


class Base(unittest.TestCase):
    count = 0

    def setUp(self):
        self.s3 = client()
        Base.count += 1
        self.bucket = "bucket-%d" % Base.count
        self.s3.create_bucket(Bucket=self.bucket)

    def put(self, key, body=b"", **arguments):
        return self.s3.put_object(Bucket=self.bucket, Key=key, Body=body, **arguments)

    def get(self, key, **arguments):
        return self.s3.get_object(Bucket=self.bucket, Key=key, **arguments)

    def refused(self, code, status, call, **arguments):
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        response = caught.exception.response
        self.assertEqual(response["Error"]["Code"], code)
        self.assertEqual(response["ResponseMetadata"]["HTTPStatusCode"], status)
        return response["Error"]


class Buckets(Base):
    def test_come_are_listed_and_go(self):
        names = [b["Name"] for b in self.s3.list_buckets()["Buckets"]]
        self.assertIn(self.bucket, names)
        self.assertEqual(names, sorted(names))
        head = self.s3.head_bucket(Bucket=self.bucket)
        self.assertEqual(head["ResponseMetadata"]["HTTPHeaders"]["x-amz-bucket-region"], "us-east-1")
        self.put("k")
        error = self.refused("BucketNotEmpty", 409, self.s3.delete_bucket, Bucket=self.bucket)
        self.assertEqual(error["BucketName"], self.bucket)
        self.s3.delete_object(Bucket=self.bucket, Key="k")
        answer = self.s3.delete_bucket(Bucket=self.bucket)
        self.assertEqual(answer["ResponseMetadata"]["HTTPStatusCode"], 204)
        self.refused("404", 404, self.s3.head_bucket, Bucket=self.bucket)

    def test_making_ones_own_again_succeeds_in_us_east_1_alone(self):
        answer = self.s3.create_bucket(Bucket=self.bucket)
        self.assertEqual(answer["Location"], "/" + self.bucket)
        self.refused("BucketAlreadyOwnedByYou", 409, client("eu-west-1").create_bucket, Bucket=self.bucket,
                     CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})

    def test_locations(self):
        west = client("eu-west-1")
        west.create_bucket(Bucket=self.bucket + "-w", CreateBucketConfiguration={"LocationConstraint": "eu-west-1"})
        self.assertEqual(west.get_bucket_location(Bucket=self.bucket + "-w")["LocationConstraint"], "eu-west-1")
        self.assertIsNone(self.s3.get_bucket_location(Bucket=self.bucket)["LocationConstraint"])
        self.refused("IllegalLocationConstraintException", 400, west.create_bucket, Bucket="elsewhere-bucket",
                     CreateBucketConfiguration={"LocationConstraint": "us-west-2"})

    def test_names(self):
        self.refused("InvalidBucketName", 400, self.s3.create_bucket, Bucket="Upper-case")
        self.refused("InvalidBucketName", 400, self.s3.create_bucket, Bucket="192.168.5.4")
        self.refused("NoSuchBucket", 404, self.s3.list_objects_v2, Bucket="none-such")

    def test_what_is_not_there_says_so(self):
        self.refused("NotImplemented", 501, self.s3.put_bucket_versioning, Bucket=self.bucket,
                     VersioningConfiguration={"Status": "Enabled"})
        self.refused("NoSuchBucketPolicy", 404, self.s3.get_bucket_policy, Bucket=self.bucket)
        self.refused("NotImplemented", 501, self.s3.put_object, Bucket=self.bucket, Key="k", ObjectLockMode="GOVERNANCE")


class Objects(Base):
    def test_come_back_as_they_were(self):
        for size in (0, 1, 32 * 1024, 32 * 1024 + 1, 3 * MIB + 7):
            body = os.urandom(size)
            answer = self.put("k", body)
            self.assertEqual(answer["ETag"], '"%s"' % hashlib.md5(body).hexdigest())
            got = self.get("k")
            self.assertEqual(got["Body"].read(), body)
            self.assertEqual(got["ContentLength"], size)
            self.assertEqual(got["ContentType"], "binary/octet-stream")
            head = self.s3.head_object(Bucket=self.bucket, Key="k")
            self.assertEqual((head["ContentLength"], head["ETag"]), (size, answer["ETag"]))
            self.assertEqual(head["LastModified"], got["LastModified"])

    def test_keep_headers_and_metadata(self):
        self.put("k", b"x", ContentType="text/plain", CacheControl="max-age=3", ContentDisposition="inline",
                 ContentEncoding="gzip", ContentLanguage="de", Metadata={"Colour": "blue", "two-words": "a b"})
        head = self.s3.head_object(Bucket=self.bucket, Key="k")
        self.assertEqual(head["Metadata"], {"colour": "blue", "two-words": "a b"})
        self.assertEqual([head[n] for n in ("ContentType", "CacheControl", "ContentDisposition", "ContentEncoding",
                                            "ContentLanguage")], ["text/plain", "max-age=3", "inline", "gzip", "de"])
        got = self.get("k", ResponseContentType="image/png", ResponseContentDisposition="attachment")
        self.assertEqual((got["ContentType"], got["ContentDisposition"]), ("image/png", "attachment"))
        self.refused("MetadataTooLarge", 400, self.put, key="m", Metadata={"a": "x" * 2048})

    def test_keys_are_bytes_and_nothing_in_them_is_special(self):
        keys = ["../../etc/passwd", "a//b", "ä/ö", "q?x=1&y", "per%20cent", "plus+sign", " lead", "end/", "'\"<&>", "😀", "k" * 1024]
        for key in keys:
            self.put(key, key.encode())
            self.assertEqual(self.get(key)["Body"].read(), key.encode(), key)
        listed = [o["Key"] for o in self.s3.list_objects_v2(Bucket=self.bucket)["Contents"]]
        self.assertEqual(listed, sorted(keys, key=lambda k: k.encode()))
        self.refused("KeyTooLongError", 400, self.put, key="k" * 1025)

    def test_ranges(self):
        body = os.urandom(100000)
        self.put("k", body)
        got = self.get("k", Range="bytes=10-19")
        self.assertEqual(got["Body"].read(), body[10:20])
        self.assertEqual(got["ContentRange"], "bytes 10-19/100000")
        self.assertEqual(got["ResponseMetadata"]["HTTPStatusCode"], 206)
        self.assertEqual(self.get("k", Range="bytes=-5")["Body"].read(), body[-5:])
        self.assertEqual(self.get("k", Range="bytes=99990-200000")["Body"].read(), body[99990:])
        self.assertEqual(self.get("k", Range="bytes=5-1")["ResponseMetadata"]["HTTPStatusCode"], 200)
        self.refused("InvalidRange", 416, self.get, key="k", Range="bytes=100000-")
        head = self.s3.head_object(Bucket=self.bucket, Key="k", Range="bytes=0-9")
        self.assertEqual(head["ContentLength"], 10)

    def test_conditions(self):
        etag = self.put("k", b"1")["ETag"]
        modified = self.get("k")["LastModified"]
        self.assertEqual(self.get("k", IfMatch=etag)["Body"].read(), b"1")
        self.refused("PreconditionFailed", 412, self.get, key="k", IfMatch='"other"')
        self.refused("304", 304, self.get, key="k", IfNoneMatch=etag)
        self.refused("304", 304, self.get, key="k", IfModifiedSince=modified)
        self.get("k", IfUnmodifiedSince=modified)
        if NEWER:
            self.refused("PreconditionFailed", 412, self.put, key="k", body=b"2", IfNoneMatch="*")
            self.put("k2", b"2", IfNoneMatch="*")
            self.put("k", b"2", IfMatch=etag)
            self.refused("PreconditionFailed", 412, self.put, key="k", body=b"3", IfMatch=etag)
            self.refused("NoSuchKey", 404, self.put, key="none", body=b"3", IfMatch=etag)

    def test_what_is_missing(self):
        error = self.refused("NoSuchKey", 404, self.get, key="none")
        self.assertEqual(error["Key"], "none")
        self.refused("404", 404, self.s3.head_object, Bucket=self.bucket, Key="none")
        self.s3.delete_object(Bucket=self.bucket, Key="none")
        self.refused("NoSuchVersion", 404, self.get, key="none", VersionId="abc")

    def test_digests_are_verified(self):
        md5 = base64.b64encode(hashlib.md5(b"body").digest()).decode()
        self.put("k", b"body", ContentMD5=md5)
        self.refused("BadDigest", 400, self.put, key="bad", body=b"other", ContentMD5=md5)
        self.refused("InvalidDigest", 400, self.put, key="bad", body=b"other", ContentMD5="abc")
        self.refused("NoSuchKey", 404, self.get, key="bad")

    def test_checksums_are_verified_kept_and_given_back(self):
        for algorithm, value in (("SHA256", base64.b64encode(hashlib.sha256(b"body").digest()).decode()),
                                 ("SHA1", base64.b64encode(hashlib.sha1(b"body").digest()).decode())):
            member = "Checksum" + algorithm
            self.assertEqual(self.put("k", b"body", ChecksumAlgorithm=algorithm)[member], value)
            self.assertEqual(self.get("k", ChecksumMode="ENABLED")[member], value)
            self.assertNotIn(member, self.s3.head_object(Bucket=self.bucket, Key="k"))
            self.refused("BadDigest", 400, self.put, key="k", body=b"other", **{member: value})
        if NEWER:
            self.assertIn("ChecksumCRC32", self.put("k", b"body"))

    def test_copies(self):
        self.put("from/ä b", b"body", Metadata={"a": "1"}, ContentType="text/plain")
        source = {"Bucket": self.bucket, "Key": "from/ä b"}
        result = self.s3.copy_object(Bucket=self.bucket, Key="to", CopySource=source)["CopyObjectResult"]
        got = self.get("to")
        self.assertEqual((got["Body"].read(), got["Metadata"], got["ETag"]), (b"body", {"a": "1"}, result["ETag"]))
        self.s3.copy_object(Bucket=self.bucket, Key="to", CopySource=source, MetadataDirective="REPLACE",
                            Metadata={"b": "2"}, ContentType="image/png")
        got = self.get("to")
        self.assertEqual((got["Metadata"], got["ContentType"]), ({"b": "2"}, "image/png"))
        self.refused("InvalidRequest", 400, self.s3.copy_object, Bucket=self.bucket, Key="to",
                     CopySource={"Bucket": self.bucket, "Key": "to"})
        self.refused("NoSuchKey", 404, self.s3.copy_object, Bucket=self.bucket, Key="to",
                     CopySource={"Bucket": self.bucket, "Key": "none"})

    def test_many_are_deleted_at_once(self):
        for key in ("a", "b", "c"):
            self.put(key)
        answer = self.s3.delete_objects(Bucket=self.bucket,
                                        Delete={"Objects": [{"Key": "a"}, {"Key": "b"}, {"Key": "none"}]})
        self.assertEqual([d["Key"] for d in answer["Deleted"]], ["a", "b", "none"])
        answer = self.s3.delete_objects(Bucket=self.bucket, Delete={"Objects": [{"Key": "c"}], "Quiet": True})
        self.assertNotIn("Deleted", answer)
        self.assertEqual(self.s3.list_objects_v2(Bucket=self.bucket)["KeyCount"], 0)

    def test_presigned_urls(self):
        def url(method, **more):
            return self.s3.generate_presigned_url(method, Params={"Bucket": self.bucket, "Key": "ä k", **more}, ExpiresIn=60)
        urllib.request.urlopen(urllib.request.Request(url("put_object"), b"body", method="PUT")).read()
        self.assertEqual(urllib.request.urlopen(url("get_object")).read(), b"body")
        answer = urllib.request.urlopen(url("get_object", ResponseContentType="text/x"))
        self.assertEqual(answer.headers["Content-Type"], "text/x")
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(url("get_object").replace("X-Amz-Expires=60", "X-Amz-Expires=600"))
        self.assertEqual(caught.exception.code, 403)
        caught.exception.close()


class Listings(Base):
    def test_pages_prefixes_and_delimiters(self):
        keys = ["a", "b/1", "b/2", "c/1/x", "d", "e f", "ü"]
        for key in keys:
            self.put(key)
        entries = []
        for page in self.s3.get_paginator("list_objects_v2").paginate(Bucket=self.bucket, Delimiter="/",
                                                                      PaginationConfig={"PageSize": 2}):
            self.assertLessEqual(page["KeyCount"], 2)
            entries += [o["Key"] for o in page.get("Contents", [])] + [p["Prefix"] for p in page.get("CommonPrefixes", [])]
        self.assertEqual(sorted(entries), ["a", "b/", "c/", "d", "e f", "ü"])
        entries = [o["Key"] for page in self.s3.get_paginator("list_objects").paginate(
            Bucket=self.bucket, PaginationConfig={"PageSize": 3}) for o in page["Contents"]]
        self.assertEqual(entries, keys)
        answer = self.s3.list_objects_v2(Bucket=self.bucket, Prefix="b/", StartAfter="b/1", FetchOwner=True)
        self.assertEqual([o["Key"] for o in answer["Contents"]], ["b/2"])
        self.assertIn("ID", answer["Contents"][0]["Owner"])
        answer = self.s3.list_objects_v2(Bucket=self.bucket, MaxKeys=0)
        self.assertEqual((answer["KeyCount"], answer["IsTruncated"]), (0, False))
        self.refused("InvalidArgument", 400, self.s3.list_objects_v2, Bucket=self.bucket, ContinuationToken="wrong")
        self.refused("InvalidArgument", 400, self.s3.list_objects_v2, Bucket=self.bucket, MaxKeys=-1)

    def test_times_and_sizes(self):
        self.put("k", b"12345")
        entry = self.s3.list_objects_v2(Bucket=self.bucket)["Contents"][0]
        head = self.s3.head_object(Bucket=self.bucket, Key="k")
        self.assertEqual((entry["Size"], entry["ETag"], entry["StorageClass"]), (5, head["ETag"], "STANDARD"))
        self.assertEqual(entry["LastModified"], head["LastModified"])


class Multipart(Base):
    def begin(self, key, **arguments):
        return self.s3.create_multipart_upload(Bucket=self.bucket, Key=key, **arguments)["UploadId"]

    def part(self, key, upload, number, body):
        etag = self.s3.upload_part(Bucket=self.bucket, Key=key, UploadId=upload, PartNumber=number, Body=body)["ETag"]
        return {"PartNumber": number, "ETag": etag}

    def complete(self, key, upload, parts):
        return self.s3.complete_multipart_upload(Bucket=self.bucket, Key=key, UploadId=upload,
                                                 MultipartUpload={"Parts": parts})

    def test_parts_become_one_object(self):
        first, second = os.urandom(5 * MIB), b"tail"
        upload = self.begin("k", ContentType="text/plain", Metadata={"a": "1"})
        parts = [self.part("k", upload, 2, second), self.part("k", upload, 1, first)]
        listed = self.s3.list_parts(Bucket=self.bucket, Key="k", UploadId=upload)
        self.assertEqual([(p["PartNumber"], p["Size"]) for p in listed["Parts"]], [(1, 5 * MIB), (2, 4)])
        uploads = self.s3.list_multipart_uploads(Bucket=self.bucket)["Uploads"]
        self.assertEqual([(u["Key"], u["UploadId"]) for u in uploads], [("k", upload)])
        self.refused("InvalidPartOrder", 400, self.complete, key="k", upload=upload, parts=parts)
        answer = self.complete("k", upload, parts[::-1])
        md5 = hashlib.md5(hashlib.md5(first).digest() + hashlib.md5(second).digest()).hexdigest()
        self.assertEqual(answer["ETag"], '"%s-2"' % md5)
        got = self.get("k")
        self.assertEqual((got["Body"].read(), got["ContentType"], got["Metadata"]), (first + second, "text/plain", {"a": "1"}))
        self.assertEqual(self.get("k", Range="bytes=%d-" % (5 * MIB - 1))["Body"].read(), first[-1:] + second)
        self.assertEqual(self.complete("k", upload, parts[::-1])["ETag"], answer["ETag"])

    def test_refusals(self):
        upload = self.begin("k")
        small = [self.part("k", upload, 1, b"1"), self.part("k", upload, 2, b"2")]
        self.refused("EntityTooSmall", 400, self.complete, key="k", upload=upload, parts=small)
        self.refused("InvalidPart", 400, self.complete, key="k", upload=upload, parts=[{"PartNumber": 3, "ETag": "x"}])
        self.refused("InvalidArgument", 400, self.part, key="k", upload=upload, number=10001, body=b"")
        self.refused("NoSuchUpload", 404, self.part, key="k", upload="none", number=1, body=b"")
        self.s3.abort_multipart_upload(Bucket=self.bucket, Key="k", UploadId=upload)
        self.refused("NoSuchUpload", 404, self.s3.list_parts, Bucket=self.bucket, Key="k", UploadId=upload)
        self.assertNotIn("Uploads", self.s3.list_multipart_uploads(Bucket=self.bucket))

    def test_transfers_in_parallel(self):
        body = os.urandom(20 * MIB + 3)
        config = TransferConfig(multipart_threshold=8 * MIB, multipart_chunksize=8 * MIB)
        self.s3.upload_fileobj(io.BytesIO(body), self.bucket, "large", Config=config)
        back = io.BytesIO()
        self.s3.download_fileobj(self.bucket, "large", back, Config=config)
        self.assertEqual(back.getvalue(), body)
        self.s3.copy({"Bucket": self.bucket, "Key": "large"}, self.bucket, "copied", Config=config)
        self.assertEqual(hashlib.md5(self.get("copied")["Body"].read()).digest(), hashlib.md5(body).digest())

    @unittest.skipUnless(NEWER, "checksum types are newer than this botocore")
    def test_checksums_of_the_whole(self):
        upload = self.begin("k", ChecksumAlgorithm="CRC32", ChecksumType="FULL_OBJECT")
        parts = []
        import zlib
        for number, body in ((1, os.urandom(5 * MIB)), (2, b"tail")):
            answer = self.s3.upload_part(Bucket=self.bucket, Key="k", UploadId=upload, PartNumber=number, Body=body,
                                         ChecksumAlgorithm="CRC32")
            parts.append({"PartNumber": number, "ETag": answer["ETag"], "ChecksumCRC32": answer["ChecksumCRC32"]})
        answer = self.complete("k", upload, parts)
        whole = zlib.crc32(self.get("k")["Body"].read())
        self.assertEqual(answer["ChecksumCRC32"], base64.b64encode(whole.to_bytes(4, "big")).decode())
        self.assertEqual(answer["ChecksumType"], "FULL_OBJECT")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([SERVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ENDPOINT = server.stdout.readline().strip()
        result = unittest.main(exit=False, warnings="ignore").result
        server.stdin.close()
        ended = server.wait(10)
    sys.exit(0 if result.wasSuccessful() and ended == 0 else 1)
