"""ECS: tasks that really run, on the machine's own instance in the cluster `default`."""
import time

from support.case import TaskCase, account, region, unique


class Running(TaskCase):
    def test_a_task_runs_to_its_exit_code(self):
        ecs, definition = self.client("ecs"), self.definition("exit 0")
        placed = ecs.run_task(taskDefinition=definition, startedBy="me", tags=[{"key": "k", "value": "v"}])
        self.assertEqual(placed["failures"], [])
        task = placed["tasks"][0]
        family = definition.rsplit("/", 1)[1].split(":")[0]
        self.assertRegex(task["taskArn"], rf"^arn:aws:ecs:{region}:{account}:task/default/[0-9a-f]{{32}}$")
        self.assertEqual(task["clusterArn"], f"arn:aws:ecs:{region}:{account}:cluster/default")
        self.assertEqual((task["taskDefinitionArn"], task["desiredStatus"], task["group"], task["startedBy"],
                          task["version"]),
                         (definition, "RUNNING", f"family:{family}", "me", 1))
        self.assertIn(task["lastStatus"], ("PROVISIONING", "PENDING"))
        self.assertEqual(task["attachments"], [])
        container = task["containers"][0]
        self.assertEqual((container["name"], container["image"], container["lastStatus"]),
                         ("main", "fathom", "PENDING"))
        self.assertEqual((container["cpu"], container["memory"]), ("0", "128"), "strings in a container")
        self.assertEqual(container["networkInterfaces"], [])
        self.assertTrue(task["containerInstanceArn"])

        stopped = self.wait_for_status(task["taskArn"], "STOPPED")
        self.assertEqual((stopped["desiredStatus"], stopped["stopCode"], stopped["stoppedReason"]),
                         ("STOPPED", "EssentialContainerExited", "Essential container in task exited"))
        container = stopped["containers"][0]
        self.assertEqual((container["lastStatus"], container["exitCode"]), ("STOPPED", 0))
        self.assertGreater(stopped["version"], 1)
        times = [stopped[t] for t in ("createdAt", "startedAt", "stoppingAt", "executionStoppedAt", "stoppedAt")]
        self.assertEqual(times, sorted(times))
        self.assertTrue(container["runtimeId"])

    def test_exit_codes_and_signals_are_told_apart(self):
        for command, code in (("exit 3", 3), ("exit 137", 137), ("kill -KILL $$", 137), ("kill -TERM $$", 143),
                              ("exit 255", 255)):
            with self.subTest(command):
                stopped = self.run_to_end(self.definition(command))
                self.assertEqual(self.container(stopped)["exitCode"], code)
                self.assertEqual(stopped["stopCode"], "EssentialContainerExited")

    def test_waiters_follow_a_task_to_running_and_to_its_end(self):
        ecs, fast = self.client("ecs"), {"Delay": 1, "MaxAttempts": 30}
        arn = self.run_task(self.definition("sleep 600"))
        ecs.get_waiter("tasks_running").wait(tasks=[arn], WaiterConfig=fast)
        ecs.stop_task(task=arn, reason="enough")
        ecs.get_waiter("tasks_stopped").wait(tasks=[arn], WaiterConfig=fast)
        self.assertEqual(self.task(arn)["stoppedReason"], "enough")

    def test_tasks_are_listed_by_status_family_and_starter(self):
        ecs, definition, starter = self.client("ecs"), self.definition("sleep 600"), unique("me")
        family = definition.rsplit("/", 1)[1].split(":")[0]
        arns = [self.run_task(definition, startedBy=starter) for _ in range(2)]

        def listed(**arguments):
            return ecs.list_tasks(**arguments)["taskArns"]
        self.assertEqual(sorted(listed(startedBy=starter)), sorted(arns))
        self.assertEqual(sorted(listed(family=family)), sorted(arns))
        pages = ecs.get_paginator("list_tasks").paginate(family=family, PaginationConfig={"PageSize": 1})
        self.assertEqual(sorted(a for p in pages for a in p["taskArns"]), sorted(arns))
        for arn in arns:
            ecs.stop_task(task=arn)
        for arn in arns:
            self.wait_for_status(arn, "STOPPED")
        self.assertEqual(listed(family=family), [])
        self.assertEqual(sorted(listed(family=family, desiredStatus="STOPPED")), sorted(arns))

    def test_ids_and_arns_name_a_task_and_unknown_ones_are_missing(self):
        ecs, arn = self.client("ecs"), self.run_task(self.definition("true"))
        answer = ecs.describe_tasks(tasks=[arn.rsplit("/", 1)[1], "0" * 32])
        self.assertEqual([t["taskArn"] for t in answer["tasks"]], [arn])
        self.assertEqual(answer["failures"], [{"arn": f"arn:aws:ecs:{region}:{account}:task/default/{'0' * 32}",
                                               "reason": "MISSING"}])
        with self.refused("InvalidParameterException", 400, "Tasks cannot be empty"):
            ecs.describe_tasks(tasks=[])
        self.wait_for_status(arn, "STOPPED")

    def test_count_places_each_task_by_itself(self):
        ecs, definition = self.client("ecs"), self.definition("true")
        tasks = ecs.run_task(taskDefinition=definition, count=3)["tasks"]
        self.assertEqual(len({t["taskArn"] for t in tasks}), 3)
        for wrong in (0, 11):
            with self.subTest(wrong), self.refused("InvalidParameterException"):
                ecs.run_task(taskDefinition=definition, count=wrong)
        for task in tasks:
            self.wait_for_status(task["taskArn"], "STOPPED")

    def test_a_cluster_without_instances_runs_nothing(self):
        ecs, name = self.client("ecs"), unique("cluster")
        ecs.create_cluster(clusterName=name)
        self.addCleanup(ecs.delete_cluster, cluster=name)
        with self.refused("InvalidParameterException", 400, "No Container Instances were found in your cluster."):
            ecs.run_task(cluster=name, taskDefinition=self.definition())

    def test_a_deregistered_definition_runs_nothing(self):
        ecs = self.client("ecs")
        arn = ecs.register_task_definition(family=unique("f"), containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 64}])["taskDefinition"]["taskDefinitionArn"]
        ecs.deregister_task_definition(taskDefinition=arn)
        with self.refused("InvalidParameterException", 400, "TaskDefinition is inactive"):
            ecs.run_task(taskDefinition=arn)

    def test_an_image_that_is_not_there_keeps_the_task_from_starting(self):
        stopped = self.run_to_end(self.definition("true", image="no/such/image:1"))
        self.assertEqual(stopped["stopCode"], "TaskFailedToStart")
        self.assertRegex(stopped["stoppedReason"], "^CannotPullContainerError: ")
        self.assertNotIn("exitCode", self.container(stopped))

    def test_a_command_that_is_not_there_keeps_the_container_from_starting(self):
        stopped = self.run_to_end(self.definition(["/no/such/program"]))
        self.assertEqual(stopped["stopCode"], "TaskFailedToStart")
        self.assertRegex(stopped["stoppedReason"] + self.container(stopped).get("reason", ""),
                         "Cannot(Start|Create)ContainerError")


class Overrides(TaskCase):
    def test_command_and_environment_are_overridden_by_name(self):
        group = self.log_group()
        definition = self.definition("echo $A $B; exit $C", group, environment=[
            {"name": n, "value": v} for n, v in (("A", "a"), ("B", "b"), ("C", "0"))])
        arn = self.run_task(definition, overrides={"containerOverrides": [{"name": "main", "environment": [
            {"name": "B", "value": "override"}, {"name": "C", "value": "4"}]}]})
        stopped = self.wait_for_status(arn, "STOPPED")
        self.assertEqual(self.container(stopped)["exitCode"], 4)
        self.assertEqual(self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}"), ["a override"])
        self.assertEqual(stopped["overrides"]["containerOverrides"][0]["environment"][0],
                         {"name": "B", "value": "override"})
        arn = self.run_task(definition, overrides={"containerOverrides": [{"name": "main",
                                                                           "command": ["/bin/sh", "-c", "exit 9"]}]})
        self.assertEqual(self.container(self.wait_for_status(arn, "STOPPED"))["exitCode"], 9)

    def test_an_override_for_nobody_is_refused(self):
        with self.refused("InvalidParameterException", 400,
                          "Override for container named no is not a container in the TaskDefinition."):
            self.client("ecs").run_task(taskDefinition=self.definition(),
                                        overrides={"containerOverrides": [{"name": "no"}]})

    def test_what_a_request_may_not_hold_is_refused(self):
        ecs, definition = self.client("ecs"), self.definition()
        knows_client_token = "clientToken" in ecs.meta.service_model.operation_model("RunTask").input_shape.members
        for text, arguments in (
                ("Container Overrides length must be at most 8192",
                 {"overrides": {"containerOverrides": [{"name": "main", "command": ["x" * 8192]}]}}),
                ("twice", {"overrides": {"containerOverrides": [{"name": "main"}, {"name": "main"}]}}),
                ("cpu must not be negative", {"overrides": {"containerOverrides": [{"name": "main", "cpu": -1}]}}),
                ("aws:", {"tags": [{"key": "aws:x", "value": "v"}]}),
                ("startedBy", {"startedBy": "a" * 129}),
                *knows_client_token * [("clientToken", {"clientToken": "a" * 65})]):
            with self.subTest(text), self.refused("InvalidParameterException", 400, text):
                ecs.run_task(taskDefinition=definition, **arguments)

    def test_a_role_that_is_not_there_is_refused(self):
        gone = f"arn:aws:iam::{account}:role/gone"
        for member in ("taskRoleArn", "executionRoleArn"):
            with self.subTest(member), self.refused("ClientException", 400,
                                                    f"ECS was unable to assume the role '{gone}'"):
                self.client("ecs").run_task(taskDefinition=self.definition(), overrides={member: gone})

    def test_what_does_not_fit_is_a_failure_and_not_an_error(self):
        ecs, definition = self.client("ecs"), self.definition()
        instance = ecs.list_container_instances()["containerInstanceArns"][0]
        for override, reason in (({"memory": 99_999_999}, "RESOURCE:MEMORY"), ({"cpu": 1024 * 1024}, "RESOURCE:CPU"),
                                 ({"resourceRequirements": [{"type": "GPU", "value": "3"}]}, "RESOURCE:GPU")):
            with self.subTest(reason):
                answer = ecs.run_task(taskDefinition=definition,
                                      overrides={"containerOverrides": [{"name": "main", **override}]})
                self.assertEqual(answer["tasks"], [])
                self.assertEqual([(f["arn"], f["reason"]) for f in answer["failures"]], [(instance, reason)])


class Gpus(TaskCase):
    def gpu_task(self, count, command="sleep 600", **arguments):
        definition = self.definition(command, resourceRequirements=[{"type": "GPU", "value": str(count)}], **arguments)
        return self.run_task(definition)

    def free(self):
        ecs = self.client("ecs")
        arns = ecs.list_container_instances()["containerInstanceArns"]
        resources = ecs.describe_container_instances(containerInstances=arns)["containerInstances"][0]["remainingResources"]
        return {g for r in resources if r["name"] == "GPU" for g in r["stringSetValue"]}

    def test_devices_are_pinned_named_and_given_back(self):
        ecs, group = self.client("ecs"), self.log_group()
        self.wait_for(lambda: len(self.free()) == 2, "both GPUs are free")
        both = self.free()
        first = self.gpu_task(1, "echo $NVIDIA_VISIBLE_DEVICES; sleep 600", group=group)
        running = self.wait_for_status(first, "RUNNING")
        mine = self.container(running)["gpuIds"]
        self.assertEqual(len(mine), 1)
        self.assertTrue(mine[0].startswith("GPU-"))
        self.assertEqual(self.free(), both - set(mine))
        refused = ecs.run_task(taskDefinition=self.definition(resourceRequirements=[{"type": "GPU", "value": "2"}]))
        self.assertEqual([f["reason"] for f in refused["failures"]], ["RESOURCE:GPU"])
        second = self.gpu_task(1)
        other = self.container(self.wait_for_status(second, "RUNNING"))["gpuIds"]
        self.assertEqual(set(mine) | set(other), both)
        self.assertEqual(self.free(), set())
        stream = f"p/main/{first.rsplit('/', 1)[1]}"
        self.wait_for(lambda: self.streams(group, stream), "the stream is there")
        self.wait_for(lambda: self.log_lines(group, stream) == [",".join(mine)], "the task sees its device")
        for arn in (first, second):
            ecs.stop_task(task=arn)
            self.wait_for_status(arn, "STOPPED")
        self.assertEqual(self.free(), both)

    def streams(self, group, name):
        return self.client("logs").describe_log_streams(logGroupName=group, logStreamNamePrefix=name)["logStreams"]

    def test_a_task_without_gpus_is_told_of_none(self):
        group = self.log_group()
        arn = self.run_task(self.definition('echo "[$NVIDIA_VISIBLE_DEVICES]"', group))
        stopped = self.wait_for_status(arn, "STOPPED")
        self.assertNotIn("gpuIds", self.container(stopped))
        self.assertEqual(self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}"), ["[]"])


class Stopping(TaskCase):
    def test_term_is_heard(self):
        ecs, arn = self.client("ecs"), self.run_task(self.definition("trap 'exit 7' TERM; while :; do sleep 0.1; done"))
        self.wait_for_status(arn, "RUNNING")
        time.sleep(0.3)  # the shell sets its trap; nothing tells from outside when
        answer = ecs.stop_task(task=arn)["task"]
        self.assertEqual(answer["desiredStatus"], "STOPPED")
        stopped = self.wait_for_status(arn, "STOPPED")
        self.assertEqual((stopped["stopCode"], stopped["stoppedReason"]), ("UserInitiated", "Task stopped by user"))
        self.assertEqual(self.container(stopped)["exitCode"], 7)

    def test_a_stop_right_after_the_start_tells_no_failure(self):
        ecs, definition = self.client("ecs"), self.definition("sleep 600")
        for wait in (0, 0.01, 0.02, 0.03, 0.05, 0.08):
            arn = self.run_task(definition)
            time.sleep(wait)  # so that the stop falls into different moments of the start
            ecs.stop_task(task=arn, reason="at once")
            stopped = self.wait_for_status(arn, "STOPPED")
            self.assertEqual((stopped["stopCode"], stopped["stoppedReason"]), ("UserInitiated", "at once"))
            container = self.container(stopped)
            self.assertNotIn("Error", container.get("reason", ""))
            # Whether it had begun is chance; if it had, the stop ended it, and not a failure.
            self.assertIn(container.get("exitCode"), (None, 137, 143))

    def test_whoever_ignores_term_is_killed_after_its_time(self):
        ecs = self.client("ecs")
        arn = self.run_task(self.definition("trap '' TERM; while :; do sleep 0.1; done", stopTimeout=2))
        self.wait_for_status(arn, "RUNNING")
        time.sleep(0.3)
        began = time.monotonic()
        ecs.stop_task(task=arn.rsplit("/", 1)[1], reason="enough")
        stopped = self.wait_for_status(arn, "STOPPED")
        self.assertGreater(time.monotonic() - began, 1.5)
        self.assertLess(time.monotonic() - began, 10)
        self.assertEqual((stopped["stopCode"], stopped["stoppedReason"], self.container(stopped)["exitCode"]),
                         ("UserInitiated", "enough", 137))

    def test_stopping_twice_changes_nothing_and_nobody_is_not_found(self):
        ecs, arn = self.client("ecs"), self.run_task(self.definition("exit 5"))
        self.wait_for_status(arn, "STOPPED")
        ecs.stop_task(task=arn, reason="late")
        self.assertEqual(self.task(arn)["stoppedReason"], "Essential container in task exited")
        with self.refused("InvalidParameterException", 400, "The referenced task was not found."):
            ecs.stop_task(task="0" * 32)


class Containers(TaskCase):
    def test_the_end_of_an_essential_container_ends_the_others(self):
        definition = self.define([
            {"name": "main", "image": "fathom", "memory": 64, "command": ["/bin/sh", "-c", "sleep 0.3; exit 6"]},
            {"name": "side", "image": "fathom", "memory": 64, "essential": False, "stopTimeout": 2,
             "command": ["/bin/sh", "-c", "exec sleep 600"]}])
        stopped = self.run_to_end(definition)
        self.assertEqual((stopped["stopCode"], self.container(stopped)["exitCode"]), ("EssentialContainerExited", 6))
        self.assertIn(self.container(stopped, "side")["exitCode"], (137, 143))

    def test_the_end_of_another_one_does_not(self):
        definition = self.define([
            {"name": "main", "image": "fathom", "memory": 64, "command": ["/bin/sh", "-c", "sleep 1; exit 0"]},
            {"name": "side", "image": "fathom", "memory": 64, "essential": False,
             "command": ["/bin/sh", "-c", "exit 2"]}])
        stopped = self.run_to_end(definition)
        self.assertEqual([self.container(stopped, n)["exitCode"] for n in ("main", "side")], [0, 2])

    def test_dependencies_order_the_start(self):
        group = self.log_group()
        log = {"logDriver": "awslogs", "options": {"awslogs-group": group, "awslogs-region": region,
                                                   "awslogs-stream-prefix": "p"}}
        definition = self.define([
            {"name": "main", "image": "fathom", "memory": 64, "logConfiguration": log,
             "command": ["/bin/sh", "-c", "date +%s%N"],
             "dependsOn": [{"containerName": "first", "condition": "SUCCESS"}]},
            {"name": "first", "image": "fathom", "memory": 64, "essential": False, "logConfiguration": log,
             "command": ["/bin/sh", "-c", "sleep 0.5; date +%s%N"]}])
        arn = self.run_task(definition)
        self.wait_for_status(arn, "STOPPED")
        task_id = arn.rsplit("/", 1)[1]
        first, main = (int(self.log_lines(group, f"p/{n}/{task_id}")[0]) for n in ("first", "main"))
        self.assertLess(first, main)

    def test_a_dependency_that_fails_keeps_the_task_from_starting(self):
        definition = self.define([
            {"name": "main", "image": "fathom", "memory": 64, "command": ["/bin/sh", "-c", "true"],
             "dependsOn": [{"containerName": "first", "condition": "SUCCESS"}]},
            {"name": "first", "image": "fathom", "memory": 64, "essential": False,
             "command": ["/bin/sh", "-c", "exit 1"]}])
        stopped = self.run_to_end(definition)
        self.assertEqual(stopped["stopCode"], "TaskFailedToStart")
        self.assertNotIn("exitCode", self.container(stopped))

    def test_too_much_memory_is_told_as_such(self):
        command = "import sys; x = b'x' * (512 << 20); print(len(x))"
        stopped = self.run_to_end(self.definition(["/usr/bin/python3", "-c", command], memory=48))
        container = self.container(stopped)
        if container.get("exitCode") == 0:
            self.skipTest("memory limits are not enforced here (no cgroup delegation)")
        self.assertEqual(container["exitCode"], 137)
        self.assertEqual(container["reason"], "OutOfMemoryError: Container killed due to memory usage")


class Logs(TaskCase):
    def test_streams_are_named_by_prefix_container_and_task(self):
        group = self.log_group()
        arn = self.run_task(self.definition("echo out; echo err >&2; printf 'no newline'", group))
        self.wait_for_status(arn, "STOPPED")
        stream = f"p/main/{arn.rsplit('/', 1)[1]}"
        streams = self.client("logs").describe_log_streams(logGroupName=group)["logStreams"]
        self.assertEqual([s["logStreamName"] for s in streams], [stream])
        self.assertEqual(sorted(self.log_lines(group, stream)), ["err", "no newline", "out"])

    def test_every_line_is_there_when_the_task_shows_stopped(self):
        group = self.log_group()
        arn = self.run_task(self.definition("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done", group))
        self.wait_for_status(arn, "STOPPED", 60)
        self.assertEqual(self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}"), [f"line {i}" for i in range(20000)])

    def test_a_line_shows_while_the_task_runs(self):
        group = self.log_group()
        arn = self.run_task(self.definition("echo early; sleep 600", group))
        self.wait_for_status(arn, "RUNNING")
        logs = self.client("logs")
        self.wait_for(lambda: logs.filter_log_events(logGroupName=group)["events"], "the line shows", 5)
        self.client("ecs").stop_task(task=arn)
        self.wait_for_status(arn, "STOPPED")

    def test_a_group_that_is_not_there_keeps_the_task_from_starting(self):
        stopped = self.run_to_end(self.definition("true", "/no/such/group"))
        self.assertEqual(stopped["stopCode"], "TaskFailedToStart")
        self.assertRegex(stopped["stoppedReason"],
                         "ResourceInitializationError|CannotStartContainerError|CannotCreateContainerError")

    def test_a_group_is_made_if_asked(self):
        group = "/made/" + unique()
        definition = self.definition("echo x", logConfiguration={"logDriver": "awslogs", "options": {
            "awslogs-group": group, "awslogs-region": region, "awslogs-stream-prefix": "p",
            "awslogs-create-group": "true"}})
        arn = self.run_task(definition)
        self.addCleanup(self.client("logs").delete_log_group, logGroupName=group)
        self.wait_for_status(arn, "STOPPED")
        self.assertEqual(self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}"), ["x"])


class Sandbox(TaskCase):
    def lines(self, command, **container):
        group = self.log_group()
        arn = self.run_task(self.definition(command, group, **container))
        self.wait_for_status(arn, "STOPPED")
        return self.log_lines(group, f"p/main/{arn.rsplit('/', 1)[1]}")

    def test_a_task_sees_its_own_processes_and_no_homes(self):
        lines = self.lines("ls /proc | grep -c '^[0-9]'; ls /root /home 2>&1 | wc -l; id -u; cat /proc/self/status | grep CapEff")
        self.assertLess(int(lines[0]), 10)
        self.assertLessEqual(int(lines[1]), 4)
        self.assertEqual(lines[3].split()[1], "0" * 16)

    def test_the_environment_is_the_definitions_and_the_systems(self):
        lines = self.lines("env | sort", environment=[{"name": "MINE", "value": "a b=c"}])
        environment = dict(line.split("=", 1) for line in lines)
        self.assertEqual(environment["MINE"], "a b=c")
        self.assertEqual((environment["AWS_REGION"], environment["AWS_DEFAULT_REGION"]), (region, region))
        self.assertEqual(environment["AWS_ENDPOINT_URL"], self.endpoint)
        self.assertEqual(environment["AWS_EC2_METADATA_DISABLED"], "true")
        self.assertTrue(environment["PATH"].startswith("/opt/fathom/bin"))
        self.assertFalse({k for k in environment if k.startswith("BERTH_")})

    def test_a_task_without_a_role_is_nobody(self):
        lines = self.lines("aws sts get-caller-identity 2>&1; echo $?")
        self.assertNotEqual(lines[-1], "0")
