"""The daemon dies under running tasks; what happened meanwhile is told as it happened."""
import datetime
import pathlib
import random
import threading
import time

from botocore.exceptions import BotoCoreError, ClientError

from support.case import bin_dir, command_line, unique
from support.scenario import Scenario


def utc_now():
    return datetime.datetime.now(datetime.timezone.utc)


def until(condition, seconds, what):
    """Waits for what another process does."""
    deadline = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"waited {seconds} s for {what}")
        time.sleep(0.02)


class Killed(Scenario):
    def lines_of(self, group, arn):
        return self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}")

    def test_tasks_go_on_and_their_ends_logs_and_times_are_the_true_ones(self):
        group, ecs = self.log_group(), self.client("ecs")
        writes = self.run_task(self.definition("i=0; while [ $i -lt 300 ]; do echo line $i; i=$((i+1)); sleep 0.05; done", group))
        stays = self.run_task(self.definition("trap 'echo heard; exit 9' TERM; echo up; while :; do sleep 0.1; done",
                                              group,
                                              resourceRequirements=[{"type": "GPU", "value": "1"}]))
        before = {arn: self.wait_for_status(arn, "RUNNING") for arn in (writes, stays)}
        ends = self.run_task(self.definition("sleep 3; echo said while nobody listened; exit 3", group))
        self.wait_for_status(ends, "RUNNING")
        gpus = self.container(before[stays])["gpuIds"]
        killed = utc_now()
        self.daemon.kill()
        record = pathlib.Path(self.daemon.state_dir) / "tasks" / ends.rsplit("/", 1)[1] / "1/exit"
        until(record.exists, 30, "the last task to end while no daemon looks")
        restarted = utc_now()
        self.restart()

        ended = self.wait_for_status(ends, "STOPPED", 10)
        self.assertEqual((ended["stopCode"], self.container(ended)["exitCode"]), ("EssentialContainerExited", 3))
        self.assertLess(killed, ended["executionStoppedAt"])
        self.assertLess(ended["executionStoppedAt"], restarted, "when it happened, not when it was found")
        self.assertEqual(self.lines_of(group, ends), ["said while nobody listened"])

        still = self.task(stays)
        self.assertEqual((still["lastStatus"], still["startedAt"]), ("RUNNING", before[stays]["startedAt"]))
        self.assertEqual(self.container(still)["gpuIds"], gpus)
        self.assertEqual(self.container(still)["runtimeId"], self.container(before[stays])["runtimeId"])
        two = ecs.run_task(taskDefinition=self.definition("true", resourceRequirements=[{"type": "GPU", "value": "2"}]))
        self.assertEqual([f["reason"] for f in two["failures"]], ["RESOURCE:GPU"], "the device is still taken")
        ecs.stop_task(task=stays, reason="after the restart")
        stopped = self.wait_for_status(stays, "STOPPED")
        self.assertEqual((stopped["stopCode"], stopped["stoppedReason"], self.container(stopped)["exitCode"]),
                         ("UserInitiated", "after the restart", 9))
        self.assertEqual(self.lines_of(group, stays), ["up", "heard"])

        self.wait_for_status(writes, "STOPPED", 30)
        self.assertEqual(self.lines_of(group, writes), [f"line {i}" for i in range(300)])

    def test_whatever_was_acknowledged_runs_once(self):
        """Kills at random moments while tasks are being started: each acknowledged task ran exactly once."""
        group, chance = self.log_group(), random.Random(7)
        definition = self.definition("echo started; sleep 0.1; echo done", group)
        acknowledged = []
        for _ in range(4):
            killer = threading.Timer(chance.uniform(0.01, 0.3), self.daemon.kill)
            ecs = self.client("ecs")
            killer.start()
            try:
                while killer.is_alive():
                    acknowledged.append(ecs.run_task(taskDefinition=definition)["tasks"][0]["taskArn"])
            except (BotoCoreError, ClientError, IndexError):
                pass  # the daemon is gone, or the machine is full for the moment
            killer.join()
            self.restart()
            for arn in acknowledged:
                stopped = self.wait_for_status(arn, "STOPPED", 60)
                if stopped["stopCode"] == "TaskFailedToStart":
                    self.assertNotIn("exitCode", self.container(stopped))
                    continue
                self.assertEqual(self.container(stopped)["exitCode"], 0)
                self.assertEqual(self.lines_of(group, arn), ["started", "done"])
        self.assertTrue(acknowledged)

    def test_what_was_acknowledged_is_there(self):
        s3, logs, ecs = self.client("s3"), self.client("logs"), self.client("ecs")
        bucket, group, cluster = self.bucket(), self.log_group(), unique("cluster")
        upload = s3.create_multipart_upload(Bucket=bucket, Key="parts")["UploadId"]
        part = s3.upload_part(Bucket=bucket, Key="parts", UploadId=upload, PartNumber=1, Body=b"part")["ETag"]
        for i in range(20):
            s3.put_object(Bucket=bucket, Key=f"k{i}", Body=b"x" * (i * 5000))
        logs.create_log_stream(logGroupName=group, logStreamName="s")
        logs.put_log_events(logGroupName=group, logStreamName="s",
                            logEvents=[{"timestamp": int(time.time() * 1000), "message": "kept"}])
        definition = self.definition("true")
        ecs.create_cluster(clusterName=cluster)
        self.daemon.kill()
        self.restart()
        self.assertEqual([o["Size"] for o in sorted(s3.list_objects_v2(Bucket=bucket)["Contents"],
                                                    key=lambda o: o["Size"])],
                         [i * 5000 for i in range(20)])
        for i in (0, 6, 7, 19):
            self.assertEqual(s3.get_object(Bucket=bucket, Key=f"k{i}")["Body"].read(), b"x" * (i * 5000))
        s3.complete_multipart_upload(Bucket=bucket, Key="parts", UploadId=upload,
                                     MultipartUpload={"Parts": [{"PartNumber": 1, "ETag": part}]})
        self.assertEqual(s3.get_object(Bucket=bucket, Key="parts")["Body"].read(), b"part")
        self.assertEqual(self.log_lines(group, "s"), ["kept"])
        self.assertEqual(ecs.describe_task_definition(taskDefinition=definition)["taskDefinition"]["status"], "ACTIVE")
        self.assertEqual(ecs.describe_clusters(clusters=[cluster])["clusters"][0]["status"], "ACTIVE")
        ecs.delete_cluster(cluster=cluster)


class Ended(Scenario):
    def test_sigterm_ends_the_daemon_in_two_seconds_and_touches_no_task(self):
        group, ecs = self.log_group(), self.client("ecs")
        arn = self.run_task(self.definition("i=0; while :; do echo $i; i=$((i+1)); sleep 0.05; done", group))
        before = self.wait_for_status(arn, "RUNNING")
        code, seconds = self.daemon.terminate()
        self.assertEqual(code, 0)
        self.assertLess(seconds, 2)
        time.sleep(0.5)
        self.restart()
        after = self.task(arn)
        self.assertEqual((after["lastStatus"], after["startedAt"]), ("RUNNING", before["startedAt"]))
        ecs.stop_task(task=arn)
        self.wait_for_status(arn, "STOPPED", 40)
        lines = self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}")
        self.assertEqual(lines, [str(i) for i in range(len(lines))])
        self.assertGreater(len(lines), 10)

    def test_two_daemons_do_not_share_a_folder(self):
        code, out, err = command_line([f"{bin_dir}/berthd", "--state-dir", self.daemon.state_dir, "--listen",
                                       "127.0.0.1:0"], seconds=20)
        self.assertNotEqual(code, 0)
        self.assertIn(self.daemon.state_dir, out + err)
        self.assertTrue(self.daemon.is_running())
