"""`berth stack launch` of a stack that is there, `stack diff`, and `berth explain`."""
import json
import re

from support.berth import BerthCase
from support.case import unique


def template(retention=7, bucket=True, clusters=1):
    resources = {"Group": {"Type": "AWS::Logs::LogGroup", "Properties": {
        "LogGroupName": {"Fn::Sub": "/stack/${Name}"}, "RetentionInDays": retention}}}
    if bucket:
        resources["Results"] = {"Type": "AWS::S3::Bucket"}
    for i in range(clusters):
        resources[f"Cluster{i}"] = {"Type": "AWS::ECS::Cluster"}
    return json.dumps({"Parameters": {"Name": {"Type": "String"}}, "Resources": resources,
                       "Outputs": {"Group": {"Value": {"Ref": "Group"}}}})


class Changes(BerthCase):
    def setUp(self):
        super().setUp()
        self.stack, self.parameter = unique("stack"), "Name=" + unique()
        self.good("stack", "launch", self.file("t.json", template()), self.stack, "-p", self.parameter)
        self.addCleanup(self.berth, "stack", "delete", self.stack, "--empty")

    def change_sets(self):
        return self.client("cloudformation").list_change_sets(StackName=self.stack)["Summaries"]

    def test_a_launch_of_the_same_changes_nothing(self):
        out = self.good("stack", "launch", self.file("t.json", template()), self.stack, holds="nothing changes")
        self.assertIn("/stack/", out, "outputs are shown all the same")
        outputs = json.loads(self.good("stack", "launch", self.file("t.json", template()), self.stack, "--json"))
        self.assertEqual(list(outputs), ["Group"])
        self.assertEqual(self.change_sets(), [])

    def test_without_a_terminal_changes_are_shown_and_not_made(self):
        changed = self.file("t.json", template(retention=14, clusters=2))
        out = self.bad(1, "stack", "launch", changed, self.stack, holds="was not changed: add --yes")
        self.assertRegex(out, "add +Cluster1 +AWS::ECS::Cluster")
        self.assertRegex(out, "modify +Group +AWS::Logs::LogGroup +RetentionInDays")
        self.assertEqual(self.change_sets(), [], "nothing is left of it")
        out = self.good("stack", "launch", changed, self.stack, "--yes", holds="UPDATE_COMPLETE")
        self.assertIn("/stack/", out)
        self.good("stack", "launch", changed, self.stack, holds="nothing changes")

    def test_dry_runs_and_diff_show_and_leave_everything(self):
        changed = self.file("t.json", template(bucket=False))
        for words in (("launch", changed, self.stack, "--dry-run"), ("diff", changed, self.stack)):
            out = self.good("stack", *words, holds="remove +Results +AWS::S3::Bucket +! objects")
            self.assertIn("does not come along", out)
        rows = json.loads(self.good("stack", "diff", changed, self.stack, "--json"))
        self.assertEqual([(r["ResourceChange"]["Action"], r["ResourceChange"]["LogicalResourceId"]) for r in rows],
                         [("Remove", "Results")])
        new = unique("new")
        self.good("stack", "diff", changed, new, "-p", "Name=" + unique(), holds="not there yet.*\n\n.*\nadd ")
        self.assertNotIn(new, self.good("stack", "list"))
        self.assertEqual(json.loads(self.good("stack", "diff", self.file("t.json", template()), self.stack, "--json")), [])
        self.bad(1, "stack", "launch", changed, self.stack, "--dry-run", "--yes")

    def test_a_changed_parameter_is_told_with_its_values(self):
        name = "Name=" + unique("other")
        out = self.bad(1, "stack", "launch", self.file("t.json", template()), self.stack, "-p", name, holds="--yes")
        self.assertIn(f"{self.parameter.replace('=', ': ')} → {name[5:]}", out)
        self.assertRegex(out, r"replace +Group +AWS::Logs::LogGroup +! log events +LogGroupName")

    def test_on_a_terminal_it_asks(self):
        changed = self.file("t.json", template(clusters=2))
        code, shown = self.on_terminal(80, "stack", "launch", changed, self.stack, answers=[(r"\[y/N\] ", "n\n")])
        self.assertEqual(code, 1, shown)
        self.assertIn("nothing was changed", shown)
        self.assert_fits(80, shown.replace("\r", ""))
        self.assertEqual(self.change_sets(), [])
        code, shown = self.on_terminal(80, "stack", "launch", changed, self.stack, interrupt_after=r"\[y/N\] ",
                                       keyboard=True)
        self.assertEqual(code, 1, shown)
        code, shown = self.on_terminal(140, "stack", "launch", changed, self.stack, answers=[(r"\[y/N\] ", "y\n")])
        self.assertEqual(code, 0, shown)
        self.assertIn("UPDATE_COMPLETE", shown)

    def test_a_stack_that_takes_no_changes_says_what_to_do(self):
        bad = json.dumps({"Resources": {"Bucket": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "Not_A_Bucket"}}}})
        name = unique("bad")
        self.bad(3, "stack", "launch", self.file("bad.json", bad), name)
        self.bad(1, "stack", "launch", self.file("bad.json", bad), name, holds=f"ROLLBACK_COMPLETE: 'berth stack delete {name}'")
        self.bad(1, "stack", "launch", self.file("t.json", "{"), self.stack, holds="Template format error")


class Explain(BerthCase):
    def test_tasks_say_why_they_ended(self):
        group = self.log_group()
        well = self.good("run", self.family("echo fine", group=group), "--wait").strip()
        self.assertRegex(self.good("explain", well[:8]), r"is STOPPED: it did well(.|\n)*log +fine")
        for command, wanted in (("echo about to; exit 7", "exit code 7"), ("kill -SEGV $$", "SIGSEGV"),
                                ("nosuchprogram", "127: the command")):
            self.assertEqual(self.berth("run", self.family(command, group=group), "--wait")[0], 3)
            task = self.good("ps", "-qa").split()[0]
            self.good("explain", task, holds="it failed(.|\n)*" + wanted)
        image = self.family("true", image="no/such:image")
        self.assertEqual(self.berth("run", image, "--wait")[0], 3)
        task = self.good("ps", "-qa").split()[0]
        self.good("explain", task, holds="it did not start(.|\n)*CannotPullContainerError(.|\n)*do +'berth image list'")
        stubborn = self.family("trap '' TERM; while :; do sleep 0.1; done", stopTimeout=2)
        task = self.good("run", stubborn).strip()
        self.wait_for_status(task, "RUNNING")
        self.good("explain", task, holds="it runs, for")
        self.good("stop", "--wait", task, "--reason", "enough of it")
        self.good("explain", task, holds="stopped by request(.|\n)*enough of it(.|\n)*still ran 2 s after SIGTERM")
        story = json.loads(self.good("explain", task, "--json"))
        self.assertIn("stopped by request", story["headline"])
        for columns in (80, 140):
            code, shown = self.on_terminal(columns, "explain", task)
            self.assertEqual(code, 0)
            self.assert_fits(columns, shown)

    def test_a_definition_says_whether_it_would_start_now(self):
        family = self.family("sleep 60", resourceRequirements=[{"type": "GPU", "value": "2"}])
        self.good("explain", family, holds="2 GPUs: it would start now")
        task = self.good("run", family).strip()
        self.good("explain", family, holds=r"would not start now(.|\n)*most that is free now is 0 on i-.*of 2 at most(.|\n)*GPUs 0/2")
        self.bad(2, "run", family, holds="asks for 2 GPUs, and the most that is free now is 0 on i-")
        self.good("stop", "--wait", task)
        self.bad(1, "explain", family[:-4], holds="neither a task nor a stack")

    def test_a_definition_whose_image_or_role_is_not_there_would_not_start(self):
        self.good("explain", self.family("true", image="no/such:image"), holds="would not start now(.|\n)*no/such:image is not there")
        role = self.client("iam").create_role(RoleName=unique("role"), AssumeRolePolicyDocument=json.dumps({
            "Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "sts:AssumeRole",
                                                    "Principal": {"Service": "ec2.amazonaws.com"}}]}))["Role"]
        family = self.client("ecs").register_task_definition(family=unique("f"), taskRoleArn=role["Arn"], containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 64, "command": ["true"]}])["taskDefinition"]["family"]
        self.good("explain", family, holds=f"would not start now(.|\n)*{role['RoleName']}: its trust policy does not name")

    def test_stacks_say_what_failed_first_and_what_blocks_their_deletion(self):
        resources = {"Bad": {"Type": "AWS::S3::Bucket", "Properties": {"BucketName": "Not_A_Bucket"}},
                     "Good": {"Type": "AWS::Logs::LogGroup"}}
        name = unique("bad")
        self.bad(3, "stack", "launch", self.file("t.json", json.dumps({"Resources": resources})), name)
        text = self.good("explain", name, holds=r"ROLLBACK_COMPLETE(.|\n)*first, Bad \(AWS::S3::Bucket\) is CREATE_FAILED")
        self.assertIn(f"berth stack delete {name}", text)
        full = unique("full")
        self.good("stack", "launch", self.file("t.json", template()), full, "-p", "Name=" + unique())
        self.assertNotRegex(self.good("explain", full, holds="it is whole"), "deletion")
        bucket = self.client("cloudformation").describe_stack_resource(
            StackName=full, LogicalResourceId="Results")["StackResourceDetail"]["PhysicalResourceId"]
        self.client("s3").put_object(Bucket=bucket, Key="k", Body=b"x")
        self.good("explain", full, holds=f"deletion +Results .*{bucket}.* holds objects(.|\n)*berth stack delete {full} --empty")
        self.bad(3, "stack", "delete", full)
        self.good("explain", full, holds="DELETE_FAILED(.|\n)*Results(.|\n)*--empty")
        self.good("stack", "delete", full, "--empty")

    def test_a_group_without_room_says_why_the_stack_waits(self):
        group = {"Resources": {
            "Cluster": {"Type": "AWS::ECS::Cluster"},
            "Launch": {"Type": "AWS::AutoScaling::LaunchConfiguration", "Properties": {
                "ImageId": "ami-12345678", "InstanceType": "p3.16xlarge",
                "UserData": {"Fn::Base64": {"Fn::Sub": "#!/bin/bash\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config\n"}}}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {
                "AvailabilityZones": {"Fn::GetAZs": ""}, "LaunchConfigurationName": {"Ref": "Launch"},
                "MinSize": 1, "MaxSize": 9, "DesiredCapacity": 9}}}}
        name = unique("group")
        code, out, err = self.berth("stack", "launch", self.file("t.json", json.dumps(group)), name)
        self.addCleanup(self.berth, "stack", "delete", name)
        text = self.good("explain", name)
        self.assertRegex(text, r"Group is below its desired capacity: \d of 9 instances", out + err)
        self.assertTrue(re.search(r"instances are registered: \w", text), text)
