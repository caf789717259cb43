"""The load generator of the bench counts truly: what it says was answered is there, and what was refused it tells."""
import json
import os
import pathlib
import subprocess
import tempfile

from support.case import bin_dir
from support.scenario import Scenario

ECS = "AmazonEC2ContainerServiceV20141113."


class BenchLoad(Scenario):
    daemon_arguments = ("--driver", "simulated")

    def load(self, *arguments, code=0):
        environment = {"AWS_ACCESS_KEY_ID": self.access_key, "AWS_SECRET_ACCESS_KEY": self.secret_key}
        done = subprocess.run([os.path.join(bin_dir, "berthd_load"), arguments[0], "--endpoint",
                               self.endpoint.split("://")[1], *arguments[1:]], env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
        self.assertEqual(done.returncode, code, done.stderr)
        return json.loads(done.stdout)

    def test_as_many_tasks_exist_as_calls_were_answered(self):
        ecs = self.client("ecs")
        ecs.register_task_definition(family="load", containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 6, "command": ["true"]}])
        report = self.load("calls", "--target", ECS + "RunTask", "--body", '{"taskDefinition":"load"}', "--expect",
                           '"failures":[]', "--connections", "8", "--threads", "2", "--count", "60")
        self.assertEqual((report["answered"], report["refused"]), (60, 0))
        pages = ecs.get_paginator("list_tasks").paginate

        def ended():
            return len([arn for page in pages(desiredStatus="STOPPED") for arn in page["taskArns"]]) == 60
        self.wait_for(ended, "all tasks to end")

    def test_refusals_are_counted_and_shown(self):
        report = self.load("calls", "--target", ECS + "RunTask", "--body", '{"taskDefinition":"none"}', "--count", "3",
                           code=3)
        self.assertEqual((report["answered"], report["refused"]), (0, 3))
        self.assertIn("TaskDefinition not found", report["refusal"])

    def test_files_go_both_ways_whole(self):
        bucket = self.bucket()
        with tempfile.TemporaryDirectory(prefix="berth-test-") as folder:
            file = pathlib.Path(folder) / "large"
            file.write_bytes(os.urandom(3_000_000))
            for payload in ("unsigned", "signed"):
                sent = self.load("put", str(file), "--path", f"/{bucket}/large", "--payload", payload)
                self.assertEqual(sent["sent"], 3_000_000)
                body = self.client("s3").get_object(Bucket=bucket, Key="large")["Body"].read()
                self.assertEqual(body, file.read_bytes())
            self.assertEqual(self.load("get", "--path", f"/{bucket}/large")["received"], 3_000_000)
        self.load("puts", "--path", f"/{bucket}/small-", "--size", "100", "--connections", "4", "--count", "20")
        listed = self.client("s3").list_objects_v2(Bucket=bucket, Prefix="small-")
        self.assertEqual([item["Size"] for item in listed["Contents"]], [100] * 20)
