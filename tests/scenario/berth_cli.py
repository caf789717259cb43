"""`berth` as people and scripts use it: what it prints, how it ends."""
import json
import os
import re
import socket
import stat
import subprocess
import urllib.request

from support.berth import BerthCase
from support.case import bin_dir, command_line, region, unique
from support.scenario import needs_engine, root

SMALL = json.dumps({"Parameters": {"Name": {"Type": "String"}}, "Resources": {
    "Group": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": {"Fn::Sub": "/stack/${Name}"}}},
    "Bucket": {"Type": "AWS::S3::Bucket"}, "Repository": {"Type": "AWS::ECR::Repository"}},
    "Outputs": {"BucketName": {"Value": {"Ref": "Bucket"}, "Description": "where results go"},
                "RepositoryName": {"Value": {"Ref": "Repository"}}}})


class Help(BerthCase):
    def test_help_reads_well(self):
        text = self.good("--help")
        for word in ("up", "stack", "run", "logs", "s3", "--endpoint", "Exit"):
            self.assertIn(word, text)
        for line in text.splitlines():
            self.assertLessEqual(len(line), 100, line)
        for family in ("up", "run", "ps", "logs", "stop", "stack launch", "image push", "s3 cp"):
            self.good(*family.split(), "--help", holds="(?i)usage")

    def test_wrong_arguments_end_in_one(self):
        self.bad(1, "nosuch", holds="nosuch")
        self.bad(1, "run", holds="(?i)task")
        self.bad(1, "stack", "launch", "/no/such/template", holds="/no/such/template")
        self.good("--version", holds=r"\d+\.\d+")

    def test_no_daemon_ends_in_two(self):
        self.bad(2, "ps", "--state-dir", self.folder / "nothing", holds="no daemon has ever run in .*berth up")
        self.bad(2, "ps", "--endpoint", "http://127.0.0.1:1", holds="127.0.0.1:1: Connection refused.*berth up")


class UpAndDown(BerthCase):
    def test_up_starts_a_daemon_and_down_ends_it(self):
        state = self.folder / "state"
        out = self.good("up", "--state-dir", state, "--listen", "127.0.0.1:0", "--gpus", "simulate:1xA10G")
        try:
            endpoint = (state / "endpoint").read_text().strip()
            self.assertIn(endpoint, out)
            self.assertIn("berth env", out)
            again = self.good("up", "--state-dir", state)
            self.assertIn(endpoint, again)
            self.good("up", "--state-dir", state, "--gpus", "simulate:1xA10G", "--listen", "127.0.0.1:0")
            self.bad(1, "up", "--state-dir", state, "--gpus", "none", holds="not with --gpus none.*berth down")
            self.bad(1, "up", "--state-dir", state, "--", "--allow-reset", holds="not with --allow-reset")
            self.good("status", "--state-dir", state, holds=endpoint)
        finally:
            self.good("down", "--state-dir", state)
        self.bad(2, "status", "--state-dir", state, holds="no daemon is running in .*berth up")
        self.good("down", "--state-dir", state)

    def test_up_says_why_a_daemon_did_not_start(self):
        self.bad(2, "up", "--state-dir", self.folder / "state", "--listen", self.endpoint.split("//")[1],
                 holds=f"another berthd .*{self.daemon.state_dir}.*--listen 127.0.0.1:0")
        with socket.create_server(("127.0.0.1", 0)) as other:
            self.bad(2, "up", "--state-dir", self.folder / "state", "--listen",
                     f"127.0.0.1:{other.getsockname()[1]}", holds="another program .*--listen 127.0.0.1:0")

    def test_status_tells_what_there_is(self):
        text = self.good("status", holds=self.endpoint)
        for word in ("default", "GPU", self.daemon.state_dir):
            self.assertIn(word, text)
        self.assertRegex(text, "limits +(not )?enforced")
        self.assertEqual(json.loads(self.good("status", "--json"))["endpoint"], self.endpoint)

    def test_env_is_what_a_shell_takes(self):
        lines = self.good("env").splitlines()
        self.assertEqual(lines, [f"export AWS_ENDPOINT_URL={self.endpoint}",
                                 f"export AWS_ACCESS_KEY_ID={self.access_key}",
                                 f"export AWS_SECRET_ACCESS_KEY={self.secret_key}",
                                 f"export AWS_DEFAULT_REGION={region}"])
        code, out, err = command_line(["bash", "-c",
                                       f'eval "$({bin_dir}/berth env --state-dir {self.daemon.state_dir})" && env -u BERTH_STATE_DIR {bin_dir}/berth ps'])
        self.assertEqual(code, 0, err)

    def test_aws_runs_whichever_cli_there_is(self):
        self.good("aws", "sts", "get-caller-identity", holds="arn:aws:iam")
        code, _, err = self.berth("aws", "s3", "ls", "s3://no-such-bucket-here")
        self.assertNotEqual(code, 0)
        self.assertIn("NoSuchBucket", err)
        self.good("aws", "--version", holds="aws-cli")


class Manual(BerthCase):
    @needs_engine()
    def test_the_manuals_examples_run_as_they_stand(self):
        page = (root / "docs/man/berth.1").read_text()
        examples = page[page.index(".SH EXAMPLES"):]
        script = re.search(r"\.EX\n(.*?)\.EE", examples, re.DOTALL).group(1).replace(r"\-", "-").replace(r"\e", "\\")
        self.file("samples.txt", "".join(f"s{i}\t{':'.join(f'f{i * j % 31}' for j in range(1, 9))}\n" for i in range(200)))
        (self.folder / "templates").symlink_to(root / "templates")
        path = f"{bin_dir}:{os.environ['PATH']}"
        done = subprocess.run(["bash", "-exuc", script], capture_output=True, text=True, timeout=120, cwd=self.folder,
                              env={**self.environment(), "PATH": path})
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        results = list((self.folder / "results").iterdir())
        self.assertEqual(len(results), 1)
        self.assertIn("s199", results[0].read_text())


    def test_the_daemons_manual_names_its_options(self):
        page = (root / "docs/man/berthd.8").read_text().replace("\\-", "-")
        text = subprocess.run([os.path.join(bin_dir, "berthd"), "--help"], capture_output=True, text=True).stdout
        options = re.findall(r"--[a-z-]+", text)
        self.assertIn("--state-dir", options)
        for option in options:
            self.assertIn(option, page)


class Stack(BerthCase):
    def launch(self, template=SMALL, *arguments):
        name = unique("stack")
        out = self.good("stack", "launch", self.file("t.json", template), name, *arguments)
        return name, out

    def test_from_launch_to_delete(self):
        name, out = self.launch(SMALL, "-p", "Name=" + unique())
        for word in ("CREATE_IN_PROGRESS", "CREATE_COMPLETE", "AWS::S3::Bucket", "BucketName"):
            self.assertIn(word, out)
        for line in out.splitlines():
            self.assertLessEqual(len(line), 100, line)
        outputs = json.loads(self.good("stack", "outputs", name, "--json"))
        self.assertEqual(set(outputs), {"BucketName", "RepositoryName"})
        self.good("stack", "outputs", name, holds=outputs["BucketName"])
        self.assertEqual(self.good("stack", "outputs", name, "BucketName").strip(), outputs["BucketName"])
        self.bad(1, "stack", "outputs", name, "Nosuch", holds="it has BucketName, RepositoryName")
        self.assertIn(name, self.good("stack", "list", holds="CREATE_COMPLETE"))
        self.good("stack", "events", name, holds="CREATE_COMPLETE")
        for columns in (60, 100):
            for words in (("outputs", name), ("events", name), ("report", name), ("list",)):
                code, shown = self.on_terminal(columns, "stack", *words)
                self.assertEqual(code, 0, shown)
                if words[0] != "outputs":  # whose values are whole whatever happens
                    self.assert_fits(columns, shown)
        self.assert_table(self.good("stack", "report", name), "RESOURCE", "PROPERTY", "VERDICT", "NOTE")
        self.bad(1, "stack", "launch", self.file("t.json", SMALL), name, "-p", "Name=x", holds="was not changed: add --yes")
        self.client("s3").put_object(Bucket=outputs["BucketName"], Key="k", Body=b"x")
        self.good("image", "push", "fathom", outputs["RepositoryName"])
        self.bad(3, "stack", "delete", name, holds="--empty")
        self.good("stack", "delete", name, "--empty")
        self.bad(1, "stack", "outputs", name, holds="does not exist")

    def test_a_stack_that_fails_ends_in_three_and_says_why(self):
        bad = json.dumps({"Resources": {"Bucket": {"Type": "AWS::S3::Bucket",
                                                   "Properties": {"BucketName": "Not_A_Bucket"}}}})
        name = unique("bad")
        out = self.bad(3, "stack", "launch", self.file("t.json", bad), name, holds="ROLLBACK_COMPLETE")
        self.assertIn("CREATE_FAILED", out)
        self.good("stack", "delete", name)

    def test_wrong_parameters_end_in_one(self):
        template = self.file("t.json", SMALL)
        self.bad(1, "stack", "launch", template, unique("s"), holds=r"Parameters: \[Name\]")
        self.bad(1, "stack", "launch", template, unique("s"), "-p", "Name", holds="KEY=VALUE")
        self.bad(1, "stack", "launch", self.file("bad.json", "{"), unique("s"), holds="Template format error")


class Tasks(BerthCase):
    def test_run_follow_prints_the_log_and_ends_as_the_task_does(self):
        group = self.log_group()
        family = self.family("echo hello $WHO; printf '\\033[31mred\\033[0m\\n'; exit $CODE", group=group,
                             environment=[{"name": "WHO", "value": "you"}, {"name": "CODE", "value": "0"}])
        out = self.good("run", family, "--follow", "-e", "WHO=me")
        self.assertIn("hello me\n", out)
        self.assertIn("red", out)
        self.assertNotIn("\x1b", out)
        code, out, err = self.berth("run", family, "--follow", "-e", "CODE=5")
        self.assertEqual(code, 3)
        self.assertIn("5", err)
        self.assertEqual(self.berth("run", family, "--wait", "-e", "CODE=5")[0], 3)
        self.good("run", family, "--wait")

    def test_run_prints_the_id_that_the_others_take(self):
        group = self.log_group()
        family = self.family("echo up; trap 'exit 0' TERM; while :; do sleep 0.1; done", group=group)
        task = self.good("run", family, "--gpus", "1").split()[0]
        self.assertRegex(task, "^[0-9a-f]{32}$")
        self.wait_for_status(task, "RUNNING")
        table = self.good("ps")
        self.assert_table(table, "TASK", "DEFINITION", "STATUS", "AGE", "GPUS", "EXIT", "REASON")
        self.assertIn(task[:12], table)
        self.wait_for(lambda: "up" in self.good("logs", task), "the log shows")
        self.assertIn("up", self.good("logs", group))
        self.good("stop", task[:8])
        self.wait_for_status(task, "STOPPED")
        self.assertNotIn(task[:12], self.good("ps"))
        self.assertIn(task[:12], self.good("ps", "-a"))
        shown = json.loads(self.good("ps", "-a", "--json"))
        self.assertEqual([t["lastStatus"] for t in shown if t["taskArn"].endswith(task)], ["STOPPED"])

    def test_logs_follow_ends_with_the_task(self):
        group = self.log_group()
        task = self.good("run", self.family("for i in 1 2 3; do echo tick $i; sleep 0.3; done", group=group)).split()[0]
        out = self.good("logs", "-f", task, seconds=30)
        self.assertEqual([line for line in out.splitlines() if "tick" in line][-1].split()[-2:], ["tick", "3"])

    def test_what_cannot_run_says_why_and_what_to_do(self):
        family = self.family("true")
        self.bad(2, "run", family, "--gpus", "9", holds="RESOURCE:GPU.*fewer")
        self.bad(1, "run", "nosuch", holds="not found")
        self.bad(1, "run", family, "--cluster", "nosuch", holds="Cluster not found")
        self.bad(1, "stop", "0" * 32, holds="not found")
        self.bad(1, "logs", "0" * 32, holds="0000")
        image = self.family("true", image="no/such:image")
        self.bad(3, "run", image, "--wait", holds="CannotPullContainerError")

    def test_what_can_never_run_is_told_from_what_has_to_wait(self):
        family = self.family("sleep 60")
        self.bad(2, "run", family, "--gpus", "9", holds="9 GPUs.* more than 2: it can never run there.*--gpus")
        self.bad(2, "run", family, "--memory", "99999999", holds="99999999 MiB.*never.*--memory")
        self.bad(2, "run", family, "--cpu", "999999", holds="999999 CPU units.*never.*--cpu")
        task = self.good("run", family, "--gpus", "2", "--cpu", "128", "--memory", "64").strip()
        self.bad(2, "run", family, "--gpus", "1", holds="wait for a task to end")
        self.good("stop", task)
        self.wait_for_status(task, "STOPPED")
        code, out, err = self.berth("stop", task)
        self.assertEqual((code, out.strip()), (0, task))
        self.assertRegex(err, "had stopped already, .* ago")

    def test_ctrl_c_leaves_the_task_running_and_says_so(self):
        group = self.log_group()
        family = self.family("echo up; sleep 60", group=group)
        code, shown = self.on_terminal(100, "run", family, "--follow", interrupt_after="up\r")
        self.assertEqual(code, 130, shown)
        self.assertRegex(shown, r"task [0-9a-f]{12} goes on: 'berth logs -f [0-9a-f]{12}'.*'berth stop")
        self.assertIn("RUNNING", self.good("ps"))

    def test_a_task_without_a_log_is_followed_with_a_word_about_it(self):
        code, _, err = self.berth("run", self.family("echo unseen"), "--follow")
        self.assertEqual(code, 0, err)
        self.assertRegex(err, "keeps no log: .*logConfiguration")

    def test_logs_alone_lists_the_groups_and_a_closed_pipe_ends_them_quietly(self):
        group = self.log_group()
        self.good("run", self.family("seq 20000", group=group), "--wait")
        self.assertRegex(self.good("logs"), group)
        self.bad(1, "logs", "nosuch", holds="neither a task nor a log group.*berth ps -a.*berth logs")
        line = f"{bin_dir}/berth logs {group} | head -1"
        done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, timeout=60, env=self.environment())
        self.assertEqual((done.returncode, done.stderr, done.stdout.count("\n")), (0, "", 1))

    def test_the_newest_task_is_first_whatever_its_cluster(self):
        ecs = self.client("ecs")
        ecs.create_cluster(clusterName="other")
        self.addCleanup(ecs.delete_cluster, cluster="other")
        family = self.family("true")
        tasks = [self.good("run", family, "--wait").split()[0] for _ in range(3)]
        table = self.good("ps", "-a")
        self.assert_table(table, "TASK", "CLUSTER", "DEFINITION", "STATUS", "AGE", "GPUS", "EXIT", "REASON")
        self.assertEqual([row.split()[0] for row in table.splitlines()[1:]], [t[:12] for t in reversed(tasks)])
        self.assert_fits(60, self.on_terminal(60, "ps", "-a")[1])


class Images(BerthCase):
    def test_the_built_in_image_goes_into_a_repository(self):
        ecr, name = self.client("ecr"), unique("repo")
        uri = ecr.create_repository(repositoryName=name)["repository"]["repositoryUri"]
        self.addCleanup(ecr.delete_repository, repositoryName=name, force=True)
        self.good("image", "push", "fathom", name, holds="sha256:")
        self.good("image", "push", "fathom", f"{name}:v1")
        self.assertEqual(sorted(ecr.describe_images(repositoryName=name)["imageDetails"][0]["imageTags"]),
                         ["latest", "v1"])
        self.assertRegex(self.good("image", "list"), name + ".*built in")
        stopped = self.run_to_end(self.definition("exit 4", image=f"{uri}:v1"))
        self.assertEqual(self.container(stopped)["exitCode"], 4)
        self.bad(1, "image", "push", "fathom", "no-such-repo", holds="no-such-repo")
        self.bad(1, "image", "push", "other", name, holds="fathom")


class S3(BerthCase):
    def setUp(self):
        super().setUp()
        self.name = unique("bucket")
        self.good("s3", "mb", f"s3://{self.name}")
        self.addCleanup(self._remove_bucket, self.client("s3"), self.name)

    def test_files_go_up_and_down(self):
        for size in (0, 10, (8 << 20) - 1, 8 << 20, (20 << 20) + 7):
            with self.subTest(size=size):
                body = os.urandom(size)
                local = self.file("local", body)
                self.good("s3", "cp", local, f"s3://{self.name}/dir/")
                head = self.client("s3").head_object(Bucket=self.name, Key="dir/local")
                self.assertEqual(head["ContentLength"], size)
                self.assertEqual("-" in head["ETag"], size >= 8 << 20, "large ones go in parts")
                self.good("s3", "cp", f"s3://{self.name}/dir/local", self.folder / "back")
                self.assertEqual((self.folder / "back").read_bytes(), body)
                self.assertEqual([p.name for p in self.folder.iterdir() if p.name not in ("local", "back")], [])
        self.good("s3", "cp", f"s3://{self.name}/dir/local", self.folder)

    def test_links_are_followed_and_devices_are_written_not_replaced(self):
        self.good("s3", "cp", self.file("local", b"words"), f"s3://{self.name}/words")
        link = self.folder / "link"
        link.symlink_to("linked")
        self.good("s3", "cp", f"s3://{self.name}/words", link)
        self.assertTrue(link.is_symlink())
        self.assertEqual((self.folder / "linked").read_bytes(), b"words")
        if os.geteuid() == 0:
            device = self.folder / "null"
            os.mknod(device, 0o666 | stat.S_IFCHR, os.makedev(1, 3))
            self.good("s3", "cp", f"s3://{self.name}/words", device)
            self.assertTrue(device.is_char_device())

    def test_pipes_work_both_ways(self):
        self.good("s3", "cp", "-", f"s3://{self.name}/piped", stdin="from a pipe\n")
        self.assertEqual(self.good("s3", "cp", f"s3://{self.name}/piped", "-"), "from a pipe\n")

    def test_listings(self):
        s3 = self.client("s3")
        for key in ("a", "d/1", "d/2", "e ü+&"):
            s3.put_object(Bucket=self.name, Key=key, Body=b"x" * 2000)
        self.assertIn(self.name, self.good("s3", "ls"))
        text = self.good("s3", "ls", f"s3://{self.name}")
        for word in ("a", "d/", "e ü+&", "2.0 KiB"):
            self.assertIn(word, text)
        self.assertNotIn("d/1", text)
        self.assertIn("d/1", self.good("s3", "ls", f"s3://{self.name}/d/"))
        self.assertIn("d/1", self.good("s3", "ls", "--recursive", f"s3://{self.name}"))
        rows = json.loads(self.good("s3", "ls", "--recursive", f"s3://{self.name}", "--json"))
        self.assertEqual([r["Key"] for r in rows], ["a", "d/1", "d/2", "e ü+&"])
        self.assertTrue(all(r["Size"] == 2000 and r["LastModified"] for r in rows))

    def test_objects_and_buckets_are_deleted(self):
        s3 = self.client("s3")
        for key in ("a", "d/1", "d/2"):
            s3.put_object(Bucket=self.name, Key=key, Body=b"x")
        self.good("s3", "rm", f"s3://{self.name}/a")
        self.bad(1, "s3", "rm", f"s3://{self.name}/a", holds="there is no")
        self.bad(1, "s3", "rb", f"s3://{self.name}", holds="not empty")
        self.assertEqual(self.good("s3", "rm", "-r", f"s3://{self.name}/d/"), "2 objects deleted\n")
        self.good("s3", "rb", self.name)
        self.good("s3", "mb", self.name)
        s3.put_object(Bucket=self.name, Key="k", Body=b"x")
        self.good("s3", "rb", self.name, "--force")
        self.good("s3", "mb", self.name)

    def test_presigned_urls_are_for_everyone(self):
        self.client("s3").put_object(Bucket=self.name, Key="a b+ü", Body=b"hello")
        url = self.good("s3", "presign", f"s3://{self.name}/a b+ü", "--expires", "60").strip()
        self.assertEqual(urllib.request.urlopen(url, timeout=10).read(), b"hello")

    def test_what_is_not_there(self):
        self.bad(1, "s3", "cp", f"s3://{self.name}/no", self.folder / "x", holds="no")
        self.assertFalse((self.folder / "x").exists())
        self.bad(1, "s3", "cp", self.folder / "no", f"s3://{self.name}/k", holds="no")
        self.bad(1, "s3", "ls", "s3://no-such-bucket-here", holds="no-such-bucket-here")
        self.bad(1, "s3", "cp", "a", "b", holds="s3://")
