"""Nobody in: every protocol refuses what is not signed right, with AWS's own words, and takes what is."""
import hashlib
import hmac
import json
import socket
import time

from support import signing
from support.case import Case, unique
from support.signing import raw_request, signed_request

JSON = {"content-type": "application/x-amz-json-1.1"}
ECS = {**JSON, "x-amz-target": "AmazonEC2ContainerServiceV20141113.ListClusters"}
FORM = {"content-type": "application/x-www-form-urlencoded; charset=utf-8"}
WHO = b"Action=GetCallerIdentity&Version=2011-06-15"
SKEW = 20 * 60


class Signed(Case):
    def send(self, service, access_key=None, secret_key=None, **arguments):
        """One harmless request to `service`, signed as asked."""
        form = {"ecs": ("POST", "/", b"{}", ECS), "sts": ("POST", "/", WHO, FORM), "s3": ("GET", "/", b"", {}),
                "ec2": ("POST", "/", b"Action=DescribeVpcs&Version=2016-11-15", FORM)}[service]
        method, target, body, headers = form
        return signed_request(self.endpoint, method, arguments.pop("target", target), arguments.pop("body", body),
                              service,
                              access_key or self.access_key, secret_key or self.secret_key,
                              headers={**headers, **arguments.pop("headers", {})}, **arguments)

    def assert_refused(self, answer, status, code, text=""):
        self.assertEqual(answer.status, status, answer.text)
        if answer.headers.get("content-type", "").startswith("application/x-amz-json"):
            body = json.loads(answer.body)
            self.assertEqual(body["__type"].split("#")[-1], code)
            self.assertIn(text, body.get("message", body.get("Message", "")))
        else:
            self.assertIn(f"<Code>{code}</Code>", answer.text)
            self.assertIn(text, answer.text)

    def test_a_right_signature_is_let_in(self):
        for service in ("ecs", "sts", "s3", "ec2"):
            with self.subTest(service):
                answer = self.send(service)
                self.assertEqual(answer.status, 200, answer.text)

    def test_a_wrong_secret(self):
        for service, status, code in (("ecs", 400, "InvalidSignatureException"), ("sts", 403, "SignatureDoesNotMatch"),
                                      ("s3", 403, "SignatureDoesNotMatch"), ("ec2", 403, "SignatureDoesNotMatch")):
            with self.subTest(service):
                self.assert_refused(self.send(service, secret_key="wrong"), status, code)

    def test_an_unknown_key(self):
        for service, status, code in (("ecs", 400, "UnrecognizedClientException"), ("sts", 403, "InvalidClientTokenId"),
                                      ("s3", 403, "InvalidAccessKeyId"), ("ec2", 401, "AuthFailure")):
            with self.subTest(service):
                self.assert_refused(self.send(service, access_key="AKIDNOBODY"), status, code)

    def test_no_signature_at_all(self):
        for service, status, code, method, body, headers in (
                ("ecs", 400, "MissingAuthenticationTokenException", "POST", b"{}", ECS),
                ("sts", 403, "MissingAuthenticationToken", "POST", WHO, FORM),
                ("s3", 403, "AccessDenied", "GET", b"", {})):
            with self.subTest(service):
                self.assert_refused(raw_request(self.endpoint, method, "/", body, headers), status, code)

    def test_a_header_that_cannot_be_read(self):
        for service, status, code in (("ecs", 400, "IncompleteSignatureException"), ("sts", 400, "IncompleteSignature"),
                                      ("s3", 400, "AuthorizationHeaderMalformed")):
            with self.subTest(service):
                answer = self.send(service, change=lambda h: h.update(authorization="AWS4-HMAC-SHA256 Credential=a/b"))
                self.assert_refused(answer, status, code)

    def test_a_clock_that_is_wrong(self):
        for moved, words in ((-SKEW, "Signature expired"), (SKEW, "Signature not yet current")):
            date = signing.now(moved)
            with self.subTest(words):
                self.assert_refused(self.send("ecs", amz_date=date), 400, "InvalidSignatureException", words)
                self.assert_refused(self.send("sts", amz_date=date), 403, "SignatureDoesNotMatch", words)
                self.assert_refused(self.send("s3", amz_date=date), 403, "RequestTimeTooSkewed")
        for moved in (-600, 600):
            self.assertEqual(self.send("ecs", amz_date=signing.now(moved)).status, 200)

    def test_a_body_that_was_changed(self):
        spoiled = hashlib.sha256(b"something else").hexdigest()
        self.assert_refused(self.send("ecs", payload_hash=spoiled), 400, "InvalidSignatureException")
        self.assert_refused(self.send("sts", payload_hash=spoiled), 403, "SignatureDoesNotMatch")

    def test_a_body_that_was_changed_is_not_stored(self):
        bucket = unique("bucket")
        self.assertEqual(self.send_s3("PUT", f"/{bucket}").status, 200)
        self.addCleanup(self.send_s3, "DELETE", f"/{bucket}")
        answer = self.send_s3("PUT", f"/{bucket}/k", b"body", payload_hash=hashlib.sha256(b"other").hexdigest())
        self.assert_refused(answer, 400, "XAmzContentSHA256Mismatch")
        self.assertEqual(self.send_s3("GET", f"/{bucket}/k").status, 404)

    def send_s3(self, method, target, body=b"", **arguments):
        return signed_request(self.endpoint, method, target, body, "s3", self.access_key, self.secret_key, **arguments)

    def test_a_header_that_was_changed_or_added(self):
        self.assert_refused(self.send("ecs",
                                      change=lambda h: h.update({"x-amz-target": ECS["x-amz-target"].replace("ListClusters", "CreateCluster")})),
                            400, "InvalidSignatureException")
        # S3 has a word of its own for a header that is there and not signed.
        self.assert_refused(self.send("s3", change=lambda h: h.update({"x-amz-acl": "private"})), 403, "AccessDenied")

    def test_an_unsigned_host(self):
        answer = self.send("ecs", change=lambda h: h.update(authorization=h["authorization"].replace("host;", "")))
        self.assert_refused(answer, 400, "InvalidSignatureException")

    def test_a_signature_for_another_service(self):
        answer = signed_request(self.endpoint, "POST", "/", b"{}", "logs", self.access_key, self.secret_key,
                                headers=ECS)
        self.assertEqual(answer.status, 400, answer.text)

    def test_any_region_is_taken(self):
        self.assertEqual(self.send("ecs", region="eu-central-1").status, 200)
        answer = self.send("ecs", region="eu-central-1")
        self.assertEqual(json.loads(answer.body)["clusterArns"], [], "each region has clusters of its own")

    def test_a_presigned_form_is_not_for_ever(self):
        date = signing.now()
        query = "&".join(["X-Amz-Algorithm=AWS4-HMAC-SHA256",
                          f"X-Amz-Credential={self.access_key}%2F{date[:8]}%2Fus-east-1%2Fs3%2Faws4_request",
                          f"X-Amz-Date={date}", "X-Amz-Expires=604801", "X-Amz-SignedHeaders=host"])
        mac, _, _ = signing.signature(self.secret_key, "GET", "/b/k", query, {"host": self.endpoint.split("//")[1]},
                                      "UNSIGNED-PAYLOAD", date, "us-east-1", "s3")
        answer = raw_request(self.endpoint, "GET", f"/b/k?{query}&X-Amz-Signature={mac}")
        self.assert_refused(answer, 400, "AuthorizationQueryParametersError")


class Chunked(Case):
    """aws-chunked bodies: what the Java, Go and JavaScript clients send."""

    def setUp(self):
        super().setUp()
        self.bucket = unique("bucket")
        self.assertEqual(self.send("PUT", f"/{self.bucket}").status, 200)

    def tearDown(self):
        self.send("DELETE", f"/{self.bucket}/k")
        self.send("DELETE", f"/{self.bucket}")

    def send(self, method, target, body=b"", **arguments):
        return signed_request(self.endpoint, method, target, body, "s3", self.access_key, self.secret_key, **arguments)

    def signed_chunks(self, chunks, spoil=None):
        """PUT with STREAMING-AWS4-HMAC-SHA256-PAYLOAD, written out here by the published rules."""
        date, host = signing.now(), self.endpoint.split("//")[1]
        headers = {"host": host, "x-amz-date": date, "x-amz-content-sha256": "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
                   "content-encoding": "aws-chunked", "x-amz-decoded-content-length": str(sum(map(len, chunks)))}
        seed, names, scope = signing.signature(self.secret_key, "PUT", f"/{self.bucket}/k", "", headers,
                                               headers["x-amz-content-sha256"], date, "us-east-1", "s3")
        headers["authorization"] = f"AWS4-HMAC-SHA256 Credential={self.access_key}/{scope}, SignedHeaders={names}, Signature={seed}"
        key = signing.signing_key(self.secret_key, date[:8], "us-east-1", "s3")
        previous, body = seed, b""
        for chunk in [*chunks, b""]:
            text = "\n".join(["AWS4-HMAC-SHA256-PAYLOAD", date, scope, previous, hashlib.sha256(b"").hexdigest(),
                              hashlib.sha256(chunk).hexdigest()])
            previous = hmac.new(key, text.encode(), hashlib.sha256).hexdigest()
            body += f"{len(chunk):x};chunk-signature={previous}\r\n".encode() + chunk + b"\r\n"
        return raw_request(self.endpoint, "PUT", f"/{self.bucket}/k", spoil(body) if spoil else body, headers)

    def test_signed_chunks_are_put_together(self):
        chunks = [b"a" * 65536, b"b" * 1024]
        self.assertEqual(self.signed_chunks(chunks).status, 200)
        answer = self.send("GET", f"/{self.bucket}/k")
        self.assertEqual(answer.body, b"".join(chunks))
        self.assertNotIn("content-encoding", answer.headers, "aws-chunked is the transport's, not the object's")

    def test_a_spoilt_chunk_is_refused_and_not_stored(self):
        answer = self.signed_chunks([b"a" * 65536, b"b" * 1024], spoil=lambda body: body.replace(b"bbbb", b"bbbc", 1))
        self.assertEqual(answer.status, 403, answer.text)
        self.assertIn("<Code>SignatureDoesNotMatch</Code>", answer.text)
        self.assertEqual(self.send("GET", f"/{self.bucket}/k").status, 404)

    def unsigned(self, body, length=6):
        return self.send("PUT", f"/{self.bucket}/k", body, payload_hash="STREAMING-UNSIGNED-PAYLOAD-TRAILER", headers={
            "content-encoding": "aws-chunked", "x-amz-decoded-content-length": str(length),
            "x-amz-trailer": "x-amz-checksum-crc32"})

    def test_an_unsigned_body_is_checked_by_its_trailer(self):
        self.assertEqual(self.unsigned(b"3\r\nabc\r\n3\r\ndef\r\n0\r\nx-amz-checksum-crc32:S4457w==\r\n\r\n").status,
                         200)
        self.assertEqual(self.send("GET", f"/{self.bucket}/k").body, b"abcdef")
        for body, code in ((b"3\r\nabc\r\n3\r\ndeg\r\n0\r\nx-amz-checksum-crc32:S4457w==\r\n\r\n", "BadDigest"),
                           (b"3\r\nabc\r\n0\r\nx-amz-checksum-crc32:NSRBwg==\r\n\r\n", "IncompleteBody")):
            with self.subTest(code):
                answer = self.unsigned(body)
                self.assertEqual(answer.status, 400, answer.text)
                self.assertIn(f"<Code>{code}</Code>", answer.text)
        self.assertEqual(self.send("GET", f"/{self.bucket}/k").body, b"abcdef", "what was refused changed nothing")


class Protocols(Case):
    """What is no operation, no JSON, no query."""

    def call(self, body, target="AmazonEC2ContainerServiceV20141113.ListClusters", service="ecs"):
        return signed_request(self.endpoint, "POST", "/", body, service, self.access_key, self.secret_key,
                              headers={**JSON, "x-amz-target": target})

    def error(self, answer):
        return answer.status, json.loads(answer.body)["__type"].split("#")[-1]

    def test_unknown_operations(self):
        self.assertEqual(self.error(self.call(b"{}", "AmazonEC2ContainerServiceV20141113.NoSuch")),
                         (400, "UnknownOperationException"))
        self.assertEqual(self.error(self.call(b"{}", "NoSuchService.ListClusters")), (400, "UnknownOperationException"))
        answer = signed_request(self.endpoint, "POST", "/", b"Action=NoSuch&Version=2010-05-15", "cloudformation",
                                self.access_key, self.secret_key, headers=FORM)
        self.assertEqual(answer.status, 400)
        self.assertIn("<Code>InvalidAction</Code>", answer.text)
        self.assertIn("<Type>Sender</Type>", answer.text)

    def test_bodies_that_cannot_be_read(self):
        for body in (b"{", b"[]", b'"x"', b'{"maxResults": "many"}', b'{"nextToken": 7}', b"\xff\xfe",
                     b'{"a":' * 200 + b"1" + b"}" * 200):
            with self.subTest(body[:20]):
                self.assertEqual(self.error(self.call(body)), (400, "SerializationException"))

    def test_missing_members(self):
        status, code = self.error(self.call(b"{}", "AmazonEC2ContainerServiceV20141113.StopTask"))
        self.assertEqual((status, code), (400, "InvalidParameterException"))
        status, code = self.error(self.call(b"{}", "Logs_20140328.CreateLogGroup", "logs"))
        self.assertEqual(status, 400)
        self.assertIn(code, ("InvalidParameterException", "ValidationException"))

    def test_every_answer_has_a_request_id(self):
        first, second = self.call(b"{}"), self.call(b"{}")
        self.assertEqual(first.headers["content-type"], "application/x-amz-json-1.1")
        self.assertTrue(first.headers["x-amzn-requestid"])
        self.assertNotEqual(first.headers["x-amzn-requestid"], second.headers["x-amzn-requestid"])

    def test_unknown_members_are_ignored_as_aws_does(self):
        self.assertEqual(self.call(b'{"noSuchMember": {"a": [1]}}').status, 200)


class Own(Case):
    """What is not AWS sits under /_berth/ and is as closed as the rest."""

    def test_status_needs_a_signature(self):
        self.assertIn(raw_request(self.endpoint, "GET", "/_berth/status").status, (401, 403))
        answer = signed_request(self.endpoint, "GET", "/_berth/status", b"", "berth", self.access_key, self.secret_key)
        self.assertEqual(answer.status, 200, answer.text)
        self.assertIn("version", json.loads(answer.body))

    def test_a_foreign_page_and_a_foreign_name_get_nothing(self):
        for headers in ({"origin": "http://evil.example"},):
            answer = signed_request(self.endpoint, "GET", "/_berth/status", b"", "berth", self.access_key,
                                    self.secret_key, headers=headers)
            self.assertEqual(answer.status, 403, answer.text)
        answer = signed_request(self.endpoint, "GET", "/_berth/status", b"", "berth", self.access_key, self.secret_key,
                                headers={"host": "evil.example"})
        self.assertEqual(answer.status, 403, answer.text)

    def test_credentials_of_tasks_need_their_token(self):
        for headers in ({}, {"authorization": "nonsense"}):
            self.assertIn(raw_request(self.endpoint, "GET", "/_berth/credentials/0123", headers=headers).status,
                          (401, 403, 404))


class Floods(Case):
    def test_a_slow_or_silent_client_does_not_hold_others_up(self):
        host, port = self.endpoint.split("//")[1].split(":")
        silent = [socket.create_connection((host, int(port))) for _ in range(50)]
        try:
            silent[0].sendall(b"POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf")
            began = time.monotonic()
            answer = signed_request(self.endpoint, "POST", "/", b"{}", "ecs", self.access_key, self.secret_key,
                                    headers=ECS)
            self.assertEqual(answer.status, 200)
            self.assertLess(time.monotonic() - began, 2)
        finally:
            for connection in silent:
                connection.close()

    def test_too_much_of_anything_is_refused_and_the_server_lives(self):
        for name, method, target, body, headers in (
                ("a long path", "GET", "/" + "x" * 100_000, b"", {}),
                ("a long header", "GET", "/", b"", {"x-long": "y" * 200_000}),
                ("a large JSON body", "POST", "/", b"{" + b" " * (20 << 20) + b"}", ECS)):
            with self.subTest(name):
                try:
                    self.assertGreaterEqual(raw_request(self.endpoint, method, target, body, headers).status, 400)
                except (ConnectionError, OSError):
                    pass  # closing the connection is an answer, too
        self.assertEqual(signed_request(self.endpoint, "POST", "/", b"{}", "ecs", self.access_key, self.secret_key,
                                        headers=ECS).status, 200)
