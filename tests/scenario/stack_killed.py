"""The daemon dies in the middle of a stack's creation or deletion and finishes it after its restart."""
import json
import time
import urllib.request

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

    def test_a_stack_in_a_stack_waits_on_and_hears_the_signal_that_comes_later(self):
        cloudformation, s3, name = self.client("cloudformation"), self.client("s3"), unique("killed")
        bucket = self.bucket()
        s3.put_object(Bucket=bucket, Key="inner", Body=json.dumps({"Resources": {
            "Handle": {"Type": "AWS::CloudFormation::WaitConditionHandle"},
            "Condition": {"Type": "AWS::CloudFormation::WaitCondition",
                          "Properties": {"Handle": {"Ref": "Handle"}, "Timeout": "600", "Count": "2"}}},
            "Outputs": {"Data": {"Value": {"Fn::GetAtt": "Condition.Data"}}}}).encode())
        template = {"Resources": {"Inner": {"Type": "AWS::CloudFormation::Stack",
                                            "Properties": {"TemplateURL": f"{self.endpoint}/{bucket}/inner"}}},
                    "Outputs": {"Data": {"Value": {"Fn::GetAtt": "Inner.Outputs.Data"}}}}
        stack_id = cloudformation.create_stack(StackName=name, TemplateBody=json.dumps(template))["StackId"]

        def physical_id(stack, logical_id):
            found = cloudformation.describe_stack_resources(StackName=stack)["StackResources"]
            return next((r.get("PhysicalResourceId") for r in found if r["LogicalResourceId"] == logical_id), None)

        inner = self.wait_for(lambda: physical_id(stack_id, "Inner"), "the inner stack is there")
        self.wait_for(lambda: physical_id(inner, "Condition"), "the condition waits")
        address = physical_id(inner, "Handle")
        for sender in ("a", "b"):
            body = json.dumps({"Status": "SUCCESS", "UniqueId": sender, "Data": sender * 2}).encode()
            with urllib.request.urlopen(urllib.request.Request(address, data=body, method="PUT")) as answer:
                self.assertEqual(answer.status, 200)
            self.daemon.kill()
            self.restart()
        stack = self.stack_at_rest(stack_id)
        self.assertEqual(stack["StackStatus"], "CREATE_COMPLETE")
        self.assertEqual(json.loads(self.outputs(stack)["Data"]), {"a": "aa", "b": "bb"})
        self.assertEqual(physical_id(stack_id, "Inner"), inner)
        cloudformation.delete_stack(StackName=name)
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "DELETE_COMPLETE")
        self.assertEqual(self.stack_at_rest(inner)["StackStatus"], "DELETE_COMPLETE")
