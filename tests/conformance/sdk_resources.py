"""What resource types do when a stack changes: in place, by a new version, or refused by name."""
import json

from support.case import ASSUME_BY_TASKS, SdkCase, account, region, unique


class Resources(SdkCase):
    def setUp(self):
        super().setUp()
        self.cloudformation = self.client("cloudformation")

    def update(self, stack, template, wait="UPDATE_COMPLETE", **arguments):
        self.cloudformation.update_stack(StackName=stack["StackName"], TemplateBody=json.dumps(template), **arguments)
        changed = self.stack_at_rest(stack["StackId"])
        self.assertEqual(changed["StackStatus"], wait, self.failures(stack))
        return self.outputs(changed)

    def failures(self, stack):
        return [(e["LogicalResourceId"], e.get("ResourceStatusReason")) for e in
                self.cloudformation.describe_stack_events(StackName=stack["StackId"])["StackEvents"]
                if "FAILED" in e["ResourceStatus"]]

    def refusal(self, resource):
        """Why a stack of this one resource is not made."""
        stack = self.create_stack({"Resources": {"R": resource}}, wait="ROLLBACK_COMPLETE",
                                  Capabilities=["CAPABILITY_NAMED_IAM"])
        return dict(self.failures(stack))["R"]


class Groups(Resources):
    @staticmethod
    def template(instance_type, desired, version=None, providers=False):
        resources = {
            "Cluster": {"Type": "AWS::ECS::Cluster"},
            "Template": {"Type": "AWS::EC2::LaunchTemplate", "Properties": {"LaunchTemplateData": {
                "InstanceType": instance_type, "MetadataOptions": {"HttpTokens": "required"},
                "UserData": {"Fn::Base64": {"Fn::Sub": "#!/bin/sh\necho ECS_CLUSTER=${Cluster} >> /etc/ecs/ecs.config"}}}}},
            "Group": {"Type": "AWS::AutoScaling::AutoScalingGroup", "Properties": {
                "MinSize": "0", "MaxSize": "2", "DesiredCapacity": str(desired),
                "LaunchTemplate": {"LaunchTemplateId": {"Ref": "Template"},
                                   "Version": version or {"Fn::GetAtt": ["Template", "LatestVersionNumber"]}},
                "Tags": [{"Key": "size", "Value": str(desired), "PropagateAtLaunch": True}]}}}
        if providers:
            resources["Provider"] = {"Type": "AWS::ECS::CapacityProvider", "Properties": {"AutoScalingGroupProvider": {
                "AutoScalingGroupArn": {"Ref": "Group"}, "ManagedScaling": {"Status": "ENABLED", "TargetCapacity": 100}}}}
            resources["Associations"] = {"Type": "AWS::ECS::ClusterCapacityProviderAssociations", "Properties": {
                "Cluster": {"Ref": "Cluster"}, "CapacityProviders": [{"Ref": "Provider"}],
                "DefaultCapacityProviderStrategy": [{"CapacityProvider": {"Ref": "Provider"}, "Weight": 1}]}}
        return {"Resources": resources, "Outputs": {
            name: {"Value": {"Ref": name}} for name in resources if name != "Associations"}}

    def group(self, name):
        return self.client("autoscaling").describe_auto_scaling_groups(AutoScalingGroupNames=[name])["AutoScalingGroups"][0]

    def test_a_group_of_a_launch_template_is_changed_in_place(self):
        stack = self.create_stack(self.template("t3.nano", 1))
        before = self.outputs(stack)
        instance = self.group(before["Group"])["Instances"][0]
        self.assertEqual((instance["InstanceType"], instance["LaunchTemplate"]["Version"]), ("t3.nano", "1"))
        self.assertEqual(len(self.client("ecs").list_container_instances(cluster=before["Cluster"])["containerInstanceArns"]), 1)

        after = self.update(stack, self.template("t3.micro", 2))
        self.assertEqual(after, before)
        group = self.group(after["Group"])
        self.assertEqual((group["DesiredCapacity"], group["LaunchTemplate"]["Version"]), (2, "2"))
        self.assertEqual(sorted(i["InstanceType"] for i in group["Instances"]), ["t3.micro", "t3.nano"])
        self.assertEqual([t["Value"] for t in group["Tags"] if t["Key"] == "size"], ["2"])
        versions = self.client("ec2").describe_launch_template_versions(LaunchTemplateId=after["Template"])
        self.assertEqual([(v["VersionNumber"], v["DefaultVersion"], v["LaunchTemplateData"]["InstanceType"])
                          for v in versions["LaunchTemplateVersions"]], [(2, False, "t3.micro"), (1, True, "t3.nano")])

        self.update(stack, self.template("t3.micro", 0, "$Latest"))
        self.assertEqual(self.group(after["Group"])["LaunchTemplate"]["Version"], "$Latest")

    def test_tasks_go_where_the_clusters_capacity_provider_has_instances(self):
        stack = self.create_stack(self.template("t3.nano", 1, providers=True))
        outputs, ecs = self.outputs(stack), self.client("ecs")
        cluster = ecs.describe_clusters(clusters=[outputs["Cluster"]])["clusters"][0]
        self.assertEqual(cluster["capacityProviders"], [outputs["Provider"]])
        self.assertEqual(cluster["defaultCapacityProviderStrategy"],
                         [{"capacityProvider": outputs["Provider"], "weight": 1, "base": 0}])
        family = unique("task")
        arn = ecs.register_task_definition(family=family, containerDefinitions=[
            {"name": "main", "image": "fathom", "memory": 32, "command": ["true"]}])["taskDefinition"]["taskDefinitionArn"]
        self.addCleanup(ecs.deregister_task_definition, taskDefinition=arn)
        task = ecs.run_task(cluster=outputs["Cluster"], taskDefinition=family)["tasks"][0]
        self.assertEqual((task["capacityProviderName"], task["launchType"]), (outputs["Provider"], "EC2"))
        with self.refused("InvalidParameterException", 400, "FARGATE has no capacity here"):
            ecs.run_task(cluster=outputs["Cluster"], taskDefinition=family,
                         capacityProviderStrategy=[{"capacityProvider": "FARGATE"}])
        with self.refused("ClientException", 400, "associated with cluster"):
            ecs.delete_capacity_provider(capacityProvider=outputs["Provider"])
        ecs.get_waiter("tasks_stopped").wait(cluster=outputs["Cluster"], tasks=[task["taskArn"]],
                                             WaiterConfig={"Delay": 1, "MaxAttempts": 60})

    def test_capacity_providers_are_kept_by_api_too(self):
        stack = self.create_stack(self.template("t3.nano", 0))
        outputs, ecs, name = self.outputs(stack), self.client("ecs"), unique("provider")
        group = self.group(outputs["Group"])["AutoScalingGroupARN"]
        made = ecs.create_capacity_provider(name=name, autoScalingGroupProvider={"autoScalingGroupArn": group},
                                            tags=[{"key": "k", "value": "v"}])["capacityProvider"]
        self.assertEqual((made["status"], made["capacityProviderArn"]),
                         ("ACTIVE", f"arn:aws:ecs:{region}:{account}:capacity-provider/{name}"))
        ecs.update_capacity_provider(name=name, autoScalingGroupProvider={"managedScaling": {"status": "ENABLED"}})
        shown = ecs.describe_capacity_providers(capacityProviders=[name], include=["TAGS"])["capacityProviders"][0]
        self.assertEqual((shown["autoScalingGroupProvider"]["managedScaling"]["status"], shown["tags"]),
                         ("ENABLED", [{"key": "k", "value": "v"}]))
        put = ecs.put_cluster_capacity_providers(cluster=outputs["Cluster"], capacityProviders=[name],
                                                 defaultCapacityProviderStrategy=[{"capacityProvider": name, "weight": 2}])
        self.assertEqual(put["cluster"]["capacityProviders"], [name])
        ecs.put_cluster_capacity_providers(cluster=outputs["Cluster"], capacityProviders=[],
                                           defaultCapacityProviderStrategy=[])
        ecs.delete_capacity_provider(capacityProvider=name)
        self.assertEqual(ecs.describe_capacity_providers(capacityProviders=[name])["failures"][0]["reason"], "MISSING")

    def test_what_is_refused_is_named(self):
        self.assertIn("LaunchTemplateData.InstanceRequirements", self.refusal({
            "Type": "AWS::EC2::LaunchTemplate",
            "Properties": {"LaunchTemplateData": {"InstanceRequirements": {"VCpuCount": {"Min": 1}}}}}))
        self.assertIn("use LaunchTemplate", self.refusal({
            "Type": "AWS::AutoScaling::AutoScalingGroup",
            "Properties": {"MinSize": 0, "MaxSize": 1, "MixedInstancesPolicy": {}}}))
        with self.refused("UnsupportedOperation", 400, "LaunchTemplateData.LicenseSpecifications"):
            self.client("ec2").create_launch_template(LaunchTemplateName=unique("template"), LaunchTemplateData={
                "LicenseSpecifications": [{"LicenseConfigurationArn": "x"}]})


class Parameters(SdkCase):
    def parameter(self, **arguments):
        ssm, name = self.client("ssm"), arguments.pop("Name", "/test/" + unique("parameter"))
        arguments.setdefault("Type", "String")
        answer = ssm.put_parameter(Name=name, **arguments)
        self.addCleanup(ssm.delete_parameters, Names=[name])
        return name, answer

    def test_values_have_versions_and_a_history(self):
        ssm = self.client("ssm")
        name, first = self.parameter(Value="one", Description="d", Tags=[{"Key": "k", "Value": "v"}])
        self.assertEqual((first["Version"], first["Tier"]), (1, "Standard"))
        with self.refused("ParameterAlreadyExists", 400, "overwrite option"):
            ssm.put_parameter(Name=name, Value="two", Type="String")
        self.assertEqual(ssm.put_parameter(Name=name, Value="two", Overwrite=True)["Version"], 2)
        shown = ssm.get_parameter(Name=name)["Parameter"]
        self.assertEqual((shown["Value"], shown["Version"], shown["Type"], shown["ARN"]),
                         ("two", 2, "String", f"arn:aws:ssm:{region}:{account}:parameter{name}"))
        self.assertEqual(ssm.get_parameter(Name=f"{name}:1")["Parameter"]["Value"], "one")
        self.assertEqual([v["Value"] for v in ssm.get_parameter_history(Name=name)["Parameters"]], ["one", "two"])
        tags = ssm.list_tags_for_resource(ResourceType="Parameter", ResourceId=name)["TagList"]
        self.assertEqual(tags, [{"Key": "k", "Value": "v"}])
        ssm.delete_parameter(Name=name)
        with self.refused("ParameterNotFound"):
            ssm.get_parameter(Name=name)

    def test_paths_and_descriptions_list_what_is_there(self):
        ssm, path = self.client("ssm"), "/test/" + unique("path")
        for leaf in ("a", "b", "deep/c"):
            self.parameter(Name=f"{path}/{leaf}", Value="1,2", Type="StringList")
        pages = ssm.get_paginator("get_parameters_by_path").paginate(Path=path, Recursive=True, MaxResults=2)
        self.assertEqual([p["Name"] for page in pages for p in page["Parameters"]],
                         [f"{path}/a", f"{path}/b", f"{path}/deep/c"])
        described = ssm.describe_parameters(ParameterFilters=[{"Key": "Path", "Values": [path]}])["Parameters"]
        self.assertEqual([(p["Name"], p["Type"], p["Version"]) for p in described],
                         [(f"{path}/a", "StringList", 1), (f"{path}/b", "StringList", 1)])
        got = ssm.get_parameters(Names=[f"{path}/a", f"{path}/none"])
        self.assertEqual(([p["Name"] for p in got["Parameters"]], got["InvalidParameters"]),
                         ([f"{path}/a"], [f"{path}/none"]))

    def test_what_cannot_be_kept_is_refused(self):
        ssm = self.client("ssm")
        with self.refused("UnsupportedParameterType", 400, "Use String"):
            ssm.put_parameter(Name=unique("p"), Value="x", Type="SecureString")
        with self.refused("ValidationException", 400, "prefixed"):
            ssm.put_parameter(Name="/aws/x", Value="x", Type="String")


class Cdk(Resources):
    def test_what_cdk_writes_is_made_and_changes_in_place(self):
        prefix = "/" + unique("cdk")

        def template(value, action):
            return {"Resources": {
                "CDKMetadata": {"Type": "AWS::CDK::Metadata", "Properties": {"Analytics": "v2:deflate64:x"}},
                "Version": {"Type": "AWS::SSM::Parameter", "Properties": {
                    "Name": f"{prefix}/version", "Type": "String", "Value": value}},
                "Role": {"Type": "AWS::IAM::Role", "Properties": {"AssumeRolePolicyDocument": ASSUME_BY_TASKS}},
                "Policy": {"Type": "AWS::IAM::ManagedPolicy", "Properties": {
                    "Roles": [{"Ref": "Role"}], "PolicyDocument": {"Version": "2012-10-17", "Statement": [
                        {"Effect": "Allow", "Action": action, "Resource": "*"}]}}},
                "Assets": {"Type": "AWS::ECR::Repository", "UpdateReplacePolicy": "Retain", "Properties": {
                    "ImageTagMutability": "IMMUTABLE", "EmptyOnDelete": True,
                    "LifecyclePolicy": {"LifecyclePolicyText": json.dumps({"rules": []})},
                    "RepositoryPolicyText": {"Version": "2012-10-17", "Statement": []}}}},
                "Outputs": {"Policy": {"Value": {"Ref": "Policy"}}, "Role": {"Value": {"Ref": "Role"}},
                            "Assets": {"Value": {"Ref": "Assets"}}}}

        stack = self.create_stack(template("1", "s3:Get*"), Capabilities=["CAPABILITY_IAM"])
        outputs = self.outputs(stack)
        ecr = self.client("ecr")
        self.assertEqual(json.loads(ecr.get_lifecycle_policy(repositoryName=outputs["Assets"])["lifecyclePolicyText"]),
                         {"rules": []})
        self.assertIn("Statement", json.loads(ecr.get_repository_policy(repositoryName=outputs["Assets"])["policyText"]))
        # As `cdk deploy` asks for the version of the bootstrap stack.
        reader = self.create_stack({
            "Parameters": {"BootstrapVersion": {"Type": "AWS::SSM::Parameter::Value<String>",
                                                "Default": f"{prefix}/version"}},
            "Resources": {"Group": {"Type": "AWS::Logs::LogGroup"}},
            "Outputs": {"Version": {"Value": {"Ref": "BootstrapVersion"}}}})
        self.assertEqual(self.outputs(reader)["Version"], "1")
        self.assertEqual(self.update(stack, template("2", "s3:Put*"), Capabilities=["CAPABILITY_IAM"]), outputs)
        self.assertEqual(self.client("ssm").get_parameter(Name=f"{prefix}/version")["Parameter"]["Version"], 2)
        iam = self.client("iam")
        version = iam.get_policy(PolicyArn=outputs["Policy"])["Policy"]["DefaultVersionId"]
        self.assertEqual(version, "v2")
        document = iam.get_policy_version(PolicyArn=outputs["Policy"], VersionId=version)["PolicyVersion"]["Document"]
        self.assertEqual(document["Statement"][0]["Action"], "s3:Put*")
        attached = iam.list_attached_role_policies(RoleName=outputs["Role"])["AttachedPolicies"]
        self.assertEqual([p["PolicyArn"] for p in attached], [outputs["Policy"]])


class Networks(Resources):
    @staticmethod
    def template(port):
        def resource(kind, **properties):
            return {"Type": f"AWS::EC2::{kind}", "Properties": properties}
        vpc, subnet, table, gateway = ({"Ref": name} for name in ("Vpc", "Subnet", "Table", "Gateway"))
        return {"Resources": {
            "Vpc": resource("VPC", CidrBlock="10.7.0.0/16", EnableDnsHostnames=True, EnableDnsSupport=True,
                            Tags=[{"Key": "Name", "Value": "ours"}]),
            "Subnet": resource("Subnet", VpcId=vpc, CidrBlock="10.7.0.0/18", MapPublicIpOnLaunch=True,
                               AvailabilityZone={"Fn::Select": [1, {"Fn::GetAZs": ""}]}),
            "Table": resource("RouteTable", VpcId=vpc),
            "Association": resource("SubnetRouteTableAssociation", RouteTableId=table, SubnetId=subnet),
            "Gateway": resource("InternetGateway"),
            "Attachment": resource("VPCGatewayAttachment", VpcId=vpc, InternetGatewayId=gateway),
            "Route": dict(resource("Route", RouteTableId=table, DestinationCidrBlock="0.0.0.0/0", GatewayId=gateway),
                          DependsOn="Attachment"),
            "Address": resource("EIP", Domain="vpc"),
            "Nat": resource("NatGateway", SubnetId=subnet, AllocationId={"Fn::GetAtt": ["Address", "AllocationId"]}),
            "Ports": resource("SecurityGroup", GroupDescription="d", VpcId=vpc, SecurityGroupIngress=[
                {"IpProtocol": "tcp", "FromPort": port, "ToPort": port, "CidrIp": "0.0.0.0/0", "Description": "web"}]),
            "Among": resource("SecurityGroupIngress", GroupId={"Fn::GetAtt": ["Ports", "GroupId"]}, IpProtocol="-1",
                              SourceSecurityGroupId={"Fn::GetAtt": ["Ports", "GroupId"]})},
            "Outputs": {n: {"Value": {"Ref": n}} for n in ("Vpc", "Subnet", "Table", "Gateway", "Address", "Nat", "Ports")}}

    def test_the_network_of_a_template_is_made_and_shown(self):
        stack = self.create_stack(self.template(80))
        made, ec2 = self.outputs(stack), self.client("ec2")
        vpc = ec2.describe_vpcs(VpcIds=[made["Vpc"]])["Vpcs"][0]
        self.assertEqual((vpc["CidrBlock"], vpc["IsDefault"], vpc["Tags"]),
                         ("10.7.0.0/16", False, [{"Key": "Name", "Value": "ours"}]))
        self.assertTrue(ec2.describe_vpc_attribute(VpcId=made["Vpc"], Attribute="enableDnsHostnames")["EnableDnsHostnames"]["Value"])
        of_vpc = [{"Name": "vpc-id", "Values": [made["Vpc"]]}]
        subnet = ec2.describe_subnets(Filters=of_vpc)["Subnets"][0]
        self.assertEqual((subnet["SubnetId"], subnet["AvailabilityZone"], subnet["MapPublicIpOnLaunch"]),
                         (made["Subnet"], f"{region}b", True))
        tables = {t["RouteTableId"]: t for t in ec2.describe_route_tables(Filters=of_vpc)["RouteTables"]}
        self.assertEqual(sorted(r.get("GatewayId") for r in tables[made["Table"]]["Routes"]), sorted(["local", made["Gateway"]]))
        self.assertEqual([a["SubnetId"] for a in tables[made["Table"]]["Associations"]], [made["Subnet"]])
        gateway = ec2.describe_internet_gateways(InternetGatewayIds=[made["Gateway"]])["InternetGateways"][0]
        self.assertEqual(gateway["Attachments"], [{"State": "available", "VpcId": made["Vpc"]}])
        nat = ec2.describe_nat_gateways(NatGatewayIds=[made["Nat"]])["NatGateways"][0]
        self.assertEqual((nat["State"], nat["NatGatewayAddresses"][0]["PublicIp"]), ("available", made["Address"]))
        self.assertEqual(ec2.describe_addresses(PublicIps=[made["Address"]])["Addresses"][0]["Domain"], "vpc")

        def ingress():
            group = ec2.describe_security_groups(GroupIds=[made["Ports"]])["SecurityGroups"][0]
            return sorted((p["IpProtocol"], p.get("FromPort")) for p in group["IpPermissions"])
        self.assertEqual(ingress(), [("-1", None), ("tcp", 80)])
        self.assertEqual(self.update(stack, self.template(443)), made)
        self.assertEqual(ingress(), [("-1", None), ("tcp", 443)])
        with self.refused("DependencyViolation"):
            ec2.delete_vpc(VpcId=made["Vpc"])
        self.cloudformation.delete_stack(StackName=stack["StackId"])
        self.assertEqual(self.stack_at_rest(stack["StackId"])["StackStatus"], "DELETE_COMPLETE", self.failures(stack))
        with self.refused("InvalidVpcID.NotFound"):
            ec2.describe_vpcs(VpcIds=[made["Vpc"]])

    def test_networks_and_groups_are_made_by_api(self):
        ec2 = self.client("ec2")
        vpc = ec2.create_vpc(CidrBlock="10.8.0.0/16", TagSpecifications=[
            {"ResourceType": "vpc", "Tags": [{"Key": "a", "Value": "b"}]}])["Vpc"]["VpcId"]
        self.addCleanup(ec2.delete_vpc, VpcId=vpc)
        ec2.get_waiter("vpc_available").wait(VpcIds=[vpc], WaiterConfig={"Delay": 1})
        ec2.modify_vpc_attribute(VpcId=vpc, EnableDnsHostnames={"Value": True})
        subnet = ec2.create_subnet(VpcId=vpc, CidrBlock="10.8.1.0/24")["Subnet"]["SubnetId"]
        self.addCleanup(ec2.delete_subnet, SubnetId=subnet)
        with self.refused("InvalidSubnet.Conflict"):
            ec2.create_subnet(VpcId=vpc, CidrBlock="10.8.1.0/25")
        group = ec2.create_security_group(GroupName="g", Description="d", VpcId=vpc)["GroupId"]
        self.addCleanup(ec2.delete_security_group, GroupId=group)
        permission = {"IpProtocol": "tcp", "FromPort": 22, "ToPort": 22, "IpRanges": [{"CidrIp": "10.0.0.0/8"}]}
        rule = ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[permission])["SecurityGroupRules"][0]
        self.assertEqual((rule["FromPort"], rule["CidrIpv4"], rule["IsEgress"]), (22, "10.0.0.0/8", False))
        with self.refused("InvalidPermission.Duplicate"):
            ec2.authorize_security_group_ingress(GroupId=group, IpPermissions=[permission])
        ec2.revoke_security_group_ingress(GroupId=group, IpPermissions=[permission])
        ec2.create_tags(Resources=[vpc, subnet], Tags=[{"Key": "c", "Value": "d"}])
        tags = ec2.describe_tags(Filters=[{"Name": "resource-id", "Values": [vpc]}])["Tags"]
        self.assertEqual([(t["Key"], t["Value"], t["ResourceType"]) for t in tags], [("a", "b", "vpc"), ("c", "d", "vpc")])
        self.assertEqual([v["VpcId"] for v in ec2.describe_vpcs(Filters=[{"Name": "tag:c", "Values": ["d"]}])["Vpcs"]
                          if v["VpcId"] == vpc], [vpc])
