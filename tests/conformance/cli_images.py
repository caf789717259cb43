"""Image tools against the registry: skopeo and podman, with the password that `aws ecr get-login-password` prints."""
import hashlib
import io
import json
import os
import pathlib
import re
import secrets
import shutil
import tarfile
import tempfile
import unittest
import urllib.parse

from support.case import Case, command_line, unique

AWS = os.environ.get("BERTH_TEST_AWS", "aws")
CONFIG = "application/vnd.oci.image.config.v1+json"
LAYER = "application/vnd.oci.image.layer.v1.tar"
MANIFEST = "application/vnd.oci.image.manifest.v1+json"
INDEX = "application/vnd.oci.image.index.v1+json"


def layout(folder, text):
    """Writes an image of one layer, which holds one file of that text, as an OCI layout; answers the folder."""
    blobs = folder / "blobs/sha256"
    blobs.mkdir(parents=True)

    def keep(kind, data):
        digest = hashlib.sha256(data).hexdigest()
        (blobs / digest).write_bytes(data)
        return {"mediaType": kind, "digest": "sha256:" + digest, "size": len(data)}
    tar = io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w") as archive:
        member = tarfile.TarInfo("hello.txt")
        member.size = len(text.encode())
        archive.addfile(member, io.BytesIO(text.encode()))
    layer = keep(LAYER, tar.getvalue())
    config = keep(CONFIG, json.dumps({"architecture": "amd64", "os": "linux", "config": {"Labels": {"text": text}},
                                      "rootfs": {"type": "layers", "diff_ids": [layer["digest"]]}}).encode())
    manifest = keep(MANIFEST, json.dumps({"schemaVersion": 2, "mediaType": MANIFEST, "config": config,
                                          "layers": [layer]}).encode())
    manifest["annotations"] = {"org.opencontainers.image.ref.name": "v1"}
    (folder / "oci-layout").write_text('{"imageLayoutVersion": "1.0.0"}')
    (folder / "index.json").write_text(json.dumps({"schemaVersion": 2, "mediaType": INDEX, "manifests": [manifest]}))
    return folder


class Images(Case):
    tool = ""

    def setUp(self):
        super().setUp()
        if not self.tool or not shutil.which(self.tool):
            self.skipTest(f"{self.tool or 'no tool'} is not installed")
        # podman makes an image's name of its path, and takes no "-_" there, which tempfile's names may have.
        self.folder = pathlib.Path(tempfile.gettempdir(), "berth-test-" + secrets.token_hex(8))
        self.folder.mkdir(mode=0o700)
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.auth = str(self.folder / "auth.json")
        self.host = urllib.parse.urlsplit(self.endpoint).netloc
        self.name = "tools/" + unique("r")
        self.aws("ecr", "create-repository", "--repository-name", self.name)
        self.addCleanup(self.aws, "ecr", "delete-repository", "--repository-name", self.name, "--force")

    def aws(self, *arguments):
        return self.good(AWS, "--endpoint-url", self.endpoint, *arguments)

    def good(self, *command, stdin=None):
        code, out, err = command_line(list(map(str, command)), seconds=120, stdin=stdin)
        self.assertEqual(code, 0, f"{command}: {out}{err}")
        return out

    def login(self):
        password = self.aws("ecr", "get-login-password").strip()
        self.good(self.tool, "login", "--tls-verify=false", "--authfile", self.auth, "--username", "AWS",
                  "--password-stdin", self.host, stdin=password)

    def reference(self, tag="v1"):
        return f"{self.host}/{self.name}:{tag}"

    def described(self, tag="v1"):
        answer = self.aws("ecr", "describe-images", "--repository-name", self.name, "--image-ids", f"imageTag={tag}",
                          "--output", "json")
        return json.loads(answer)["imageDetails"][0]

    def text_of(self, folder):
        """What hello.txt says in an OCI layout that a tool wrote (it may have compressed the layer)."""
        blobs = folder / "blobs/sha256"
        index = json.loads((folder / "index.json").read_text())
        manifest = json.loads((blobs / index["manifests"][0]["digest"][7:]).read_text())
        with tarfile.open(blobs / manifest["layers"][0]["digest"][7:]) as archive:
            return archive.extractfile("hello.txt").read().decode()


class Skopeo(Images):
    tool = "skopeo"

    def copy(self, source, target):
        return command_line(["skopeo", "copy", "--src-tls-verify=false", "--dest-tls-verify=false", "--authfile", self.auth,
                             source, target])

    def copied(self, source, target):
        code, out, err = self.copy(source, target)
        self.assertEqual(code, 0, out + err)

    def test_an_image_goes_in_and_comes_out_as_it_was(self):
        self.login()
        image = layout(self.folder / "image", "hello")
        self.copied(f"oci:{image}:v1", "docker://" + self.reference())
        seen = json.loads(self.good("skopeo", "inspect", "--tls-verify=false", "--authfile", self.auth,
                                    "docker://" + self.reference()))
        self.assertEqual((seen["Labels"], seen["RepoTags"]), ({"text": "hello"}, ["v1"]))
        self.assertEqual(self.described()["imageDigest"], seen["Digest"])
        self.copied("docker://" + self.reference(), f"oci:{self.folder / 'back'}:v1")
        self.assertEqual(self.text_of(self.folder / "back"), "hello")
        tags = json.loads(self.good("skopeo", "list-tags", "--tls-verify=false", "--authfile", self.auth,
                                    f"docker://{self.host}/{self.name}"))
        self.assertEqual(tags["Tags"], ["v1"])

    def test_without_the_password_nothing_goes_in(self):
        image = layout(self.folder / "image", "hello")
        code, out, err = self.copy(f"oci:{image}:v1", "docker://" + self.reference())
        self.assertNotEqual(code, 0)
        code, out, err = command_line(["skopeo", "login", "--tls-verify=false", "--authfile", self.auth, "--username", "AWS",
                                       "--password-stdin", self.host], stdin="wrong")
        self.assertNotEqual(code, 0)

    def test_an_immutable_tag_stays_where_it_is(self):
        self.login()
        self.aws("ecr", "put-image-tag-mutability", "--repository-name", self.name, "--image-tag-mutability", "IMMUTABLE")
        first, second = layout(self.folder / "1", "first"), layout(self.folder / "2", "second")
        self.copied(f"oci:{first}:v1", "docker://" + self.reference())
        self.copied(f"oci:{first}:v1", "docker://" + self.reference())  # the same once more is no change
        code, out, err = self.copy(f"oci:{second}:v1", "docker://" + self.reference())
        self.assertNotEqual(code, 0)
        self.assertIn("cannot be overwritten because the tag is immutable", out + err)
        self.copied(f"oci:{second}:v1", "docker://" + self.reference("v2"))

    def test_between_repositories_and_in_the_older_format(self):
        self.login()
        other = self.name + "-other"
        self.aws("ecr", "create-repository", "--repository-name", other)
        self.addCleanup(self.aws, "ecr", "delete-repository", "--repository-name", other, "--force")
        image = layout(self.folder / "image", "hello")
        self.copied(f"oci:{image}:v1", "docker://" + self.reference())
        self.copied("docker://" + self.reference(), f"docker://{self.host}/{other}:v1")
        self.good("skopeo", "copy", "--format", "v2s2", "--dest-tls-verify=false", "--authfile", self.auth,
                  f"oci:{image}:v1", "docker://" + self.reference("older"))
        self.assertEqual(self.described("older")["imageManifestMediaType"],
                         "application/vnd.docker.distribution.manifest.v2+json")


class Podman(Images):
    tool = "podman"

    def setUp(self):
        super().setUp()
        code, _, err = command_line(["podman", "--root", str(self.folder / "storage"), "--runroot", str(self.folder / "run"),
                                     "--storage-driver", "vfs", "images"])
        if code != 0:
            self.skipTest(f"podman does not work here: {err.strip()[:200]}")

    def podman(self, *arguments):
        return self.good("podman", "--root", self.folder / "storage", "--runroot", self.folder / "run",
                         "--storage-driver", "vfs", *arguments)

    def test_pull_tag_push_and_pull_again(self):
        self.login()
        image = layout(self.folder / "image", "hello")
        remote = ("--tls-verify=false", "--authfile", self.auth)
        self.podman("pull", f"oci:{image}:v1")
        identity = self.podman("images", "--quiet").split()[0]
        self.podman("tag", identity, self.reference())
        self.podman("push", *remote, self.reference())
        digest = self.described()["imageDigest"]
        self.podman("rmi", "--all", "--force")
        self.podman("pull", *remote, self.reference())
        self.assertEqual(json.loads(self.podman("inspect", self.reference()))[0]["Labels"], {"text": "hello"})
        self.podman("rmi", "--all", "--force")
        self.podman("pull", *remote, f"{self.host}/{self.name}@{digest}")

    def test_a_list_of_images_is_pushed_with_them(self):
        self.login()
        image = layout(self.folder / "image", "hello")
        self.podman("pull", f"oci:{image}:v1")
        identity = self.podman("images", "--quiet").split()[0]
        self.podman("manifest", "create", "many", f"containers-storage:{identity}")
        self.podman("manifest", "push", "--all", "--tls-verify=false", "--authfile", self.auth, "many",
                    "docker://" + self.reference("many"))
        self.assertRegex(self.described("many")["imageManifestMediaType"], "index|list")


class EngineImage(unittest.TestCase):
    """images/fathom/Containerfile, as far as it can be told without building it."""
    top = pathlib.Path(__file__).parents[2]

    def setUp(self):
        text = (self.top / "images/fathom/Containerfile").read_text()
        lines = [line for line in text.splitlines() if line and not line.startswith("#")]
        self.steps = [step.split(maxsplit=1) for step in re.sub(r"\\\n", " ", "\n".join(lines)).splitlines()]
        stages = [i for i, (word, _) in enumerate(self.steps) if word == "FROM"]
        self.builder, self.final = self.steps[stages[0]:stages[1]], self.steps[stages[1]:]

    @staticmethod
    def installed(stage):
        commands = " ".join(rest for word, rest in stage if word == "RUN")
        listed = re.search(r"apt-get install ((?:(?!&&).)*)&&", commands)[1]
        return {word for word in listed.split() if not word.startswith("-")}

    def test_every_step_is_one_that_builders_know(self):
        self.assertLessEqual({word for word, _ in self.steps},
                             {"ARG", "FROM", "RUN", "WORKDIR", "COPY", "ENV", "USER", "LABEL", "CMD"})

    def test_what_is_copied_is_there(self):
        for word, rest in self.builder + self.final:
            if word == "COPY" and not rest.startswith("--from="):
                for source in rest.split()[:-1]:
                    self.assertTrue((self.top / source).exists(), source)

    def test_the_builder_installs_what_the_build_installs(self):
        listed = (self.top / "apt-packages.txt").read_text()
        build = set(re.search(r"^\[build\]\n(.*?)^\[test\]", listed, re.M | re.S)[1].split())
        self.assertEqual(self.installed(self.builder) - build, set())

    def test_a_task_finds_what_the_template_runs_and_is_not_root(self):
        self.assertLessEqual({"bash", "curl", "awscli", "ca-certificates"}, self.installed(self.final))
        steps = dict(self.final)
        self.assertEqual(steps["USER"], "fathom")
        self.assertTrue(steps["ENV"].startswith("PATH=/opt/fathom/bin:"))


if __name__ == "__main__":
    unittest.main()
