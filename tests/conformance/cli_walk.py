"""The AWS command line, each version that is installed: what people and scripts type."""
import hashlib
import json
import os
import pathlib
import subprocess
import tempfile
import threading
import time
import unittest
import urllib.request

from support.case import Case, command_line, region, unique
from support.templates import WALK

AWS = os.environ.get("BERTH_TEST_AWS", "aws")


def is_version_2():
    return "aws-cli/2" in "".join(command_line([AWS, "--version"])[1:])


class Cli(Case):
    def setUp(self):
        super().setUp()
        folder = tempfile.TemporaryDirectory(prefix="berth-test-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def aws(self, *arguments, seconds=120):
        return command_line([AWS, "--endpoint-url", self.endpoint, *map(str, arguments)], seconds=seconds)

    def good(self, *arguments, holds="^", **more):
        """Must end with 0 and print something that matches `holds`; answers stdout."""
        code, out, err = self.aws(*arguments, **more)
        self.assertEqual(code, 0, f"{arguments}: {out}{err}")
        self.assertRegex(out, holds)
        return out

    def text(self, *arguments, query):
        return self.good(*arguments, "--query", query, "--output", "text").strip()

    def bad(self, *arguments, holds):
        code, out, err = self.aws(*arguments)
        self.assertNotEqual(code, 0, f"{arguments}: {out}")
        self.assertRegex(out + err, holds)

    def file(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path


class Identity(Cli):
    def test_who_am_i(self):
        self.assertEqual(json.loads(self.good("sts", "get-caller-identity"))["Arn"], "arn:aws:iam::000000000000:root")

    def test_vpcs_and_subnets(self):
        vpc = self.text("ec2", "describe-vpcs", "--filters", "Name=isDefault,Values=true", query="Vpcs[0].VpcId")
        self.assertRegex(vpc, "^vpc-")
        self.assertIn(vpc, self.good("ec2", "describe-subnets", "--filters", f"Name=vpc-id,Values={vpc}"))


class CloudFormation(Cli):
    def wait(self, stack, wanted):
        """The CLI's own waiter asks every 30 s; look first, so that its first question is its last."""
        def status():
            code, out, err = self.aws("cloudformation", "describe-stacks", "--stack-name", stack, "--query",
                                      "Stacks[0].StackStatus", "--output", "text")
            return not out.strip().endswith("IN_PROGRESS")
        self.wait_for(status, f"{stack} comes to rest", 60, every=0.2)
        return self.aws("cloudformation", "wait", wanted, "--stack-name", stack)

    def test_a_stack_from_template_to_nothing(self):
        name = unique("walk")
        template = f"file://{self.file('t.yaml', WALK)}"
        create = ["cloudformation", "create-stack", "--stack-name", name, "--template-body", template,
                  "--parameters", f"ParameterKey=Name,ParameterValue={name}"]
        self.good("cloudformation", "validate-template", "--template-body", template, holds='"ParameterKey": "Days"')
        self.bad("cloudformation", "validate-template", "--template-body", '{"Resources": ', holds="ValidationError")
        self.bad("cloudformation", "describe-stacks", "--stack-name", name,
                 holds=f"ValidationError.*Stack with id {name} does not exist")
        self.bad(*create, holds="InsufficientCapabilities")
        self.good(*create, "--capabilities", "CAPABILITY_IAM", "--tags", "Key=a,Value=b",
                  holds='"StackId": "arn:aws:cloudformation:')
        self.assertEqual(self.wait(name, "stack-create-complete")[0], 0)
        self.bad(*create, "--capabilities", "CAPABILITY_IAM", holds="AlreadyExistsException")
        stacks = ["cloudformation", "describe-stacks", "--stack-name", name]
        self.assertEqual(self.text(*stacks, query="Stacks[0].StackStatus"), "CREATE_COMPLETE")
        self.assertIn(f":task-definition/{name}-task:1", self.text(*stacks,
                                                                   query="Stacks[0].Outputs[?OutputKey=='TaskArn'].OutputValue"))
        events = ["cloudformation", "describe-stack-events", "--stack-name", name]
        self.assertEqual(self.text(*events, query="StackEvents[0].[ResourceType,ResourceStatus]").split(),
                         ["AWS::CloudFormation::Stack", "CREATE_COMPLETE"])
        self.assertEqual(self.text("cloudformation", "list-stack-resources", "--stack-name", name,
                                   query="length(StackResourceSummaries)"), "6")
        self.assertEqual(self.text("logs", "describe-log-groups", "--log-group-name-prefix", f"/ecs/{name}",
                                   query="logGroups[0].retentionInDays"), "7")
        self.assertEqual(self.text("ecs", "describe-task-definition", "--task-definition", f"{name}-task",
                                   query="taskDefinition.containerDefinitions[0].resourceRequirements[0].[type,value]").split(), ["GPU", "1"])
        stack_id = self.text(*stacks, query="Stacks[0].StackId")
        self.good("cloudformation", "delete-stack", "--stack-name", name)
        self.assertEqual(self.wait(name, "stack-delete-complete")[0], 0)
        self.assertEqual(self.text("cloudformation", "describe-stacks", "--stack-name", stack_id,
                                   query="Stacks[0].StackStatus"), "DELETE_COMPLETE")

    def test_a_stack_that_fails_rolls_back(self):
        name = unique("bad")
        template = json.dumps({"Resources": {"A": {"Type": "AWS::S3::Bucket",
                                                   "Properties": {"BucketName": "Not_A_Bucket"}}}})
        self.good("cloudformation", "create-stack", "--stack-name", name, "--template-body", template, holds="StackId")
        code, out, err = self.wait(name, "stack-create-complete")
        self.assertNotEqual(code, 0)
        self.assertIn("terminal failure state", out + err)
        self.assertEqual(self.text("cloudformation", "describe-stacks", "--stack-name", name,
                                   query="Stacks[0].StackStatus"), "ROLLBACK_COMPLETE")
        self.good("cloudformation", "delete-stack", "--stack-name", name)


class Ecs(Cli):
    def test_clusters_and_definitions(self):
        name = unique("walk")
        self.good("ecs", "create-cluster", "--cluster-name", name, "--tags", "key=k,value=v", holds=f'cluster/{name}"')
        self.good("ecs", "list-clusters", holds=f'cluster/{name}"')
        self.good("ecs", "describe-clusters", "--clusters", name, "nosuch", "--include", "TAGS", "STATISTICS",
                  holds='"reason": "MISSING"')
        register = ["ecs", "register-task-definition", "--family", name, "--container-definitions"]
        first = [{"name": "main", "image": "fathom", "memory": 64, "cpu": 10, "command": ["true"],
                  "environment": [{"name": "A", "value": "b"}],
                  "resourceRequirements": [{"type": "GPU", "value": "1"}]},
                 {"name": "side", "image": "fathom", "memoryReservation": 32, "essential": False,
                  "dependsOn": [{"containerName": "main", "condition": "START"}]}]
        self.good(*register, json.dumps(first), holds=f'task-definition/{name}:1"')
        self.good(*register, '[{"name":"main","image":"fathom","memory":64}]', holds=f'task-definition/{name}:2"')
        self.bad(*register, '[{"name":"main","image":"fathom"}]', holds="ClientException")
        self.bad(*register, '[{"name":"main","image":"fathom","memory":64}]', "--network-mode", "nosuch",
                 holds="ClientException|InvalidParameterException")
        self.assertEqual(self.text("ecs", "describe-task-definition", "--task-definition", name,
                                   query="taskDefinition.revision"), "2")
        self.good("ecs", "list-task-definitions", "--family-prefix", name, holds=f"{name}:1[^!]*{name}:2")
        self.good("ecs", "deregister-task-definition", "--task-definition", f"{name}:1", holds='"status": "INACTIVE"')
        self.bad("ecs", "run-task", "--task-definition", f"{name}:1", holds="InvalidParameterException|ClientException")
        self.bad("ecs", "run-task", "--cluster", name, "--task-definition", name, "--launch-type", "EC2",
                 holds="InvalidParameterException")
        self.bad("ecs", "run-task", "--cluster", "nosuch", "--task-definition", name, holds="ClusterNotFoundException")
        self.good("ecs", "list-container-instances", "--cluster", name, holds='"containerInstanceArns": \\[\\]')
        self.good("ecs", "deregister-task-definition", "--task-definition", f"{name}:2")
        self.good("ecs", "delete-cluster", "--cluster", name, holds='"status": "INACTIVE"')

    def test_a_task_from_start_to_results(self):
        name = unique("walk")
        self.good("logs", "create-log-group", "--log-group-name", f"/walk/{name}")
        container = {"name": "main", "image": "fathom", "memory": 64,
                     "command": ["sh", "-c", "echo from-$WHO; exit $RC"],
                     "environment": [{"name": "WHO", "value": "definition"}, {"name": "RC", "value": "0"}],
                     "logConfiguration": {"logDriver": "awslogs", "options": {
                         "awslogs-group": f"/walk/{name}", "awslogs-region": region, "awslogs-stream-prefix": "p"}}}
        self.good("ecs", "register-task-definition", "--family", name, "--container-definitions",
                  json.dumps([container]))
        override = {"containerOverrides": [{"name": "main", "environment": [{"name": "WHO", "value": "override"},
                                                                            {"name": "RC", "value": "3"}]}]}
        task = self.text("ecs", "run-task", "--task-definition", name, "--launch-type", "EC2", "--started-by", name,
                         "--overrides", json.dumps(override), query="tasks[0].taskArn")
        self.good("ecs", "wait", "tasks-stopped", "--tasks", task)
        self.assertEqual(self.text("ecs", "describe-tasks", "--tasks", task,
                                   query="tasks[0].[stopCode,containers[0].exitCode]").split(),
                         ["EssentialContainerExited", "3"])
        stream = f"p/main/{task.rsplit('/', 1)[1]}"
        self.assertEqual(self.text("logs", "get-log-events", "--log-group-name", f"/walk/{name}", "--log-stream-name",
                                   stream,
                                   "--start-from-head", query="events[].message"), "from-override")
        self.assertIn(task, self.good("ecs", "list-tasks", "--started-by", name, "--desired-status", "STOPPED"))
        too_much = {"containerOverrides": [{"name": "main", "resourceRequirements": [{"type": "GPU", "value": "999"}]}]}
        self.good("ecs", "run-task", "--task-definition", name, "--overrides", json.dumps(too_much),
                  holds="RESOURCE:GPU")
        self.bad("ecs", "run-task", "--task-definition", name, "--overrides",
                 '{"containerOverrides":[{"name":"nosuch"}]}', holds="InvalidParameterException")
        sleeper = self.text("ecs", "run-task", "--task-definition", name, "--overrides",
                            '{"containerOverrides":[{"name":"main","command":["sh","-c","exec sleep 600"]}]}',
                            query="tasks[0].taskArn")
        self.good("ecs", "stop-task", "--task", sleeper, "--reason", "enough", holds='"desiredStatus": "STOPPED"')
        self.wait_for(lambda: self.text("ecs", "describe-tasks", "--tasks", sleeper,
                                        query="tasks[0].lastStatus") == "STOPPED", "it stops", 60)
        self.assertEqual(self.text("ecs", "describe-tasks", "--tasks", sleeper,
                                   query="tasks[0].[stopCode,stoppedReason]").split(), ["UserInitiated", "enough"])


class Logs(Cli):
    def put(self, group, *messages):
        now = int(time.time() * 1000)
        events = json.dumps([{"timestamp": now, "message": m} for m in messages])
        self.good("logs", "put-log-events", "--log-group-name", group, "--log-stream-name", "p/main/1", "--log-events",
                  events)

    def group(self):
        name = "/walk/" + unique()
        self.good("logs", "create-log-group", "--log-group-name", name)
        self.addCleanup(self.aws, "logs", "delete-log-group", "--log-group-name", name)
        self.good("logs", "create-log-stream", "--log-group-name", name, "--log-stream-name", "p/main/1")
        return name

    def test_groups_streams_and_events(self):
        group = self.group()
        self.bad("logs", "create-log-group", "--log-group-name", group, holds="ResourceAlreadyExistsException")
        self.put(group, "one", "two ERROR", "three")
        get = ["logs", "get-log-events", "--log-group-name", group, "--log-stream-name", "p/main/1",
               "--start-from-head"]
        self.assertEqual(self.text(*get, query="events[].message").split("\t"), ["one", "two ERROR", "three"])
        token = self.text(*get, query="nextForwardToken")
        self.assertEqual(self.text(*get, "--next-token", token, query="nextForwardToken"), token)
        self.assertEqual(self.text("logs", "filter-log-events", "--log-group-name", group, "--filter-pattern", "ERROR",
                                   query="events[].message"), "two ERROR")
        self.good("logs", "describe-log-streams", "--log-group-name", group, "--order-by", "LastEventTime",
                  "--descending", holds='"logStreamName": "p/main/1"')
        self.bad("logs", "get-log-events", "--log-group-name", f"{group}/no", "--log-stream-name", "x",
                 holds="ResourceNotFoundException")
        self.good("logs", "put-retention-policy", "--log-group-name", group, "--retention-in-days", "7")
        self.bad("logs", "put-retention-policy", "--log-group-name", group, "--retention-in-days", "8",
                 holds="InvalidParameterException")

    @unittest.skipUnless(is_version_2(), "logs tail came with version 2")
    def test_tail_follows_and_repeats_nothing(self):
        group = self.group()
        self.put(group, "one", "two")
        self.assertRegex(self.good("logs", "tail", group, "--since", "1h"), "p/main/1 one\n.*p/main/1 two")
        follower = subprocess.Popen([AWS, "--endpoint-url", self.endpoint, "logs", "tail", group, "--since", "1h",
                                     "--follow"],
                                    stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        lines = []
        reader = threading.Thread(target=lambda: lines.extend(iter(follower.stdout.readline, "")))
        reader.start()
        try:
            self.wait_for(lambda: len(lines) >= 2, "tail shows what is there", 30)
            self.put(group, "late")
            self.wait_for(lambda: any("late" in line for line in lines), "tail shows what comes", 30)
        finally:
            follower.terminate()
            follower.wait()
            reader.join()
            follower.stdout.close()
        for word in ("one", "two", "late"):
            self.assertEqual(sum(line.rstrip().endswith(" " + word) for line in lines), 1, lines)


class S3(Cli):
    def bucket(self):
        name = unique("walk")
        self.good("s3", "mb", f"s3://{name}", holds=f"make_bucket: {name}")
        self.addCleanup(self.aws, "s3", "rb", f"s3://{name}", "--force")
        return name

    def test_files_up_and_down(self):
        bucket, body = self.bucket(), os.urandom(20 << 20)
        self.file("in/a.txt", "hi\n")
        self.file("in/sub/b ü+&.txt", "ho\n")
        big = self.file("big", body)
        self.good("s3", "ls", holds=bucket)
        self.good("s3", "cp", self.folder / "in/a.txt", f"s3://{bucket}/a.txt", holds="upload:")
        self.good("s3", "cp", big, f"s3://{bucket}/big", holds="upload:")
        self.assertRegex(self.text("s3api", "head-object", "--bucket", bucket, "--key", "big", query="ETag"),
                         '^"[0-9a-f]{32}-3"$')
        self.good("s3", "cp", f"s3://{bucket}/big", self.folder / "back", holds="download:")
        self.assertEqual(hashlib.sha256((self.folder / "back").read_bytes()).digest(), hashlib.sha256(body).digest())
        self.good("s3", "cp", "--recursive", self.folder / "in", f"s3://{bucket}/d", holds="upload:")
        self.good("s3", "ls", f"s3://{bucket}/", holds="PRE d/")
        self.assertIn("d/sub/b ü+&.txt", self.good("s3", "ls", f"s3://{bucket}/d/", "--recursive"))
        self.good("s3", "sync", self.folder / "in", f"s3://{bucket}/d", holds="^$")
        self.good("s3", "sync", f"s3://{bucket}/d", self.folder / "out", holds="download:")
        self.assertEqual((self.folder / "out/sub/b ü+&.txt").read_text(), "ho\n")
        self.assertEqual(self.good("s3", "cp", f"s3://{bucket}/a.txt", "-"), "hi\n")
        url = self.good("s3", "presign", f"s3://{bucket}/a.txt").strip()
        self.assertEqual(urllib.request.urlopen(url, timeout=10).read(), b"hi\n")
        self.bad("s3", "rb", f"s3://{bucket}", holds="BucketNotEmpty")
        self.good("s3", "rm", f"s3://{bucket}/a.txt", holds="delete:")
        self.good("s3", "rm", f"s3://{bucket}/d", "--recursive", holds="delete:")
        self.good("s3", "rb", f"s3://{bucket}", "--force", holds="remove_bucket")
        self.bad("s3", "ls", f"s3://{bucket}", holds="NoSuchBucket")

    def test_the_low_level_calls(self):
        bucket, out = self.bucket(), self.folder / "out"
        self.good("s3api", "put-object", "--bucket", bucket, "--key", "k", "--body", self.file("k", "abc"),
                  "--metadata", "Color=blue", "--content-type", "text/x", "--cache-control", "no-store")
        head = ["s3api", "head-object", "--bucket", bucket, "--key"]
        self.assertEqual(self.text(*head, "k", query="[Metadata.color,ContentType,CacheControl]").split(),
                         ["blue", "text/x", "no-store"])
        get = ["s3api", "get-object", "--bucket", bucket, "--key", "k"]
        self.good(*get, "--range", "bytes=1-1", out, holds='"ContentRange": "bytes 1-1/3"')
        self.bad(*get, "--range", "bytes=9-10", out, holds="InvalidRange")
        self.bad(*get, "--if-none-match", self.text(*head, "k", query="ETag"), out, holds="304")
        self.bad(*head, "nosuch", holds="404")
        for key in ("a", "b", "c"):
            self.good("s3api", "put-object", "--bucket", bucket, "--key", key)
        self.assertEqual(self.text("s3api", "list-objects-v2", "--bucket", bucket, "--page-size", "2",
                                   query="Contents[].Key").split(), ["a", "b", "c", "k"])
        self.good("s3api", "delete-objects", "--bucket", bucket, "--delete", "Objects=[{Key=a},{Key=nosuch}]",
                  holds='"Key": "nosuch"')

    def test_keys_that_look_like_paths(self):
        bucket, body = self.bucket(), self.file("body", "x")
        keys = ["../up", "a/../b", "a//b", "/lead", "./x", "a b+c%20?d#e&f", "é/日本"]
        for key in keys:
            self.good("s3api", "put-object", "--bucket", bucket, "--key", key, "--body", body)
        listed = json.loads(self.good("s3api", "list-objects-v2", "--bucket", bucket, "--query", "Contents[].Key", "--output",
                                      "json"))
        self.assertEqual(listed, sorted(keys, key=str.encode))
        for key in keys:
            self.good("s3", "cp", f"s3://{bucket}/{key}", self.folder / "back")
            self.assertEqual((self.folder / "back").read_text(), "x")
            self.good("s3", "rm", f"s3://{bucket}/{key}", holds="delete:")
        self.bad("s3api", "put-object", "--bucket", bucket, "--key", "x" * 1025, holds="KeyTooLongError")


class Ecr(Cli):
    def test_repositories(self):
        name = "walk/" + unique()
        self.good("ecr", "create-repository", "--repository-name", name, holds=f'/{name}"')
        self.bad("ecr", "create-repository", "--repository-name", name, holds="RepositoryAlreadyExistsException")
        self.good("ecr", "describe-repositories", "--repository-names", name, holds=name)
        self.bad("ecr", "describe-repositories", "--repository-names", f"{name}/no",
                 holds="RepositoryNotFoundException")
        self.good("ecr", "list-images", "--repository-name", name, holds='"imageIds": \\[\\]')
        self.good("ecr", "get-login-password", holds="^[^\\s]+\\s*$")
        self.good("ecr", "delete-repository", "--repository-name", name, "--force", holds=name)
