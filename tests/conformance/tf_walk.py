"""Terraform and its AWS provider, with nothing but the endpoint and keys in their environment: apply, plan without a
difference, change, destroy. The provider reads back every setting of what it has made: each must be told, or its
absence, as AWS does."""
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

from support.case import SdkCase, account, unique

here = pathlib.Path(__file__).resolve().parent
SECONDS = 180
MIRRORS = [pathlib.Path.home() / ".terraform.d/plugins", pathlib.Path("/usr/local/share/terraform/plugins"),
           pathlib.Path("/usr/share/terraform/plugins"), pathlib.Path("/opt/tf-plugins")]


def mirror():
    """The folder with the provider: one that BERTH_TEST_TERRAFORM_PLUGINS names, or a usual place."""
    named = os.environ.get("BERTH_TEST_TERRAFORM_PLUGINS")
    for folder in [pathlib.Path(named)] if named else MIRRORS:
        if any(folder.glob("*/hashicorp/aws")):
            return folder
    return None


class Walk(SdkCase):
    def setUp(self):
        super().setUp()
        self.program = shutil.which("terraform")
        if not self.program:
            raise unittest.SkipTest("terraform is not installed")
        plugins = mirror()
        if plugins is None:
            raise unittest.SkipTest("the provider hashicorp/aws is in no local mirror (BERTH_TEST_TERRAFORM_PLUGINS)")
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="berth-test-terraform-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        shutil.copy(here / "terraform/main.tf", self.folder)
        (self.folder / "rc").write_text(
            f'disable_checkpoint = true\nprovider_installation {{\n  filesystem_mirror {{ path = "{plugins}" }}\n}}\n')
        self.name = unique("tf")

    def terraform(self, *arguments, code=0, **variables):
        """Runs terraform; it must end with this exit code. Answers what it printed."""
        environment = {k: v for k, v in os.environ.items() if k not in ("AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE")}
        environment.update({"AWS_ENDPOINT_URL": self.endpoint, "AWS_REGION": "us-east-1", "HOME": str(self.folder),
                            "TF_CLI_CONFIG_FILE": str(self.folder / "rc"), "TF_IN_AUTOMATION": "1", "TF_INPUT": "0",
                            "TF_VAR_name": self.name, **{f"TF_VAR_{k}": str(v) for k, v in variables.items()}})
        done = subprocess.run([self.program, *arguments, "-no-color"], cwd=self.folder, env=environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              timeout=SECONDS)
        self.assertEqual(done.returncode, code, done.stdout[-4000:])
        return done.stdout

    def test_the_walkthroughs_stack_is_applied_changed_and_destroyed(self):
        self.terraform("init")
        self.addCleanup(lambda: self.terraform("destroy", "-auto-approve"))
        self.terraform("apply", "-auto-approve")
        outputs = {k: v["value"] for k, v in json.loads(self.terraform("output", "-json")).items()}
        self.assertEqual(outputs["account"], account)
        self.assertIn("us-east-1a", outputs["zones"])
        logs = self.client("logs")
        self.assertEqual(len(logs.describe_log_groups(logGroupNamePrefix=outputs["stack_group"])["logGroups"]), 1)
        instances = self.client("ecs").list_container_instances(cluster=self.name)["containerInstanceArns"]
        self.assertEqual(len(instances), 1, "the group's instance has joined the cluster that its user data names")

        self.assertIn("No changes", self.terraform("plan", "-detailed-exitcode"), "what was made is read back as it was said")

        self.assertIn("2 changed, 0 destroyed", self.terraform("apply", "-auto-approve", days=14))
        groups = logs.describe_log_groups(logGroupNamePrefix=f"/ecs/{self.name}")["logGroups"]
        self.assertEqual([group["retentionInDays"] for group in groups], [14])
        body = self.client("s3").get_object(Bucket=f"{self.name}-results", Key="config/train.json")["Body"].read()
        self.assertEqual(json.loads(body), {"days": 14})
        self.terraform("plan", "-detailed-exitcode", days=14)

        self.terraform("destroy", "-auto-approve")
        self.assertEqual(self.client("ecs").describe_clusters(clusters=[self.name])["clusters"][0]["status"], "INACTIVE")
        with self.refused("404", 404):
            self.client("s3").head_bucket(Bucket=f"{self.name}-results")
        with self.refused("NoSuchEntity", 404):
            self.client("iam").get_role(RoleName=f"{self.name}-task")
