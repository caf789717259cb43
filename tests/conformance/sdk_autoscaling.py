"""Auto Scaling: groups that a stack made are changed by API, and every change stands in their history."""
from support.case import SdkCase, unique


class AutoScaling(SdkCase):
    def group(self, maximum=2, desired=1):
        """The name of a group of small instances in a cluster of its own."""
        cluster = unique("cluster")
        self.client("ecs").create_cluster(clusterName=cluster)
        self.addCleanup(self.client("ecs").delete_cluster, cluster=cluster)
        stack = self.create_stack({"Resources": {
            "Launch": {"Type": "AWS::AutoScaling::LaunchConfiguration", "Properties": {
                "ImageId": "ami-12345678", "InstanceType": "t3.micro",
                "UserData": {"Fn::Base64": f"#!/bin/sh\necho ECS_CLUSTER={cluster} >> /etc/ecs/ecs.config\n"}}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {
                "LaunchConfigurationName": {"Ref": "Launch"}, "MinSize": "0", "MaxSize": str(maximum),
                "DesiredCapacity": str(desired), "AvailabilityZones": {"Fn::GetAZs": ""}}}},
            "Outputs": {"Group": {"Value": {"Ref": "Group"}}, "Launch": {"Value": {"Ref": "Launch"}}}})
        return self.outputs(stack)

    def described(self, name):
        return self.client("autoscaling").describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"][0]

    def test_a_group_is_made_and_deleted_by_api_and_keeps_what_it_is_told(self):
        autoscaling, ec2, name = self.client("autoscaling"), self.client("ec2"), unique("group")
        template = ec2.create_launch_template(LaunchTemplateName=unique("template"), LaunchTemplateData={
            "InstanceType": "t3.nano", "ImageId": "ami-12345678"})["LaunchTemplate"]["LaunchTemplateId"]
        self.addCleanup(ec2.delete_launch_template, LaunchTemplateId=template)
        wanted = {"AutoScalingGroupName": name, "MinSize": 0, "MaxSize": 1, "DesiredCapacity": 1,
                  "AvailabilityZones": ["us-east-1a"], "LaunchTemplate": {"LaunchTemplateId": template}}
        autoscaling.create_auto_scaling_group(
            **wanted, HealthCheckType="ELB", HealthCheckGracePeriod=60, TerminationPolicies=["OldestInstance"],
            Tags=[{"Key": "a", "Value": "b", "PropagateAtLaunch": True}])
        group = self.described(name)
        self.assertEqual((group["HealthCheckType"], group["HealthCheckGracePeriod"], group["DefaultCooldown"]), ("ELB", 60, 300))
        self.assertEqual(group["TerminationPolicies"], ["OldestInstance"])
        self.assertEqual([(tag["Key"], tag["PropagateAtLaunch"]) for tag in group["Tags"]], [("a", True)])
        self.assertEqual(len(group["Instances"]), 1)
        with self.refused("AlreadyExists", 400, "already exists"):
            autoscaling.create_auto_scaling_group(**wanted)
        other = {**wanted, "AutoScalingGroupName": unique("group")}
        for name_, change, message in (
                ("both kinds of template", {"LaunchConfigurationName": "x"}, "Valid requests must contain either"),
                ("no place", {"AvailabilityZones": []}, "At least one Availability Zone"),
                ("no such place", {"AvailabilityZones": ["nowhere"]}, "Invalid availability zone"),
                ("bounds", {"MinSize": 2}, "Max bound"),
                ("load balancers", {"TargetGroupARNs": ["arn:x"]}, "TargetGroupARNs is not supported here")):
            with self.subTest(name_), self.refused("ValidationError", 400, message):
                autoscaling.create_auto_scaling_group(**{**other, **change})
        with self.refused("ResourceInUse", 400, "still in the group"):
            autoscaling.delete_auto_scaling_group(AutoScalingGroupName=name)
        autoscaling.delete_auto_scaling_group(AutoScalingGroupName=name, ForceDelete=True)
        self.wait_for(lambda: not autoscaling.describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"],
                      "the group goes with its instance")
        with self.refused("ValidationError", 400, "not found"):
            autoscaling.delete_auto_scaling_group(AutoScalingGroupName=name)

    def test_desired_capacity_is_set_and_told(self):
        autoscaling, name = self.client("autoscaling"), self.group()["Group"]
        autoscaling.set_desired_capacity(AutoScalingGroupName=name, DesiredCapacity=0)
        self.assertEqual(self.described(name)["Instances"], [])
        autoscaling.set_desired_capacity(AutoScalingGroupName=name, DesiredCapacity=1)
        self.assertEqual(len(self.described(name)["Instances"]), 1)
        activities = autoscaling.describe_scaling_activities(AutoScalingGroupName=name)["Activities"]
        self.assertTrue(all(a["StatusCode"] == "Successful" for a in activities), activities)
        self.assertTrue(any("changing the desired capacity from 1 to 0" in a["Cause"] for a in activities), activities)
        self.assertTrue(any(a["Description"].startswith("Terminating EC2 instance: i-") for a in activities))
        with self.refused("ValidationError", 400, "above max value 2"):
            autoscaling.set_desired_capacity(AutoScalingGroupName=name, DesiredCapacity=3)
        with self.refused("ValidationError", 400, "not found"):
            autoscaling.set_desired_capacity(AutoScalingGroupName="nosuch", DesiredCapacity=1)

    def test_bounds_are_updated_and_the_desired_number_follows(self):
        autoscaling, name = self.client("autoscaling"), self.group()["Group"]
        autoscaling.update_auto_scaling_group(AutoScalingGroupName=name, MaxSize=0)
        group = self.described(name)
        self.assertEqual((group["MinSize"], group["MaxSize"], group["DesiredCapacity"]), (0, 0, 0))
        with self.refused("ValidationError", 400, "Max bound"):
            autoscaling.update_auto_scaling_group(AutoScalingGroupName=name, MinSize=2)

    def test_an_instance_is_terminated_and_replaced(self):
        autoscaling, name = self.client("autoscaling"), self.group()["Group"]
        first = self.described(name)["Instances"][0]["InstanceId"]
        shown = autoscaling.describe_auto_scaling_instances(InstanceIds=[first])["AutoScalingInstances"]
        self.assertEqual([(i["AutoScalingGroupName"], i["LifecycleState"]) for i in shown], [(name, "InService")])
        activity = autoscaling.terminate_instance_in_auto_scaling_group(InstanceId=first,
                                                                        ShouldDecrementDesiredCapacity=False)["Activity"]
        self.assertEqual(activity["Description"], f"Terminating EC2 instance: {first}")
        second = self.described(name)["Instances"][0]["InstanceId"]
        self.assertNotEqual(first, second)
        autoscaling.terminate_instance_in_auto_scaling_group(InstanceId=second, ShouldDecrementDesiredCapacity=True)
        self.assertEqual((self.described(name)["DesiredCapacity"], self.described(name)["Instances"]), (0, []))
        with self.refused("ValidationError", 400, "No managed instance found"):
            autoscaling.terminate_instance_in_auto_scaling_group(InstanceId=first, ShouldDecrementDesiredCapacity=True)

    def test_launch_configurations_are_described(self):
        names = self.group()
        found = self.client("autoscaling").describe_launch_configurations(LaunchConfigurationNames=[names["Launch"]])
        self.assertEqual([c["InstanceType"] for c in found["LaunchConfigurations"]], ["t3.micro"])

    def test_a_launch_template_is_what_instances_to_come_are_made_of(self):
        autoscaling, ec2, name = self.client("autoscaling"), self.client("ec2"), self.group(desired=0)["Group"]
        template = ec2.create_launch_template(LaunchTemplateName=unique("template"),
                                              LaunchTemplateData={"InstanceType": "t3.small"})["LaunchTemplate"]
        self.addCleanup(ec2.delete_launch_template, LaunchTemplateId=template["LaunchTemplateId"])
        autoscaling.update_auto_scaling_group(AutoScalingGroupName=name, DesiredCapacity=1, LaunchTemplate={
            "LaunchTemplateName": template["LaunchTemplateName"], "Version": "$Latest"})
        instance = self.described(name)["Instances"][0]
        self.assertEqual((instance["InstanceType"], instance["LaunchTemplate"]["Version"]), ("t3.small", "1"))
        self.assertEqual(self.described(name)["LaunchTemplate"]["LaunchTemplateId"], template["LaunchTemplateId"])
        with self.refused("ValidationError", 400, "launch template"):
            autoscaling.update_auto_scaling_group(AutoScalingGroupName=name, LaunchTemplate={"LaunchTemplateName": "none"})
