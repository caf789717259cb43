"""S3: keys are bytes. Whatever UTF-8 they are, they come back as they went in, by every operation, and in the order of their
bytes; and of several who want one key, one gets it."""
import concurrent.futures
import hashlib
import urllib.parse
import urllib.request

from support.case import SdkCase

# What paths, URLs, XML, shells and databases each take for something else.
KEYS = ["..", "../x", "a/../b", "a/..", ".", "./.", "a/./b", "/", "//", "/lead", "//lead", "a//b", "a/", "a//", " ", " a ", "a b",
        "+", "a+b", "%", "%2F", "%2e%2e/x", "a%20b", "a?b", "a#b", "a&b=c", "<a>&\"'</a>", "\\", "a\\..\\b", "~", "a:b", "a;b", "*",
        "a\tb", "a\nb", "a\rb", "\x01", "\x1f", "\x7f", "\u0085", "\u2028", "é", "e\u0301", "日本語/キー", "\U0001F600",
        "\ufffd", "\uffff", "\U0010ffff", "ÿ", "Z", "z", "versions", "?versionId=1", "null", "x" * 1024, "é" * 512]
# Answers name the key of an upload or of what was deleted as text, and parsers take no references to other characters.
IN_XML = [key for key in KEYS if not any(c < " " and c not in "\t\n" or c in "\uffff" for c in key)]


class Keys(SdkCase):
    @classmethod
    def setUpClass(cls):
        case = cls("test_are_listed_in_the_order_of_their_bytes")
        case.setUp()
        s3 = case.client("s3", config={"max_pool_connections": 8})
        cls.name = "keys-" + hashlib.sha256(case.endpoint.encode()).hexdigest()[:8]
        s3.create_bucket(Bucket=cls.name)
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda key: s3.put_object(Bucket=cls.name, Key=key, Body=key.encode(), Metadata={"at": str(
                KEYS.index(key))}), KEYS))
        cls.addClassCleanup(cls._remove_bucket, s3, cls.name)

    def setUp(self):
        super().setUp()
        self.s3 = self.client("s3")

    def test_come_back_as_they_went_in(self):
        for key in KEYS:
            with self.subTest(key[:20]):
                self.assertEqual(self.s3.get_object(Bucket=self.name, Key=key)["Body"].read(), key.encode())
                self.assertEqual(self.s3.head_object(Bucket=self.name, Key=key)["Metadata"]["at"], str(KEYS.index(key)))

    def test_are_listed_in_the_order_of_their_bytes(self):
        wanted = sorted(KEYS, key=str.encode)
        for operation, entries in (("list_objects_v2", "Contents"), ("list_objects", "Contents"),
                                   ("list_object_versions", "Versions")):
            for size in (1000, 7):
                pages = self.s3.get_paginator(operation).paginate(Bucket=self.name, PaginationConfig={"PageSize": size})
                self.assertEqual([entry["Key"] for page in pages for entry in page.get(entries, [])], wanted, (operation, size))

    def test_are_prefixes_and_places_to_go_on_from(self):
        for key in [key for key in KEYS if len(key) < 100]:
            with self.subTest(key[:20]):
                found = [e["Key"] for e in self.s3.list_objects_v2(Bucket=self.name, Prefix=key)["Contents"]]
                self.assertEqual(found, sorted((k for k in KEYS if k.startswith(key)), key=str.encode))
                found = [e["Key"] for e in self.s3.list_objects_v2(Bucket=self.name, StartAfter=key).get("Contents", [])]
                self.assertEqual(found, sorted((k for k in KEYS if k.encode() > key.encode()), key=str.encode))

    def test_are_sources_and_targets_of_copies(self):
        name = self.bucket()
        for key in KEYS:
            with self.subTest(key[:20]):
                self.s3.copy_object(Bucket=name, Key=key, CopySource={"Bucket": self.name, "Key": key})
                self.assertEqual(self.s3.get_object(Bucket=name, Key=key)["Body"].read(), key.encode())

    def test_are_uploaded_in_parts_tagged_and_signed_into_urls(self):
        name = self.bucket()
        for key in IN_XML:
            with self.subTest(key[:20]):
                upload = self.s3.create_multipart_upload(Bucket=name, Key=key)["UploadId"]
                part = self.s3.upload_part(Bucket=name, Key=key, UploadId=upload, PartNumber=1, Body=b"part")["ETag"]
                listed, = self.s3.list_multipart_uploads(Bucket=name, EncodingType="url")["Uploads"]
                self.assertEqual(urllib.parse.unquote_plus(listed["Key"]), key)
                self.s3.complete_multipart_upload(Bucket=name, Key=key, UploadId=upload,
                                                  MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part}]})
                self.s3.put_object_tagging(Bucket=name, Key=key, Tagging={"TagSet": [{"Key": "a", "Value": "1"}]})
                url = self.s3.generate_presigned_url("get_object", Params={"Bucket": name, "Key": key})
                with urllib.request.urlopen(url) as answer:
                    self.assertEqual((answer.read(), answer.headers["x-amz-tagging-count"]), (b"part", "1"))
                self.s3.delete_object(Bucket=name, Key=key, VersionId="null")
                with self.refused("404", 404):
                    self.s3.head_object(Bucket=name, Key=key)

    def test_are_deleted_in_batches(self):
        name = self.bucket()
        for key in IN_XML:
            self.s3.put_object(Bucket=name, Key=key, Body=b"")
        done = self.s3.delete_objects(Bucket=name, Delete={"Objects": [{"Key": key} for key in IN_XML]})
        self.assertEqual(([d["Key"] for d in done["Deleted"]], done.get("Errors", [])), (IN_XML, []))
        self.assertEqual(self.s3.list_objects_v2(Bucket=name)["KeyCount"], 0)

    def test_have_at_most_1024_bytes(self):
        for key in ("x" * 1025, "é" * 512 + "x"):
            for call in (lambda: self.s3.put_object(Bucket=self.name, Key=key, Body=b""),
                         lambda: self.s3.get_object(Bucket=self.name, Key=key),
                         lambda: self.s3.create_multipart_upload(Bucket=self.name, Key=key),
                         lambda: self.s3.copy_object(Bucket=self.name, Key=key, CopySource=f"{self.name}/z")):
                with self.refused("KeyTooLongError", 400):
                    call()


class Races(SdkCase):
    def test_of_many_who_want_a_free_name_one_gets_it(self):
        from botocore.exceptions import ClientError
        name = self.bucket()
        s3 = self.client("s3", config={"max_pool_connections": 16})

        def take(number, **condition):
            try:
                s3.meta.events.register("before-call.s3.PutObject", lambda params, **_: params["headers"].update(
                    {"If-None-Match": "*"}), unique_id="condition")
                return s3.put_object(Bucket=name, Key=f"k{number % 8}", Body=str(number).encode())["ETag"]
            except ClientError as error:
                self.assertIn(error.response["ResponseMetadata"]["HTTPStatusCode"], (409, 412))
                return None
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            etags = list(pool.map(take, range(64)))
        for key in range(8):
            won = [(n, etag) for n, etag in enumerate(etags) if etag and n % 8 == key]
            self.assertEqual(len(won), 1)
            self.assertEqual(s3.get_object(Bucket=name, Key=f"k{key}")["Body"].read(), str(won[0][0]).encode())

    def test_of_many_replacements_of_one_state_one_is_made(self):
        from botocore.exceptions import ClientError
        name = self.bucket()
        s3 = self.client("s3", config={"max_pool_connections": 16})
        etag = s3.put_object(Bucket=name, Key="k", Body=b"0")["ETag"]
        s3.meta.events.register("before-call.s3.PutObject", lambda params, **_: params["headers"].update({"If-Match": etag}))

        def replace(number):
            try:
                s3.put_object(Bucket=name, Key="k", Body=b"by %d" % number)
                return number
            except ClientError as error:
                self.assertIn(error.response["ResponseMetadata"]["HTTPStatusCode"], (409, 412))
                return None
        with concurrent.futures.ThreadPoolExecutor(16) as pool:
            won = [n for n in pool.map(replace, range(32)) if n is not None]
        self.assertEqual(len(won), 1)
        self.assertEqual(s3.get_object(Bucket=name, Key="k")["Body"].read(), b"by %d" % won[0])
