"""ECS: clusters and task definitions, what is filled in and what is refused."""
import os

from botocore.exceptions import ClientError

from support.case import SdkCase, account, region, unique

MAIN = {"name": "main", "image": "fathom", "memory": 64}


class Clusters(SdkCase):
    def cluster(self):
        ecs, name = self.client("ecs"), unique("cluster")
        made = ecs.create_cluster(clusterName=name, tags=[{"key": "k", "value": "v"}])["cluster"]
        self.addCleanup(ecs.delete_cluster, cluster=name)
        return made

    def test_a_cluster_is_made_described_and_removed(self):
        ecs, made = self.client("ecs"), self.cluster()
        name = made["clusterName"]
        self.assertEqual(made["clusterArn"], f"arn:aws:ecs:{region}:{account}:cluster/{name}")
        self.assertEqual(made["status"], "ACTIVE")
        for count in ("registeredContainerInstancesCount", "runningTasksCount", "pendingTasksCount",
                      "activeServicesCount"):
            self.assertEqual(made[count], 0)
        found = ecs.describe_clusters(clusters=[name, made["clusterArn"]], include=["TAGS", "STATISTICS", "SETTINGS"])
        self.assertEqual([c["clusterArn"] for c in found["clusters"]], [made["clusterArn"]] * len(found["clusters"]))
        self.assertEqual(found["clusters"][0]["tags"], [{"key": "k", "value": "v"}])
        self.assertIn(made["clusterArn"], ecs.list_clusters()["clusterArns"])

    def test_making_it_again_answers_the_same(self):
        made = self.cluster()
        self.assertEqual(self.client("ecs").create_cluster(clusterName=made["clusterName"])["cluster"]["clusterArn"],
                         made["clusterArn"])

    def test_the_cluster_default_is_there_with_the_machine_in_it(self):
        ecs = self.client("ecs")
        cluster = ecs.describe_clusters()["clusters"][0]
        self.assertEqual((cluster["clusterName"], cluster["status"]), ("default", "ACTIVE"))
        self.assertEqual(cluster["registeredContainerInstancesCount"], 1)

    def test_unknown_clusters_are_missing_or_not_found(self):
        ecs, arn = self.client("ecs"), f"arn:aws:ecs:{region}:{account}:cluster/nosuch"
        self.assertEqual(ecs.describe_clusters(clusters=["nosuch"])["failures"], [{"arn": arn, "reason": "MISSING"}])
        definition = "nosuch"
        for name, call in (("list tasks", lambda: ecs.list_tasks(cluster="nosuch")),
                           ("describe tasks", lambda: ecs.describe_tasks(cluster="nosuch", tasks=["0" * 32])),
                           ("list instances", lambda: ecs.list_container_instances(cluster="nosuch")),
                           ("run", lambda: ecs.run_task(cluster="nosuch", taskDefinition=definition)),
                           ("stop", lambda: ecs.stop_task(cluster="nosuch", task="0" * 32)),
                           ("delete", lambda: ecs.delete_cluster(cluster="nosuch"))):
            with self.subTest(name), self.refused("ClusterNotFoundException", 400, "Cluster not found."):
                call()

    def test_a_deleted_cluster_is_inactive(self):
        ecs, name = self.client("ecs"), unique("cluster")
        ecs.create_cluster(clusterName=name)
        self.assertEqual(ecs.delete_cluster(cluster=name)["cluster"]["status"], "INACTIVE")
        self.assertNotIn(name, str(ecs.list_clusters()["clusterArns"]))
        found = ecs.describe_clusters(clusters=[name])
        self.assertTrue(found["failures"] or found["clusters"][0]["status"] == "INACTIVE")

    def test_a_cluster_with_instances_is_not_deleted(self):
        with self.refused("ClusterContainsContainerInstancesException"):
            self.client("ecs").delete_cluster(cluster="default")

    def test_names_are_checked(self):
        for wrong in ("no spaces", "x" * 256, "a/b"):
            with self.subTest(wrong[:10]), self.refused("InvalidParameterException"):
                self.client("ecs").create_cluster(clusterName=wrong)

    def test_clusters_are_listed_in_pages(self):
        arns = {self.cluster()["clusterArn"] for _ in range(3)}
        pages = self.client("ecs").get_paginator("list_clusters").paginate(PaginationConfig={"PageSize": 2})
        seen = [a for page in pages for a in page["clusterArns"]]
        self.assertEqual(len(seen), len(set(seen)))
        self.assertTrue(arns < set(seen))
        with self.refused("InvalidParameterException"):
            self.client("ecs").list_clusters(maxResults=101)


class Instances(SdkCase):
    def instance(self):
        ecs = self.client("ecs")
        arns = ecs.list_container_instances()["containerInstanceArns"]
        self.assertEqual(len(arns), 1)
        return ecs.describe_container_instances(containerInstances=arns)["containerInstances"][0]

    def test_the_implicit_instance_shows_the_machine(self):
        instance = self.instance()
        self.assertRegex(instance["containerInstanceArn"],
                         rf"^arn:aws:ecs:{region}:{account}:container-instance/default/[0-9a-f]{{32}}$")
        self.assertEqual((instance["status"], instance["agentConnected"]), ("ACTIVE", True))
        registered = {r["name"]: r for r in instance["registeredResources"]}
        self.assertEqual(registered["CPU"]["integerValue"], 1024 * os.cpu_count())
        self.assertEqual(registered["CPU"]["type"], "INTEGER")
        self.assertGreater(registered["MEMORY"]["integerValue"], 256)
        self.assertEqual(registered["PORTS"]["type"], "STRINGSET")
        self.assertEqual(len(registered["GPU"]["stringSetValue"]), 2)
        self.assertEqual({r["name"] for r in instance["remainingResources"]}, set(registered))

    def test_unknown_instances_are_missing(self):
        answer = self.client("ecs").describe_container_instances(containerInstances=["0" * 32])
        self.assertEqual([f["reason"] for f in answer["failures"]], ["MISSING"])
        self.assertIn("container-instance/default/" + "0" * 32, answer["failures"][0]["arn"])


class Definitions(SdkCase):
    def register(self, family=None, containers=None, **arguments):
        return self.client("ecs").register_task_definition(
            family=family or unique("family"), containerDefinitions=containers or [MAIN], **arguments)["taskDefinition"]

    def main(self, **more):
        return [{**MAIN, **more}]

    def test_defaults_are_filled_in(self):
        definition = self.register()
        family = definition["family"]
        self.assertEqual(definition["taskDefinitionArn"], f"arn:aws:ecs:{region}:{account}:task-definition/{family}:1")
        self.assertEqual((definition["revision"], definition["status"]), (1, "ACTIVE"))
        self.assertIn("EC2", definition["compatibilities"])
        self.assertEqual((definition["volumes"], definition["placementConstraints"]), ([], []))
        self.assertEqual(definition["registeredBy"], f"arn:aws:iam::{account}:root")
        container = definition["containerDefinitions"][0]
        self.assertEqual((container["essential"], container["cpu"], container["memory"]), (True, 0, 64))
        for name in ("environment", "mountPoints", "volumesFrom", "portMappings", "systemControls"):
            self.assertEqual(container[name], [], name)

    def test_what_was_given_comes_back(self):
        container = {
            "name": "main", "image": "fathom", "cpu": 10, "memory": 64, "memoryReservation": 32,
            "command": ["sh", "-c", "true"], "entryPoint": ["/usr/bin/env"],
            "environment": [{"name": "A", "value": "b=c"}],
            "mountPoints": [{"sourceVolume": "v", "containerPath": "/v", "readOnly": True}], "essential": True,
            "ulimits": [{"name": "nofile", "softLimit": 1024, "hardLimit": 2048}], "user": "1000",
            "workingDirectory": "/tmp",
            "stopTimeout": 5, "startTimeout": 10, "privileged": False, "readonlyRootFilesystem": True,
            "dockerLabels": {"Some.Label": "x"}, "resourceRequirements": [{"type": "GPU", "value": "1"}],
            "linuxParameters": {"sharedMemorySize": 64, "initProcessEnabled": True},
            "portMappings": [{"containerPort": 80, "hostPort": 0, "protocol": "tcp"}],
            "logConfiguration": {"logDriver": "awslogs", "options": {"awslogs-group": "g", "awslogs-region": region}}}
        made = self.register(containers=[container], volumes=[{"name": "v", "host": {"sourcePath": "/tmp"}}],
                             networkMode="host", cpu="1 vCPU", memory="2 GB", tags=[{"key": "k", "value": "v"}])
        answer = self.client("ecs").describe_task_definition(taskDefinition=made["family"], include=["TAGS"])
        self.assertEqual(answer["tags"], [{"key": "k", "value": "v"}])
        found = answer["taskDefinition"]
        self.assertEqual((found["networkMode"], found["cpu"], found["memory"]), ("host", "1024", "2048"))
        self.assertEqual(found["volumes"], [{"name": "v", "host": {"sourcePath": "/tmp"}}])
        for name, value in container.items():
            if name != "portMappings":
                self.assertEqual(found["containerDefinitions"][0][name], value, name)
        self.assertEqual(found["containerDefinitions"][0]["portMappings"][0]["containerPort"], 80)

    def test_revisions_count_up_and_are_never_used_again(self):
        ecs, family = self.client("ecs"), unique("family")
        for revision in (1, 2):
            self.assertEqual(self.register(family)["revision"], revision)
        self.assertEqual(ecs.describe_task_definition(taskDefinition=family)["taskDefinition"]["revision"], 2)
        ended = ecs.deregister_task_definition(taskDefinition=f"{family}:2")["taskDefinition"]
        self.assertEqual(ended["status"], "INACTIVE")
        self.assertEqual(ecs.describe_task_definition(taskDefinition=family)["taskDefinition"]["revision"], 1)
        self.assertEqual(ecs.describe_task_definition(taskDefinition=f"{family}:2")["taskDefinition"]["status"],
                         "INACTIVE")
        self.assertEqual(self.register(family)["revision"], 3)

    def test_lists_filter_sort_and_page(self):
        ecs, family = self.client("ecs"), unique("family")
        arns = [self.register(family)["taskDefinitionArn"] for _ in range(3)]

        def listed(**arguments):
            return ecs.list_task_definitions(familyPrefix=family, **arguments)["taskDefinitionArns"]
        self.assertEqual(listed(), arns)
        self.assertEqual(listed(sort="DESC"), arns[::-1])
        pages = ecs.get_paginator("list_task_definitions").paginate(familyPrefix=family,
                                                                    PaginationConfig={"PageSize": 2})
        self.assertEqual([a for p in pages for a in p["taskDefinitionArns"]], arns)
        ecs.deregister_task_definition(taskDefinition=arns[0])
        self.assertEqual(listed(), arns[1:])
        self.assertEqual(listed(status="INACTIVE"), arns[:1])

    def test_unknown_ones(self):
        ecs = self.client("ecs")
        for call in (lambda: ecs.describe_task_definition(taskDefinition="nosuch"),
                     lambda: ecs.describe_task_definition(taskDefinition="nosuch:1")):
            with self.refused("ClientException", 400, "Unable to describe task definition."):
                call()
        with self.refused("ClientException"):
            ecs.deregister_task_definition(taskDefinition="nosuch:1")
        with self.refused("InvalidParameterException", 400, "TaskDefinition not found"):
            ecs.run_task(taskDefinition="nosuch")

    def test_deregistering_needs_a_revision(self):
        family = self.register()["family"]
        with self.refused("ClientException"):
            self.client("ecs").deregister_task_definition(taskDefinition=family)

    def test_what_cannot_be_meant_is_refused(self):
        side = {"name": "side", "image": "fathom", "memory": 16}
        for name, code, arguments in (
                ("no memory", "ClientException", {"containers": [{"name": "main", "image": "fathom"}]}),
                ("unknown volume", "ClientException",
                 {"containers": self.main(mountPoints=[{"sourceVolume": "no", "containerPath": "/v"}])}),
                ("unknown network mode", "ClientException|InvalidParameterException", {"networkMode": "nosuch"}),
                ("too little memory", "ClientException", {"containers": self.main(memory=3)}),
                ("reservation above limit", "ClientException", {"containers": self.main(memoryReservation=65)}),
                ("two of one name", "ClientException", {"containers": [MAIN, MAIN]}),
                ("no essential one", "ClientException", {"containers": self.main(essential=False)}),
                ("depends on nobody", "ClientException",
                 {"containers": self.main(dependsOn=[{"containerName": "no", "condition": "START"}])}),
                ("depends on itself", "ClientException", {"containers": [
                    {**MAIN, "dependsOn": [{"containerName": "side", "condition": "START"}]},
                    {**side, "dependsOn": [{"containerName": "main", "condition": "START"}]}]}),
                ("waits for an essential one", "ClientException", {"containers": [
                    {**MAIN, "dependsOn": [{"containerName": "side", "condition": "COMPLETE"}]}, side]}),
                ("half a GPU", "ClientException|InvalidParameterException",
                 {"containers": self.main(resourceRequirements=[{"type": "GPU", "value": "0.5"}])}),
                ("negative stopTimeout", "ClientException", {"containers": self.main(stopTimeout=-1)}),
                ("a reserved tag", "InvalidParameterException", {"tags": [{"key": "aws:x", "value": "v"}]}),
                ("too long", "ClientException", {"containers": self.main(command=["x" * 65536])}),
                ("family with a blank", "ClientException|InvalidParameterException", {"family": "a b"}),
                ("container with a dot", "ClientException|InvalidParameterException",
                 {"containers": [{**MAIN, "name": "a.b"}]})):
            with self.subTest(name):
                with self.assertRaises(ClientError) as caught:
                    self.register(**arguments)
                self.assertRegex(caught.exception.response["Error"]["Code"], f"^({code})$")
                self.assertEqual(caught.exception.response["ResponseMetadata"]["HTTPStatusCode"], 400)

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("UnknownOperationException"):
            self.client("ecs").list_services()
