"""ECR: repositories, the token that registries take, and what is in them."""
import base64
import datetime
import hashlib
import json
import urllib.parse

from support.case import SdkCase, account, region, unique
from support.signing import raw_request


class Ecr(SdkCase):
    def repository(self, **arguments):
        ecr = self.client("ecr")
        made = ecr.create_repository(repositoryName=arguments.pop("name", "test/" + unique("r")),
                                     **arguments)["repository"]
        self.addCleanup(self._remove, ecr, made["repositoryName"])
        return made

    @staticmethod
    def _remove(ecr, name):
        try:
            ecr.delete_repository(repositoryName=name, force=True)
        except ecr.exceptions.RepositoryNotFoundException:
            pass  # the test removed it

    def basic(self):
        token = self.client("ecr").get_authorization_token()["authorizationData"][0]["authorizationToken"]
        return {"authorization": "Basic " + token}

    def test_a_repository_has_arn_uri_and_settings(self):
        made = self.repository(tags=[{"Key": "a", "Value": "b"}])
        name = made["repositoryName"]
        host = urllib.parse.urlsplit(self.endpoint).netloc
        self.assertEqual(made["repositoryArn"], f"arn:aws:ecr:{region}:{account}:repository/{name}")
        self.assertEqual(made["registryId"], account)
        self.assertEqual(made["repositoryUri"], f"{host}/{name}")
        self.assertEqual(made["imageTagMutability"], "MUTABLE")
        self.assertEqual(made["imageScanningConfiguration"], {"scanOnPush": False})
        self.assertEqual(made["encryptionConfiguration"]["encryptionType"], "AES256")
        self.assertLess(abs(datetime.datetime.now(datetime.timezone.utc) - made["createdAt"]),
                        datetime.timedelta(minutes=5))
        found = self.client("ecr").describe_repositories(repositoryNames=[name])["repositories"]
        self.assertEqual([r["repositoryUri"] for r in found], [made["repositoryUri"]])

    def test_names_are_taken_once_and_checked(self):
        ecr, name = self.client("ecr"), self.repository()["repositoryName"]
        with self.refused("RepositoryAlreadyExistsException", 400, name):
            ecr.create_repository(repositoryName=name)
        for wrong in ("Upper", "a//b", "-a", "a-", "a b"):
            with self.subTest(wrong), self.refused("InvalidParameterException"):
                ecr.create_repository(repositoryName=wrong)

    def test_unknown_repositories_are_named_in_the_error(self):
        ecr = self.client("ecr")
        text = f"The repository with name 'no/such' does not exist in the registry with id '{account}'"
        for call in (lambda: ecr.describe_repositories(repositoryNames=["no/such"]),
                     lambda: ecr.delete_repository(repositoryName="no/such"),
                     lambda: ecr.list_images(repositoryName="no/such"),
                     lambda: ecr.describe_images(repositoryName="no/such")):
            with self.refused("RepositoryNotFoundException", 400, text):
                call()

    def test_repositories_are_listed_in_pages(self):
        names = sorted(self.repository()["repositoryName"] for _ in range(5))
        pages = self.client("ecr").get_paginator("describe_repositories").paginate(PaginationConfig={"PageSize": 2})
        seen = [r["repositoryName"] for page in pages for r in page["repositories"]]
        self.assertEqual(sorted(set(seen)), sorted(seen))
        self.assertTrue(set(names) <= set(seen))

    def test_the_token_is_user_aws_with_a_password_and_opens_the_registry(self):
        data = self.client("ecr").get_authorization_token()["authorizationData"][0]
        user, _, password = base64.b64decode(data["authorizationToken"]).decode().partition(":")
        self.assertEqual(user, "AWS")
        self.assertGreater(len(password), 20)
        self.assertTrue(data["proxyEndpoint"].startswith("http"))
        self.assertGreater(data["expiresAt"],
                           datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1))
        self.assertEqual(raw_request(self.endpoint, "GET", "/v2/", headers=self.basic()).status, 200)

    def test_the_registry_lets_nobody_in_without_a_token(self):
        for headers in ({}, {"authorization": "Basic " + base64.b64encode(b"AWS:wrong").decode()},
                        {"authorization": "Basic ?"}):
            with self.subTest(headers):
                answer = raw_request(self.endpoint, "GET", "/v2/", headers=headers)
                self.assertEqual(answer.status, 401)
                self.assertIn("Basic", answer.headers["www-authenticate"])
                self.assertEqual(json.loads(answer.body)["errors"][0]["code"], "UNAUTHORIZED")

    def test_an_image_pushed_over_the_registry_shows_in_ecr(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        self.assertEqual(ecr.list_images(repositoryName=name)["imageIds"], [])
        config = json.dumps({"architecture": "amd64", "os": "linux", "config": {},
                             "rootfs": {"type": "layers", "diff_ids": []}}).encode()
        config_digest = "sha256:" + hashlib.sha256(config).hexdigest()
        start = raw_request(self.endpoint, "POST", f"/v2/{name}/blobs/uploads/", headers=self.basic())
        self.assertEqual(start.status, 202)
        where = urllib.parse.urlsplit(start.headers["location"])
        target = where.path + "?" + (where.query + "&" if where.query else "") + "digest=" + config_digest
        self.assertEqual(raw_request(self.endpoint, "PUT", target, config,
                                     {**self.basic(), "content-type": "application/octet-stream"}).status, 201)
        kind = "application/vnd.oci.image.manifest.v1+json"
        manifest = json.dumps({"schemaVersion": 2, "mediaType": kind, "layers": [], "config": {
            "mediaType": "application/vnd.oci.image.config.v1+json", "digest": config_digest,
            "size": len(config)}}).encode()
        digest = "sha256:" + hashlib.sha256(manifest).hexdigest()
        put = raw_request(self.endpoint, "PUT", f"/v2/{name}/manifests/v1", manifest,
                          {**self.basic(), "content-type": kind})
        self.assertEqual((put.status, put.headers["docker-content-digest"]), (201, digest))

        self.assertEqual(ecr.list_images(repositoryName=name)["imageIds"], [{"imageDigest": digest, "imageTag": "v1"}])
        detail = ecr.describe_images(repositoryName=name)["imageDetails"][0]
        self.assertEqual((detail["imageDigest"], detail["imageTags"], detail["imageManifestMediaType"]),
                         (digest, ["v1"], kind))
        self.assertLess(abs(datetime.datetime.now(datetime.timezone.utc) - detail["imagePushedAt"]),
                        datetime.timedelta(minutes=5))
        got = raw_request(self.endpoint, "GET", f"/v2/{name}/manifests/v1", headers={**self.basic(), "accept": kind})
        self.assertEqual((got.status, got.body), (200, manifest))
        with self.refused("ImageNotFoundException"):
            ecr.describe_images(repositoryName=name, imageIds=[{"imageTag": "nosuch"}])
        with self.refused("RepositoryNotEmptyException"):
            ecr.delete_repository(repositoryName=name)
        ecr.delete_repository(repositoryName=name, force=True)

    def test_the_registry_checks_digests_and_names_what_is_missing(self):
        name = self.repository()["repositoryName"]
        start = raw_request(self.endpoint, "POST", f"/v2/{name}/blobs/uploads/", headers=self.basic())
        where = urllib.parse.urlsplit(start.headers["location"])
        target = where.path + "?" + (where.query + "&" if where.query else "") + "digest=sha256:" + "0" * 64
        wrong = raw_request(self.endpoint, "PUT", target, b"bytes", self.basic())
        self.assertEqual((wrong.status, json.loads(wrong.body)["errors"][0]["code"]), (400, "DIGEST_INVALID"))
        for path, code in ((f"/v2/{name}/manifests/nosuch", "MANIFEST_UNKNOWN"),
                           ("/v2/no/such/manifests/x", "NAME_UNKNOWN"),
                           (f"/v2/{name}/blobs/sha256:{'0' * 64}", "BLOB_UNKNOWN")):
            with self.subTest(path):
                answer = raw_request(self.endpoint, "GET", path, headers=self.basic())
                self.assertEqual((answer.status, json.loads(answer.body)["errors"][0]["code"]), (404, code))

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("UnknownOperationException"):
            self.client("ecr").describe_pull_through_cache_rules()
