"""ECR: repositories, the token that registries take, and what is in them."""
import base64
import datetime
import hashlib
import json
import urllib.error
import urllib.parse
import urllib.request

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

    # ---- images and layers by ECR's own operations ----

    def upload_layer(self, name, data, part_size=None):
        ecr = self.client("ecr")
        begun = ecr.initiate_layer_upload(repositoryName=name)
        size = part_size or begun["partSize"]
        for first in range(0, len(data), size):
            piece = data[first:first + size]
            got = ecr.upload_layer_part(repositoryName=name, uploadId=begun["uploadId"], partFirstByte=first,
                                        partLastByte=first + len(piece) - 1, layerPartBlob=piece)
            self.assertEqual(got["lastByteReceived"], first + len(piece) - 1)
        digest = "sha256:" + hashlib.sha256(data).hexdigest()
        done = ecr.complete_layer_upload(repositoryName=name, uploadId=begun["uploadId"], layerDigests=[digest])
        self.assertEqual(done["layerDigest"], digest)
        return digest

    KIND = "application/vnd.oci.image.manifest.v1+json"

    def manifest(self, name, text="", layers=()):
        """Uploads a configuration and layers; answers (manifest, its digest)."""
        config = json.dumps({"architecture": "amd64", "os": "linux", "config": {"Labels": {"text": text}},
                             "rootfs": {"type": "layers", "diff_ids": []}}).encode()
        document = {"schemaVersion": 2, "mediaType": self.KIND, "config": {
            "mediaType": "application/vnd.oci.image.config.v1+json", "digest": self.upload_layer(name, config),
            "size": len(config)}, "layers": [
                {"mediaType": "application/vnd.oci.image.layer.v1.tar", "digest": self.upload_layer(name, layer),
                 "size": len(layer)} for layer in layers]}
        text = json.dumps(document)
        return text, "sha256:" + hashlib.sha256(text.encode()).hexdigest()

    def test_an_image_is_pushed_and_pulled_by_operations_alone(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        layer = bytes(range(256)) * 30_000  # two parts of what the server asks for
        text, digest = self.manifest(name, layers=[layer])
        put = ecr.put_image(repositoryName=name, imageManifest=text, imageTag="v1")["image"]
        self.assertEqual(put["imageId"], {"imageDigest": digest, "imageTag": "v1"})
        got = ecr.batch_get_image(repositoryName=name, imageIds=[{"imageTag": "v1"}, {"imageTag": "no"}])
        image, = got["images"]
        self.assertEqual((image["imageManifest"], image["imageManifestMediaType"], image["imageId"]),
                         (text, self.KIND, {"imageDigest": digest, "imageTag": "v1"}))
        self.assertEqual([(f["imageId"], f["failureCode"], f["failureReason"]) for f in got["failures"]],
                         [({"imageTag": "no"}, "ImageNotFound", "Requested image not found")])
        layer_digest = json.loads(text)["layers"][0]["digest"]
        missing = "sha256:" + "0" * 64
        checked = ecr.batch_check_layer_availability(repositoryName=name, layerDigests=[layer_digest, missing, "?"])
        self.assertEqual([(one["layerAvailability"], one.get("layerSize")) for one in checked["layers"]],
                         [("AVAILABLE", len(layer)), ("UNAVAILABLE", None)])
        self.assertEqual(checked["failures"][0]["failureCode"], "InvalidLayerDigest")
        # What is pushed this way is pulled over the registry API, and by an address without any password.
        answer = raw_request(self.endpoint, "GET", f"/v2/{name}/manifests/v1", headers={**self.basic(), "accept": self.KIND})
        self.assertEqual((answer.status, answer.body.decode()), (200, text))
        url = ecr.get_download_url_for_layer(repositoryName=name, layerDigest=layer_digest)["downloadUrl"]
        with urllib.request.urlopen(url, timeout=30) as download:
            self.assertEqual(download.read(), layer)
        with self.assertRaises(urllib.error.HTTPError) as caught:
            urllib.request.urlopen(url.replace(layer_digest, json.loads(text)["config"]["digest"]), timeout=30)
        self.assertEqual(caught.exception.code, 403)
        caught.exception.close()
        with self.refused("LayersNotFoundException"):
            ecr.get_download_url_for_layer(repositoryName=name, layerDigest=missing)

    def test_what_an_image_push_refuses(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        text, digest = self.manifest(name)

        def put(**arguments):
            return ecr.put_image(repositoryName=name, **{"imageManifest": text, **arguments})
        with self.refused("ImageDigestDoesNotMatchException"):
            put(imageDigest="sha256:" + "0" * 64)
        with self.refused("InvalidParameterException"):
            put(imageManifest="{}")
        with self.refused("InvalidParameterException"):
            put(imageTag="-no")
        other = json.loads(text)
        other["layers"] = [{"mediaType": "application/vnd.oci.image.layer.v1.tar", "digest": "sha256:" + "1" * 64, "size": 1}]
        with self.refused("LayersNotFoundException", 400, "1111"):
            put(imageManifest=json.dumps(other))
        index = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [
            {"mediaType": self.KIND, "digest": digest, "size": len(text)}]}
        with self.refused("ReferencedImagesNotFoundException"):
            put(imageManifest=json.dumps(index))
        put(imageTag="v1")
        with self.refused("ImageAlreadyExistsException", 400, f"digest '{digest}' and tag 'v1'"):
            put(imageTag="v1")
        with self.refused("ImageAlreadyExistsException"):
            put()
        put(imageTag="v2")
        self.assertEqual(put(imageManifest=json.dumps(index), imageTag="all")["image"]["imageManifestMediaType"],
                         index["mediaType"])

    def test_each_of_many_images_is_told_of_on_its_own(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        text, digest = self.manifest(name)
        ecr.put_image(repositoryName=name, imageManifest=text, imageTag="v1")
        index = json.dumps({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [
            {"mediaType": self.KIND, "digest": digest, "size": len(text)}]})
        of_index = ecr.put_image(repositoryName=name, imageManifest=index, imageTag="all")["image"]["imageId"]["imageDigest"]
        wrong = [({}, "MissingDigestAndTag"), ({"imageDigest": "md5"}, "InvalidImageDigest"),
                 ({"imageTag": "-"}, "InvalidImageTag"), ({"imageTag": "no"}, "ImageNotFound"),
                 ({"imageDigest": of_index, "imageTag": "v1"}, "ImageTagDoesNotMatchDigest")]
        for call, answer in ((ecr.batch_get_image, "images"), (ecr.batch_delete_image, "imageIds")):
            got = call(repositoryName=name, imageIds=[one for one, _ in wrong])
            self.assertEqual(([f["failureCode"] for f in got["failures"]], got[answer]), ([code for _, code in wrong], []))
            for ids in ([], [{"imageTag": "v1"}] * 101):
                with self.refused("InvalidParameterException"):
                    call(repositoryName=name, imageIds=ids)
        # What an index refers to stays as long as the index does.
        for one in ({"imageDigest": digest}, {"imageTag": "v1"}):
            failure, = ecr.batch_delete_image(repositoryName=name, imageIds=[one])["failures"]
            self.assertEqual(failure["failureCode"], "ImageReferencedByManifestList")
            self.assertIn(of_index, failure["failureReason"])
        ecr.put_image(repositoryName=name, imageManifest=text, imageTag="v2")
        self.assertEqual(ecr.batch_delete_image(repositoryName=name, imageIds=[{"imageTag": "v2"}])["imageIds"],
                         [{"imageDigest": digest, "imageTag": "v2"}])
        gone = ecr.batch_delete_image(repositoryName=name, imageIds=[{"imageTag": "all"}, {"imageDigest": digest}])
        self.assertEqual((len(gone["imageIds"]), gone["failures"]), (2, []))
        self.assertEqual(ecr.list_images(repositoryName=name)["imageIds"], [])

    def test_what_a_layer_upload_refuses(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        begun = ecr.initiate_layer_upload(repositoryName=name)["uploadId"]

        def part(first, data, upload=begun, last=None):
            return ecr.upload_layer_part(repositoryName=name, uploadId=upload, partFirstByte=first, layerPartBlob=data,
                                         partLastByte=first + len(data) - 1 if last is None else last)

        def complete(digest, upload=begun):
            return ecr.complete_layer_upload(repositoryName=name, uploadId=upload, layerDigests=[digest])
        with self.refused("EmptyUploadException"):
            complete("sha256:" + "0" * 64)
        with self.refused("UploadNotFoundException"):
            part(0, b"x", "nosuch")
        with self.refused("InvalidLayerPartException"):
            part(5, b"x")
        with self.refused("InvalidParameterException"):
            part(0, b"x", last=5)
        part(0, b"abc")
        part(3, b"def")
        with self.refused("InvalidLayerException"):
            complete("sha256:" + "0" * 64)
        digest = self.upload_layer(name, b"abcdef", 4)
        again = ecr.initiate_layer_upload(repositoryName=name)["uploadId"]
        part(0, b"abcdef", again)
        with self.refused("LayerAlreadyExistsException"):
            complete(digest, again)

    def test_immutable_tags_stay_whichever_way_one_pushes(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        first, _ = self.manifest(name, "first")
        second, _ = self.manifest(name, "second")
        ecr.put_image(repositoryName=name, imageManifest=first, imageTag="v1")
        set_to = ecr.put_image_tag_mutability(repositoryName=name, imageTagMutability="IMMUTABLE")
        self.assertEqual(set_to["imageTagMutability"], "IMMUTABLE")
        described = ecr.describe_repositories(repositoryNames=[name])["repositories"][0]
        self.assertEqual(described["imageTagMutability"], "IMMUTABLE")
        with self.refused("ImageTagAlreadyExistsException", 400, "cannot be overwritten because the tag is immutable"):
            ecr.put_image(repositoryName=name, imageManifest=second, imageTag="v1")
        answer = raw_request(self.endpoint, "PUT", f"/v2/{name}/manifests/v1", second.encode(),
                             {**self.basic(), "content-type": self.KIND})
        self.assertEqual((answer.status, json.loads(answer.body)["errors"][0]["code"]), (400, "TAG_INVALID"))
        ecr.put_image_tag_mutability(repositoryName=name, imageTagMutability="MUTABLE")
        ecr.put_image(repositoryName=name, imageManifest=second, imageTag="v1")
        with self.refused("InvalidParameterException"):
            ecr.put_image_tag_mutability(repositoryName=name, imageTagMutability="SOMETIMES")

    def test_policies_are_kept_and_said_not_to_be_acted_on(self):
        name, ecr = self.repository()["repositoryName"], self.client("ecr")
        lifecycle = json.dumps({"rules": [{"rulePriority": 1, "selection": {
            "tagStatus": "untagged", "countType": "imageCountMoreThan", "countNumber": 1}, "action": {"type": "expire"}}]})
        policy = json.dumps({"Version": "2012-10-17", "Statement": []})
        for put, get, delete, member, text, missing in (
                (ecr.put_lifecycle_policy, ecr.get_lifecycle_policy, ecr.delete_lifecycle_policy,
                 "lifecyclePolicyText", lifecycle, "LifecyclePolicyNotFoundException"),
                (ecr.set_repository_policy, ecr.get_repository_policy, ecr.delete_repository_policy,
                 "policyText", policy, "RepositoryPolicyNotFoundException")):
            with self.subTest(member):
                with self.refused(missing, 400, f"does not exist for the repository with name '{name}'"):
                    get(repositoryName=name)
                answer = put(repositoryName=name, **{member: text})
                self.assertEqual(answer[member], text)
                self.assertEqual(answer["ResponseMetadata"]["HTTPHeaders"]["x-berth-not-acted-on"], member)
                self.assertEqual(get(repositoryName=name)[member], text)
                with self.refused("InvalidParameterException"):
                    put(repositoryName=name, **{member: "no JSON"})
                self.assertEqual(delete(repositoryName=name)[member], text)
                with self.refused(missing):
                    delete(repositoryName=name)

    def test_tags_of_a_repository_change(self):
        made, ecr = self.repository(tags=[{"Key": "a", "Value": "1"}]), self.client("ecr")
        arn = made["repositoryArn"]

        def tags():
            return {t["Key"]: t["Value"] for t in ecr.list_tags_for_resource(resourceArn=arn)["tags"]}
        ecr.tag_resource(resourceArn=arn, tags=[{"Key": "b", "Value": "2"}, {"Key": "a", "Value": "3"}])
        self.assertEqual(tags(), {"a": "3", "b": "2"})
        ecr.untag_resource(resourceArn=arn, tagKeys=["a", "nosuch"])
        self.assertEqual(tags(), {"b": "2"})
        with self.refused("TooManyTagsException"):
            ecr.tag_resource(resourceArn=arn, tags=[{"Key": str(i), "Value": ""} for i in range(50)])
        with self.refused("RepositoryNotFoundException"):
            ecr.list_tags_for_resource(resourceArn=arn + "no")
        with self.refused("InvalidParameterException"):
            ecr.list_tags_for_resource(resourceArn="arn:aws:ecr")

    def test_a_stack_does_not_delete_a_repository_with_images(self):
        name, ecr, cloudformation = "test/" + unique("r"), self.client("ecr"), self.client("cloudformation")
        stack = self.create_stack({"Resources": {"Images": {"Type": "AWS::ECR::Repository",
                                                            "Properties": {"RepositoryName": name}}}})["StackId"]
        text, _ = self.manifest(name)
        ecr.put_image(repositoryName=name, imageManifest=text, imageTag="v1")
        cloudformation.delete_stack(StackName=stack)
        at_rest = self.stack_at_rest(stack)
        self.assertEqual(at_rest["StackStatus"], "DELETE_FAILED")
        reasons = [e.get("ResourceStatusReason", "") for e in cloudformation.describe_stack_events(StackName=stack)["StackEvents"]
                   if e["LogicalResourceId"] == "Images" and e["ResourceStatus"] == "DELETE_FAILED"]
        self.assertRegex(reasons[0], "cannot be deleted because it still contains images")
        ecr.batch_delete_image(repositoryName=name, imageIds=[{"imageTag": "v1"}])
        cloudformation.delete_stack(StackName=stack)
        self.assertEqual(self.stack_at_rest(stack)["StackStatus"], "DELETE_COMPLETE")

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("UnknownOperationException"):
            self.client("ecr").describe_pull_through_cache_rules()
