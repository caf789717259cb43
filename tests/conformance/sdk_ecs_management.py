"""ECS: tags, attributes, states of container instances, settings, and the end of task definitions."""
from support.case import TaskCase, account, region, unique

MAIN = {"name": "main", "image": "fathom", "memory": 64}


class Management(TaskCase):
    def cluster(self):
        """A cluster of its own with one instance."""
        name = unique("cluster")
        self.client("ecs").create_cluster(clusterName=name)
        self.addCleanup(self.client("ecs").delete_cluster, cluster=name)
        self.create_stack({"Resources": {
            "Launch": {"Type": "AWS::AutoScaling::LaunchConfiguration", "Properties": {
                "ImageId": "ami-12345678", "InstanceType": "t3.micro",
                "UserData": {"Fn::Base64": f"#!/bin/sh\necho ECS_CLUSTER={name} >> /etc/ecs/ecs.config\n"}}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {
                "LaunchConfigurationName": {"Ref": "Launch"}, "MinSize": "0", "MaxSize": "1", "DesiredCapacity": "1",
                "AvailabilityZones": {"Fn::GetAZs": ""}}}}})
        return name, self.client("ecs").list_container_instances(cluster=name)["containerInstanceArns"][0]

    def test_tags_of_clusters_definitions_and_instances(self):
        ecs = self.client("ecs")
        cluster, instance = self.cluster()
        definition = self.define([MAIN], tags=[{"key": "old", "value": "x"}])
        cluster_arn = f"arn:aws:ecs:{region}:{account}:cluster/{cluster}"
        for arn in (cluster_arn, instance, definition):
            ecs.tag_resource(resourceArn=arn, tags=[{"key": "a", "value": "1"}, {"key": "b", "value": ""}])
            ecs.untag_resource(resourceArn=arn, tagKeys=["a", "old"])
            self.assertEqual(ecs.list_tags_for_resource(resourceArn=arn)["tags"], [{"key": "b", "value": ""}])
        self.assertEqual(ecs.describe_container_instances(cluster=cluster, containerInstances=[instance], include=["TAGS"])
                         ["containerInstances"][0]["tags"], [{"key": "b", "value": ""}])
        with self.refused("ClusterNotFoundException"):
            ecs.tag_resource(resourceArn=cluster_arn + "x", tags=[{"key": "a", "value": "1"}])
        with self.refused("InvalidParameterException"):
            ecs.list_tags_for_resource(resourceArn="cluster/" + cluster)

    def test_a_draining_instance_takes_no_tasks_until_it_is_active_again(self):
        ecs = self.client("ecs")
        cluster, instance = self.cluster()
        definition = self.definition("true")
        answer = ecs.update_container_instances_state(cluster=cluster, containerInstances=[instance], status="DRAINING")
        self.assertEqual(answer["containerInstances"][0]["status"], "DRAINING")
        self.assertEqual(ecs.list_container_instances(cluster=cluster, status="DRAINING")["containerInstanceArns"],
                         [instance])
        with self.refused("InvalidParameterException", 400, "No Container Instances were found"):
            ecs.run_task(cluster=cluster, taskDefinition=definition)
        ecs.update_container_instances_state(cluster=cluster, containerInstances=[instance], status="ACTIVE")
        arn = self.run_task(definition, cluster=cluster)
        self.wait_for_status(arn, "STOPPED", cluster=cluster)

    def test_attributes_place_tasks(self):
        ecs = self.client("ecs")
        cluster, instance = self.cluster()
        definition = self.definition("true")
        constraint = [{"type": "memberOf", "expression": "attribute:stack == production"}]

        def run():
            return ecs.run_task(cluster=cluster, taskDefinition=definition, placementConstraints=constraint)
        self.assertEqual(run()["tasks"], [])
        ecs.put_attributes(cluster=cluster, attributes=[{"name": "stack", "value": "production", "targetId": instance}])
        self.wait_for_status(run()["tasks"][0]["taskArn"], "STOPPED", cluster=cluster)
        found = ecs.get_paginator("list_attributes").paginate(cluster=cluster, targetType="container-instance",
                                                              attributeName="stack").build_full_result()
        self.assertEqual([(a["value"], a["targetId"]) for a in found["attributes"]], [("production", instance)])
        ecs.delete_attributes(cluster=cluster, attributes=[{"name": "stack", "targetId": instance}])
        self.assertEqual(run()["tasks"], [])
        with self.refused("TargetNotFoundException"):
            ecs.put_attributes(cluster=cluster, attributes=[{"name": "stack", "targetId": "0" * 32}])

    def test_inactive_definitions_are_deleted(self):
        ecs, family = self.client("ecs"), unique("family")
        if not hasattr(ecs, "delete_task_definitions"):
            self.skipTest("this client does not know the operation yet")
        arn = ecs.register_task_definition(family=family, containerDefinitions=[MAIN])["taskDefinition"]["taskDefinitionArn"]
        refused = ecs.delete_task_definitions(taskDefinitions=[arn])
        self.assertEqual((refused["taskDefinitions"], refused["failures"][0]["arn"]), ([], arn))
        ecs.deregister_task_definition(taskDefinition=arn)
        deleted = ecs.delete_task_definitions(taskDefinitions=[arn])["taskDefinitions"][0]
        self.assertEqual((deleted["taskDefinitionArn"], deleted["status"]), (arn, "DELETE_IN_PROGRESS"))
        self.assertNotIn(arn, ecs.list_task_definitions(familyPrefix=family, status="INACTIVE")["taskDefinitionArns"])

    def test_account_settings_have_values_that_hold(self):
        ecs = self.client("ecs")
        found = {s["name"]: s["value"] for s in ecs.list_account_settings(effectiveSettings=True)["settings"]}
        self.assertEqual(found["taskLongArnFormat"], "enabled")
        ecs.put_account_setting(name="containerInsights", value="enabled")
        self.addCleanup(ecs.delete_account_setting, name="containerInsights")
        listed = ecs.list_account_settings(name="containerInsights")["settings"]
        self.assertEqual([(s["value"], s["principalArn"]) for s in listed], [("enabled", f"arn:aws:iam::{account}:root")])
        with self.refused("InvalidParameterException"):
            ecs.put_account_setting(name="taskLongArnFormat", value="disabled")
        with self.refused("InvalidParameterException"):
            ecs.put_account_setting(name="nosuch", value="enabled")

    def test_settings_of_a_cluster_are_updated(self):
        ecs = self.client("ecs")
        name = unique("cluster")
        ecs.create_cluster(clusterName=name)
        self.addCleanup(ecs.delete_cluster, cluster=name)
        on = [{"name": "containerInsights", "value": "enabled"}]
        self.assertEqual(ecs.update_cluster_settings(cluster=name, settings=on)["cluster"]["settings"], on)
        self.assertEqual(ecs.update_cluster(cluster=name)["cluster"]["settings"], on)
        self.assertEqual(ecs.describe_clusters(clusters=[name], include=["SETTINGS"])["clusters"][0]["settings"], on)
