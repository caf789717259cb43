"""CloudFormation: stacks that really make, roll back and remove."""
import json
import os
import tempfile

from support.case import ASSUME_BY_TASKS, SdkCase, account, command_line, region, unique

AWS = os.environ.get("BERTH_TEST_AWS", "aws")

SMALL = {"Resources": {"Group": {"Type": "AWS::Logs::LogGroup"}}}

WIDE = """
AWSTemplateFormatVersion: '2010-09-09'
Description: one of each
Parameters:
  Name: {Type: String, AllowedPattern: '[a-z][-a-z0-9]*'}
  Days: {Type: Number, Default: '7', AllowedValues: [1, 7, 14]}
  Secret: {Type: String, NoEcho: true, Default: hush}
  Subnets: {Type: 'List<AWS::EC2::Subnet::Id>', Default: ''}
  Tags: {Type: CommaDelimitedList, Default: 'red,green,blue'}
Mappings:
  Sizes: {us-east-1: {Memory: '128'}}
Conditions:
  Small: !Equals [!Ref Days, 1]
  Named: !And [!Not [!Condition Small], !Or [!Equals [a, a], !Equals [a, b]]]
Resources:
  Cluster:
    Type: AWS::ECS::Cluster
    Properties: {ClusterName: !Ref Name}
  Group:
    Type: AWS::Logs::LogGroup
    Properties: {LogGroupName: !Sub '/ecs/${Name}', RetentionInDays: !Ref Days}
  Role:
    Type: AWS::IAM::Role
    Properties:
      AssumeRolePolicyDocument:
        Version: '2012-10-17'
        Statement: [{Effect: Allow, Principal: {Service: ecs-tasks.amazonaws.com}, Action: 'sts:AssumeRole'}]
  Bucket: {Type: 'AWS::S3::Bucket', Condition: Named}
  Never: {Type: 'AWS::S3::Bucket', Condition: Small}
  Repository:
    Type: AWS::ECR::Repository
    Properties: {RepositoryName: !Join ['/', [team, !Ref Name]]}
  Task:
    Type: AWS::ECS::TaskDefinition
    DependsOn: [Bucket]
    Properties:
      Family: !Sub '${Name}-task'
      TaskRoleArn: !GetAtt Role.Arn
      ContainerDefinitions:
      - Name: main
        Image: !GetAtt Repository.RepositoryUri
        Memory: !FindInMap [Sizes, !Ref 'AWS::Region', Memory]
        Cpu: '10'
        Privileged: 'false'
        Environment: [{Name: BUCKET, Value: !If [Small, none, !Ref Bucket]}, {Name: SECOND, Value: !Select [1, !Ref Tags]}]
        LogConfiguration:
          LogDriver: awslogs
          Options: {awslogs-group: !Ref Group, awslogs-region: !Ref 'AWS::Region', awslogs-stream-prefix: p}
Outputs:
  ClusterArn: {Value: !GetAtt Cluster.Arn, Description: the cluster}
  Task: {Value: !Ref Task}
  BucketName: {Condition: Named, Value: !Ref Bucket}
  NeverName: {Condition: Small, Value: !Ref Never}
  Split: {Value: !Join ['+', !Split [',', 'a,b,c']]}
  Encoded: {Value: {'Fn::Base64': 'hi'}}
  Pseudo: {Value: !Sub '${AWS::AccountId} ${AWS::Region} ${AWS::StackName} ${AWS::Partition} ${!literal}'}
  Zone: {Value: !Select [0, !GetAZs '']}
"""


class Stacks(SdkCase):
    def setUp(self):
        super().setUp()
        self.cloudformation = self.client("cloudformation")

    def create(self, template, **arguments):
        body = template if isinstance(template, str) else json.dumps(template)
        return self.cloudformation.create_stack(StackName=arguments.pop("StackName", unique("stack")),
                                                TemplateBody=body, **arguments)

    def events(self, stack_id):
        pages = self.cloudformation.get_paginator("describe_stack_events").paginate(StackName=stack_id)
        return [e for p in pages for e in p["StackEvents"]]

    def test_one_of_each_is_made_and_the_services_show_it(self):
        name = unique("wide")
        stack = self.create_stack(WIDE, name, Capabilities=["CAPABILITY_IAM"], Tags=[{"Key": "a", "Value": "b"}],
                                  Parameters=[{"ParameterKey": "Name", "ParameterValue": name}])
        self.assertRegex(stack["StackId"], rf"^arn:aws:cloudformation:{region}:{account}:stack/{name}/[0-9a-f-]{{36}}$")
        self.assertEqual((stack["StackName"], stack["Description"], stack["Tags"]),
                         (name, "one of each", [{"Key": "a", "Value": "b"}]))
        self.assertEqual(stack["DriftInformation"]["StackDriftStatus"], "NOT_CHECKED")
        parameters = {p["ParameterKey"]: p["ParameterValue"] for p in stack["Parameters"]}
        self.assertEqual((parameters["Days"], parameters["Secret"], parameters["Name"]), ("7", "****", name))
        outputs = self.outputs(stack)
        self.assertNotIn("NeverName", outputs)
        self.assertEqual(outputs["ClusterArn"], f"arn:aws:ecs:{region}:{account}:cluster/{name}")
        self.assertEqual((outputs["Split"], outputs["Encoded"], outputs["Zone"][:-1]), ("a+b+c", "aGk=", region))
        self.assertEqual(outputs["Pseudo"], f"{account} {region} {name} aws ${{literal}}")
        self.assertRegex(outputs["BucketName"], rf"^{name}-bucket-[a-z0-9]+$")
        self.assertEqual(next(o for o in stack["Outputs"] if o["OutputKey"] == "ClusterArn")["Description"],
                         "the cluster")

        ecs = self.client("ecs")
        self.assertEqual(ecs.describe_clusters(clusters=[name])["clusters"][0]["status"], "ACTIVE")
        definition = ecs.describe_task_definition(taskDefinition=f"{name}-task")["taskDefinition"]
        self.assertEqual(definition["taskDefinitionArn"], outputs["Task"])
        main = definition["containerDefinitions"][0]
        self.assertEqual((main["memory"], main["cpu"], main["privileged"]), (128, 10, False))
        self.assertEqual({e["name"]: e["value"] for e in main["environment"]},
                         {"BUCKET": outputs["BucketName"], "SECOND": "green"})
        self.assertEqual(main["logConfiguration"]["options"]["awslogs-group"], f"/ecs/{name}")
        group = self.client("logs").describe_log_groups(logGroupNamePrefix=f"/ecs/{name}")["logGroups"][0]
        self.assertEqual(group["retentionInDays"], 7)
        self.client("s3").head_bucket(Bucket=outputs["BucketName"])
        self.client("ecr").describe_repositories(repositoryNames=[f"team/{name}"])

        summaries = self.cloudformation.list_stack_resources(StackName=name)["StackResourceSummaries"]
        self.assertEqual({s["LogicalResourceId"]: s["ResourceStatus"] for s in summaries},
                         {r: "CREATE_COMPLETE" for r in ("Cluster", "Group", "Role", "Bucket", "Repository", "Task")})
        self.cloudformation.delete_stack(StackName=name)
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE")
        with self.refused("404", 404):
            self.client("s3").head_bucket(Bucket=outputs["BucketName"])
        self.assertEqual(self.client("logs").describe_log_groups(logGroupNamePrefix=f"/ecs/{name}")["logGroups"], [])
        with self.refused("ValidationError", 400, f"Stack with id {name} does not exist"):
            self.cloudformation.describe_stacks(StackName=name)
        self.assertEqual(ecs.describe_task_definition(taskDefinition=outputs["Task"])["taskDefinition"]["status"],
                         "INACTIVE")

    def test_waiters_see_creation_and_deletion(self):
        fast, name = {"Delay": 1, "MaxAttempts": 60}, unique("stack")
        self.create(SMALL, StackName=name)
        self.cloudformation.get_waiter("stack_exists").wait(StackName=name, WaiterConfig=fast)
        self.cloudformation.get_waiter("stack_create_complete").wait(StackName=name, WaiterConfig=fast)
        self.cloudformation.delete_stack(StackName=name)
        self.cloudformation.get_waiter("stack_delete_complete").wait(StackName=name, WaiterConfig=fast)

    def test_events_tell_the_story_newest_first(self):
        stack = self.create_stack({"Resources": {
            "Group": {"Type": "AWS::Logs::LogGroup"},
            "Bucket": {"Type": "AWS::S3::Bucket", "DependsOn": "Group"}}})
        events = self.events(stack["StackId"])
        self.assertEqual(len({e["EventId"] for e in events}), len(events))
        times = [e["Timestamp"] for e in events]
        self.assertEqual(times, sorted(times, reverse=True))
        story = [(e["LogicalResourceId"], e["ResourceStatus"], e.get("ResourceStatusReason")) for e in reversed(events)]
        name = stack["StackName"]
        begun = "Resource creation Initiated"
        self.assertEqual(story, [
            (name, "CREATE_IN_PROGRESS", "User Initiated"),
            ("Group", "CREATE_IN_PROGRESS", None), ("Group", "CREATE_IN_PROGRESS", begun),
            ("Group", "CREATE_COMPLETE", None),
            ("Bucket", "CREATE_IN_PROGRESS", None), ("Bucket", "CREATE_IN_PROGRESS", begun),
            ("Bucket", "CREATE_COMPLETE", None),
            (name, "CREATE_COMPLETE", None)])
        self.assertEqual(events[0]["ResourceType"], "AWS::CloudFormation::Stack")
        self.assertEqual(events[0]["PhysicalResourceId"], stack["StackId"])
        started = next(e for e in events if e.get("ResourceStatusReason") == begun)
        self.assertTrue(started["PhysicalResourceId"])

    def test_what_fails_is_rolled_back_for_real(self):
        template = {"Resources": {
            "Group": {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": "/roll/" + unique()}},
            "Bucket": {"Type": "AWS::S3::Bucket", "DependsOn": "Group", "Properties": {"BucketName": "Not_A_Bucket"}}}}
        stack = self.create_stack(template, wait="ROLLBACK_COMPLETE")
        group = template["Resources"]["Group"]["Properties"]["LogGroupName"]
        self.assertEqual(self.client("logs").describe_log_groups(logGroupNamePrefix=group)["logGroups"], [])
        story = [(e["LogicalResourceId"], e["ResourceStatus"]) for e in reversed(self.events(stack["StackId"]))]
        name = stack["StackName"]
        self.assertEqual([s for s in story if s[0] != "Bucket"], [
            (name, "CREATE_IN_PROGRESS"), ("Group", "CREATE_IN_PROGRESS"), ("Group", "CREATE_IN_PROGRESS"),
            ("Group", "CREATE_COMPLETE"),
            (name, "ROLLBACK_IN_PROGRESS"), ("Group", "DELETE_IN_PROGRESS"), ("Group", "DELETE_COMPLETE"),
            (name, "ROLLBACK_COMPLETE")])
        failed = next(e for e in self.events(stack["StackId"]) if e["ResourceStatus"] == "CREATE_FAILED")
        self.assertEqual(failed["LogicalResourceId"], "Bucket")
        self.assertTrue(failed["ResourceStatusReason"])
        rollback = next(e for e in self.events(stack["StackId"]) if e["ResourceStatus"] == "ROLLBACK_IN_PROGRESS")
        self.assertIn("The following resource(s) failed to create: [Bucket]", rollback["ResourceStatusReason"])

    def test_failure_can_leave_things_or_take_all(self):
        bad = {"Resources": {"Bucket": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "Not_A_Bucket"}}}}
        self.create_stack(bad, wait="CREATE_FAILED", OnFailure="DO_NOTHING")
        self.create_stack(bad, wait="CREATE_FAILED", DisableRollback=True)
        self.create_stack(bad, wait="DELETE_COMPLETE", OnFailure="DELETE")

    def test_a_bucket_with_objects_keeps_its_stack(self):
        stack = self.create_stack({"Resources": {"Bucket": {"Type": "AWS::S3::Bucket"}},
                                   "Outputs": {"Name": {"Value": {"Ref": "Bucket"}}}})
        bucket, s3 = self.outputs(stack)["Name"], self.client("s3")
        s3.put_object(Bucket=bucket, Key="k", Body=b"x")
        self.cloudformation.delete_stack(StackName=stack["StackName"])
        kept = self.stack_at_rest(stack["StackId"])
        self.assertEqual(kept["StackStatus"], "DELETE_FAILED")
        self.assertIn("[Bucket]", kept["StackStatusReason"])
        s3.delete_object(Bucket=bucket, Key="k")
        self.cloudformation.delete_stack(StackName=stack["StackName"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE")

    def test_deleting_nobody_succeeds_and_a_deleted_stack_is_found_by_id(self):
        self.cloudformation.delete_stack(StackName="nosuch")
        stack = self.create_stack(SMALL)
        self.cloudformation.delete_stack(StackName=stack["StackName"])
        self.stack_at_rest(stack["StackId"])
        self.cloudformation.delete_stack(StackName=stack["StackId"])
        self.assertEqual(self.cloudformation.describe_stacks(StackName=stack["StackId"])["Stacks"][0]["StackStatus"],
                         "DELETE_COMPLETE")

    def test_an_instance_group_brings_an_instance_and_its_signal(self):
        name = unique("group")
        stack = self.create_stack({"Resources": {
            "Cluster": {"Type": "AWS::ECS::Cluster", "Properties": {"ClusterName": name}},
            "Role": {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": ASSUME_BY_TASKS}},
            "Profile": {"Type": "AWS::IAM::InstanceProfile", "Properties": {"Roles": [{"Ref": "Role"}]}},
            "Launch": {"Type": "AWS::AutoScaling::LaunchConfiguration", "Properties": {
                "ImageId": "ami-12345678", "InstanceType": "t3.micro", "IamInstanceProfile": {"Ref": "Profile"},
                "UserData": {"Fn::Base64": {"Fn::Sub": "#!/bin/bash\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\n"}}}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup",
                      "CreationPolicy": {"ResourceSignal": {"Count": "1", "Timeout": "PT1M"}},
                      "Properties": {"LaunchConfigurationName": {"Ref": "Launch"}, "MinSize": "1", "MaxSize": "1",
                                     "DesiredCapacity": "1",
                                     "AvailabilityZones": {"Fn::GetAZs": ""}}}}},
            Capabilities=["CAPABILITY_IAM"])
        ecs = self.client("ecs")
        arns = ecs.list_container_instances(cluster=name)["containerInstanceArns"]
        self.assertEqual(len(arns), 1)
        instance = ecs.describe_container_instances(cluster=name, containerInstances=arns)["containerInstances"][0]
        self.assertEqual((instance["status"], instance["agentConnected"]), ("ACTIVE", True))
        self.assertRegex(instance["ec2InstanceId"], "^i-[0-9a-f]+$")
        self.assertIn("t3.micro", [a.get("value") for a in instance["attributes"]])
        self.cloudformation.delete_stack(StackName=stack["StackName"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE")

    def test_a_group_waits_for_signals_of_the_api_too(self):
        name = unique("signalled")
        template = {"Resources": {
            "Launch": {"Type": "AWS::AutoScaling::LaunchConfiguration",
                       "Properties": {"ImageId": "ami-12345678", "InstanceType": "t3.micro"}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup",
                      "CreationPolicy": {"ResourceSignal": {"Count": 2, "Timeout": "PT5M"}},
                      "Properties": {"LaunchConfigurationName": {"Ref": "Launch"}, "MinSize": "0", "MaxSize": "1",
                                     "DesiredCapacity": "0", "AvailabilityZones": {"Fn::GetAZs": ""}}}}}
        stack_id = self.cloudformation.create_stack(StackName=name, TemplateBody=json.dumps(template))["StackId"]
        self.addCleanup(self.cloudformation.delete_stack, StackName=name)
        self.wait_for(lambda: any(r["LogicalResourceId"] == "Group" and r.get("PhysicalResourceId")
                                  for r in self.cloudformation.describe_stack_resources(StackName=name)["StackResources"]),
                      "the group is there")
        for sender in ("i-1", "i-1", "i-2"):
            self.assertEqual(self.cloudformation.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"],
                             "CREATE_IN_PROGRESS")
            self.cloudformation.signal_resource(StackName=name, LogicalResourceId="Group", UniqueId=sender, Status="SUCCESS")
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "CREATE_COMPLETE")

    def test_stacks_are_listed_with_and_without_a_name(self):
        stack = self.create_stack(SMALL)
        pages = self.cloudformation.get_paginator("describe_stacks").paginate()
        self.assertIn(stack["StackId"], [s["StackId"] for p in pages for s in p["Stacks"]])


def group(days, name=None, **more):
    properties = {"RetentionInDays": days, **({"LogGroupName": name} if name else {})}
    return {"Resources": {"Group": {"Type": "AWS::Logs::LogGroup", "Properties": properties}}, **more}


class Updates(SdkCase):
    def setUp(self):
        super().setUp()
        self.cloudformation = self.client("cloudformation")

    def update(self, stack, template, **arguments):
        return self.cloudformation.update_stack(StackName=stack["StackName"], TemplateBody=json.dumps(template), **arguments)

    def news(self, stack, since):
        events = self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"]
        return [(e["LogicalResourceId"], e["ResourceStatus"], e.get("ResourceStatusReason"))
                for e in reversed(events[:len(events) - since])]

    def count(self, stack):
        return len(self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"])

    def retention(self, name):
        found = self.client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]
        return [g.get("retentionInDays") for g in found if g["logGroupName"] == name]

    def test_a_property_is_changed_in_place_and_waiters_see_it(self):
        name = "/update/" + unique()
        stack = self.create_stack(group(7, name))
        seen = self.count(stack)
        self.assertEqual(self.update(stack, group(14, name))["StackId"], stack["StackId"])
        self.cloudformation.get_waiter("stack_update_complete").wait(StackName=stack["StackName"],
                                                                     WaiterConfig={"Delay": 1, "MaxAttempts": 60})
        self.assertEqual(self.retention(name), [14])
        self.assertIn("LastUpdatedTime", self.cloudformation.describe_stacks(StackName=stack["StackId"])["Stacks"][0])
        me = stack["StackName"]
        self.assertEqual(self.news(stack, seen), [
            (me, "UPDATE_IN_PROGRESS", "User Initiated"), ("Group", "UPDATE_IN_PROGRESS", None),
            ("Group", "UPDATE_COMPLETE", None), (me, "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS", None),
            (me, "UPDATE_COMPLETE", None)])
        with self.refused("ValidationError", 400, "No updates are to be performed."):
            self.update(stack, group(14, name))

    def test_a_replaced_resource_is_made_first_and_the_old_one_goes_last(self):
        old, new = "/update/" + unique(), "/update/" + unique()
        stack = self.create_stack(group(7, old))
        seen = self.count(stack)
        self.update(stack, group(7, new))
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_COMPLETE")
        self.assertEqual((self.retention(old), self.retention(new)), ([], [7]))
        self.assertEqual([(i, s) for i, s, _ in self.news(stack, seen)][1:-1], [
            ("Group", "UPDATE_IN_PROGRESS"), ("Group", "UPDATE_IN_PROGRESS"), ("Group", "UPDATE_COMPLETE"),
            (stack["StackName"], "UPDATE_COMPLETE_CLEANUP_IN_PROGRESS"),
            ("Group", "DELETE_IN_PROGRESS"), ("Group", "DELETE_COMPLETE")])

    def test_a_failed_update_is_rolled_back(self):
        name = "/update/" + unique()
        stack = self.create_stack(group(7, name))
        template = group(14, name)
        template["Resources"]["Bad"] = {"Type": "AWS::S3::Bucket", "DependsOn": "Group",
                                        "Properties": {"BucketName": "Not_A_Bucket"}}
        self.update(stack, template)
        now = self.stack_at_rest(stack["StackId"])
        self.assertEqual(now["StackStatus"], "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(self.retention(name), [7])
        self.assertEqual(len(self.cloudformation.list_stack_resources(StackName=stack["StackId"])["StackResourceSummaries"]), 1)
        body = self.cloudformation.get_template(StackName=stack["StackId"])["TemplateBody"]
        self.assertEqual(list(body["Resources"]), ["Group"])
        self.update(stack, template, DisableRollback=True)
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_FAILED")
        self.update(stack, group(14, name))
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_COMPLETE")
        self.assertEqual(self.retention(name), [14])

    def test_previous_template_and_values_are_used(self):
        template = group({"Ref": "Days"}, Parameters={"Days": {"Type": "Number"}, "Other": {"Type": "String"}})
        stack = self.create_stack(template, Parameters=[{"ParameterKey": "Days", "ParameterValue": "7"},
                                                        {"ParameterKey": "Other", "ParameterValue": "x"}])
        self.cloudformation.update_stack(StackName=stack["StackName"], UsePreviousTemplate=True, Parameters=[
            {"ParameterKey": "Days", "ParameterValue": "30"}, {"ParameterKey": "Other", "UsePreviousValue": True}])
        now = self.stack_at_rest(stack["StackId"])
        self.assertEqual(now["StackStatus"], "UPDATE_COMPLETE")
        self.assertEqual({p["ParameterKey"]: p["ParameterValue"] for p in now["Parameters"]}, {"Days": "30", "Other": "x"})

    def test_change_sets_are_made_seen_and_executed(self):
        name, stack = unique("changes"), None
        made = self.cloudformation.create_change_set(StackName=name, ChangeSetName="first", ChangeSetType="CREATE",
                                                     TemplateBody=json.dumps(group(7)), Description="the first")
        self.addCleanup(self.cloudformation.delete_stack, StackName=made["StackId"])
        self.cloudformation.get_waiter("change_set_create_complete").wait(StackName=name, ChangeSetName="first",
                                                                          WaiterConfig={"Delay": 1, "MaxAttempts": 20})
        stack = self.cloudformation.describe_stacks(StackName=name)["Stacks"][0]
        self.assertEqual(stack["StackStatus"], "REVIEW_IN_PROGRESS")
        seen = self.cloudformation.describe_change_set(ChangeSetName=made["Id"])
        self.assertEqual((seen["Status"], seen["ExecutionStatus"], seen["Description"]),
                         ("CREATE_COMPLETE", "AVAILABLE", "the first"))
        change = seen["Changes"][0]["ResourceChange"]
        self.assertEqual((change["Action"], change["LogicalResourceId"], change["ResourceType"]),
                         ("Add", "Group", "AWS::Logs::LogGroup"))
        self.cloudformation.execute_change_set(ChangeSetName="first", StackName=name)
        self.assertEqual(self.stack_at_rest(made["StackId"])["StackStatus"], "CREATE_COMPLETE")

        self.cloudformation.create_change_set(StackName=name, ChangeSetName="none", TemplateBody=json.dumps(group(7)))
        none = self.cloudformation.describe_change_set(StackName=name, ChangeSetName="none")
        self.assertEqual((none["Status"], none["ExecutionStatus"]), ("FAILED", "UNAVAILABLE"))
        self.assertIn("didn't contain changes", none["StatusReason"])
        with self.refused("InvalidChangeSetStatus", 400):
            self.cloudformation.execute_change_set(StackName=name, ChangeSetName="none")
        self.cloudformation.delete_change_set(StackName=name, ChangeSetName="none")
        with self.refused("ChangeSetNotFound", 404):
            self.cloudformation.describe_change_set(StackName=name, ChangeSetName="none")

        self.cloudformation.create_change_set(StackName=name, ChangeSetName="more", TemplateBody=json.dumps(group(14)))
        change = self.cloudformation.describe_change_set(StackName=name, ChangeSetName="more")["Changes"][0]["ResourceChange"]
        self.assertEqual((change["Action"], change["Replacement"], change["Scope"]), ("Modify", "False", ["Properties"]))
        self.assertEqual(change["Details"][0]["Target"],
                         {"Attribute": "Properties", "Name": "RetentionInDays", "RequiresRecreation": "Never"})
        describe = self.cloudformation.meta.service_model.operation_model("DescribeChangeSet")
        if "IncludePropertyValues" in describe.input_shape.members:
            full = self.cloudformation.describe_change_set(StackName=name, ChangeSetName="more", IncludePropertyValues=True)
            change = full["Changes"][0]["ResourceChange"]
            target = change["Details"][0]["Target"]
            self.assertEqual((target["Path"], target["BeforeValue"], target["AfterValue"], target["AttributeChangeType"]),
                             ("/Properties/RetentionInDays", "7", "14", "Modify"))
            self.assertEqual([json.loads(change[side])["Properties"]["RetentionInDays"]
                              for side in ("BeforeContext", "AfterContext")], [7, 14])
        self.assertIn("more", [s["ChangeSetName"] for s in
                               self.cloudformation.list_change_sets(StackName=name)["Summaries"]])
        self.cloudformation.execute_change_set(StackName=name, ChangeSetName="more")
        self.assertEqual(self.stack_at_rest(made["StackId"])["StackStatus"], "UPDATE_COMPLETE")
        self.assertEqual(self.cloudformation.list_change_sets(StackName=name)["Summaries"], [])
        again = self.cloudformation.create_change_set(StackName=name, ChangeSetName="more", TemplateBody=json.dumps(group(30)))
        self.assertEqual(self.cloudformation.describe_change_set(StackName=name, ChangeSetName="more")["ChangeSetId"], again["Id"])
        self.cloudformation.delete_change_set(StackName=name, ChangeSetName="more")
        self.cloudformation.delete_change_set(StackName=name, ChangeSetName="more")

    def test_deploy_twice_changes_nothing_the_second_time(self):
        name = unique("deploy")
        self.addCleanup(self.cloudformation.delete_stack, StackName=name)
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(group(7), file)
            file.flush()
            deploy = [AWS, "--endpoint-url", self.endpoint, "cloudformation", "deploy", "--stack-name", name,
                      "--template-file", file.name]
            code, out, err = command_line(deploy)
            self.assertEqual(code, 0, out + err)
            self.assertEqual(self.cloudformation.describe_stacks(StackName=name)["Stacks"][0]["StackStatus"], "CREATE_COMPLETE")
            code, out, err = command_line(deploy + ["--no-fail-on-empty-changeset"])
            self.assertEqual(code, 0, out + err)
            self.assertIn("No changes to deploy", out + err)
            code, out, err = command_line(deploy + ["--fail-on-empty-changeset"])
            self.assertNotEqual(code, 0, out + err)

    def test_what_is_exported_is_imported_and_kept(self):
        name = unique("export")
        first = self.create_stack({**SMALL, "Outputs": {"O": {"Value": {"Ref": "Group"}, "Export": {"Name": name}}}})
        second = self.create_stack({"Resources": {"Group": {"Type": "AWS::Logs::LogGroup", "Properties": {
            "LogGroupName": {"Fn::Sub": ["${x}-2", {"x": {"Fn::ImportValue": name}}]}}}}})
        exports = {e["Name"]: e for p in self.cloudformation.get_paginator("list_exports").paginate() for e in p["Exports"]}
        self.assertEqual(exports[name]["ExportingStackId"], first["StackId"])
        self.assertEqual(self.cloudformation.list_imports(ExportName=name)["Imports"], [second["StackName"]])
        with self.refused("ValidationError", 400, f"Export {name} cannot be deleted as it is in use by"):
            self.cloudformation.delete_stack(StackName=first["StackName"])
        self.cloudformation.delete_stack(StackName=second["StackName"])
        self.stack_at_rest(second["StackId"])

    def test_states_in_which_nothing_may_be_asked(self):
        stack = self.create_stack(SMALL)
        with self.refused("ValidationError", 400, "CancelUpdateStack cannot be called from current stack status"):
            self.cloudformation.cancel_update_stack(StackName=stack["StackName"])
        with self.refused("ValidationError", 400, "is in CREATE_COMPLETE state and can not continue rollback"):
            self.cloudformation.continue_update_rollback(StackName=stack["StackName"])
        with self.refused("ValidationError", 400, "does not exist"):
            self.cloudformation.update_stack(StackName="nosuch", TemplateBody=json.dumps(SMALL))
        bad = self.create_stack({"Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "No_Good"}}}},
                                wait="ROLLBACK_COMPLETE")
        with self.refused("ValidationError", 400, "is in ROLLBACK_COMPLETE state and can not be updated"):
            self.update(bad, SMALL)

    def test_what_was_left_as_it_failed_is_rolled_back(self):
        bad = {"B": {"Type": "AWS::S3::Bucket", "DependsOn": "Group", "Properties": {"BucketName": "No_Good"}}}
        name = "/update/" + unique()
        stack = self.create_stack(group(7, name))
        with self.refused("ValidationError", 400, "is in CREATE_COMPLETE state and can not be rolled back"):
            self.cloudformation.rollback_stack(StackName=stack["StackName"])
        template = group(14, name)
        template["Resources"].update(bad)
        self.update(stack, template, DisableRollback=True)
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_FAILED")
        self.assertEqual(self.retention(name), [14])
        self.cloudformation.rollback_stack(StackName=stack["StackName"], ClientRequestToken="again")
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(self.retention(name), [7])
        events = self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"]
        self.assertEqual(events[0]["ClientRequestToken"], "again")
        other = group(7)
        other["Resources"].update(bad)
        stack = self.create_stack(other, wait="CREATE_FAILED", DisableRollback=True)
        self.cloudformation.rollback_stack(StackName=stack["StackName"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "ROLLBACK_COMPLETE")

    def test_what_is_not_done_is_refused_in_a_sentence(self):
        with self.refused("ValidationError", 400, "have no price"):
            self.cloudformation.estimate_template_cost(TemplateBody=json.dumps(SMALL))
        with self.refused("ValidationError", 400, "ChangeSetType IMPORT is not supported here"):
            self.cloudformation.create_change_set(StackName=unique("s"), ChangeSetName="c", ChangeSetType="IMPORT",
                                                  TemplateBody=json.dumps(SMALL))

    def test_a_stack_policy_keeps_what_it_denies(self):
        name = "/update/" + unique()
        stack = self.create_stack(group(7, name))
        policy = json.dumps({"Statement": [{"Effect": "Deny", "Action": "Update:*", "Principal": "*", "Resource": "*"}]})
        self.cloudformation.set_stack_policy(StackName=stack["StackName"], StackPolicyBody=policy)
        self.assertEqual(self.cloudformation.get_stack_policy(StackName=stack["StackName"])["StackPolicyBody"], policy)
        self.update(stack, group(14, name))
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(self.retention(name), [7])
        allow = policy.replace("Deny", "Allow")
        self.update(stack, group(14, name), StackPolicyDuringUpdateBody=allow)
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "UPDATE_COMPLETE")
        self.assertEqual(self.retention(name), [14])

    def test_protection_from_deletion_is_switched(self):
        stack = self.create_stack(SMALL)
        switch = self.cloudformation.update_termination_protection
        self.assertEqual(switch(StackName=stack["StackName"], EnableTerminationProtection=True)["StackId"], stack["StackId"])
        with self.refused("ValidationError", 400, "TerminationProtection"):
            self.cloudformation.delete_stack(StackName=stack["StackName"])
        switch(StackName=stack["StackName"], EnableTerminationProtection=False)

    def test_a_template_is_summed_up(self):
        summary = self.cloudformation.get_template_summary(TemplateBody=WIDE)
        self.assertIn("AWS::ECS::Cluster", summary["ResourceTypes"])
        self.assertEqual(summary["Capabilities"], ["CAPABILITY_IAM"])
        days = next(p for p in summary["Parameters"] if p["ParameterKey"] == "Days")
        self.assertEqual((days["ParameterType"], days["ParameterConstraints"]["AllowedValues"]), ("Number", ["1", "7", "14"]))


class Waits(SdkCase):
    """Wait conditions: stacks that go on when they are told to."""

    def setUp(self):
        super().setUp()
        self.cloudformation = self.client("cloudformation")

    def begin(self, condition, **resources):
        name = unique("wait")
        template = {"Resources": {"Condition": {"Type": "AWS::CloudFormation::WaitCondition", **condition}, **resources},
                    "Outputs": {"Data": {"Value": {"Fn::GetAtt": "Condition.Data"}}}}
        stack_id = self.cloudformation.create_stack(StackName=name, TemplateBody=json.dumps(template))["StackId"]
        self.addCleanup(self.cloudformation.delete_stack, StackName=stack_id)
        self.wait_for(lambda: self.resource(stack_id, "Condition").get("PhysicalResourceId"), "the condition waits")
        return stack_id

    def begin_with_handle(self, count=1, timeout=300):
        return self.begin({"Properties": {"Handle": {"Ref": "Handle"}, "Timeout": str(timeout), "Count": count}},
                          Handle={"Type": "AWS::CloudFormation::WaitConditionHandle"})

    def resource(self, stack_id, logical_id):
        found = self.cloudformation.describe_stack_resources(StackName=stack_id)["StackResources"]
        return next((r for r in found if r["LogicalResourceId"] == logical_id), {})

    def put(self, stack_id, **signal):
        """As scripts do it: nothing but the address is known."""
        body = json.dumps({"Status": "SUCCESS", "Reason": "because", **signal})
        code, out, err = command_line(["curl", "-sS", "-o", os.devnull, "-w", "%{http_code}", "-X", "PUT", "-H", "Content-Type:",
                                       "--data-binary", body, self.resource(stack_id, "Handle")["PhysicalResourceId"]])
        self.assertEqual((code, out), (0, "200"), err)

    def reason(self, stack_id, status="CREATE_FAILED"):
        events = self.cloudformation.describe_stack_events(StackName=stack_id)["StackEvents"]
        return next(e.get("ResourceStatusReason") for e in events
                    if (e["LogicalResourceId"], e["ResourceStatus"]) == ("Condition", status))

    def test_signals_put_to_the_handles_address_complete_the_condition(self):
        stack_id = self.begin_with_handle(count=2)
        self.put(stack_id, UniqueId="first", Data="one")
        self.put(stack_id, UniqueId="first", Data="again")
        self.assertEqual(self.resource(stack_id, "Condition")["ResourceStatus"], "CREATE_IN_PROGRESS")
        self.put(stack_id, UniqueId="second", Data="two")
        self.cloudformation.get_waiter("stack_create_complete").wait(StackName=stack_id,
                                                                     WaiterConfig={"Delay": 1, "MaxAttempts": 30})
        stack = self.stack_at_rest(stack_id)
        self.assertEqual(json.loads(self.outputs(stack)["Data"]), {"first": "one", "second": "two"})

    def test_failure_and_time_fail_it_in_cloudformations_words(self):
        stack_id = self.begin_with_handle()
        self.put(stack_id, Status="FAILURE", UniqueId="x")
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "ROLLBACK_COMPLETE")
        self.assertEqual(self.reason(stack_id), "WaitCondition received failed message: 'because' for uniqueId: x")
        stack_id = self.begin_with_handle(timeout=1)
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "ROLLBACK_COMPLETE")
        self.assertEqual(self.reason(stack_id), "WaitCondition timed out. Received 0 conditions when expecting 1")

    def test_a_stack_is_deleted_while_it_waits(self):
        stack_id = self.begin_with_handle()
        self.cloudformation.delete_stack(StackName=stack_id)
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "DELETE_COMPLETE")

    def test_signal_resource_is_for_creation_policies(self):
        stack_id = self.begin({"CreationPolicy": {"ResourceSignal": {"Count": 2, "Timeout": "PT5M"}}})
        signal = dict(StackName=stack_id.split("/")[1], LogicalResourceId="Condition", Status="SUCCESS")
        with self.refused("ValidationError", 400, "Resource Nobody does not exist for stack"):
            self.cloudformation.signal_resource(**{**signal, "LogicalResourceId": "Nobody"}, UniqueId="i-1")
        for sender in ("i-1", "i-1", "i-2"):
            self.cloudformation.signal_resource(**signal, UniqueId=sender)
        self.assertEqual(self.stack_at_rest(stack_id)["StackStatus"], "CREATE_COMPLETE")
        told = [e.get("ResourceStatusReason") for e in self.cloudformation.describe_stack_events(StackName=stack_id)["StackEvents"]]
        self.assertEqual(told.count("Received SUCCESS signal with UniqueId i-1"), 1)
        with self.refused("ValidationError", 400, "is in CREATE_COMPLETE state and cannot be signaled"):
            self.cloudformation.signal_resource(**signal, UniqueId="i-3")


class Nested(SdkCase):
    """Stacks in stacks."""

    def setUp(self):
        super().setUp()
        self.cloudformation, self.s3 = self.client("cloudformation"), self.client("s3")
        self.templates = self.bucket()

    def keep(self, days, logical_id="Group"):
        inner = {"Parameters": {"Days": {"Type": "Number", "Default": days}},
                 "Resources": {logical_id: {"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": {"Ref": "Days"}}}},
                 "Outputs": {"Name": {"Value": {"Ref": logical_id}}}}
        self.s3.put_object(Bucket=self.templates, Key="inner.json", Body=json.dumps(inner).encode())

    def outer(self, bad=False, **properties):
        resources = {"Inner": {"Type": "AWS::CloudFormation::Stack",
                               "Properties": {"TemplateURL": f"{self.endpoint}/{self.templates}/inner.json", **properties}}}
        if bad:
            resources["Bad"] = {"Type": "AWS::S3::Bucket", "DependsOn": "Inner", "Properties": {"BucketName": "No_Good"}}
        return {"Resources": resources, "Outputs": {"Name": {"Value": {"Fn::GetAtt": ["Inner", "Outputs.Name"]}}}}

    def inner_of(self, stack):
        return self.cloudformation.describe_stack_resource(
            StackName=stack["StackId"], LogicalResourceId="Inner")["StackResourceDetail"]["PhysicalResourceId"]

    def retention(self, name):
        return [g["retentionInDays"] for g in self.client("logs").describe_log_groups(logGroupNamePrefix=name)["logGroups"]]

    def test_a_stack_in_a_stack_lives_and_dies_with_it(self):
        self.keep(7)
        stack = self.create_stack(self.outer(Parameters={"Days": "14"}, TimeoutInMinutes=5,
                                             Tags=[{"Key": "own", "Value": "b"}]), Tags=[{"Key": "team", "Value": "a"}])
        inner_id, group_name = self.inner_of(stack), self.outputs(stack)["Name"]
        self.assertRegex(inner_id, rf":stack/{stack['StackName']}-Inner-[A-Z0-9]{{12}}/[0-9a-f-]{{36}}$")
        inner = self.cloudformation.describe_stacks(StackName=inner_id)["Stacks"][0]
        self.assertEqual((inner["ParentId"], inner["RootId"], inner["TimeoutInMinutes"]), (stack["StackId"], stack["StackId"], 5))
        self.assertEqual({t["Key"]: t["Value"] for t in inner["Tags"]}, {"own": "b", "team": "a"})
        self.assertEqual(self.retention(group_name), [14])
        pages = self.cloudformation.get_paginator("list_stacks").paginate(StackStatusFilter=["CREATE_COMPLETE"])
        listed = {s["StackId"]: s.get("ParentId") for p in pages for s in p["StackSummaries"]}
        self.assertEqual(listed[inner_id], stack["StackId"])
        self.cloudformation.delete_stack(StackName=stack["StackName"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE")
        self.assertEqual(self.stack_at_rest(inner_id)["StackStatus"], "DELETE_COMPLETE")
        self.assertEqual(self.retention(group_name), [])

    def test_an_update_goes_through_and_comes_back(self):
        self.keep(7)
        stack = self.create_stack(self.outer())
        inner_id, name = self.inner_of(stack), self.outputs(stack)["Name"]
        self.cloudformation.update_stack(StackName=stack["StackName"], TemplateBody=json.dumps(self.outer(Parameters={"Days": "14"})))
        self.cloudformation.get_waiter("stack_update_complete").wait(StackName=stack["StackName"],
                                                                     WaiterConfig={"Delay": 1, "MaxAttempts": 60})
        self.assertEqual((self.inner_of(stack), self.retention(name)), (inner_id, [14]))
        self.keep(30, "Other")
        self.cloudformation.update_stack(StackName=stack["StackName"], TemplateBody=json.dumps(self.outer(bad=True)))
        now = self.stack_at_rest(stack["StackId"])
        self.assertEqual(now["StackStatus"], "UPDATE_ROLLBACK_COMPLETE")
        self.assertEqual(self.outputs(now)["Name"], name)
        self.assertEqual(self.retention(name), [14])
        self.assertEqual(self.stack_at_rest(inner_id)["StackStatus"], "UPDATE_ROLLBACK_COMPLETE")

    def test_what_fails_inside_is_told_outside(self):
        self.s3.put_object(Bucket=self.templates, Key="inner.json", Body=json.dumps({
            "Resources": {"B": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "No_Good"}}},
            "Outputs": {"Name": {"Value": "x"}}}).encode())
        stack = self.create_stack(self.outer(), wait="ROLLBACK_COMPLETE")
        events = self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"]
        failed = next(e for e in events if e["ResourceStatus"] == "CREATE_FAILED")
        self.assertRegex(failed["ResourceStatusReason"],
                         r"^Embedded stack arn:\S+ was not successfully created: The following resource\(s\) failed to create: \[B\]")

    def test_packaged_and_deployed_by_the_command_line(self):
        name = unique("package")
        self.addCleanup(self.cloudformation.delete_stack, StackName=name)
        with tempfile.TemporaryDirectory() as folder:
            for file, template in (("inner.json", group(7, **{"Outputs": {"Name": {"Value": {"Ref": "Group"}}}})),
                                   ("outer.json", {"Resources": {"Inner": {"Type": "AWS::CloudFormation::Stack",
                                                                           "Properties": {"TemplateURL": "inner.json"}}}})):
                with open(os.path.join(folder, file), "w") as opened:
                    json.dump(template, opened)
            cli = [AWS, "--endpoint-url", self.endpoint, "cloudformation"]
            # The upload goes where the environment says; older CLIs do not ask it, and go to AWS.
            code, out, err = command_line(cli + ["package", "--template-file", os.path.join(folder, "outer.json"),
                                                 "--s3-bucket", self.templates,
                                                 "--output-template-file", os.path.join(folder, "packaged.yaml")],
                                          {"AWS_ENDPOINT_URL": self.endpoint})
            if "Could not connect to the endpoint URL" in err:
                self.skipTest("this CLI sends packages to AWS only")
            self.assertEqual(code, 0, out + err)
            for _ in range(2):  # what is nested is looked at every time
                code, out, err = command_line(cli + ["deploy", "--stack-name", name,
                                                     "--template-file", os.path.join(folder, "packaged.yaml")])
                self.assertEqual(code, 0, out + err)
        inner_id = self.inner_of({"StackId": name})
        self.assertEqual(self.stack_at_rest(inner_id)["StackName"][:len(name) + 7], name + "-Inner-")


class Refusals(SdkCase):
    def setUp(self):
        super().setUp()
        self.cloudformation = self.client("cloudformation")

    def refusal(self, template, code, message, **arguments):
        body = template if isinstance(template, str) else json.dumps(template)
        with self.refused(code, 400, message):
            made = self.cloudformation.create_stack(StackName=arguments.pop("StackName", unique("stack")),
                                                    TemplateBody=body, **arguments)
            self.addCleanup(self.cloudformation.delete_stack, StackName=made["StackId"])

    def resource(self, **resource):
        return {"Resources": {"R": resource}}

    def test_templates_that_say_nothing_sensible(self):
        group = "AWS::Logs::LogGroup"
        for name, template, message in (
                ("not JSON", '{"Resources": ', "Template format error"),
                ("not YAML", "a: [b\nc: d", "Template format error"),
                ("a list", "[]", "Template format error"),
                ("no resources", {"Description": "x"},
                 "Template format error: At least one Resources member must be defined"),
                ("an unknown section", {**SMALL, "Nonsense": {}}, "Template format error|Invalid template"),
                ("no type", self.resource(Properties={}), "Type"),
                ("an unknown type", self.resource(Type="AWS::No::Such"), "AWS::No::Such"),
                ("an unknown reference", self.resource(Type=group, Properties={"LogGroupName": {"Ref": "No"}}),
                 r"Unresolved resource dependencies \[No\] in the Resources block of the template"),
                ("an attribute of nobody", self.resource(Type=group,
                                                         Properties={"LogGroupName": {"Fn::GetAtt": ["No", "Arn"]}}),
                 "Template error: instance of Fn::GetAtt references undefined resource No"),
                ("depends on nobody", self.resource(Type=group, DependsOn="No"),
                 r"Unresolved resource dependencies \[No\]"),
                ("a circle", {"Resources": {"A": {"Type": group, "DependsOn": "B"},
                                            "B": {"Type": group, "DependsOn": "A"}}},
                 "Circular dependency"),
                ("an unknown function", self.resource(Type=group, Properties={"LogGroupName": {"Fn::No": "x"}}),
                 "Fn::No"),
                ("an unknown condition", self.resource(Type=group, Condition="No"), "No"),
                ("a mapping that is not there", self.resource(Type=group,
                                                              Properties={"LogGroupName": {"Fn::FindInMap": ["No", "a", "b"]}}), "No")):
            with self.subTest(name):
                self.refusal(template, "ValidationError", message)

    def test_functions_that_are_wrong_whatever_is_made_are_refused_before_anything_is(self):
        group = {"L": {"Type": "AWS::Logs::LogGroup"}}
        for value, message in (
                ({"Fn::Join": ["", {"Ref": "L"}]}, "every Fn::Join object requires two parameters"),
                ({"Fn::If": ["C", "a"]}, "Fn::If requires a list argument with three elements"),
                ({"Fn::GetAtt": ["L"]}, "every Fn::GetAtt object requires two non-empty parameters"),
                ({"Ref": ["L"]}, "every Ref object must have a single String value"),
                ({"Fn::Select": ["2", ["a", "b"]]}, "cannot select nonexistent value at index 2"),
                ({"Fn::Select": [0, {"Fn::Split": ["", "a"]}]}, "every Fn::Split object requires two parameters"),
                (["a"], "must evaluate to a String")):
            with self.subTest(str(value)):
                template = {"Conditions": {"C": {"Fn::Equals": ["a", "b"]}}, "Resources": group,
                            "Outputs": {"O": {"Value": value}}}
                self.refusal(template, "ValidationError", message)
                with self.refused("ValidationError", 400, message):
                    self.cloudformation.validate_template(TemplateBody=json.dumps(template))
        self.refusal({"Description": "d" * 1025, "Resources": group}, "ValidationError", "greater than 1024")

    def test_an_unknown_property_fails_the_stack_by_name(self):
        template = self.resource(Type="AWS::Logs::LogGroup", Properties={"NoSuchProperty": 1})
        try:
            stack = self.create_stack(template, wait="ROLLBACK_COMPLETE")
        except self.cloudformation.exceptions.ClientError as error:
            self.assertIn("NoSuchProperty", str(error))
            return
        events = self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"]
        self.assertIn("NoSuchProperty", str([e.get("ResourceStatusReason") for e in events]))

    def test_parameters_are_checked(self):
        def template(**parameter):
            return {"Parameters": {"P": parameter}, **SMALL}
        for name, parameter, value, message in (
                ("missing", {"Type": "String"}, None, r"Parameters: \[P\] must have values"),
                ("not allowed", {"Type": "String", "AllowedValues": ["a", "b"]}, "c", "P"),
                ("pattern", {"Type": "String", "AllowedPattern": "[a-z]+"}, "A", "P"),
                ("pattern in words", {"Type": "String", "AllowedPattern": "[a-z]+",
                                      "ConstraintDescription": "be small"}, "A", "be small"),
                ("too long", {"Type": "String", "MaxLength": 3}, "abcd", "P"),
                ("too short", {"Type": "String", "MinLength": "3"}, "ab", "P"),
                ("no number", {"Type": "Number"}, "x", "P"),
                ("too large", {"Type": "Number", "MaxValue": 3}, "4", "P"),
                ("no VPC", {"Type": "AWS::EC2::VPC::Id"}, "vpc-00000000", "vpc-00000000")):
            with self.subTest(name):
                given = [] if value is None else [{"ParameterKey": "P", "ParameterValue": value}]
                self.refusal(template(**parameter), "ValidationError", message, Parameters=given)
        self.refusal(SMALL, "ValidationError", r"Parameters: \[X\] do not exist in the template",
                     Parameters=[{"ParameterKey": "X", "ParameterValue": "1"}])

    def test_making_roles_needs_the_capability(self):
        role = self.resource(Type="AWS::IAM::Role", Properties={"AssumeRolePolicyDocument": ASSUME_BY_TASKS})
        self.refusal(role, "InsufficientCapabilitiesException", r"Requires capabilities : \[CAPABILITY_IAM\]")
        role["Resources"]["R"]["Properties"]["RoleName"] = unique("role")
        self.refusal(role, "InsufficientCapabilitiesException", "CAPABILITY_NAMED_IAM", Capabilities=["CAPABILITY_IAM"])

    def test_names_are_checked_and_taken_once(self):
        name = self.create_stack(SMALL)["StackName"]
        self.refusal(SMALL, "AlreadyExistsException", rf"Stack \[{name}\] already exists", StackName=name)
        for wrong in ("1digit", "under_score", "x" * 129):
            with self.subTest(wrong[:12]):
                self.refusal(SMALL, "ValidationError", "stackName|StackName|stack name", StackName=wrong)

    def test_unknown_stacks(self):
        for call in (self.cloudformation.describe_stacks, self.cloudformation.describe_stack_events,
                     self.cloudformation.list_stack_resources):
            with self.subTest(str(call)), self.refused("ValidationError", 400,
                                                       "Stack with id nosuch does not exist|Stack \\[nosuch\\] does not exist"):
                call(StackName="nosuch")

    def test_a_template_is_validated_without_making_anything(self):
        answer = self.cloudformation.validate_template(TemplateBody=WIDE)
        self.assertEqual(answer["Description"], "one of each")
        self.assertEqual(answer["Capabilities"], ["CAPABILITY_IAM"])
        days = next(p for p in answer["Parameters"] if p["ParameterKey"] == "Days")
        self.assertEqual((days["DefaultValue"], days["NoEcho"]), ("7", False))
        self.assertTrue(next(p for p in answer["Parameters"] if p["ParameterKey"] == "Secret")["NoEcho"])
        with self.refused("ValidationError", 400, "Template format error"):
            self.cloudformation.validate_template(TemplateBody='{"Resources": ')

    def test_an_operation_that_is_not_there_says_so(self):
        with self.refused("InvalidAction", 400):
            self.cloudformation.describe_type_registration(RegistrationToken="x")

    def test_a_template_in_a_bucket_of_ours_is_read(self):
        bucket = self.bucket()
        self.client("s3").put_object(Bucket=bucket, Key="t.json", Body=json.dumps(SMALL).encode())
        stack = self.cloudformation.create_stack(StackName=unique("url"),
                                                 TemplateURL=f"{self.endpoint}/{bucket}/t.json")
        self.addCleanup(self.cloudformation.delete_stack, StackName=stack["StackId"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "CREATE_COMPLETE")
        with self.refused("ValidationError"):
            self.cloudformation.create_stack(StackName=unique("url"), TemplateURL="http://127.0.0.1:1/bucket/t.json")
