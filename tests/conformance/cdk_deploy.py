"""The CDK, with nothing but the endpoint and keys in its environment: deploy, diff, change, fail, destroy."""
import os
import pathlib
import shutil
import subprocess
import tempfile

from support.case import SdkCase, unique

here = pathlib.Path(__file__).resolve().parent
SECONDS = 120


class Cdk(SdkCase):
    synthesizer = "legacy"

    def setUp(self):
        super().setUp()
        self.modules = pathlib.Path(os.environ["BERTH_TEST_NPM"]) / "node_modules"
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="berth-test-cdk-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.name = unique("cdk")
        self.cloudformation = self.client("cloudformation")
        self.vpc = self.client("ec2").describe_vpcs()["Vpcs"][0]["VpcId"]

    def cdk(self, *arguments, code=0, **more):
        """Runs the CDK; it must end with this exit code. Answers what it printed, without colours."""
        environment = {**os.environ, "AWS_ENDPOINT_URL": self.endpoint, "NODE_PATH": str(self.modules),
                       "HOME": str(self.folder), "CDK_DISABLE_VERSION_CHECK": "1", "CDK_DISABLE_CLI_TELEMETRY": "true",
                       "NO_COLOR": "1", "CI": "1", "STACK": self.name, "VPC_ID": self.vpc,
                       "SYNTHESIZER": self.synthesizer, **more}
        command = ["node", str(self.modules / "aws-cdk/bin/cdk"), *arguments, "--no-notices", "--no-color",
                   "--app", f"node {here / 'cdk/app.cjs'}", "--output", str(self.folder / "out")]
        done = subprocess.run(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=SECONDS)
        self.assertEqual(done.returncode, code, done.stdout[-3000:])
        return done.stdout

    def deploy(self, **more):
        return self.cdk("deploy", "--require-approval", "never", "--progress", "events", **more)

    def stack(self):
        return self.cloudformation.describe_stacks(StackName=self.name)["Stacks"][0]

    def retention(self):
        groups = self.client("logs").describe_log_groups(logGroupNamePrefix=f"/cdk/{self.name}")["logGroups"]
        return [group["retentionInDays"] for group in groups]

    def walk(self):
        """From nothing to nothing, as an application lives."""
        self.assertIn("✅", self.deploy())
        stack = self.stack()
        self.assertEqual(stack["StackStatus"], "CREATE_COMPLETE")
        outputs = self.outputs(stack)
        cluster = self.client("ecs").describe_clusters(clusters=[outputs["ClusterName"]])["clusters"][0]
        self.assertEqual(cluster["status"], "ACTIVE")
        definition = self.client("ecs").describe_task_definition(taskDefinition=outputs["TaskDefinition"])
        container = definition["taskDefinition"]["containerDefinitions"][0]
        self.assertEqual(container["resourceRequirements"], [{"type": "GPU", "value": "1"}])
        self.assertEqual(container["environment"], [{"name": "RESULTS", "value": outputs["BucketName"]}])
        self.client("s3").head_bucket(Bucket=outputs["BucketName"])
        self.assertEqual(self.retention(), [7])

        self.assertIn("There were no differences", self.cdk("diff", "--fail"))
        self.assertIn("(no changes)", self.deploy())
        self.assertNotIn("LastUpdatedTime", self.stack())

        self.assertRegex(self.cdk("diff", VARIANT="changed"), r"RetentionInDays[^\n]*\n[^\n]*7[^\n]*\n[^\n]*14")
        self.deploy(VARIANT="changed")
        self.assertEqual((self.stack()["StackStatus"], self.retention()), ("UPDATE_COMPLETE", [14]))

        self.cdk("destroy", "--force")
        with self.refused("ValidationError", 400, "does not exist"):
            self.stack()
        self.assertEqual(self.client("logs").describe_log_groups(logGroupNamePrefix=f"/cdk/{self.name}")["logGroups"], [])
        with self.refused("404", 404):
            self.client("s3").head_bucket(Bucket=outputs["BucketName"])


class WithoutBootstrap(Cdk):
    def test_an_application_is_deployed_changed_and_destroyed(self):
        self.walk()

    def test_a_deployment_that_fails_rolls_back_and_says_why(self):
        taken = f"/cdk/{self.name}/taken"
        logs = self.client("logs")
        logs.create_log_group(logGroupName=taken)
        self.addCleanup(logs.delete_log_group, logGroupName=taken)
        self.addCleanup(self.cloudformation.delete_stack, StackName=self.name)
        said = self.cdk("deploy", "--require-approval", "never", "--progress", "events", code=1, VARIANT="broken")
        self.assertRegex(said, f"{taken}.*already exists")
        self.assertEqual(self.stack()["StackStatus"], "ROLLBACK_COMPLETE")
