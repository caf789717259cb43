"""Drives ECR through boto3 and the registry API as image tools do.

usage: official_clients.py SERVER     Exit status 77 (skipped) if this Python has no boto3.
"""
import base64
import hashlib
import http.client
import json
import os
import subprocess
import sys
import tempfile
import unittest
import urllib.parse

try:
    import boto3
    from botocore.config import Config
    from botocore.exceptions import ClientError
except ImportError:
    print("this Python has no boto3: skipped")
    sys.exit(77)

SERVER = sys.argv.pop(1)
OCI = "application/vnd.oci.image.manifest.v1+json"
CONFIG = "application/vnd.oci.image.config.v1+json"


def client(key="AKIDROOT", secret="rootsecret", token=None):
    return boto3.client("ecr", endpoint_url=ENDPOINT, region_name="eu-west-1", aws_access_key_id=key,
                        aws_secret_access_key=secret, aws_session_token=token,
                        config=Config(retries={"max_attempts": 0, "mode": "standard"}))


def digest(data):
    return "sha256:" + hashlib.sha256(data).hexdigest()


class Registry:
    """The little of the registry API that a push and a pull need."""

    def __init__(self, password):
        self.auth = "Basic " + base64.b64encode(password.encode()).decode()
        self.connection = http.client.HTTPConnection(urllib.parse.urlparse(ENDPOINT).netloc)

    def call(self, method, path, body=None, **headers):
        headers = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.auth:
            headers.setdefault("Authorization", self.auth)
        self.connection.request(method, path, body, headers)
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def push_blob(self, name, data, pieces=1):
        status, headers, _ = self.call("POST", "/v2/%s/blobs/uploads/" % name)
        assert status == 202, status
        place = headers["Location"]
        size = -(-len(data) // pieces) or 1
        for start in range(0, len(data), size):
            piece = data[start:start + size]
            status, headers, _ = self.call("PATCH", place, piece, Content_Range="%d-%d" % (start, start + len(piece) - 1))
            assert status == 202, status
            place = headers["Location"]
        status, headers, _ = self.call("PUT", place + "?digest=" + digest(data), b"")
        assert status == 201, status
        return {"mediaType": "application/octet-stream", "digest": digest(data), "size": len(data)}

    def push_image(self, name, reference, layers=(), config=None):
        config = json.dumps(config or {"architecture": "amd64", "os": "linux"}).encode()
        manifest = {"schemaVersion": 2, "mediaType": OCI,
                    "config": dict(self.push_blob(name, config), mediaType=CONFIG),
                    "layers": [self.push_blob(name, layer, 3) for layer in layers]}
        data = json.dumps(manifest).encode()
        status, headers, body = self.call("PUT", "/v2/%s/manifests/%s" % (name, reference), data, Content_Type=OCI)
        return status, headers, body, data


class Base(unittest.TestCase):
    count = 0

    def setUp(self):
        self.ecr = client()
        Base.count += 1
        self.name = "team/app-%d" % Base.count
        self.repository = self.ecr.create_repository(repositoryName=self.name)["repository"]
        self.registry = Registry(self.password())

    def password(self, ecr=None):
        data = (ecr or self.ecr).get_authorization_token()["authorizationData"][0]
        self.assertEqual(data["proxyEndpoint"], ENDPOINT)
        return base64.b64decode(data["authorizationToken"]).decode()

    def refused(self, code, call, **arguments):
        with self.assertRaises(ClientError) as caught:
            call(**arguments)
        self.assertEqual(caught.exception.response["Error"]["Code"], code)
        return caught.exception.response["Error"]["Message"]

    def error(self, answer, status, code):
        self.assertEqual(answer[0], status)
        self.assertEqual(json.loads(answer[2])["errors"][0]["code"], code)


class Repositories(Base):
    def test_come_are_described_and_go(self):
        host = urllib.parse.urlparse(ENDPOINT).netloc
        self.assertEqual(self.repository["repositoryUri"], host + "/" + self.name)
        self.assertEqual(self.repository["repositoryArn"], "arn:aws:ecr:eu-west-1:000000000000:repository/" + self.name)
        self.assertEqual(self.repository["imageTagMutability"], "MUTABLE")
        found = self.ecr.describe_repositories(repositoryNames=[self.name])["repositories"]
        self.assertEqual(found, [self.repository])
        pages = self.ecr.get_paginator("describe_repositories").paginate(PaginationConfig={"PageSize": 1})
        names = [r["repositoryName"] for page in pages for r in page["repositories"]]
        self.assertIn(self.name, names)
        self.assertEqual(names, sorted(set(names)))
        self.refused("RepositoryAlreadyExistsException", self.ecr.create_repository, repositoryName=self.name)
        self.refused("InvalidParameterException", self.ecr.create_repository, repositoryName="Upper")
        self.registry.push_image(self.name, "v1")
        self.refused("RepositoryNotEmptyException", self.ecr.delete_repository, repositoryName=self.name)
        self.ecr.delete_repository(repositoryName=self.name, force=True)
        message = self.refused("RepositoryNotFoundException", self.ecr.describe_repositories, repositoryNames=[self.name])
        self.assertEqual(message, "The repository with name '%s' does not exist in the registry with id '000000000000'" % self.name)


class Images(Base):
    def test_pushed_is_pulled_and_described(self):
        layers = [os.urandom(100000), b"small"]
        status, headers, _, manifest = self.registry.push_image(self.name, "v1", layers)
        self.assertEqual((status, headers["Docker-Content-Digest"]), (201, digest(manifest)))
        for reference in ("v1", digest(manifest)):
            status, headers, body = self.registry.call("GET", "/v2/%s/manifests/%s" % (self.name, reference))
            self.assertEqual((status, body, headers["Content-Type"]), (200, manifest, OCI))
        status, headers, body = self.registry.call("HEAD", "/v2/%s/manifests/v1" % self.name)
        self.assertEqual((status, body, headers["Content-Length"]), (200, b"", str(len(manifest))))
        for layer in layers:
            path = "/v2/%s/blobs/%s" % (self.name, digest(layer))
            self.assertEqual(self.registry.call("GET", path)[2], layer)
            self.assertEqual(self.registry.call("HEAD", path)[1]["Content-Length"], str(len(layer)))
            status, _, body = self.registry.call("GET", path, Range="bytes=1-3")
            self.assertEqual((status, body), (206, layer[1:4]))
        self.registry.push_image(self.name, "v2", layers)
        self.registry.push_image(self.name, "other", [b"x"])
        self.assertEqual(json.loads(self.registry.call("GET", "/v2/%s/tags/list" % self.name)[2]),
                         {"name": self.name, "tags": ["other", "v1", "v2"]})
        status, headers, body = self.registry.call("GET", "/v2/%s/tags/list?n=2" % self.name)
        self.assertEqual(json.loads(body)["tags"], ["other", "v1"])
        self.assertIn("last=v1", headers["Link"])

        listed = self.ecr.list_images(repositoryName=self.name)["imageIds"]
        self.assertEqual(sorted(i["imageTag"] for i in listed), ["other", "v1", "v2"])
        detail = self.ecr.describe_images(repositoryName=self.name, imageIds=[{"imageTag": "v1"}])["imageDetails"][0]
        self.assertEqual((detail["imageDigest"], detail["imageTags"]), (digest(manifest), ["v1", "v2"]))
        self.assertGreater(detail["imageSizeInBytes"], 100005)
        self.assertEqual(len(self.ecr.describe_images(repositoryName=self.name)["imageDetails"]), 2)
        self.refused("ImageNotFoundException", self.ecr.describe_images, repositoryName=self.name,
                     imageIds=[{"imageTag": "none"}])
        answer = self.ecr.batch_delete_image(repositoryName=self.name, imageIds=[{"imageTag": "v1"}, {"imageTag": "none"}])
        self.assertEqual(answer["failures"][0]["failureCode"], "ImageNotFound")
        self.assertEqual(self.registry.call("GET", "/v2/%s/manifests/v1" % self.name)[0], 404)
        self.assertEqual(self.registry.call("GET", "/v2/%s/manifests/v2" % self.name)[0], 200)

    def test_blobs_are_mounted_from_another_repository(self):
        self.registry.push_blob(self.name, b"layer")
        self.ecr.create_repository(repositoryName=self.name + "-2")
        answer = self.registry.call("POST", "/v2/%s-2/blobs/uploads/?mount=%s&from=%s" % (self.name, digest(b"layer"), self.name))
        self.assertEqual(answer[0], 201)
        self.assertEqual(self.registry.call("GET", "/v2/%s-2/blobs/%s" % (self.name, digest(b"layer")))[2], b"layer")
        answer = self.registry.call("POST", "/v2/%s-2/blobs/uploads/?mount=%s&from=%s" % (self.name, digest(b"none"), self.name))
        self.assertEqual(answer[0], 202)

    def test_immutable_tags_stay(self):
        name = self.name + "-immutable"
        self.ecr.create_repository(repositoryName=name, imageTagMutability="IMMUTABLE")
        self.assertEqual(self.registry.push_image(name, "v1", [b"1"])[0], 201)
        self.assertEqual(self.registry.push_image(name, "v1", [b"1"])[0], 201)
        self.error(self.registry.push_image(name, "v1", [b"2"]), 400, "TAG_INVALID")


class Refusals(Base):
    def test_what_does_not_fit(self):
        call, name = self.registry.call, self.name
        self.error(call("GET", "/v2/none/manifests/v1"), 404, "NAME_UNKNOWN")
        self.error(call("GET", "/v2/%s/manifests/v1" % name), 404, "MANIFEST_UNKNOWN")
        self.error(call("GET", "/v2/%s/blobs/%s" % (name, digest(b"none"))), 404, "BLOB_UNKNOWN")
        self.error(call("GET", "/v2/%s/blobs/abc" % name), 400, "DIGEST_INVALID")
        self.error(call("PUT", "/v2/%s/manifests/v1" % name, b"{}", Content_Type=OCI), 400, "MANIFEST_INVALID")
        missing = {"schemaVersion": 2, "mediaType": OCI, "layers": [],
                   "config": {"mediaType": CONFIG, "digest": digest(b"none"), "size": 4}}
        self.error(call("PUT", "/v2/%s/manifests/v1" % name, json.dumps(missing), Content_Type=OCI), 404, "MANIFEST_BLOB_UNKNOWN")
        place = call("POST", "/v2/%s/blobs/uploads/" % name)[1]["Location"]
        self.error(call("PATCH", place, b"abc", Content_Range="5-7"), 416, "BLOB_UPLOAD_INVALID")
        self.assertEqual(call("PATCH", place, b"abc")[0], 202)
        self.assertEqual(call("GET", place)[1]["Range"], "0-2")
        self.error(call("PUT", place + "?digest=" + digest(b"other"), b""), 400, "DIGEST_INVALID")
        self.error(call("PUT", place + "?digest=" + digest(b"abc"), b""), 404, "BLOB_UPLOAD_UNKNOWN")
        self.error(call("DELETE", "/v2/%s/manifests/v1" % name), 405, "UNSUPPORTED")
        self.error(call("GET", "/v2/_catalog"), 404, "NAME_UNKNOWN")

    def test_nobody_without_a_token(self):
        self.assertEqual(self.registry.call("GET", "/v2/")[0], 200)
        self.registry.auth = None
        status, headers, _ = self.registry.call("GET", "/v2/")
        self.assertEqual(status, 401)
        self.assertTrue(headers["WWW-Authenticate"].startswith("Basic realm="))
        for wrong in ("AWS:wrong", "root:" + self.password()[4:]):
            self.error(Registry(wrong).call("GET", "/v2/"), 401, "UNAUTHORIZED")

    def test_a_reader_cannot_write(self):
        self.registry.push_image(self.name, "v1", [b"layer"])
        reader = Registry(self.password(client("ASIAREADER", "readersecret", "token")))
        self.assertEqual(reader.call("GET", "/v2/%s/manifests/v1" % self.name)[0], 200)
        self.error(reader.call("POST", "/v2/%s/blobs/uploads/" % self.name), 403, "DENIED")


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen([SERVER, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        ENDPOINT = server.stdout.readline().strip()
        result = unittest.main(exit=False, warnings="ignore").result
        server.stdin.close()
        ended = server.wait(10)
    sys.exit(0 if result.wasSuccessful() and ended == 0 else 1)
