"""The CDK, with nothing but the endpoint and keys in its environment: deploy, diff, change, fail, destroy; without
bootstrap, and with what `cdk bootstrap` makes."""
import io
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import zipfile

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


class WithBootstrap(Cdk):
    """The CDK's default synthesizer: everything is done through the roles and the bucket of the bootstrap's stack."""
    synthesizer = "default"
    toolkit = "CDKToolkit"

    def setUp(self):
        super().setUp()
        self.s3, self.iam = self.client("s3"), self.client("iam")
        self.account = self.client("sts").get_caller_identity()["Account"]
        self.region = self.cloudformation.meta.region_name
        self.bucket = f"cdk-hnb659fds-assets-{self.account}-{self.region}"
        self.addCleanup(self.remove_toolkit, bucket=True)
        self.bootstrap()

    def bootstrap(self):
        return self.cdk("bootstrap", f"aws://{self.account}/{self.region}")

    def remove_toolkit(self, bucket=False):
        self.cloudformation.delete_stack(StackName=self.toolkit)
        self.cloudformation.get_waiter("stack_delete_complete").wait(StackName=self.toolkit,
                                                                     WaiterConfig={"Delay": 1})
        if bucket:
            for entry in self.s3.list_objects_v2(Bucket=self.bucket).get("Contents", []):
                self.s3.delete_object(Bucket=self.bucket, Key=entry["Key"])
            self.s3.delete_bucket(Bucket=self.bucket)

    def role_arn(self, role):
        return f"arn:aws:iam::{self.account}:role/cdk-hnb659fds-{role}-role-{self.account}-{self.region}"

    def asset(self, url):
        bucket, key = url.removeprefix("s3://").split("/", 1)
        self.assertEqual(bucket, self.bucket)
        return self.s3.get_object(Bucket=bucket, Key=key)["Body"].read()

    def test_the_bootstrap_is_whole_and_done_once(self):
        stack = self.cloudformation.describe_stacks(StackName=self.toolkit)["Stacks"][0]
        self.assertEqual(stack["StackStatus"], "CREATE_COMPLETE")
        self.assertEqual(self.outputs(stack)["BucketName"], self.bucket)
        version = self.client("ssm").get_parameter(Name="/cdk-bootstrap/hnb659fds/version")["Parameter"]["Value"]
        self.assertEqual(self.outputs(stack)["BootstrapVersion"], version)
        for role in ("deploy", "file-publishing", "image-publishing", "lookup", "cfn-exec"):
            self.assertEqual(self.iam.get_role(RoleName=self.role_arn(role).split("/")[1])["Role"]["Arn"],
                             self.role_arn(role))
        policy = json.loads(self.s3.get_bucket_policy(Bucket=self.bucket)["Policy"])
        self.assertEqual(policy["Statement"][0]["Sid"], "AllowSSLRequestsOnly")
        self.client("ecr").describe_repositories(
            repositoryNames=[f"cdk-hnb659fds-container-assets-{self.account}-{self.region}"])
        self.assertIn("(no changes)", self.bootstrap())

    def test_an_application_with_assets_is_deployed_changed_and_destroyed(self):
        self.walk()

    def test_who_may_only_take_on_the_bootstraps_roles_deploys_assets_and_all(self):
        name = unique("deployer")
        statement = {"Effect": "Allow", "Action": "sts:AssumeRole", "Resource": f"arn:aws:iam::{self.account}:role/cdk-*"}
        trust = {"Effect": "Allow", "Action": "sts:AssumeRole", "Principal": {"AWS": self.account}}
        self.iam.create_role(RoleName=name, AssumeRolePolicyDocument=json.dumps({"Statement": [trust]}))
        self.addCleanup(self.iam.delete_role, RoleName=name)
        self.iam.put_role_policy(RoleName=name, PolicyName="cdk", PolicyDocument=json.dumps({"Statement": [statement]}))
        self.addCleanup(self.iam.delete_role_policy, RoleName=name, PolicyName="cdk")
        keys = self.client("sts").assume_role(RoleArn=f"arn:aws:iam::{self.account}:role/{name}",
                                              RoleSessionName="test")["Credentials"]
        session = {"AWS_ACCESS_KEY_ID": keys["AccessKeyId"], "AWS_SECRET_ACCESS_KEY": keys["SecretAccessKey"],
                   "AWS_SESSION_TOKEN": keys["SessionToken"]}
        self.addCleanup(self.cdk, "destroy", "--force")
        self.assertIn("✅", self.deploy(**session))
        stack = self.stack()
        self.assertEqual((stack["StackStatus"], stack["RoleARN"]), ("CREATE_COMPLETE", self.role_arn("cfn-exec")))
        outputs = self.outputs(stack)
        application = (here / "cdk/app.cjs").read_bytes()
        self.assertEqual(self.asset(outputs["Asset"]), application)
        with zipfile.ZipFile(io.BytesIO(self.asset(outputs["FolderAsset"]))) as folder:
            self.assertEqual(folder.read("app.cjs"), application)

    def test_a_bucket_that_the_bootstrap_has_left_is_taken_over_by_the_next(self):
        self.s3.put_object(Bucket=self.bucket, Key="kept", Body=b"kept")
        self.remove_toolkit()
        self.s3.head_bucket(Bucket=self.bucket)  # its DeletionPolicy is Retain
        self.bootstrap()
        resource = self.cloudformation.describe_stack_resource(StackName=self.toolkit, LogicalResourceId="StagingBucket")
        self.assertEqual(resource["StackResourceDetail"]["PhysicalResourceId"], self.bucket)
        self.assertEqual(self.s3.get_object(Bucket=self.bucket, Key="kept")["Body"].read(), b"kept")
        self.s3.get_bucket_policy(Bucket=self.bucket)
