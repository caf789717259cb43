"""Every list that botocore can walk and the daemon offers: page by page, each entry once, and a token that was never
given out is refused. Which operations the daemon offers it says itself (--dump-shapes), so that none is forgotten."""
import hashlib
import json
import os
import subprocess
import time
import unittest

from support.case import ASSUME_BY_TASKS, SdkCase, bin_dir, region, unique

NO_TOKEN = "nonsense"


class Walks(SdkCase):
    """walk() takes an operation's pages apart; what each must find is made by the tests below."""

    walked = set()

    def walk(self, service, operation, entries, wanted, size=1, refused=None, token=None, **arguments):
        """`entries` takes the entries' names out of a page; `wanted` are among them, none comes twice, and no page has
        more than `size`. `refused` is the code for a wrong token, which goes into the argument `token`."""
        Walks.walked.add((service, operation))
        from botocore import xform_name
        client = self.client(service)
        method = xform_name(operation)
        with self.subTest(f"{service} {operation}"):
            if not client.can_paginate(method):
                return  # an older botocore
            pages = list(client.get_paginator(method).paginate(**arguments, PaginationConfig={"PageSize": size} if size else {}))
            found = [entries(page) for page in pages]
            names = [name for page in found for name in page]
            self.assertEqual(len(names), len(set(names)), f"an entry came twice: {names}")
            self.assertEqual(set(wanted) - set(names), set(), "an entry did not come")
            if size:
                self.assertLessEqual(max(map(len, found)), size)
                self.assertGreaterEqual(len(pages), len(names) / size)
            if refused:
                with self.refused(refused, 400):
                    getattr(client, method)(**arguments, **{token: NO_TOKEN})

    def test_ecs(self):
        ecs = self.client("ecs")

        def walk(operation, member, wanted, **arguments):
            self.walk("ecs", operation, lambda page: page[member], wanted, refused="InvalidParameterException",
                      token="nextToken", **arguments)
        clusters = [ecs.create_cluster(clusterName=unique())["cluster"]["clusterArn"] for _ in range(3)]
        for arn in clusters:
            self.addCleanup(ecs.delete_cluster, cluster=arn)
        walk("ListClusters", "clusterArns", clusters)
        main = [{"name": "main", "image": "fathom", "memory": 64, "command": ["sleep", "100"]}]
        families, definitions = [unique("a"), unique("a"), unique("b")], []
        for family in [families[0], *families]:
            arn = ecs.register_task_definition(family=family, containerDefinitions=main)["taskDefinition"]["taskDefinitionArn"]
            self.addCleanup(ecs.deregister_task_definition, taskDefinition=arn)
            definitions.append(arn)
        walk("ListTaskDefinitions", "taskDefinitionArns", definitions)
        walk("ListTaskDefinitionFamilies", "families", families)
        tasks = [task["taskArn"] for task in ecs.run_task(taskDefinition=definitions[0], count=3)["tasks"]]
        for arn in tasks:
            self.addCleanup(ecs.stop_task, task=arn)
        walk("ListTasks", "taskArns", tasks)
        instances = ecs.list_container_instances()["containerInstanceArns"]
        walk("ListContainerInstances", "containerInstanceArns", instances)
        names = [unique("attribute") for _ in range(3)]
        target = instances[0].split("/")[-1]
        attributes = [{"name": name, "value": "v", "targetId": target, "targetType": "container-instance"} for name in names]
        ecs.put_attributes(attributes=attributes)
        self.addCleanup(ecs.delete_attributes, attributes=attributes)
        self.walk("ecs", "ListAttributes", lambda page: [each["name"] for each in page["attributes"]], names,
                  targetType="container-instance")
        self.walk("ecs", "ListAccountSettings", lambda page: [each["name"] for each in page["settings"]], [],
                  effectiveSettings=True)

    def test_logs(self):
        logs = self.client("logs")
        groups = [self.log_group() for _ in range(3)]
        bad = {"refused": "InvalidParameterException", "token": "nextToken"}
        self.walk("logs", "DescribeLogGroups", lambda page: [each["logGroupName"] for each in page["logGroups"]], groups, **bad)
        streams = ["a", "b", "c"]
        for name in streams:
            logs.create_log_stream(logGroupName=groups[0], logStreamName=name)
            now = int(time.time() * 1000)
            logs.put_log_events(logGroupName=groups[0], logStreamName=name, logEvents=[
                {"timestamp": now, "message": f"{name} 1"}, {"timestamp": now, "message": f"{name} 2"}])
        for order in ("LogStreamName", "LastEventTime"):
            self.walk("logs", "DescribeLogStreams", lambda page: [each["logStreamName"] for each in page["logStreams"]], streams,
                      logGroupName=groups[0], orderBy=order, **bad)
        self.walk("logs", "FilterLogEvents", lambda page: [each["message"] for each in page["events"]],
                  [f"{name} {i}" for name in streams for i in (1, 2)], logGroupName=groups[0], **bad)

    def test_s3(self):
        s3, name = self.client("s3"), self.bucket()
        buckets = [name, self.bucket(), self.bucket()]
        bad = {"refused": "InvalidArgument", "token": "ContinuationToken"}
        self.walk("s3", "ListBuckets", lambda page: [each["Name"] for each in page["Buckets"]], buckets, **bad)
        keys = ["a", "b c", "d/1", "d/2", "ü"]
        for key in keys:
            s3.put_object(Bucket=name, Key=key, Body=b"x")

        def shown(page):
            return [each["Key"] for each in page.get("Contents", [])] + [each["Prefix"] for each in page.get("CommonPrefixes", [])]
        for operation, more in (("ListObjectsV2", bad), ("ListObjects", {})):
            self.walk("s3", operation, shown, keys, Bucket=name, **more)
            self.walk("s3", operation, shown, ["a", "b c", "d/", "ü"], Bucket=name, Delimiter="/", **more)
        self.walk("s3", "ListObjectVersions", lambda page: [each["Key"] for each in page.get("Versions", [])], keys, Bucket=name)
        uploads = [s3.create_multipart_upload(Bucket=name, Key=key)["UploadId"] for key in ("k", "k", "l")]
        for key, upload in zip(("k", "k", "l"), uploads):
            self.addCleanup(s3.abort_multipart_upload, Bucket=name, Key=key, UploadId=upload)
        self.walk("s3", "ListMultipartUploads", lambda page: [each["UploadId"] for each in page.get("Uploads", [])], uploads,
                  Bucket=name)
        for number in (1, 5, 9):
            s3.upload_part(Bucket=name, Key="l", UploadId=uploads[2], PartNumber=number, Body=b"x")
        self.walk("s3", "ListParts", lambda page: [each["PartNumber"] for each in page.get("Parts", [])], [1, 5, 9],
                  Bucket=name, Key="l", UploadId=uploads[2])

    def test_ecr(self):
        ecr = self.client("ecr")
        names = [unique("repository") for _ in range(3)]
        for name in names:
            ecr.create_repository(repositoryName=name)
            self.addCleanup(ecr.delete_repository, repositoryName=name, force=True)
        bad = {"refused": "InvalidParameterException", "token": "nextToken"}
        self.walk("ecr", "DescribeRepositories", lambda page: [each["repositoryName"] for each in page["repositories"]], names, **bad)
        for tag in ("a", "b", "c"):
            config = self.layer(ecr, names[0], json.dumps({"tag": tag}).encode())
            manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "layers": [], "config": {
                "mediaType": "application/vnd.oci.image.config.v1+json", **config}}
            ecr.put_image(repositoryName=names[0], imageTag=tag, imageManifest=json.dumps(manifest),
                          imageManifestMediaType=manifest["mediaType"])
        self.walk("ecr", "ListImages", lambda page: [each["imageTag"] for each in page["imageIds"]], ["a", "b", "c"],
                  repositoryName=names[0], **bad)
        self.walk("ecr", "DescribeImages", lambda page: [each["imageTags"][0] for each in page["imageDetails"]], ["a", "b", "c"],
                  repositoryName=names[0], **bad)

    @staticmethod
    def layer(ecr, repository, content):
        digest = "sha256:" + hashlib.sha256(content).hexdigest()
        upload = ecr.initiate_layer_upload(repositoryName=repository)["uploadId"]
        ecr.upload_layer_part(repositoryName=repository, uploadId=upload, partFirstByte=0, partLastByte=len(content) - 1,
                              layerPartBlob=content)
        ecr.complete_layer_upload(repositoryName=repository, uploadId=upload, layerDigests=[digest])
        return {"digest": digest, "size": len(content)}

    def test_iam(self):
        iam = self.client("iam")
        trust = json.dumps(ASSUME_BY_TASKS)
        policy = json.dumps({"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Action": "s3:*", "Resource": "*"}]})
        roles, profiles = [unique("role") for _ in range(3)], [unique("profile") for _ in range(3)]
        for role in roles:
            iam.create_role(RoleName=role, AssumeRolePolicyDocument=trust, Tags=[{"Key": k, "Value": "v"} for k in "abc"])
            self.addCleanup(iam.delete_role, RoleName=role)
        policies = [iam.create_policy(PolicyName=unique("policy"), PolicyDocument=policy)["Policy"]["Arn"] for _ in range(3)]
        for arn in policies:
            self.addCleanup(iam.delete_policy, PolicyArn=arn)
            iam.attach_role_policy(RoleName=roles[0], PolicyArn=arn)
            self.addCleanup(iam.detach_role_policy, RoleName=roles[0], PolicyArn=arn)
        for name in "abc":
            iam.put_role_policy(RoleName=roles[0], PolicyName=name, PolicyDocument=policy)
            self.addCleanup(iam.delete_role_policy, RoleName=roles[0], PolicyName=name)
        for profile in profiles:
            iam.create_instance_profile(InstanceProfileName=profile)
            self.addCleanup(iam.delete_instance_profile, InstanceProfileName=profile)
            iam.add_role_to_instance_profile(InstanceProfileName=profile, RoleName=roles[0])
            self.addCleanup(iam.remove_role_from_instance_profile, InstanceProfileName=profile, RoleName=roles[0])

        def walk(operation, entries, wanted, **arguments):
            self.walk("iam", operation, entries, wanted, refused="ValidationError", token="Marker", **arguments)
        walk("ListRoles", lambda page: [each["RoleName"] for each in page["Roles"]], roles)
        walk("ListRoleTags", lambda page: [each["Key"] for each in page["Tags"]], "abc", RoleName=roles[0])
        walk("ListRolePolicies", lambda page: page["PolicyNames"], "abc", RoleName=roles[0])
        walk("ListAttachedRolePolicies", lambda page: [each["PolicyArn"] for each in page["AttachedPolicies"]], policies,
             RoleName=roles[0])
        walk("ListPolicies", lambda page: [each["Arn"] for each in page["Policies"]], policies, Scope="Local")
        walk("ListPolicyVersions", lambda page: [each["VersionId"] for each in page["Versions"]], ["v1"], PolicyArn=policies[0])
        walk("ListInstanceProfiles", lambda page: [each["InstanceProfileName"] for each in page["InstanceProfiles"]], profiles)
        walk("ListInstanceProfilesForRole", lambda page: [each["InstanceProfileName"] for each in page["InstanceProfiles"]],
             profiles, RoleName=roles[0])

    def test_ssm(self):
        path = "/aws/service/ecs/optimized-ami/amazon-linux-2"
        self.walk("ssm", "GetParametersByPath", lambda page: [each["Name"] for each in page["Parameters"]],
                  [path + "/recommended/image_id"], refused="InvalidNextToken", token="NextToken", Path=path, Recursive=True)
        ssm, names = self.client("ssm"), [unique("parameter") for _ in range(3)]
        for name in names:
            ssm.put_parameter(Name=name, Value="1", Type="String")
            self.addCleanup(ssm.delete_parameter, Name=name)
        for value in ("2", "3"):
            ssm.put_parameter(Name=names[0], Value=value, Overwrite=True)
        bad = {"refused": "InvalidNextToken", "token": "NextToken"}
        self.walk("ssm", "DescribeParameters", lambda page: [each["Name"] for each in page["Parameters"]], names, **bad)
        self.walk("ssm", "GetParameterHistory", lambda page: [each["Value"] for each in page["Parameters"]], ["1", "2", "3"],
                  Name=names[0], **bad)

    def test_autoscaling_and_ec2(self):
        ec2, scaling = self.client("ec2"), self.client("autoscaling")
        bad = {"refused": "InvalidNextToken", "token": "NextToken"}
        templates = [ec2.create_launch_template(LaunchTemplateName=unique("template"), LaunchTemplateData={
            "InstanceType": "t3.nano"})["LaunchTemplate"]["LaunchTemplateId"] for _ in range(6)]
        for template in templates:
            self.addCleanup(ec2.delete_launch_template, LaunchTemplateId=template)
        for version in range(2, 8):
            ec2.create_launch_template_version(LaunchTemplateId=templates[0], LaunchTemplateData={"InstanceType": "t3.nano"})
        groups = [unique("group") for _ in range(3)]
        if hasattr(scaling, "create_auto_scaling_group"):
            for name in groups:
                scaling.create_auto_scaling_group(
                    AutoScalingGroupName=name, MinSize=0, MaxSize=2, DesiredCapacity=1, AvailabilityZones=[region + "a"],
                    LaunchTemplate={"LaunchTemplateId": templates[0]}, Tags=[{"Key": "k", "Value": "v"}])
                self.addCleanup(scaling.delete_auto_scaling_group, AutoScalingGroupName=name, ForceDelete=True)

        def walk(operation, entries, wanted, **arguments):
            self.walk("autoscaling", operation, entries, wanted, **bad, **arguments)
        walk("DescribeAutoScalingGroups", lambda page: [each["AutoScalingGroupName"] for each in page["AutoScalingGroups"]], groups)
        walk("DescribeTags", lambda page: [each["ResourceId"] for each in page["Tags"]], groups)
        for group in groups:
            scaling.set_desired_capacity(AutoScalingGroupName=group, DesiredCapacity=2)
        walk("DescribeScalingActivities", lambda page: [each["ActivityId"] for each in page["Activities"]], [])
        walk("DescribeAutoScalingInstances", lambda page: [each["InstanceId"] for each in page["AutoScalingInstances"]], [])
        stack = {"Resources": {name: {"Type": "AWS::AutoScaling::LaunchConfiguration", "Properties": {
            "ImageId": "ami-12345678", "InstanceType": "t3.nano", "LaunchConfigurationName": unique("configuration")}}
            for name in ("A", "B", "C")}}
        self.create_stack(stack)
        walk("DescribeLaunchConfigurations",
             lambda page: [each["LaunchConfigurationName"] for each in page["LaunchConfigurations"]],
             [resource["Properties"]["LaunchConfigurationName"] for resource in stack["Resources"].values()])

        def look(operation, member, name, wanted, size=5, **arguments):
            self.walk("ec2", operation, lambda page: [each[name] for each in page[member]], wanted, size=size, **bad, **arguments)
        look("DescribeVpcs", "Vpcs", "VpcId", [])
        look("DescribeSubnets", "Subnets", "SubnetId", [each["SubnetId"] for each in ec2.describe_subnets()["Subnets"]])
        look("DescribeSecurityGroups", "SecurityGroups", "GroupId", [])
        network = ec2.create_vpc(CidrBlock="10.7.0.0/16", TagSpecifications=[
            {"ResourceType": "vpc", "Tags": [{"Key": "k", "Value": "v"}]}])["Vpc"]["VpcId"]
        self.addCleanup(ec2.delete_vpc, VpcId=network)
        tables = [ec2.create_route_table(VpcId=network)["RouteTable"]["RouteTableId"] for _ in range(6)]
        for table in tables:
            self.addCleanup(ec2.delete_route_table, RouteTableId=table)
        gateway = ec2.create_internet_gateway()["InternetGateway"]["InternetGatewayId"]
        self.addCleanup(ec2.delete_internet_gateway, InternetGatewayId=gateway)
        look("DescribeRouteTables", "RouteTables", "RouteTableId", tables)
        look("DescribeInternetGateways", "InternetGateways", "InternetGatewayId", [gateway])
        look("DescribeNatGateways", "NatGateways", "NatGatewayId", [])
        look("DescribeSecurityGroupRules", "SecurityGroupRules", "SecurityGroupRuleId", [])
        look("DescribeTags", "Tags", "ResourceId", [network], Filters=[{"Name": "resource-id", "Values": [network]}])
        look("DescribeImages", "Images", "ImageId", [])
        look("DescribeInstanceTypes", "InstanceTypes", "InstanceType", ["t3.nano", "g4dn.xlarge"])
        look("DescribeLaunchTemplates", "LaunchTemplates", "LaunchTemplateId", templates, size=1)
        look("DescribeLaunchTemplateVersions", "LaunchTemplateVersions", "VersionNumber", range(1, 8),
             size=1, LaunchTemplateId=templates[0])
        self.walk("ec2", "DescribeInstances",
                  lambda page: [each["InstanceId"] for item in page["Reservations"] for each in item["Instances"]], [],
                  size=5, **bad)

    def test_cloudformation(self):
        """These have no page size of the caller's: a hundred to a page, and much to show."""
        cloudformation = self.client("cloudformation")
        bad = {"size": None, "refused": "ValidationError", "token": "NextToken"}
        names = [f"G{i}" for i in range(110)]
        mark = unique("export")
        stack = self.create_stack({
            "Resources": {name: {"Type": "AWS::Logs::LogGroup", "Properties": {"LogGroupName": f"/{mark}/{name}"}} for name in names},
            "Outputs": {name: {"Value": name, "Export": {"Name": f"{mark}-{name}"}} for name in names}})
        name = stack["StackName"]
        self.walk("cloudformation", "ListStackResources",
                  lambda page: [each["LogicalResourceId"] for each in page["StackResourceSummaries"]], names, StackName=name, **bad)
        self.walk("cloudformation", "DescribeStackEvents", lambda page: [each["EventId"] for each in page["StackEvents"]], [],
                  StackName=name, **bad)
        events = [each for page in cloudformation.get_paginator("describe_stack_events").paginate(StackName=name)
                  for each in page["StackEvents"]]
        self.assertEqual(len([each for each in events if each["ResourceStatus"] == "CREATE_COMPLETE"]), len(names) + 1)
        self.walk("cloudformation", "ListExports", lambda page: [each["Name"] for each in page["Exports"]],
                  [f"{mark}-{name}" for name in names], **bad)
        importer = self.create_stack({"Resources": {"G": {"Type": "AWS::Logs::LogGroup"}},
                                      "Outputs": {"O": {"Value": {"Fn::ImportValue": f"{mark}-G0"}}}})
        self.addCleanup(self.stack_at_rest, importer["StackId"])
        self.walk("cloudformation", "ListImports", lambda page: page["Imports"], [importer["StackName"]],
                  ExportName=f"{mark}-G0", **bad)
        wanted = [name, importer["StackName"]]
        self.walk("cloudformation", "DescribeStacks", lambda page: [each["StackName"] for each in page["Stacks"]], wanted, **bad)
        self.walk("cloudformation", "ListStacks", lambda page: [each["StackId"] for each in page["StackSummaries"]],
                  [stack["StackId"], importer["StackId"]], **bad)
        for number in range(3):
            cloudformation.create_change_set(StackName=importer["StackName"], ChangeSetName=f"c{number}", TemplateBody=json.dumps(
                {"Resources": {"G": {"Type": "AWS::Logs::LogGroup", "Properties": {"RetentionInDays": 7}}}}))
        self.walk("cloudformation", "ListChangeSets", lambda page: [each["ChangeSetName"] for each in page["Summaries"]],
                  ["c0", "c1", "c2"], size=None, StackName=importer["StackName"])
        self.walk("cloudformation", "DescribeChangeSet",
                  lambda page: [each["ResourceChange"]["LogicalResourceId"] for each in page["Changes"]], ["G"], size=None,
                  StackName=importer["StackName"], ChangeSetName="c0")

    def test_walks_leave_no_list_out(self):
        """What the daemon offers and botocore can walk, one of the tests has walked."""
        import botocore.session
        if not bin_dir or len({service for service, _ in self.walked}) < 5:
            raise unittest.SkipTest("the walks did not run")
        done = subprocess.run([os.path.join(bin_dir, "berthd"), "--dump-shapes"], capture_output=True, text=True, check=True)
        missing = []
        for service in json.loads(done.stdout):
            try:
                paginators = botocore.session.get_session().get_paginator_model(service["service"])._paginator_config
            except botocore.exceptions.UnknownServiceError:
                continue
            missing += [(service["service"], each["name"]) for each in service["operations"]
                        if each["name"] in paginators and (service["service"], each["name"]) not in self.walked]
        self.assertEqual(missing, [])
