"""The daemon dies in the middle of a stack's creation or deletion and finishes it after its restart."""
import json
import time

from support.case import unique
from support.scenario import Scenario


def chain(name, length=12):
    """Resources that are made one after the other, so that there is a middle."""
    resources = {}
    for i in range(length):
        kind = [("AWS::Logs::LogGroup", {"LogGroupName": f"/{name}/{i}"}),
                ("AWS::S3::Bucket", {}),
                ("AWS::ECS::Cluster", {"ClusterName": f"{name}-{i}"})][i % 3]
        resources[f"R{i:02}"] = {"Type": kind[0], "Properties": kind[1], **({"DependsOn": f"R{i - 1:02}"} if i else {})}
    return json.dumps({"Resources": resources})


class StackKilled(Scenario):
    def things(self, name):
        groups = self.client("logs").describe_log_groups(logGroupNamePrefix=f"/{name}/")["logGroups"]
        buckets = [b for b in self.client("s3").list_buckets()["Buckets"] if b["Name"].startswith(name)]
        clusters = [a for a in self.client("ecs").list_clusters()["clusterArns"] if f"cluster/{name}" in a]
        return len(groups), len(buckets), len(clusters)

    def test_a_creation_comes_to_an_end_and_the_stack_tells_the_truth(self):
        cloudformation = self.client("cloudformation")
        for delay in (0, 0.005, 0.02, 0.05, 0.1):
            with self.subTest(delay=delay):
                name = unique("killed")
                stack_id = cloudformation.create_stack(StackName=name, TemplateBody=chain(name))["StackId"]
                time.sleep(delay)
                self.daemon.kill()
                self.restart()
                stack = self.stack_at_rest(stack_id)
                self.assertIn(stack["StackStatus"], ("CREATE_COMPLETE", "ROLLBACK_COMPLETE"))
                wanted = (4, 4, 4) if stack["StackStatus"] == "CREATE_COMPLETE" else (0, 0, 0)
                self.assertEqual(self.things(name), wanted)
                events = cloudformation.describe_stack_events(StackName=stack_id)["StackEvents"]
                self.assertEqual(len({e["EventId"] for e in events}), len(events))
                made = [e["LogicalResourceId"] for e in events if e["ResourceStatus"] == "CREATE_COMPLETE"]
                self.assertEqual(len(made), len(set(made)), "nothing was made twice")
                cloudformation.delete_stack(StackName=name)
                self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "DELETE_COMPLETE")
                self.assertEqual(self.things(name), (0, 0, 0))

    def test_a_deletion_comes_to_an_end(self):
        cloudformation = self.client("cloudformation")
        for delay in (0, 0.01, 0.05):
            with self.subTest(delay=delay):
                name = unique("killed")
                stack = self.create_stack(chain(name), name)
                cloudformation.delete_stack(StackName=name)
                time.sleep(delay)
                self.daemon.kill()
                self.restart()
                self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE")
                self.assertEqual(self.things(name), (0, 0, 0))
