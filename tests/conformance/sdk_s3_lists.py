"""S3: listings in pages, and uploads in parts."""
import hashlib
import io
import os

from support.case import SdkCase

MIB = 1 << 20


class Listings(SdkCase):
    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3"), self.bucket()

    def fill(self, keys):
        for key in keys:
            self.s3.put_object(Bucket=self.name, Key=key, Body=b"x")

    def list(self, **arguments):
        return self.s3.list_objects_v2(Bucket=self.name, **arguments)

    def keys(self, **arguments):
        return [o["Key"] for o in self.list(**arguments).get("Contents", [])]

    def test_prefixes_and_delimiters_make_folders(self):
        self.fill(["a", "b/1", "b/2", "b/c/3", "d/4"])
        top = self.list(Delimiter="/")
        self.assertEqual([o["Key"] for o in top["Contents"]], ["a"])
        self.assertEqual([p["Prefix"] for p in top["CommonPrefixes"]], ["b/", "d/"])
        self.assertEqual(top["KeyCount"], 3)
        inside = self.list(Prefix="b/", Delimiter="/")
        self.assertEqual([o["Key"] for o in inside["Contents"]], ["b/1", "b/2"])
        self.assertEqual([p["Prefix"] for p in inside["CommonPrefixes"]], ["b/c/"])
        self.assertEqual(self.keys(Prefix="b"), ["b/1", "b/2", "b/c/3"])
        self.assertEqual(self.keys(StartAfter="b/2"), ["b/c/3", "d/4"])

    def test_an_entry_tells_size_etag_class_and_time(self):
        self.fill(["k"])
        entry = self.list()["Contents"][0]
        self.assertEqual((entry["Size"], entry["ETag"], entry["StorageClass"]),
                         (1, '"' + hashlib.md5(b"x").hexdigest() + '"', "STANDARD"))
        self.assertNotIn("Owner", entry)
        self.assertIn("Owner", self.list(FetchOwner=True)["Contents"][0])

    def test_pages_miss_and_repeat_nothing(self):
        keys = [f"{i:03}" for i in range(23)] + [f"d{i}/x" for i in range(5)]
        self.fill(keys)
        for size in (1, 4, 23, 100):
            with self.subTest(size=size):
                pages = list(self.s3.get_paginator("list_objects_v2").paginate(
                    Bucket=self.name, Delimiter="/", PaginationConfig={"PageSize": size}))
                self.assertEqual([o["Key"] for p in pages for o in p.get("Contents", [])], keys[:23])
                self.assertEqual([o["Prefix"] for p in pages for o in p.get("CommonPrefixes", [])],
                                 [f"d{i}/" for i in range(5)])
                self.assertTrue(all(p["KeyCount"] <= size for p in pages))

    def test_page_sizes_at_the_edges(self):
        self.fill(["a", "b"])
        none = self.list(MaxKeys=0)
        self.assertEqual((none["KeyCount"], none["IsTruncated"]), (0, False))
        self.assertEqual(self.list(MaxKeys=5000)["MaxKeys"], 1000)
        with self.refused("InvalidArgument", 400):
            self.list(MaxKeys=-1)
        with self.refused("InvalidArgument", 400):
            self.list(ContinuationToken="nonsense")

    def test_there_is_no_third_kind_of_listing(self):
        def third(request, **_):
            request.url += ("&" if "?" in request.url else "?") + "list-type=3"
        self.s3.meta.events.register_first("before-sign.s3.ListObjects", third)
        with self.refused("InvalidArgument", 400):
            self.s3.list_objects(Bucket=self.name)


class Parts(SdkCase):
    def setUp(self):
        super().setUp()
        self.s3, self.name = self.client("s3"), self.bucket()

    def begin(self, key="big", **arguments):
        return self.s3.create_multipart_upload(Bucket=self.name, Key=key, **arguments)["UploadId"]

    def part(self, upload, number, body, key="big"):
        return self.s3.upload_part(Bucket=self.name, Key=key, UploadId=upload, PartNumber=number, Body=body)["ETag"]

    def complete(self, upload, parts, key="big"):
        return self.s3.complete_multipart_upload(Bucket=self.name, Key=key, UploadId=upload, MultipartUpload={
            "Parts": [{"PartNumber": n, "ETag": e} for n, e in parts]})

    def test_parts_in_any_order_become_one_object(self):
        bodies = {1: os.urandom(5 * MIB), 2: os.urandom(5 * MIB), 7: b"tail"}
        upload = self.begin(ContentType="text/x", Metadata={"a": "b"})
        etags = {n: self.part(upload, n, bodies[n]) for n in (7, 1, 2)}
        listed = self.s3.list_parts(Bucket=self.name, Key="big", UploadId=upload)["Parts"]
        self.assertEqual([(p["PartNumber"], p["Size"], p["ETag"]) for p in listed],
                         [(n, len(bodies[n]), etags[n]) for n in (1, 2, 7)])
        self.assertIn(upload, [u["UploadId"] for u in self.s3.list_multipart_uploads(Bucket=self.name)["Uploads"]])
        with self.refused("404", 404):
            self.s3.head_object(Bucket=self.name, Key="big")
        done = self.complete(upload, [(n, etags[n]) for n in (1, 2, 7)])
        digest = hashlib.md5(b"".join(hashlib.md5(bodies[n]).digest() for n in (1, 2, 7))).hexdigest()
        self.assertEqual((done["ETag"], done["Bucket"], done["Key"]), (f'"{digest}-3"', self.name, "big"))
        got = self.s3.get_object(Bucket=self.name, Key="big")
        whole = bodies[1] + bodies[2] + bodies[7]
        self.assertEqual((got["ContentType"], got["Metadata"], got["ContentLength"]),
                         ("text/x", {"a": "b"}, len(whole)))
        self.assertEqual(got["Body"].read(), whole)
        across = self.s3.get_object(Bucket=self.name, Key="big", Range=f"bytes={5 * MIB - 2}-{5 * MIB + 1}")
        self.assertEqual(across["Body"].read(), whole[5 * MIB - 2:5 * MIB + 2])

    def test_a_part_sent_again_replaces_the_first(self):
        upload = self.begin()
        self.part(upload, 1, b"first")
        etag = self.part(upload, 1, b"second")
        self.complete(upload, [(1, etag)])
        self.assertEqual(self.s3.get_object(Bucket=self.name, Key="big")["Body"].read(), b"second")

    def test_completion_checks_what_it_is_told(self):
        upload = self.begin()
        one, two = self.part(upload, 1, b"small"), self.part(upload, 2, b"tail")
        for parts, code in (([(1, one), (2, two)], "EntityTooSmall"), ([(2, two), (1, one)], "InvalidPartOrder"),
                            ([(1, '"' + "0" * 32 + '"')], "InvalidPart"), ([(3, one)], "InvalidPart")):
            with self.subTest(code), self.refused(code, 400):
                self.complete(upload, parts)
        with self.refused("MalformedXML", 400):
            self.complete(upload, [])
        self.complete(upload, [(1, one.strip('"'))])  # quotes are optional

    def test_an_aborted_upload_is_gone(self):
        upload = self.begin()
        self.part(upload, 1, b"x")
        self.s3.abort_multipart_upload(Bucket=self.name, Key="big", UploadId=upload)
        for name, call in (("part", lambda: self.part(upload, 2, b"y")),
                           ("complete", lambda: self.complete(upload, [(1, '"x"')])),
                           ("list", lambda: self.s3.list_parts(Bucket=self.name, Key="big", UploadId=upload)),
                           ("abort", lambda: self.s3.abort_multipart_upload(Bucket=self.name, Key="big",
                                                                            UploadId=upload))):
            with self.subTest(name), self.refused("NoSuchUpload", 404):
                call()
        self.assertNotIn("Uploads", self.s3.list_multipart_uploads(Bucket=self.name))

    def test_part_numbers_have_limits(self):
        upload = self.begin()
        for number in (0, 10001):
            with self.subTest(number), self.refused("InvalidArgument", 400):
                self.part(upload, number, b"x")
        self.s3.abort_multipart_upload(Bucket=self.name, Key="big", UploadId=upload)

    def test_the_transfer_manager_moves_large_files_both_ways(self):
        body = os.urandom(20 * MIB + 17)
        self.s3.upload_fileobj(io.BytesIO(body), self.name, "large")
        self.assertRegex(self.s3.head_object(Bucket=self.name, Key="large")["ETag"], '^"[0-9a-f]{32}-3"$')
        back = io.BytesIO()
        self.s3.download_fileobj(self.name, "large", back)
        self.assertEqual(hashlib.sha256(back.getvalue()).digest(), hashlib.sha256(body).digest())
