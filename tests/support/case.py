"""The base of every test: clients of the server under test, names that nobody else uses, and checks that read well."""
import contextlib
import json
import os
import re
import secrets
import subprocess
import time
import unittest

endpoint = os.environ.get("BERTH_TEST_ENDPOINT", "")
access_key = os.environ.get("AWS_ACCESS_KEY_ID", "")
secret_key = os.environ.get("AWS_SECRET_ACCESS_KEY", "")
bin_dir = os.environ.get("BERTH_TEST_BIN", "")
account = "000000000000"
region = "us-east-1"

ASSUME_BY_TASKS = {"Version": "2012-10-17", "Statement": [
    {"Effect": "Allow", "Principal": {"Service": "ecs-tasks.amazonaws.com"}, "Action": "sts:AssumeRole"}]}


def unique(prefix="t"):
    return f"{prefix}-{secrets.token_hex(4)}"


class Case(unittest.TestCase):
    maxDiff = None
    longMessage = True

    def setUp(self):
        """Tests against a daemon of their own set these; the others use the one that the runner started."""
        if not hasattr(self, "endpoint"):
            self.endpoint, self.access_key, self.secret_key = endpoint, access_key, secret_key

    def wait_for(self, probe, what, seconds=30, every=0.05):
        """Calls `probe` until it answers something true, and answers that."""
        end = time.monotonic() + seconds
        while True:
            value = probe()
            if value:
                return value
            if time.monotonic() > end:
                self.fail(f"not within {seconds} s: {what}")
            time.sleep(every)


class SdkCase(Case):
    """Tests through boto3."""

    def client(self, service, **arguments):
        import boto3
        from botocore.config import Config
        # Checks of the client's own are off: it is the server's that are tested.
        config = Config(parameter_validation=False, retries={"mode": "standard", "total_max_attempts": 1},
                        s3={"addressing_style": "path"}, read_timeout=60, connect_timeout=10,
                        **arguments.pop("config", {}))
        arguments.setdefault("aws_access_key_id", self.access_key)
        arguments.setdefault("aws_secret_access_key", self.secret_key)
        return boto3.session.Session().client(service, endpoint_url=self.endpoint, region_name=region, config=config,
                                              **arguments)

    @contextlib.contextmanager
    def refused(self, code, status=400, message=None):
        """The block must end in this error, with this HTTP status, with this in the message (a regular expression)."""
        from botocore.exceptions import ClientError
        try:
            yield
        except ClientError as error:
            self.assertEqual(error.response["Error"]["Code"], code, str(error))
            self.assertEqual(error.response["ResponseMetadata"]["HTTPStatusCode"], status, str(error))
            if message:
                self.assertRegex(error.response["Error"]["Message"], message)
            return
        self.fail(f"nothing refused; wanted {code}")

    # What many tests need in one line.

    def bucket(self):
        name = unique("bucket")
        s3 = self.client("s3")
        s3.create_bucket(Bucket=name)
        self.addCleanup(self._remove_bucket, s3, name)
        return name

    @staticmethod
    def _remove_bucket(s3, name):
        for page in s3.get_paginator("list_objects_v2").paginate(Bucket=name):
            for item in page.get("Contents", []):
                s3.delete_object(Bucket=name, Key=item["Key"])
        s3.delete_bucket(Bucket=name)

    def log_group(self):
        name = "/test/" + unique("group")
        logs = self.client("logs")
        logs.create_log_group(logGroupName=name)
        self.addCleanup(logs.delete_log_group, logGroupName=name)
        return name

    def create_stack(self, template, name=None, wait="CREATE_COMPLETE", seconds=60, **arguments):
        """Creates a stack, waits for a final status, checks it, and sees to its deletion. Answers its description."""
        cloudformation = self.client("cloudformation")
        name = name or unique("stack")
        body = template if isinstance(template, str) else json.dumps(template)
        stack_id = cloudformation.create_stack(StackName=name, TemplateBody=body, **arguments)["StackId"]
        self.addCleanup(cloudformation.delete_stack, StackName=stack_id)
        stack = self.stack_at_rest(stack_id, seconds)
        if stack["StackStatus"] != wait:
            events = [(e["LogicalResourceId"], e["ResourceStatus"], e.get("ResourceStatusReason"))
                      for e in cloudformation.describe_stack_events(StackName=stack_id)["StackEvents"]]
            self.fail(f"stack {name} is {stack['StackStatus']}, wanted {wait}; newest first: {events}")
        return stack

    def stack_at_rest(self, stack_id, seconds=60):
        cloudformation = self.client("cloudformation")

        def at_rest():
            stack = cloudformation.describe_stacks(StackName=stack_id)["Stacks"][0]
            return None if stack["StackStatus"].endswith("IN_PROGRESS") else stack
        return self.wait_for(at_rest, f"{stack_id} comes to rest", seconds)

    def outputs(self, stack):
        return {o["OutputKey"]: o["OutputValue"] for o in stack.get("Outputs", [])}


    def role(self, allowed, trusted=None):
        """The ARN of a role that may do what is `allowed` on everything, and that the account trusts."""
        trusted = trusted or {"AWS": f"arn:aws:iam::{account}:root"}
        stack = self.create_stack({"Resources": {"Role": {"Type": "AWS::IAM::Role", "Properties": {
            "AssumeRolePolicyDocument": {"Version": "2012-10-17", "Statement": [
                {"Effect": "Allow", "Principal": trusted, "Action": "sts:AssumeRole"}]},
            "Policies": [{"PolicyName": "what", "PolicyDocument": {"Version": "2012-10-17", "Statement": [
                {"Effect": "Allow", "Action": allowed, "Resource": "*"}]}}]}}},
            "Outputs": {"Arn": {"Value": {"Fn::GetAtt": ["Role", "Arn"]}}}}, Capabilities=["CAPABILITY_IAM"])
        return self.outputs(stack)["Arn"]


class TaskCase(SdkCase):
    """Tests that run tasks: of the built-in image, in the cluster `default`."""

    def definition(self, command="true", group=None, **container):
        """Registers a family of one container `main` that runs `command` (a list, or a text for sh); answers its ARN."""
        words = ["/bin/sh", "-c", command] if isinstance(command, str) else command
        main = {"name": "main", "image": "fathom", "memory": 128, "command": words}
        if group:
            main["logConfiguration"] = {"logDriver": "awslogs", "options": {
                "awslogs-group": group, "awslogs-region": region, "awslogs-stream-prefix": "p"}}
        main.update(container)
        return self.define([main])

    def define(self, containers, **arguments):
        ecs = self.client("ecs")
        arn = ecs.register_task_definition(family=unique("family"), containerDefinitions=containers,
                                           **arguments)["taskDefinition"]["taskDefinitionArn"]
        self.addCleanup(ecs.deregister_task_definition, taskDefinition=arn)
        return arn

    def run_task(self, definition, **arguments):
        """Runs one task that must be placed; answers its ARN."""
        answer = self.client("ecs").run_task(taskDefinition=definition, **arguments)
        self.assertEqual(answer["failures"], [])
        return answer["tasks"][0]["taskArn"]

    def task(self, arn, cluster="default"):
        return self.client("ecs").describe_tasks(cluster=cluster, tasks=[arn])["tasks"][0]

    def wait_for_status(self, arn, status, seconds=30, cluster="default"):
        ecs = self.client("ecs")
        seen = []

        def reached():
            task = ecs.describe_tasks(cluster=cluster, tasks=[arn])["tasks"][0]
            if task["lastStatus"] not in seen:
                seen.append(task["lastStatus"])
            if task["lastStatus"] == "STOPPED" and status != "STOPPED":
                self.fail(f"the task stopped instead of being {status}: {task.get('stoppedReason')}, {task['containers']}")
            return task if task["lastStatus"] == status else None
        return self.wait_for(reached, f"{arn} is {status} (was {seen})", seconds)

    def run_to_end(self, definition, seconds=30, **arguments):
        return self.wait_for_status(self.run_task(definition, **arguments), "STOPPED", seconds)

    def container(self, task, name="main"):
        return next(c for c in task["containers"] if c["name"] == name)

    def log_lines(self, group, stream):
        logs = self.client("logs")
        lines, token = [], None
        while True:
            arguments = {"nextToken": token} if token else {}
            answer = logs.get_log_events(logGroupName=group, logStreamName=stream, startFromHead=True, **arguments)
            lines += [e["message"] for e in answer["events"]]
            if answer["nextForwardToken"] == token:
                return lines
            token = answer["nextForwardToken"]


def command_line(arguments, environment=None, seconds=120, stdin=None):
    """Runs a program; answers (exit code, stdout, stderr). `environment` changes variables; None removes one."""
    full = {k: v for k, v in os.environ.items() if not k.startswith("BERTH_TEST")}
    full.update(environment or {})
    full = {k: v for k, v in full.items() if v is not None}
    done = subprocess.run(arguments, capture_output=True, text=True, timeout=seconds, env=full, input=stdin,
                          errors="replace")
    return done.returncode, done.stdout, done.stderr


def matches(pattern, text):
    return re.search(pattern, text, re.DOTALL) is not None
