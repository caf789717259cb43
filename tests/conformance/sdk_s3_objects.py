"""S3: buckets and single objects; ranges, conditions, metadata, checksums, presigned URLs."""
import base64
import datetime
import hashlib
import urllib.error
import urllib.parse
import urllib.request

from support.case import SdkCase, unique


def fetch(url, method="GET", data=None, headers=None):
    """A plain HTTP client's view: (status, headers, body)."""
    request = urllib.request.Request(url, data=data, method=method, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read()


class Buckets(SdkCase):
    def test_a_bucket_is_made_listed_found_and_removed(self):
        s3, name = self.client("s3"), unique("bucket")
        made = s3.create_bucket(Bucket=name)
        self.assertEqual(made["Location"], f"/{name}")
        self.assertIn(name, [b["Name"] for b in s3.list_buckets()["Buckets"]])
        self.assertEqual(s3.head_bucket(Bucket=name)["ResponseMetadata"]["HTTPHeaders"]["x-amz-bucket-region"],
                         "us-east-1")
        s3.create_bucket(Bucket=name)  # us-east-1 says 200 to the owner
        self.assertEqual(s3.delete_bucket(Bucket=name)["ResponseMetadata"]["HTTPStatusCode"], 204)
        with self.refused("404", 404):
            s3.head_bucket(Bucket=name)

    def test_waiters_see_both_ends_of_a_bucket(self):
        s3, name = self.client("s3"), unique("bucket")
        s3.create_bucket(Bucket=name)
        s3.get_waiter("bucket_exists").wait(Bucket=name, WaiterConfig={"Delay": 1, "MaxAttempts": 3})
        s3.delete_bucket(Bucket=name)
        s3.get_waiter("bucket_not_exists").wait(Bucket=name, WaiterConfig={"Delay": 1, "MaxAttempts": 3})

    def test_names_are_checked(self):
        for wrong in ("ab", "Upper-case", "under_score", "-begin", "end-", "a..b", "192.168.1.1", "x" * 64,
                      "xn--bucket", "sthree-bucket", "bucket-s3alias"):
            with self.subTest(wrong), self.refused("InvalidBucketName", 400):
                self.client("s3").create_bucket(Bucket=wrong)

    def test_a_bucket_with_objects_stays(self):
        s3, bucket = self.client("s3"), self.bucket()
        s3.put_object(Bucket=bucket, Key="k", Body=b"x")
        with self.refused("BucketNotEmpty", 409):
            s3.delete_bucket(Bucket=bucket)

    def test_what_is_not_there(self):
        s3, no, bucket = self.client("s3"), unique("nosuch"), self.bucket()
        for name, code, call in (
                ("list", "NoSuchBucket", lambda: s3.list_objects_v2(Bucket=no)),
                ("put", "NoSuchBucket", lambda: s3.put_object(Bucket=no, Key="k", Body=b"")),
                ("get", "NoSuchBucket", lambda: s3.get_object(Bucket=no, Key="k")),
                ("delete bucket", "NoSuchBucket", lambda: s3.delete_bucket(Bucket=no)),
                ("get key", "NoSuchKey", lambda: s3.get_object(Bucket=bucket, Key="no")),
                ("head key", "404", lambda: s3.head_object(Bucket=bucket, Key="no"))):
            with self.subTest(name), self.refused(code, 404):
                call()
        self.assertEqual(s3.delete_object(Bucket=bucket, Key="no")["ResponseMetadata"]["HTTPStatusCode"], 204)

    def test_the_error_page_names_key_and_request(self):
        s3, bucket = self.client("s3"), self.bucket()
        status, headers, body = fetch(s3.generate_presigned_url("get_object", {"Bucket": bucket, "Key": "no"}))
        self.assertEqual((status, headers["Content-Type"]), (404, "application/xml"))
        for part in (b"<Code>NoSuchKey</Code>", b"<Key>no</Key>", b"<RequestId>", b"<HostId>"):
            self.assertIn(part, body)
        self.assertTrue(headers["x-amz-request-id"])
        self.assertTrue(headers["x-amz-id-2"])

    def test_a_configuration_that_is_not_kept_is_not_accepted(self):
        s3, bucket = self.client("s3"), self.bucket()
        with self.refused("NotImplemented", 501):
            s3.put_bucket_versioning(Bucket=bucket, VersioningConfiguration={"Status": "Enabled"})


class Objects(SdkCase):
    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3"), self.bucket()

    def test_storage_classes_and_encryptions_that_do_not_exist_are_refused(self):
        self.s3.put_object(Bucket=self.name, Key="k", StorageClass="STANDARD_IA", ServerSideEncryption="AES256")
        source = {"Bucket": self.name, "Key": "k"}
        for name, call in (("put", lambda **a: self.s3.put_object(Bucket=self.name, Key="no", Body=b"x", **a)),
                           ("copy", lambda **a: self.s3.copy_object(Bucket=self.name, Key="no", CopySource=source, **a)),
                           ("parts", lambda **a: self.s3.create_multipart_upload(Bucket=self.name, Key="no", **a))):
            with self.subTest(name):
                with self.refused("InvalidStorageClass", 400):
                    call(StorageClass="BOGUS")
                with self.refused("InvalidArgument", 400):
                    call(ServerSideEncryption="BOGUS")

    def put(self, key, body=b"0123456789", **arguments):
        return self.s3.put_object(Bucket=self.name, Key=key, Body=body, **arguments)

    def get(self, key, **arguments):
        return self.s3.get_object(Bucket=self.name, Key=key, **arguments)

    def test_bytes_come_back_with_md5_as_etag(self):
        for size in (0, 1, 32768, 32769, 3_000_000):
            with self.subTest(size=size):
                body = bytes(i * 7 % 251 for i in range(size % 1000)) + b"x" * (size - size % 1000)
                etag = '"' + hashlib.md5(body).hexdigest() + '"'
                self.assertEqual(self.put("k", body)["ETag"], etag)
                got = self.get("k")
                self.assertEqual(got["Body"].read(), body)
                self.assertEqual((got["ETag"], got["ContentLength"], got["AcceptRanges"]), (etag, size, "bytes"))
                self.assertEqual(got["ContentType"], "binary/octet-stream")

    def test_an_empty_object_leaves_the_connection_as_it_was(self):
        for key, body in (("empty", b""), ("full", b"0123456789"), ("empty", b""), ("full", b"x" * 100_000)):
            self.put(key, body)
            self.assertEqual(self.s3.head_object(Bucket=self.name, Key=key)["ContentLength"], len(body))
            self.put(key, body)

    def test_a_put_replaces_whole(self):
        self.put("k", b"a long first version", Metadata={"a": "1"}, ContentType="text/plain")
        self.put("k", b"short")
        got = self.get("k")
        self.assertEqual((got["Body"].read(), got["Metadata"], got["ContentType"]),
                         (b"short", {}, "binary/octet-stream"))

    def test_keys_are_any_utf8(self):
        keys = ["plain", "a/b/c", "with space", "plus+and&amp", "ünïcödé/日本/\U0001F680", "a//b", "/lead", "per%20cent",
                "..", "a/../b", "./x", "q?x=1#f", "tail/", "~._-", "'\"<>\\^`{|}", "new\nline", "x" * 1024]
        for key in keys:
            with self.subTest(key[:20]):
                self.put(key, key.encode())
                self.assertEqual(self.get(key)["Body"].read(), key.encode())
        listed = [o["Key"] for o in self.s3.list_objects_v2(Bucket=self.name)["Contents"]]
        self.assertEqual(listed, sorted(keys, key=lambda k: k.encode()))
        for key in keys:
            self.s3.delete_object(Bucket=self.name, Key=key)
        self.assertEqual(self.s3.list_objects_v2(Bucket=self.name)["KeyCount"], 0)
        with self.refused("KeyTooLongError", 400):
            self.put("x" * 1025)

    def test_headers_that_describe_an_object_are_kept(self):
        self.put("k", ContentType="text/x; charset=utf-8", CacheControl="no-store", ContentDisposition="attachment",
                 ContentLanguage="de", ContentEncoding="gzip", Metadata={"Color": "blue", "empty-one": ""})
        for got in (self.get("k"), self.s3.head_object(Bucket=self.name, Key="k")):
            self.assertEqual(got["ContentType"], "text/x; charset=utf-8")
            self.assertEqual(got["CacheControl"], "no-store")
            self.assertEqual(got["ContentDisposition"], "attachment")
            self.assertEqual(got["ContentLanguage"], "de")
            self.assertEqual(got["ContentEncoding"], "gzip")
            self.assertEqual(got["Metadata"], {"color": "blue", "empty-one": ""})
        with self.refused("MetadataTooLarge", 400):
            self.put("big", Metadata={"a": "x" * 3000})

    def test_a_get_may_change_what_the_answer_says_of_itself(self):
        self.put("k")
        got = self.get("k", ResponseContentType="text/y", ResponseContentDisposition="inline",
                       ResponseCacheControl="private")
        self.assertEqual((got["ContentType"], got["ContentDisposition"], got["CacheControl"]),
                         ("text/y", "inline", "private"))

    def test_ranges(self):
        self.put("k")
        for asked, wanted, content_range in (
                ("bytes=0-0", b"0", "bytes 0-0/10"), ("bytes=2-4", b"234", "bytes 2-4/10"),
                ("bytes=7-", b"789", "bytes 7-9/10"), ("bytes=-3", b"789", "bytes 7-9/10"),
                ("bytes=8-100", b"89", "bytes 8-9/10"), ("bytes=-100", b"0123456789", "bytes 0-9/10")):
            with self.subTest(asked):
                got = self.get("k", Range=asked)
                self.assertEqual((got["ResponseMetadata"]["HTTPStatusCode"], got["Body"].read(), got["ContentRange"]),
                                 (206, wanted, content_range))
        for ignored in ("bytes=5-2", "bytes=a-b", "lines=1-2", "bytes=0-1,3-4"):
            with self.subTest(ignored):
                got = self.get("k", Range=ignored)
                self.assertEqual((got["ResponseMetadata"]["HTTPStatusCode"], got["Body"].read()), (200, b"0123456789"))
        with self.refused("InvalidRange", 416):
            self.get("k", Range="bytes=10-11")
        self.put("empty", b"")
        with self.refused("InvalidRange", 416):
            self.get("empty", Range="bytes=0-0")

    def test_conditions_on_reading(self):
        etag = self.put("k")["ETag"]
        when = self.s3.head_object(Bucket=self.name, Key="k")["LastModified"]
        before, after = when - datetime.timedelta(hours=1), when + datetime.timedelta(hours=1)
        good = ({"IfMatch": etag}, {"IfMatch": "*"}, {"IfNoneMatch": '"0"'}, {"IfModifiedSince": before},
                {"IfUnmodifiedSince": after}, {"IfMatch": etag, "IfUnmodifiedSince": before},
                {"IfNoneMatch": '"0"', "IfModifiedSince": before})
        for condition in good:
            with self.subTest(condition):
                self.assertEqual(self.get("k", **condition)["ContentLength"], 10)
        for condition, code, status in (({"IfMatch": '"0"'}, "PreconditionFailed", 412),
                                        ({"IfNoneMatch": etag}, "304", 304),
                                        ({"IfModifiedSince": when}, "304", 304),
                                        ({"IfUnmodifiedSince": before}, "PreconditionFailed", 412),
                                        ({"IfNoneMatch": etag, "IfModifiedSince": before}, "304", 304)):
            with self.subTest(condition), self.refused(code, status):
                self.get("k", **condition)

    def test_wrong_checksums_keep_nothing(self):
        with self.refused("BadDigest", 400):
            self.put("k", ContentMD5=base64.b64encode(hashlib.md5(b"other").digest()).decode())
        with self.refused("InvalidDigest", 400):
            self.put("k", ContentMD5="c2hvcnQ=")
        for kind, wrong in (("ChecksumCRC32", "AAAAAA=="), ("ChecksumCRC32C", "AAAAAA=="),
                            ("ChecksumSHA1", base64.b64encode(bytes(20)).decode()),
                            ("ChecksumSHA256", base64.b64encode(bytes(32)).decode())):
            with self.subTest(kind), self.refused("BadDigest", 400):
                self.put("k", **{kind: wrong})
        with self.refused("404", 404):
            self.s3.head_object(Bucket=self.name, Key="k")

    def test_right_checksums_of_every_kind_are_taken(self):
        for kind in ("CRC32", "SHA1", "SHA256"):
            with self.subTest(kind):
                self.put("k", ChecksumAlgorithm=kind)
                self.assertEqual(self.get("k", ChecksumMode="ENABLED")["Body"].read(), b"0123456789")
        self.put("k", ContentMD5=base64.b64encode(hashlib.md5(b"0123456789").digest()).decode())

    def test_many_are_deleted_at_once(self):
        for key in ("a", "b", "c & <d>"):
            self.put(key)
        gone = self.s3.delete_objects(Bucket=self.name, Delete={"Objects": [{"Key": k}
                                                                            for k in ("a", "c & <d>", "nosuch")]})
        self.assertEqual(sorted(d["Key"] for d in gone["Deleted"]), ["a", "c & <d>", "nosuch"])
        self.assertEqual([o["Key"] for o in self.s3.list_objects_v2(Bucket=self.name)["Contents"]], ["b"])
        quiet = self.s3.delete_objects(Bucket=self.name, Delete={"Objects": [{"Key": "b"}], "Quiet": True})
        self.assertNotIn("Deleted", quiet)
        with self.refused("MalformedXML", 400):
            self.s3.delete_objects(Bucket=self.name, Delete={"Objects": [{"Key": str(i)} for i in range(1001)]})


class Presigned(SdkCase):
    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3", config={"signature_version": "s3v4"}), self.bucket()

    def url(self, method, key, seconds=60, **parameters):
        return self.s3.generate_presigned_url(method, {"Bucket": self.name, "Key": key, **parameters},
                                              ExpiresIn=seconds)

    def test_anyone_with_the_url_reads_and_writes(self):
        self.assertEqual(fetch(self.url("put_object", "a b+ü"), "PUT", b"hello")[0], 200)
        status, headers, body = fetch(self.url("get_object", "a b+ü"))
        self.assertEqual((status, body), (200, b"hello"))
        status, headers, body = fetch(self.url("get_object", "a b+ü"), headers={"Range": "bytes=1-2"})
        self.assertEqual((status, body, headers["Content-Range"]), (206, b"el", "bytes 1-2/5"))
        status, headers, _ = fetch(self.url("get_object", "a b+ü", ResponseContentType="text/z"))
        self.assertEqual((status, headers["Content-Type"]), (200, "text/z"))
        self.assertEqual(fetch(self.url("head_object", "a b+ü"), "HEAD")[0], 200)
        self.assertEqual(fetch(self.url("delete_object", "a b+ü"), "DELETE")[0], 204)

    def test_a_url_is_for_one_method_key_and_time(self):
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        url = self.url("get_object", "k")
        for wrong, status, code in ((url.replace("/k?", "/other?"), 403, b"SignatureDoesNotMatch"),
                                    (url.replace("Expires=60", "Expires=600"), 403, b"SignatureDoesNotMatch"),
                                    (url.replace("Expires=60", "Expires=700000"), 400,
                                     b"AuthorizationQueryParametersError"),
                                    (url + "&x=y", 403, b"SignatureDoesNotMatch"),
                                    (url.split("?")[0], 403, b"AccessDenied")):
            with self.subTest(wrong):
                got, _, body = fetch(wrong)
                self.assertEqual(got, status, body)
                self.assertIn(code, body)
        self.assertEqual(fetch(url, "PUT", b"y")[0], 403)
        self.assertEqual(self.s3.get_object(Bucket=self.name, Key="k")["Body"].read(), b"x")

    def test_after_its_time_a_url_is_nothing(self):
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        url = self.url("get_object", "k", seconds=1)

        def expired():
            status, _, body = fetch(url)
            return body if status == 403 else None
        body = self.wait_for(expired, "the URL expires", 5, every=0.3)
        self.assertIn(b"AccessDenied", body)
        self.assertIn(b"Request has expired", body)


class PresignedByDefault(SdkCase):
    """What boto3 makes if nobody says how to sign: URLs of signature version 2 in us-east-1."""

    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3"), self.bucket()

    def url(self, method, key=None, seconds=60, s3=None, **parameters):
        if key is not None:
            parameters["Key"] = key
        url = (s3 or self.s3).generate_presigned_url(method, {"Bucket": self.name, **parameters}, ExpiresIn=seconds)
        if "AWSAccessKeyId=" not in url:
            self.skipTest("this client signs by version 4")
        return url

    def test_anyone_with_the_url_reads_and_writes(self):
        typed = {"Content-Type": "text/plain"}
        url = self.url("put_object", "a b+ü//c", ContentType="text/plain", Metadata={"color": "dark blue"})
        self.assertEqual(fetch(url, "PUT", b"hello", typed)[0], 200)
        status, headers, body = fetch(self.url("get_object", "a b+ü//c"))
        self.assertEqual((status, body), (200, b"hello"))
        self.assertEqual((headers["Content-Type"], headers["x-amz-meta-color"]), ("text/plain", "dark blue"))
        status, headers, body = fetch(self.url("get_object", "a b+ü//c"), headers={"Range": "bytes=1-2"})
        self.assertEqual((status, body, headers["Content-Range"]), (206, b"el", "bytes 1-2/5"))
        status, headers, _ = fetch(self.url("get_object", "a b+ü//c", ResponseContentType="text/z; a=b"))
        self.assertEqual((status, headers["Content-Type"]), (200, "text/z; a=b"))
        self.assertEqual(fetch(self.url("head_object", "a b+ü//c"), "HEAD")[0], 200)
        # Not list_objects_v2: boto3 1.26 signs "/bucket?list-type=2", which is no resource of this signature.
        self.assertIn(b"<Key>a", fetch(self.url("list_objects", Prefix="a"))[2])
        self.assertEqual(fetch(self.url("delete_object", "a b+ü//c"), "DELETE")[0], 204)

    def test_parts_are_uploaded_by_url(self):
        upload = self.s3.create_multipart_upload(Bucket=self.name, Key="k")["UploadId"]
        url = self.url("upload_part", "k", UploadId=upload, PartNumber=1)
        typed = {"Content-Type": ""}
        status, headers, body = fetch(url, "PUT", b"part", typed)
        self.assertEqual(status, 200, body)
        self.assertEqual(fetch(url.replace("partNumber=1", "partNumber=2"), "PUT", b"part", typed)[0], 403)
        self.s3.complete_multipart_upload(Bucket=self.name, Key="k", UploadId=upload, MultipartUpload={
            "Parts": [{"PartNumber": 1, "ETag": headers["ETag"]}]})
        self.assertEqual(self.s3.get_object(Bucket=self.name, Key="k")["Body"].read(), b"part")

    def test_a_url_is_for_one_method_key_and_time(self):
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        url = self.url("get_object", "k")
        end = int(urllib.parse.parse_qs(url.split("?")[1])["Expires"][0])
        for wrong, status, code in ((url.replace("/k?", "/other?"), 403, b"SignatureDoesNotMatch"),
                                    (url.replace(f"Expires={end}", f"Expires={end + 1}"), 403, b"SignatureDoesNotMatch"),
                                    (url.replace(f"Expires={end}", "Expires=1"), 403, b"Request has expired"),
                                    (url.replace(f"Expires={end}", "Expires=soon"), 403, b"Invalid date"),
                                    (url.replace(f"&Expires={end}", ""), 403, b"AccessDenied"),
                                    (url.replace(self.access_key, "AKIDNOBODY"), 403, b"InvalidAccessKeyId"),
                                    (url + "&response-content-type=text/html", 403, b"SignatureDoesNotMatch"),
                                    (url + "&x-amz-acl=public-read", 403, b"SignatureDoesNotMatch")):
            with self.subTest(wrong):
                got, _, body = fetch(wrong)
                self.assertEqual(got, status, body)
                self.assertIn(code, body)
        self.assertEqual(fetch(url, "PUT", b"y")[0], 403)
        self.assertEqual(fetch(url, headers={"x-amz-meta-a": "b"})[0], 403)
        self.assertEqual(self.s3.get_object(Bucket=self.name, Key="k")["Body"].read(), b"x")

    def test_a_session_signs_with_its_token_and_may_what_its_role_may(self):
        arn = self.role(["s3:GetObject"])
        keys = self.client("sts").assume_role(RoleArn=arn, RoleSessionName="me")["Credentials"]
        s3 = self.client("s3", aws_access_key_id=keys["AccessKeyId"], aws_secret_access_key=keys["SecretAccessKey"],
                         aws_session_token=keys["SessionToken"])
        self.s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        url = self.url("get_object", "k", s3=s3)
        self.assertEqual(fetch(url)[::2], (200, b"x"))
        token = urllib.parse.quote(keys["SessionToken"], safe="")
        self.assertIn(token, url)
        self.assertIn(b"InvalidToken", fetch(url.replace(token, "other"))[2])
        self.assertIn(b"InvalidAccessKeyId", fetch(url.replace(f"&x-amz-security-token={token}", ""))[2])
        status, _, body = fetch(self.url("delete_object", "k", s3=s3), "DELETE")
        self.assertEqual(status, 403)
        self.assertIn(b"AccessDenied", body)

    def test_the_header_of_version_2_stays_refused(self):
        status, _, body = fetch(self.url("get_object", "k").split("?")[0],
                                headers={"Authorization": f"AWS {self.access_key}:frJIUN8DYpKDtOLCwo//yllqDzg="})
        self.assertEqual(status, 400)
        self.assertIn(b"Please use AWS4-HMAC-SHA256", body)
